"""What is drawn of Lutèce beside what is drawn of every game: see `tests/looks/states.py`."""

from tests.web.lutece import MORE_OFFERS, OFFERS, REVEAL, bribe, options

LAID = (options(0, "A", "1"), options(1, "A", "B"), options(2, "C", "income-1"))
FIVE = (*OFFERS, *MORE_OFFERS)
BIDS = tuple(options(seat, "A", beside) for seat, beside in enumerate(("1", "B", "income-1", "2", "3")))
UNKNOWN = tuple(
    {**offer, "card": {key: value for key, value in offer["card"].items() if key not in ("cost", "talent", "demand")}}
    for offer in OFFERS
)
MAIN = "#lay-0 button.main"
OWN = "#whose-0"
LOOKS = {
    "offers": (3, {}, (), ()),
    "offers-of-five": (5, {}, (), ()),
    "card-composed": (3, {}, (), ("[data-kind=citizen]",)),
    "market-composed": (3, {}, (), ("#tile-1", "[data-kind=market]")),
    "other-composed": (3, {}, (), ("[data-kind=other]", ".lu-more summary")),
    "covered": (3, {}, tuple(OFFERS), ()),
    "options": (3, {}, tuple(OFFERS), (OWN,)),
    "refused": (
        3,
        {},
        tuple(OFFERS),
        (OWN, "#lay-0 [value*='\"A\"']", ("#lay-0 [value*='\"1\"']", '["A"]'), MAIN, "#refusal"),
    ),
    "options-of-five": (5, {}, FIVE, (OWN,)),
    "turned-up": (3, {}, tuple(OFFERS), (".lu-turned summary", "#turned .lu-bid input")),
    "turned-up-of-five": (5, {}, FIVE, (".lu-turned summary", "#turned .lu-bid input")),
    "bribes": (3, {}, (*OFFERS, *LAID), (OWN,)),
    "bribes-covered": (3, {}, (*OFFERS, *LAID), ()),
    "bribes-composed": (
        3,
        {},
        (*OFFERS, *LAID),
        (
            OWN,
            "#bribe-0 [data-by='3']",
        ),
    ),
    "revealed": (3, {}, (*OFFERS, *LAID, bribe(0, "A", 2), REVEAL), ()),
    "asked-later": (3, {}, (*UNKNOWN, *LAID, REVEAL), ("#later [data-field=cost] input",)),
    "gold-counted": (3, {}, (*OFFERS, *LAID, bribe(0, "A", 2), REVEAL), (".lu-unlike summary",)),
    "what-happened": (3, {}, (*OFFERS, *LAID, bribe(0, "A", 2), REVEAL), (".lu-told summary",)),
    "contest-of-five": (5, {}, (*FIVE, *BIDS), ()),
}
