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
}
