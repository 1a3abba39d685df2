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
        "done is not recorded; what was recorded before is kept, except in a private window."
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
        "Without the camera, this code does not work in every network. The other phone scans it, or gets it as text, "
        "and sends its own code back."
    ),
    "host_shows": _("First, the other phone scans this code. Then it shows a code of its own."),
    "scan": _("Scan their code"),
    "host_looks": _("Now scan the code on the other phone."),
    "opening": _("The phones are looking for each other…"),
    "admitted": _("The other phone is in. The next one can scan this code."),
    "guest_looks": _("Scan the code on the phone that keeps the table. It is there under Share, Let others join."),
    "guest_shows": _("Now the other phone scans this code: tap “Scan their code” there."),
    "seen": _("The other phone has scanned it"),
    "back": _("Back"),
    "cancel": _("Cancel"),
    "done": _("Done"),
    "alone": _("Use Cairn alone"),
    "by_hand": _("Send codes as text instead"),
    "copy": _("Copy this code"),
    "copied": _("Copied. Send it to the other phone: there it is pasted under “Code of the other phone”."),
    "theirs": _("Code of the other phone"),
    "use": _("Use it"),
    "unseen": _("There is no camera, or Cairn may not use it. Send the codes as text."),
    "unread": _("Cairn has to fetch its reader of codes once, and there is no network. Send the codes as text."),
    "line_none": _("In this browser phones cannot reach each other: it lacks WebRTC, or that is switched off."),
    "others": _("The others must now join this phone."),
    "silent": _("The phone that keeps the table does not answer. Your moves wait here until it does."),
    "cut": _("The line is cut. Your seat and moves are kept."),
    "rejoin": _("Scan again"),
    "line_old": _(
        "A code is good for five minutes, and that one is older. The other phone now scans the new one here."
    ),
    "line_no_host": _("That is not the code that the other phone shows under Share, Let others join."),
    "line_no_guest": _("That is not the code that the other phone shows once it has scanned this one."),
    "line_foreign": _("That code was used before, or answers another one. The other phone now scans this one."),
    "line_unreachable": _(
        "The phones did not find each other. Both must be in the same Wi-Fi, or one on the hotspot of the other (guest "
        "networks often keep phones apart), and a code is good for five minutes. Begin again."
    ),
    "line_full": _("No more phones can join this table."),
    "line_version": _(
        "The two phones have different versions of Cairn. Open it on both with a network, close it, and join again; "
        "until then, play with one phone."
    ),
    "line_out": _("The phone that keeps the table has removed this one."),
}
