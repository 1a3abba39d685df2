"""Different sheets at one table: a layout for each player, chosen before the first throw."""

from tests.conftest import open_table
from tests.visitor import record

THROW = {"type": "roll", "seat": 1, "numbers": [4, 4, 4], "colours": ["red"] * 3}
HOUSE, BOX = "0", "1"


def settings_of(visitor, table):
    log = visitor.client.get(f"{table}/log.json").json
    return log.get("pad"), log.get("pads")


def uses(visitor, table, *layouts):
    """Choose these layouts, by seat."""
    visitor.on(f"{table}/layouts").press("Use these sheets", **{f"layout{at}": one for at, one in enumerate(layouts)})


def copied(visitor, name, *boxes):
    """A layout in which these boxes are told."""
    visitor.on("/shelf").post("/shelf/new/pad", {"csrf_token": visitor.token(), "name": name})
    form = next(form for form in visitor.page.forms if form.action.endswith("/change"))
    visitor.post(form.action, [*form.fields, *(("report.0.boxes", f'["{box}"]') for box in boxes)])


def test_one_player_has_the_sheet_of_the_box_and_it_is_learnt_there(visitor):
    ana = open_table(visitor(), "roll-and-write", name2="Cai", pad=HOUSE)
    table = ana.at
    for asked_from in (f"{table}/count/1", table):
        ana.on(asked_from).tap("Different sheets?")
    uses(ana, table, HOUSE, BOX, HOUSE)
    assert ana.at == table
    assert settings_of(ana, table) == (None, ["house", None, "house"])
    choices = [{"type": "choose", "seat": seat, "number": 4, "colour": "red", "accelerate": []} for seat in (1, 2, 0)]
    for event in (THROW, *choices, {"type": "learn", "colour": "red", "box": 1, "kind": "vase"}):
        record(ana, event)
    assert "Our sheet layout · 1 of 54 boxes known" in ana.go("/new/roll-and-write").html
    ana.go(f"{table}/layouts")
    assert ana.status == 403


def test_all_have_the_same_again(visitor):
    ana = open_table(visitor(), "roll-and-write", pad=BOX)
    table = ana.at
    uses(ana, table, BOX, HOUSE)
    assert settings_of(ana, table) == (None, [None, "house"])
    uses(ana, table, HOUSE, HOUSE)
    assert settings_of(ana, table) == ("house", None)


def test_of_two_layouts_only_one_may_have_unknown_boxes(visitor):
    ana = visitor()
    copied(ana, "Attic", "red-1-arrow", "rest")
    copied(ana, "Cellar", "red-2-arrow")
    ana = open_table(ana, "roll-and-write", pad=BOX)
    table = ana.at
    page = ana.go(f"{table}/layouts").html
    places = {name: str(2 + at) for at, name in enumerate(sorted(("Attic", "Cellar"), key=page.index))}
    uses(ana, table, BOX, places["Attic"])
    pad, own = settings_of(ana, table)
    assert (pad, own[0], own[1]["boxes"]["red"][0]) == (None, None, "arrow")
    uses(ana, table, BOX, places["Cellar"])
    ana.answered(422, "Boxes may be unknown in one of the layouts only.")
    assert settings_of(ana, table) == (pad, own)


def test_each_takes_the_own_layout_along_to_the_next_game(visitor, book):
    ana = open_table(visitor(), "roll-and-write", pad=HOUSE)
    table = ana.at
    uses(ana, table, HOUSE, BOX)
    events = [THROW, *({"type": "count", "seat": seat, "sheet": {"dice": 9}} for seat in (0, 1))]
    for event in events:
        record(ana, event)
    ana.on(table).press("Play again")
    again = book.tables.by_code(ana.at.split("/")[2])
    assert again.names == ("Ben", "Ana")
    assert again.settings["pads"] == [None, "house"]
