"""A one-page reminder of the rules of Lutèce, in our own words, for the table: nothing to fill in."""

from printables.choice import Document
from scoring.core.text import _

DOCUMENT = Document(
    name="rules-lutece",
    title=_("Lutèce: rules summary"),
    game="lutece",
    blank=lambda _choice: [None],
    teaches=True,
)
