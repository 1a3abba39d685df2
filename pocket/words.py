"""What the shell of the pocket says, before Python can say anything."""

from collections.abc import Mapping

from scoring.core.text import _

WORDS: Mapping[str, str] = {
    "starting": _("Cairn is starting…"),
    "fetching": _("Cairn is being fetched, once: {come} of {all} MB"),
    "unfetched": _("Cairn could not be fetched whole. Look whether the network is there, then try again."),
    "elsewhere": _("Cairn is open in another window or tab. Close it there, or use it here; then that one waits."),
    "here": _("Use it here"),
    "insecure": _("In the pocket, Cairn needs an address that begins with https."),
    "old": _("This browser is too old for Cairn: it needs Chrome or Edge 112, Firefox 121, Safari 16.4, or newer."),
    "lockdown": _(
        "WebAssembly is switched off in this browser, and Cairn in the pocket needs it. Lockdown Mode of an iPhone, "
        "iPad or Mac does that: Safari can leave this site out of it, under Website Settings."
    ),
    "unstarted": _(
        "Cairn could not start in this browser: it needs Chrome or Edge 112, Firefox 121, Safari 16.4, or newer. What "
        "it had recorded is kept."
    ),
    "foreign": _("The Cairn on this phone cannot read this table. Open it once with a network, so that it is renewed."),
    "failed": _("Cairn has stopped. What it had recorded is kept."),
    "missing": _(
        "What this browser kept last is damaged. Cairn has taken what it kept before: whatever was recorded after "
        "{time} may be missing. Please look whether the last moves are there."
    ),
    "full": _(
        "Cairn can keep nothing in this browser: there is no room left, or this window is a private one. What was just "
        "done is not recorded; what was recorded before is kept."
    ),
    "again": _("Try again"),
    "report": _("Show what to report"),
    "let_in": _("Let others join"),
    "scan_in": _("Scan to join a table"),
    "join": _("Join a table"),
    "camera": _(
        "Cairn reads the code of the other phone with the camera, and while it may use the camera, phones find each "
        "other in more networks. No picture leaves this phone."
    ),
    "allow": _("Use the camera"),
    "hidden": _(
        "Without the camera, this code holds a hidden name instead of the address of this phone, and some networks do "
        "not resolve such names. The other phone looks at it, then sends its own code as text."
    ),
    "host_shows": _("First, the other phone looks at this with its camera. Then it shows a code of its own."),
    "scan": _("Scan their code"),
    "host_looks": _("Now look at the code on the other phone."),
    "opening": _("The phones are looking for each other…"),
    "admitted": _("The other phone is in. The next one can look at this code."),
    "guest_looks": _("Look at the code on the phone that keeps the table. It is there under Share, Let others join."),
    "guest_shows": _("Now the other phone looks at this: tap “Scan their code” there."),
    "seen": _("The other phone has looked"),
    "back": _("Back"),
    "done": _("Done"),
    "alone": _("Use Cairn alone"),
    "by_hand": _("Send codes as text instead"),
    "copy": _("Copy this code"),
    "copied": _("Copied"),
    "theirs": _("Code of the other phone"),
    "use": _("Use it"),
    "unseen": _("There is no camera, or Cairn may not use it. Send the codes as text."),
    "unread": _("Cairn has to fetch its reader of codes once, and there is no network. Send the codes as text."),
    "line_none": _("In this browser phones cannot reach each other: it lacks WebRTC, or that is switched off."),
    "others": _("The table goes on here. The other phones can join this one, without the internet."),
    "silent": _("The phone that keeps the table does not answer. What you say waits here until it does."),
    "cut": _(
        "The line to the phone that keeps the table is cut. Scan a new code, which that phone shows under Share: your "
        "seat and what you said are kept."
    ),
    "line_old": _("Codes are good for five minutes, and these are older. Begin again with new ones."),
    "line_malformed": _("That is not the code that is needed here."),
    "line_foreign": _("That code answers another one. Let the other phone look at this code first."),
    "line_unreachable": _(
        "The phones do not reach each other. Both must be in the same Wi-Fi, or one on the hotspot of the other; guest "
        "networks often keep phones apart."
    ),
    "line_full": _("No more phones can join this table."),
    "line_version": _(
        "The two phones have different versions of Cairn. Open it on both with a network, close it, and join again; "
        "until then, play with one phone."
    ),
    "line_out": _("The phone that keeps the table has removed this one."),
}
