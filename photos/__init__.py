"""Photos of sheets printed with Cairn: found by their codes, flattened, read box by box, and decoded as the likeliest
sheet.

Nothing of a photo is kept, and only its pixels are looked at. This takes a third of a second and more, so it runs in a
process of its own. No real photographs have been measured: docs/decisions/0029-photographed.md. Here stands what is
known without what reads photos: which cannot be read, and why.
"""

from printables.loading import missing
from scoring.core.text import Text, text

MOST_BYTES = 16 * 1024 * 1024
MOST_SHEETS = 5  # in a photo


class Unreadable(Exception):
    """No sheet can be read: `why` says the reason, and what to do."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def too_many(most: int) -> Text:
    return text("There are more than {most} sheets in the photo. Photograph fewer at once.", most=most)


def check_installed(pocket: object = False) -> None:
    """Raise `Unreadable` where no photo can be read: that needs all that printing does, and is not there in a browser
    (`pocket`).
    """
    if pocket:
        raise Unreadable(text("In the pocket, Cairn reads no photos: please tick what is on the sheet."))
    if name := missing():
        raise Unreadable(text("This server cannot read photos: {library} is not installed on it.", library=name))
