"""The facts that are kept of a finished game of Roll & Write, and the figures of many."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from scoring.core.figures import Bar, Column, Figure, Finished
from scoring.core.game import Played
from scoring.core.sheet import Seat
from scoring.core.statistics import POINTS, SPAN, mean, positive, share, span
from scoring.core.text import plural, text
from scoring.roll_and_write.moves import Choose, Count, Refuse
from scoring.roll_and_write.pad import BOXES, COLOURS, NOT_KNOWN, VASE, Pad
from scoring.roll_and_write.review.dice import best_instead
from scoring.roll_and_write.review.game import GamePlayed, followed, read
from scoring.roll_and_write.rules import Setup, State
from scoring.roll_and_write.sheets import (
    ARTIFACT_SCALE,
    ARTIFACTS,
    BRIDGE_AT,
    BRIDGED,
    COLUMNS,
    DICE,
    DICE_SCALE,
    Sheet,
)
from scoring.roll_and_write.sheets import Column as Written
from scoring.roll_and_write.view.drawing import SHAPES

SHEETS = text("sheets")
THIRDS = (text("the first third of the game"), text("the second third"), text("the last third"))


class Reached(TypedDict):
    """A column at the end; without `vases` where somebody has not told what is printed below."""

    boxes: int
    double: bool
    points: int
    vases: NotRequired[int]


class Missed(TypedDict):
    """Dice refused in the turn `at` of so many, and how many points more a number and a colour would have made."""

    at: int
    turns: int
    points: int


class Kept(TypedDict):
    """The facts kept of a sheet; `throws` answered and `refused` where it was followed, and where all were, what each
    refusal `missed`."""

    columns: dict[str, Reached]
    artifacts: int
    dice: int
    bridges: list[str]
    throws: NotRequired[int]
    refused: NotRequired[int]
    missed: NotRequired[list[Missed]]


class Facts(TypedDict):
    players: list[Kept]


def facts(setup: Setup, play: Played[State]) -> Facts | Mapping[str, object]:
    """Of each player's sheet how far it got; `refused` of `throws` where no sheet was copied over the game. Nothing
    where of a sheet only the total is known.
    """
    if any(sheet.total is not None for sheet in play.state.sheets):
        return {}
    acted = _acted(play)
    players = [_sheet(sheet, play.state.pad_of(seat)) for seat, sheet in enumerate(play.state.sheets)]
    for seat, (throws, refused) in acted.items():
        players[seat]["throws"], players[seat]["refused"] = throws, refused
    if followed(play):
        for player, missed in zip(players, _missed(read(setup, play)), strict=True):
            player["missed"] = missed
    return {"players": players}


def _missed(game: GamePlayed) -> list[list[Missed]]:
    """The refusals of each seat where a number could have been written."""
    found: list[list[Missed]] = [[] for _seat in game.state.seats]
    for answer in game.answers:
        best = best_instead(game, answer) if isinstance(answer.move, Refuse) else None
        if best:
            found[answer.seat].append({"at": answer.when.turn, "turns": game.turns, "points": best.points})
    return found


def _acted(play: Played[State]) -> dict[Seat, tuple[int, int]]:
    """The numbers of throws that each seat answered, and refused; a seat that was counted is left out."""
    moves = [before.move for before in play.standing()]
    counted = {move.seat for move in moves if isinstance(move, Count)}
    acted: dict[Seat, tuple[int, int]] = {}
    for move in moves:
        if isinstance(move, Choose | Refuse) and move.seat not in counted:
            throws, refused = acted.get(move.seat, (0, 0))
            acted[move.seat] = (throws + 1, refused + isinstance(move, Refuse))
    return acted


def _sheet(sheet: Sheet, pad: Pad) -> Kept:
    return {
        "columns": {colour: _column(sheet.column(colour), colour, pad) for colour in COLOURS},
        "artifacts": sheet.artifacts,
        "dice": sheet.dice,
        "bridges": [of for of in BRIDGED if of in sheet.bridges],
    }


def _column(column: Written, colour: str, pad: Pad) -> Reached:
    reached: Reached = {"boxes": column.level, "double": column.double, "points": column.points}
    printed = [pad.kind(colour, box) for box in range(1, min(column.level, BOXES) + 1)]
    if NOT_KNOWN not in printed:
        reached["vases"] = printed.count(VASE)
    return reached


def _players(game: Finished) -> list[Kept]:
    """The kept facts, as they come back."""
    return cast(Facts, game.facts)["players"]


def figures(games: Sequence[Finished]) -> tuple[Figure, ...]:
    """The figures of columns, of ×2 boxes, of bridges, of refusals and of what these cost."""
    sheets = [_players(game)[seat] for game in games for seat in game.seats]
    return (_columns(sheets), _doubles(sheets), _bridges(sheets), _refusals(games), _cost(sheets))


def _reached(sheet: Kept, of: str) -> int:
    if of == ARTIFACTS:
        return sheet["artifacts"]
    return sheet["dice"] if of == DICE else sheet["columns"][of]["boxes"]


def _points(sheet: Kept, of: str) -> int:
    if of == ARTIFACTS:
        return ARTIFACT_SCALE[min(sheet["artifacts"], BOXES)]
    return DICE_SCALE[min(sheet["dice"], BOXES)] if of == DICE else sheet["columns"][of]["points"]


def _bar(of: str, numbers: tuple[float | None, ...], count: int) -> Bar:
    return Bar(COLUMNS[of], numbers, SHAPES[of], of if of in COLOURS else "", count)


def _columns(sheets: list[Kept]) -> Figure:
    rows = []
    for of in BRIDGED:
        reached = [_reached(sheet, of) for sheet in sheets]
        crossed = sum(boxes >= BRIDGE_AT for boxes in reached)
        points = mean([_points(sheet, of) for sheet in sheets])
        rows.append(_bar(of, (mean(reached), points, share(crossed, len(sheets)), _vases(sheets, of)), len(sheets)))
    return Figure(
        key="columns",
        title=text("How far each column gets"),
        says=text("Boxes filled at the end, of nine, on average; the bridge is crossed with the seventh."),
        of=text("Column"),
        columns=(
            Column(text("boxes"), 1),
            Column(POINTS, 1),
            Column(text("bridge crossed"), share=True),
            Column(text("vases met"), 1),
        ),
        rows=tuple(rows),
        drawn=(0,),
        unit=text("boxes"),
        counted=SHEETS,
        top=BOXES,
    )


def _vases(sheets: list[Kept], of: str) -> float | None:
    columns = [sheet["columns"][of] for sheet in sheets if of in sheet["columns"]]
    return mean([column["vases"] for column in columns if "vases" in column])


def _doubles(sheets: list[Kept]) -> Figure:
    rows = []
    for colour in COLOURS:
        columns = [sheet["columns"][colour] for sheet in sheets]
        doubled = [column["points"] for column in columns if column["double"]]
        single = [column["points"] for column in columns if not column["double"] and column["boxes"]]
        numbers = (mean(doubled), mean(single), positive(doubled), len(single))
        rows.append(_bar(colour, numbers, len(doubled)))
    return Figure(
        key="doubles",
        title=text("×2 boxes, and what they brought"),
        says=text("Points of a column with its ×2 box ticked, beside those of a column begun without, on average."),
        of=text("Column"),
        columns=(
            Column(text("with the ×2 box"), 1),
            Column(text("without"), 1),
            Column(text("doubled above 0"), share=True),
            Column(text("columns without")),
        ),
        rows=tuple(rows),
        drawn=(0, 1),
        unit=POINTS,
        counted=text("×2 boxes"),
    )


def _bridges(sheets: list[Kept]) -> Figure:
    rows = []
    for of in BRIDGED:
        first = sum(of in sheet["bridges"] for sheet in sheets)
        crossed = sum(_reached(sheet, of) >= BRIDGE_AT for sheet in sheets)
        rows.append(_bar(of, (first, max(0, crossed - first), len(sheets) - max(first, crossed)), len(sheets)))
    return Figure(
        key="bridges",
        title=text("Bridges"),
        says=text("A bridge brings 20 points to whoever crosses it first."),
        of=text("Column"),
        columns=(Column(text("crossed first")), Column(text("crossed too late")), Column(text("not reached"))),
        rows=tuple(rows),
        kind="parts",
        unit=SHEETS,
        counted=SHEETS,
    )


def _refusals(games: Sequence[Finished]) -> Figure:
    rows = []
    for dice in range(BOXES + 1):
        ended = [(game, seat) for game in games for seat in game.seats if _players(game)[seat]["dice"] == dice]
        own = [_players(game)[seat] for game, seat in ended]
        throws = sum(sheet.get("throws", 0) for sheet in own)
        refused = share(sum(sheet.get("refused", 0) for sheet in own), throws)
        numbers = (len(ended), DICE_SCALE[dice], mean([game.totals[seat] for game, seat in ended]), refused)
        rows.append(Bar(plural("{count} dice symbol", "{count} dice symbols", dice), numbers))
    return Figure(
        key="refusals",
        title=text("Dice symbols"),
        says=text("How many sheets ended with so many dice symbols hatched: one for each throw refused."),
        of=text("Dice symbols"),
        columns=(
            Column(SHEETS),
            Column(text("points for them")),
            Column(text("average total"), 1),
            Column(text("throws refused"), share=True),
        ),
        rows=tuple(rows),
        drawn=(0,),
        unit=SHEETS,
    )


def _cost(sheets: list[Kept]) -> Figure:
    """The points that refusals cost, lowest, average and highest, by when in the game they were."""
    every = [missed for sheet in sheets for missed in sheet.get("missed", ())]
    rows = []
    for third, of in enumerate(THIRDS):
        points = [missed["points"] for missed in every if (missed["at"] - 1) * len(THIRDS) // missed["turns"] == third]
        rows.append(Bar(of, span(points), count=len(points)))
    return Figure(
        key="cost",
        title=text("Dice refused, and what that cost"),
        says=text(
            "What the number and the colour worth most would have made instead: lowest, average and highest points. "
            "Below 0 refusing made more."
        ),
        of=text("Refused in"),
        columns=SPAN,
        rows=tuple(rows),
        kind="span",
        unit=POINTS,
        counted=text("throws refused"),
    )
