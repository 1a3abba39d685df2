"""What a phone shows of a final count being entered: a player's gold and cards, and what they make.

The draft is a whole `Count`; the selection says what its player taps next: `do` changes the draft, `kind` and `card`
(or `step`, a step of it) are a card being added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.core.game import ViewRequest
from scoring.core.rule import Illegal
from scoring.core.sheet import Line, Seat
from scoring.core.text import Text
from scoring.lutece.cards import KINDS, Card, Holding, Position
from scoring.lutece.majority import Standing, standings
from scoring.lutece.moves import Count, Move
from scoring.lutece.rules import State, apply, position
from scoring.lutece.score import problems, score
from scoring.lutece.view.box import Box
from scoring.lutece.view.draft import ICONS, Draft, Face, card_of, code_of, drafted, face, kinds_of, new_card

MOST_GOLD = 999


@dataclass(frozen=True, slots=True)
class Place:
    """A place under a character where an apprentice can lie: what to do to lay it there, and whether it lies there."""

    face: Face
    resource: str | None
    do: str
    here: bool


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the draft; for an apprentice, the places where it can lie."""

    face: Face
    do: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """One player's count. `problems` are impossible, `warnings` only unusual; `open`: it can be recorded.

    `kinds`, then `known` (cards of the box that no player has) and `draft`: the card being added.
    """

    move: Count
    gold: tuple[tuple[int, str], ...]
    held: tuple[Held, ...]
    kinds: tuple[tuple[str, str, str], ...]
    kind: str | None
    known: tuple[tuple[Face, str], ...]
    fresh: str
    draft: Draft | None
    problems: tuple[Text, ...]
    warnings: tuple[Text, ...]
    lines: tuple[Line, ...]
    total: int
    tables: tuple[Standing, ...]
    claim: int | None
    open: bool
    counted: frozenset[Seat]


def counting(
    state: State,
    seat: Seat,
    draft: Move | None,
    asked: ViewRequest[Box],
) -> Counting:
    """The count of a seat: `draft` is what its player has entered so far, else what was followed."""
    selection, box = asked.selection, asked.shared or Box()
    followed = position(state).holdings
    holding = draft.holding if isinstance(draft, Count) and draft.seat == seat else followed[seat]
    holding, added = _done(holding, selection)
    holdings = (*followed[:seat], holding, *followed[seat + 1 :])
    sheet, move = score(Position(state.names, holdings)), Count(seat, holding)
    found = problems(state.names, holdings)
    kind = None if added else selection.get("kind", "")
    used = {card.id for held in holdings for card in held.cards}
    known = box.find(kind, None, used) if kind in KINDS else ()
    taken = used | {card.id for card in box.cards}
    fresh = new_card(kind, None, f"{kind}-{seat + 1}", taken) if kind and kind in KINDS else None
    card = card_of(selection.get("step") or selection.get("card", ""))
    if added or card is None or card.kind != kind:
        card = fresh if fresh and not known else None
    return Counting(
        move=move,
        gold=tuple((by, f"gold:{by}") for by in (-5, -1, 1, 5)),
        held=tuple(_held(holding, card) for card in holding.cards),
        kinds=tuple((key, KINDS[key].name, ICONS[key]) for key in kinds_of(None)),
        kind=kind if kind in KINDS else None,
        known=tuple((face(other), code_of(other)) for other in known),
        fresh=code_of(fresh) if fresh else "",
        draft=drafted(card) if card else None,
        problems=tuple(problem.why for problem in found if not problem.warning),
        warnings=tuple(problem.why for problem in found if problem.warning and problem.seat in (None, seat)),
        lines=sheet.players[seat].lines,
        total=sheet.players[seat].total,
        tables=standings(holdings),
        claim=None if asked.claimed is None else asked.claimed - sheet.players[seat].total,
        open=_open(state, move),
        counted=frozenset(other for other, own in enumerate(state.counted) if own is not None),
    )


def _open(state: State, move: Count) -> bool:
    try:
        apply(state, move)
    except Illegal:
        return False
    return True


def _done(holding: Holding, selection: Mapping[str, str]) -> tuple[Holding, bool]:
    """The draft after a tap, and whether it was a tap that puts a card there or does something to another."""
    what, _colon, rest = selection.get("do", "").partition(":")
    match what:
        case "gold" if rest.removeprefix("-").isdecimal() and len(rest) < 4:
            return replace(holding, gold=max(0, min(MOST_GOLD, holding.gold + int(rest)))), False
        case "drop":
            return _without(holding, rest), False
        case "add" if card := card_of(rest):
            return replace(holding, cards=(*holding.cards, card)), True
        case "lay" if card := card_of(rest):
            cards = tuple(card if other.id == card.id else other for other in holding.cards)
            return replace(holding, cards=cards), False
        case _:
            return holding, False


def _without(holding: Holding, key: str) -> Holding:
    """The holding without a card; the apprentices under it wait again."""
    left = (card for card in holding.cards if card.id != key)
    return replace(
        holding,
        cards=tuple(
            replace(card, attached_to=None, resource=None) if card.attached_to == key else card for card in left
        ),
    )


def _held(holding: Holding, card: Card) -> Held:
    places = tuple(_places(holding, card)) if card.kind == "apprentice" else ()
    return Held(face(card), f"drop:{card.id}", places)


def _places(holding: Holding, apprentice: Card) -> Iterator[Place]:
    for bearer in holding.bearers():
        several = len(bearer.bearing) > 1
        for resource in bearer.bearing if several else bearer.bearing[:1] or (None,):
            laid = replace(apprentice, attached_to=bearer.id, resource=resource if several else None)
            here = apprentice.attached_to == bearer.id and (not several or apprentice.resource == resource)
            yield Place(face(bearer), resource, "lay:" + code_of(laid), here)
