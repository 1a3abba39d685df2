"""A box of the library: cards by kind, entered once as they are printed, edited later; it grows while tables play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.core.codec import word
from scoring.core.game import LibraryKind
from scoring.core.rule import Illegal
from scoring.core.text import Text, _, text
from scoring.lutece.cards import BOX_SIZES, DECKS, Card
from scoring.lutece.formats import card_from
from scoring.lutece.state import State, seen
from scoring.lutece.view.box import Box, from_json, printed
from scoring.lutece.view.entry import Entry, Face, Filled, entry, face, filled

LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The box as its page shows it. `decks`: how many cards of each deck are known, and how many there are. `twins`:
    cards that are there several times, and how often.

    `entry` has its cards, and what a new one can be.
    """

    box: Box
    entry: Entry
    decks: tuple[tuple[str, int, int], ...]
    twins: tuple[tuple[Face, int], ...]

    def opened(self, asked: Mapping[str, str]) -> tuple[Face, Filled] | None:
        """The card that is being changed, as the link says it, and its fields."""
        card = self.box.card(asked.get("card", ""))
        return (face(card), filled(card)) if card else None


def page(box: Box) -> BoxPage:
    """The contents of the box, by kind."""
    decks = tuple((deck, sum(card.drawn_from == deck for card in box.cards), BOX_SIZES[deck]) for deck in DECKS)
    return BoxPage(box, entry(box.cards), decks, tuple((face(card), many) for card, many in box.twins))


def change(box: Box, fields: Mapping[str, object]) -> tuple[Box, Sequence[Text]]:
    """`drop` takes a card out; `merge` leaves one of those printed alike; `card` is a card as JSON, new or in the place
    of the one with its id. `was` is that one as its page showed it: where it is another by now, nothing changes.
    """
    if "merge" in fields:
        return box.merge(str(fields["merge"])), ()
    card = None if "drop" in fields else card_from(fields.get("card"))
    if card and card.label is not None:
        card = replace(card, label=word(card.label, "label", LONGEST_LABEL))
    key = card.id if card else str(fields["drop"])
    now = box.card(key)
    if "was" in fields and now not in (card and printed(card), card_from(fields["was"], "was")):
        return box, [_left(now)]
    if card is None:
        return box.drop(key), ()
    return box.edit(card) if now else box.add(card), ()


def _left(now: Card | None) -> Text:
    if now is None:
        return text("This card was removed on another phone meanwhile.")
    return text(
        "{card!c} was changed on another phone meanwhile. Check it, then tap again if it still applies.",
        card=face(now).name,
    )


def grown(box: Box, state: State) -> Box:
    """The box with the cards that a table has turned up or counted, once its offers (its counts) are complete.

    Until then a slip is undone and leaves no trace.

    A card that was entered by hand and is printed like one of the box, of which the table has not more than the box, is
    that one. What does not fit (a box that is full, another card of that id) stays out.
    """
    if state.phase == "offers":
        return box
    _left, lacking = box.matched(_entered(state))
    for card in lacking:
        with suppress(Illegal):
            box = box.add(card)
    return box


def _entered(state: State) -> tuple[Card, ...]:
    """The cards that a table has turned up, and at its end counted, as they are printed."""
    counted = state.counted if state.phase == "over" else ()
    return tuple(map(printed, (*seen(state), *(card for holding in counted if holding for card in holding.cards))))


def mended(box: Box, before: State, after: State) -> Box:
    """The box with the cards that the table had told otherwise; a card that was changed on its page stays as it is."""
    now = {card.id: card for card in _entered(after)}
    for card in _entered(before):
        if now.get(card.id, card) != card == box.card(card.id):
            box = box.edit(now[card.id])
    return box


def known(box: Box) -> Text:
    """The number of its cards that have been entered."""
    return text("{known} of {all} cards known", known=len(box.cards), all=sum(BOX_SIZES.values()))


BOX: LibraryKind[Box, State] = LibraryKind(
    "box", Box(), from_json, Box.to_json, grown, known, title=_("Box of cards"), mended=mended, change=change, view=page
)
