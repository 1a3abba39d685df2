"""A group's box: the catalogue of the cards it owns, by kind, each recorded once as it is printed and edited later. It
grows while tables play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from scoring.core.codec import Json, listing, shape, word
from scoring.core.game import LibraryKind
from scoring.core.rule import Illegal
from scoring.core.text import Text, _, text
from scoring.lutece import rule_texts as clauses
from scoring.lutece.cards import BOX_SIZES, DECK_NAMES, DECKS, Card
from scoring.lutece.formats import MOST_CARDS, card_from, card_to
from scoring.lutece.state import State, seen
from scoring.lutece.view.entry import Entry, Face, Filled, entry, face, filled


@dataclass(frozen=True, slots=True)
class Box:
    """The cards known so far, in the order of recording. `several` are those printed like others of which somebody has
    said that the box has as many.
    """

    cards: tuple[Card, ...] = ()
    several: tuple[str, ...] = ()

    def card(self, key: str) -> Card | None:
        return next((card for card in self.cards if card.id == key), None)

    def add(self, card: Card) -> Box:
        """The box with one card more; `Illegal` when its id is taken or its deck is full."""
        if self.card(card.id):
            raise Illegal(clauses.CARD_ONCE, text("The id “{id}” is already taken in this box.", id=card.id))
        deck = card.drawn_from
        if deck and sum(other.drawn_from == deck for other in self.cards) >= BOX_SIZES[deck]:
            facts = {"most": BOX_SIZES[deck], "deck": DECK_NAMES[deck]}
            raise Illegal(clauses.BOX_SIZE, text("This box already has all {most} of {deck}.", **facts))
        return replace(self, cards=(*self.cards, printed(card)))

    def edit(self, card: Card) -> Box:
        """The box where `card` takes the place of the one with its id; `Illegal` when there is none."""
        if not self.card(card.id):
            raise Illegal(clauses.CARD_ONCE, text("The card “{id}” is not in this box.", id=card.id))
        return replace(self, cards=tuple(printed(card) if other.id == card.id else other for other in self.cards))

    def drop(self, key: str) -> Box:
        """The box without the card of this id."""
        return replace(self, cards=tuple(card for card in self.cards if card.id != key))

    def matched(self, cards: Collection[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards of the box that are none of these, and those of these that it lacks. A card is the one of its id,
        else one that is printed alike: entered again by hand, it is no new one.
        """
        ids = {card.id for card in cards}
        left = [card for card in self.cards if card.id not in ids]
        lacking = []
        for card in cards:
            if self.card(card.id):
                continue
            twin = next((other for other in left if _alike(other, card)), None)
            if twin:
                left.remove(twin)
            else:
                lacking.append(card)
        return tuple(left), tuple(lacking)

    @property
    def twins(self) -> tuple[tuple[Card, int], ...]:
        """The cards that others are printed like, each once, with how many of them there are, unless that is known."""
        unsaid = {_without_id(card) for card in self.cards if card.id not in self.several}
        counts = (
            (card, sum(_alike(card, other) for other in self.cards))
            for card in self.cards
            if _without_id(card) in unsaid
        )
        first = {_without_id(card): (card, many) for card, many in reversed(list(counts)) if many > 1}
        return tuple(first.values())[::-1]

    def merge(self, key: str) -> Box:
        """The box with the card of this id alone of all that are printed alike."""
        own = self.card(key)
        return replace(self, cards=tuple(card for card in self.cards if card == own or not (own and _alike(card, own))))

    def keep(self, key: str) -> Box:
        """The box that has as many of the cards printed like this one as it knows."""
        own = self.card(key)
        alike = (card.id for card in self.cards if own and _alike(card, own))
        return replace(self, several=tuple(dict.fromkeys((*self.several, *alike))))

    def find(self, kind: str | None = None, deck: str | None = None, seen: Collection[str] = ()) -> tuple[Card, ...]:
        """The cards of a kind or a deck (None: any) whose ids are not among `seen`."""
        return tuple(
            card
            for card in self.cards
            if card.id not in seen and kind in (None, card.kind) and (deck is None or card.drawn_from in (None, deck))
        )

    def to_json(self) -> dict[str, Json]:
        several = {"several": list(self.several)} if self.several else {}
        return {"cards": [card_to(card) for card in self.cards], **several}


def printed(card: Card) -> Card:
    """The card without what only happens to it in a game."""
    return replace(card, attached_to=None, resource=None)


def _without_id(card: Card) -> Card:
    return replace(printed(card), id="")


def _alike(one: Card, other: Card) -> bool:
    return _without_id(one) == _without_id(other)


def from_json(value: object) -> Box:
    """Read a box; raises `Malformed` for what is no box and `Illegal` for one that cannot exist."""
    fields = shape(value, "box", ("cards",), ("several",))
    several = listing(fields.get("several", []), "several", 0, MOST_CARDS)
    box = Box(several=tuple(word(key, "several") for key in several))
    for at, card in enumerate(listing(fields["cards"], "cards", 0, MOST_CARDS)):
        box = box.add(card_from(card, f"cards[{at}]"))
    return box


# The page of a box

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
    """`drop` takes a card out; `merge` leaves one of those printed alike, `keep` all; `card` is a card as JSON, new or
    in the place of the one with its id. `was` is that one as its page showed it: where it is another by now, nothing
    changes.
    """
    if "merge" in fields:
        return box.merge(str(fields["merge"])), ()
    if "keep" in fields:
        return box.keep(str(fields["keep"])), ()
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
