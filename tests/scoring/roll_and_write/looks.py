"""What is drawn of Roll & Write beside what is drawn of every game: see `tests/looks/states.py`."""

from __future__ import annotations

THROW = {"type": "roll", "seat": 0, "numbers": [0, 4, 7], "colours": ["red", "red", "blue"]}
RED_4 = "#col-0 .lights.red input[value^='e[new].number#=4&']"
LOOKS = {
    "dice": (5, {}, (), ("[value='4']", "[value='7']")),
    "thrown": (4, {}, (THROW,), ()),
    "chosen": (4, {}, (THROW,), (".col.red .fit:not([data-die='0']) input",)),
    "others": (3, {}, (THROW, {"type": "choose", "seat": 0, "number": 4, "colour": "red"}), ()),
}
