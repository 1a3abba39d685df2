"""A second referee of Roll & Write, slow and plain, written from the rules alone: what is on paper, box by box."""

from __future__ import annotations

from typing import Any

from tests.oracle.plain_log import Second

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
COLUMNS = (*COLOURS, "artifacts", "dice")
EXPEDITION = (0, -20, -15, -10, 5, 10, 15, 30, 35, 50)
HATCHED = (0, -40, -30, -20, 10, 20, 30, 60, 70, 100)
ARROWS = {"red": (3, 6), "orange": (4, 8), "yellow": (2, 7), "green": (5, 8), "blue": (3, 7), "violet": (4, 6)}
VASES = {"red": (5, 8), "orange": (2, 6), "yellow": (4, 9), "green": (3, 7), "blue": (6, 9), "violet": (2, 8)}


class NotAllowed(Exception):
    pass


def need(allowed: bool) -> None:
    if not allowed:
        raise NotAllowed


class Paper:
    """One player's sheet."""

    def __init__(self) -> None:
        self.numbers: dict[str, list[int]] = {colour: [] for colour in COLOURS}
        self.double: set[str] = set()
        self.struck: set[str] = set()
        self.top: set[str] = set()
        self.hatched = {"artifacts": 0, "dice": 0}
        self.circled: set[str] = set()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paper) and vars(self) == vars(other)

    def copy(self) -> Paper:
        copied = Paper()
        copied.numbers = {colour: [*numbers] for colour, numbers in self.numbers.items()}
        copied.double, copied.struck, copied.top = {*self.double}, {*self.struck}, {*self.top}
        copied.hatched, copied.circled = {**self.hatched}, {*self.circled}
        return copied

    def filled(self, column: str) -> int:
        return self.hatched[column] if column in self.hatched else len(self.numbers[column])

    def hatch(self) -> None:
        self.hatched["artifacts"] = min(9, self.hatched["artifacts"] + 1)

    def total(self) -> int:
        points = 20 * len(self.circled)
        for colour in COLOURS:
            times = 2 if colour in self.double else 1
            points += times * (EXPEDITION[self.filled(colour)] if self.numbers[colour] else -50 * (times - 1))
        return points + HATCHED[self.hatched["artifacts"]] + (*HATCHED[:9], 0)[self.hatched["dice"]]


class Plain(Second):
    """`says` answers whether an event is legal, and then it has happened."""

    secret: tuple[str, ...] = ()

    def __init__(self, log: dict[str, Any]) -> None:
        self.papers = [Paper() for _name in log["players"]]
        options = log.get("options", {})
        self.zero_opens, self.in_order = options.get("zero_opens", False), options.get("turn_order", False)
        self.pad = {(colour, box): self.printed(log, colour, box) for colour in COLOURS for box in range(1, 10)}
        self.blank = set(self.pad.values()) == {"unknown"}
        self.thrower: int | None = None
        self.owing: set[int] = set()
        self.counted: set[int] = set()
        self.waiting_for_a_vase: set[tuple[int, str, int]] = set()
        self.asked = ""
        self.over = False
        self.turn_begins()

    @staticmethod
    def printed(log: dict[str, Any], colour: str, box: int) -> str:
        if log.get("pad") != "house":
            return "unknown"
        return "arrow" if box in ARROWS[colour] else "vase" if box in VASES[colour] else "plain"

    def turn_begins(self) -> None:
        self.before = [{column for column in COLUMNS if paper.filled(column) >= 7} for paper in self.papers]
        self.circled_before = [{*paper.circled} for paper in self.papers]

    def totals(self) -> list[int]:
        return [paper.total() for paper in self.papers]

    def says(self, event: dict[str, Any]) -> bool:
        happens = getattr(self, event["type"].replace("-", "_"))
        try:
            happens(**{key: value for key, value in event.items() if key != "type"})
        except NotAllowed:
            return False
        return True

    def closed(self, column: str) -> bool:
        """Somebody had crossed this bridge before this turn, and the sheet still says so."""
        return any(
            column in before and paper.filled(column) >= 7
            for before, paper in zip(self.before, self.papers, strict=True)
        )

    def put(self, seat: int, paper: Paper) -> None:
        for column in COLUMNS:
            crosses = self.papers[seat].filled(column) < 7 <= paper.filled(column)
            if crosses and not self.closed(column):
                paper.circled.add(column)
        self.papers[seat] = paper

    def circle_again(self, counted: set[int]) -> None:
        """A bridge is settled when the turn is complete: by what the sheets say then, not by the order of writing."""
        for seat, paper in enumerate(self.papers):
            if seat not in counted:
                crossed = {column for column in COLUMNS if paper.filled(column) >= 7} - self.before[seat]
                paper.circled = self.circled_before[seat] | {column for column in crossed if not self.closed(column)}

    def roll(self, seat: int, numbers: list[int], colours: list[str]) -> None:
        need(not self.over and not self.owing)
        need(self.thrower is None or seat == (self.thrower + 1) % len(self.papers))
        self.thrower, self.numbers, self.colours = seat, numbers, colours
        self.taken: tuple[int, str] | None = None
        self.owing, self.counted = set(range(len(self.papers))), set()

    def may_answer(self, seat: int) -> None:
        need(not self.over and seat in self.owing)
        need(seat == self.thrower or self.thrower not in self.owing)
        if (self.in_order or self.asked) and seat != self.thrower:
            assert self.thrower is not None
            clockwise = [(self.thrower + step) % len(self.papers) for step in range(1, len(self.papers))]
            need(seat == next(other for other in clockwise if other in self.owing))

    def choose(self, seat: int, number: int, colour: str, accelerate: list[str] = [], double: bool = False) -> None:  # noqa: B006
        self.may_answer(seat)
        numbers, colours = list(self.numbers), list(self.colours)
        if self.taken and seat != self.thrower:
            numbers.remove(self.taken[0])
            colours.remove(self.taken[1])
        need(number in numbers and colour in colours)
        paper, unknown = self.papers[seat].copy(), set()
        free = not paper.numbers[colour] and colour not in paper.double and colour not in paper.struck
        need(not double or (number == 0 and free))
        if number == 0 and free and (double or not self.zero_opens):
            paper.double.add(colour)
            kind = ""
        else:
            value = number or 10
            need(not paper.numbers[colour] or value >= paper.numbers[colour][-1])
            kind = self.fill(seat, paper, colour, value, unknown)
        for column in accelerate:
            need(kind == "arrow")
            below = paper.numbers[column][-1] if paper.numbers[column] else 1
            kind = self.fill(seat, paper, column, below, unknown)
        self.put(seat, paper)
        self.waiting_for_a_vase |= unknown
        if seat == self.thrower:
            self.taken = (number, colour)
        self.answered(seat)

    def fill(self, seat: int, paper: Paper, colour: str, value: int, unknown: set[tuple[int, str, int]]) -> str:
        if len(paper.numbers[colour]) == 9:
            need(colour not in paper.top and paper.hatched["artifacts"] < 9)
            paper.top.add(colour)
            paper.hatch()
            return ""
        paper.numbers[colour].append(value)
        box = len(paper.numbers[colour])
        kind = self.pad[colour, box]
        if kind == "vase":
            paper.hatch()
        if kind == "unknown":
            unknown.add((seat, colour, box))
        return kind

    def refuse(self, seat: int) -> None:
        self.may_answer(seat)
        paper = self.papers[seat].copy()
        paper.hatched["dice"] = min(9, paper.hatched["dice"] + 1)
        self.put(seat, paper)
        self.answered(seat)

    def answered(self, seat: int) -> None:
        self.owing.discard(seat)
        if not self.owing:
            self.turn_begins()
            self.asked = "" if self.asked == "throw" else self.asked
            self.over = self.is_the_end()

    def is_the_end(self) -> bool:
        crossed = {column for column in COLUMNS if any(paper.filled(column) >= 7 for paper in self.papers)}
        return len(crossed) == 8 or all(paper.hatched["dice"] == 9 for paper in self.papers)

    def learn(self, colour: str, box: int, kind: str) -> None:
        need(self.pad[colour, box] == "unknown")
        self.pad[colour, box] = kind
        self.blank = False
        here = {entry for entry in self.waiting_for_a_vase if entry[1:] == (colour, box)}
        self.waiting_for_a_vase -= here
        for seat in sorted(seat for seat, _colour, _box in here) if kind == "vase" else ():
            paper = self.papers[seat].copy()
            paper.hatch()
            self.put(seat, paper)
        if not self.owing:
            self.turn_begins()
            if self.thrower is not None and not self.counted and not self.over:
                self.over = self.is_the_end()

    def turn_order(self, seat: int, lasting: bool) -> None:
        need(not self.over and not self.in_order and self.asked != "game" and (lasting or not self.asked))
        self.asked = "game" if lasting else "throw"

    def count(self, seat: int, sheet: dict[str, Any]) -> None:
        need(not self.over)
        paper = Paper()
        for colour, column in sheet.get("expeditions", {}).items():
            paper.numbers[colour] = list(column.get("numbers", []))
            for mark in ("double", "struck", "top"):
                if column.get(mark):
                    getattr(paper, mark).add(colour)
        paper.hatched = {"artifacts": sheet.get("artifacts", 0), "dice": sheet.get("dice", 0)}
        bridges = sheet.get("bridges", [])
        paper.circled = set(bridges)
        need(len(bridges) == len(paper.circled) and all(paper.filled(column) >= 7 for column in bridges))
        need(all(paper.filled(column) <= 9 for column in COLUMNS) and not paper.double & paper.struck)
        for colour in COLOURS:
            numbers = paper.numbers[colour]
            need(numbers == sorted(numbers) and all(1 <= number <= 10 for number in numbers))
            need(colour not in paper.top or len(numbers) == 9)
        vases = [self.pad[colour, box] for colour in COLOURS for box in range(1, len(paper.numbers[colour]) + 1)]
        possible = len(paper.top) + sum(kind in ("vase", "unknown") for kind in vases)
        certain = min(9, len(paper.top) + vases.count("vase"))
        need(len(paper.top) <= paper.hatched["artifacts"])
        need(self.blank or certain <= paper.hatched["artifacts"] <= possible)
        self.papers[seat] = paper
        if self.owing:
            self.circle_again(self.counted | {seat})
        self.waiting_for_a_vase = {entry for entry in self.waiting_for_a_vase if entry[0] != seat}
        self.counted.add(seat)
        if len(self.counted) == len(self.papers):
            self.over, self.owing = True, set()
            self.turn_begins()
        elif self.owing:
            self.answered(seat)
        else:
            self.turn_begins()
