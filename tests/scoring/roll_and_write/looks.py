"""What is drawn of Roll & Write beside what is drawn of every game: see `tests/looks/states.py`."""

PLAYERS = range(3)


def rolled(seat: int, numbers: list[int], *colours: str) -> dict[str, object]:
    """A throw."""
    return {"type": "roll", "seat": seat, "numbers": numbers, "colours": list(colours)}


def climbed(highest: int) -> list[dict[str, object]]:
    """Turns in which everybody writes in red: 1, 2, 3 up to a number."""
    turns = []
    for number in range(1, highest + 1):
        first = (number - 1) % len(PLAYERS)
        writes = [
            {"type": "choose", "seat": (first + step) % len(PLAYERS), "number": number, "colour": "red"}
            for step in PLAYERS
        ]
        turns += [rolled(first, [number] * 3, "red", "red", "red"), *writes]
    return turns


THROW = rolled(0, [0, 4, 7], "red", "red", "blue")
NUMBER = ".choosing .red .lit:not([data-die='0']) input"
LOOKS = {
    "dice": (5, {}, (), (".key[class~='4']", ".key[class~='7']")),
    "thrown": (4, {}, (THROW,), ()),
    "chosen": (4, {}, (THROW,), (NUMBER,)),
    "others": (3, {}, (THROW, {"type": "choose", "seat": 0, "number": 4, "colour": "red"}), ()),
    "arrow": (3, {"pad": "0"}, (*climbed(2), rolled(2, [3, 4, 6], "red", "red", "blue")), (NUMBER,)),
    "tell": (5, {"pad": "1"}, (THROW,), (NUMBER,)),
    "high": (3, {"pad": "0"}, (*climbed(8), rolled(2, [0, 8, 9], "red", "red", "blue")), ()),
    "full": (3, {"pad": "0"}, (*climbed(9), rolled(0, [0, 0, 9], "red", "red", "blue")), ()),
    "change": (5, {}, (THROW,), ("#otherwise summary",)),
    "other-sheet": (5, {}, (THROW,), ("#see-3",)),
}
