"""A photo that cannot be read, and why; known without what reads photos."""

from __future__ import annotations

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
