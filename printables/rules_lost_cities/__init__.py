"""A one-page reminder of the rules of Lost Cities, in our own words, for the table: nothing to fill in."""

from printables.choice import Document
from scoring.core.text import _

DOCUMENT = Document(
    name="rules-lost-cities",
    title=_("Lost Cities: rules summary"),
    game="lost-cities",
    blank=lambda _choice: [None],
    teaches=True,
)
