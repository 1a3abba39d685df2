"""A box of the library: cards by kind, entered once as they are printed, edited later; it grows while tables play."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.core.game import LibraryKind
from scoring.core.reading import word
from scoring.core.rule import Illegal, Malformed
from scoring.core.text import _, text
from scoring.lutece.cards import BOX_SIZES, CHARACTER, DECKS, KINDS
from scoring.lutece.rules import State, seen
from scoring.lutece.view.box import Box, from_json
from scoring.lutece.view.draft import ICONS, Draft, Face, card_of, code_of, drafted, face, new_card

LONGEST_LABEL = 40


@dataclass(frozen=True, slots=True)
class Group:
    """The cards of one kind, each with its code; `fresh` is the code of a new one."""

    kind: str
    name: str
    icon: str
    cards: tuple[tuple[Face, str], ...]
    fresh: str


@dataclass(frozen=True, slots=True)
class BoxPage:
    """The box as its page shows it. `decks`: how many cards of each deck are known, and how many there are."""

    box: Box
    groups: tuple[Group, ...]
    decks: tuple[tuple[str, int, int], ...]

    def opened(self, asked: Mapping[str, str]) -> Draft | None:
        """The card that is being edited, as the link says it."""
        card = card_of(asked.get("card", ""))
        return drafted(card) if card else None

    def knows(self, draft: Draft) -> bool:
        """Whether this is a card of the box, and no new one."""
        return self.box.card(draft.face.card.id) is not None


def page(box: Box) -> BoxPage:
    """What there is, by kind."""
    decks = tuple((deck, sum(card.drawn_from == deck for card in box.cards), BOX_SIZES[deck]) for deck in DECKS)
    return BoxPage(box, tuple(_group(box, kind) for kind in KINDS), decks)


def _group(box: Box, kind: str) -> Group:
    cards = tuple((face(card), code_of(card)) for card in box.find(kind))
    fresh = new_card(kind, CHARACTER, kind, {card.id for card in box.cards})
    return Group(kind, KINDS[kind].name, ICONS[kind], cards, code_of(fresh))


def change(box: Box, fields: Mapping[str, str]) -> Box:
    """`drop` takes a card out; `card` is a card as code, new or edited, with its name in `label`."""
    if "drop" in fields:
        return box.drop(fields["drop"])
    card = card_of(fields.get("card", ""))
    if card is None:
        raise Malformed(text("This is no card."))
    label = fields.get("label", card.label or "").strip()
    card = replace(card, label=word(label, "label", LONGEST_LABEL) if label else None)
    return box.edit(card) if box.card(card.id) else box.add(card)


def grown(box: Box, state: State) -> Box:
    """The box with the cards that a table has turned up or counted, once its offers (its counts) are complete.

    Until then a slip is undone and leaves no trace.

    What does not fit (a box that is full, another card of that id) stays out.
    """
    if state.phase == "offers":
        return box
    counted = state.counted if state.phase == "over" else ()
    for card in (*seen(state), *(card for holding in counted if holding for card in holding.cards)):
        with suppress(Illegal):
            box = box if box.card(card.id) else box.add(card)
    return box


BOX: LibraryKind[Box, State] = LibraryKind(
    "box", Box(), from_json, Box.to_json, grown, title=_("Box of cards"), change=change, view=page
)
