"""What is drawn of Lutèce beside what is drawn of every game: see `tests/looks/states.py`."""

from __future__ import annotations

from tests.web.lutece import OFFERS, REVEAL, bribe, options

MORE_OFFERS = tuple(
    {"type": "offer", "tile": tile, "card": {"id": f"more-{tile}", **card}}
    for tile, card in {
        "D": {"kind": "citizen", "label": "Le Porteur de statue", "cost": 2, "resources": {"sword": 1}, "talent": 5},
        "4": {"kind": "herbalist", "cost": 2, "colour": "green"},
        "E": {"kind": "apprentice", "cost": 1, "colour": "blue"},
        "5": {"kind": "market", "demand": {"bread": 2}, "cost": 3},
    }.items()
)
LAID = (options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1"))
FIVE = (*OFFERS, *MORE_OFFERS)
BIDS = tuple(options(seat, "A", beside) for seat, beside in enumerate(("1", "B", "income-1", "2", "3")))
LOOKS = {
    "offers": (3, {}, (), ()),
    "card-composed": (3, {}, (), ("[data-kind=citizen]",)),
    "market-composed": (3, {}, (), ("#tile-1", "[data-kind=market]")),
    "options": (3, {}, tuple(OFFERS), ()),
    "options-of-five": (5, {}, FIVE, ()),
    "bribes": (3, {}, (*OFFERS, *LAID), ()),
    "revealed": (3, {}, (*OFFERS, *LAID, bribe(0, "A", 2), REVEAL), ()),
    "contest-of-five": (5, {}, (*FIVE, *BIDS), ()),
}
