"""Pages beside the table, walked in each browser: whole games counted, what is printed, the language, the dark."""

from tests.engines.driver import Home, Window
from tests.real_table import signed, worth
from web.table.forms import as_json

HELD = ({"red": [7, 8], "yellow": ["wager"]}, {"red": [9], "blue": ["wager", 10]})
FRENCH = "Les scores et les règles du jeu posé sur votre table"
# Whether the picture has come and is seen, instead of the words that stand there without it.
HAS_PICTURE = """() => {
    const it = document.querySelector(".first :is(object, img)");
    const come = performance.getEntriesByName(it.data ?? it.src).some(({ responseEnd }) => responseEnd > 0);
    return come && it.checkVisibility() && !it.querySelector("p")?.getClientRects().length;
}"""
# How light the page and its words are, from 0 to 1 as WCAG 2.2 reckons it.
LIGHT = """() => ["backgroundColor", "color"].map((name) => {
    const parts = getComputedStyle(document.body)[name].match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const linear = parts.map((part) => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
})"""


def counting(home: Home, game: str) -> Window:
    """Count now, by one tap on the first page."""
    home.window.open(home.address)
    home.window.tap(f"a[href$='/count/{game}']")
    home.window.read("#foot")
    return home.window


def kept(phone: Window, *totals: str) -> None:
    """The totals are these, and the game is kept with its result."""
    for seat, total in enumerate(totals):
        phone.read(f"#total{seat}", total)
    phone.tap("#foot button", "Keep it")
    phone.tap("a", "See the result")
    phone.read(".winner")


def test_a_count_of_lost_cities_to_its_result(home):
    phone = counting(home, "lost-cities")
    for seat, held in enumerate(HELD):
        for colour, cards in held.items():
            for card in cards:
                phone.tap(f".both.{colour} .tick.seat{seat} input[value='{as_json([card])}']")
    kept(phone, *(signed(sum(map(worth, held.values()))) for held in HELD))


def test_a_count_of_roll_and_write_to_its_result(home):
    phone = counting(home, "roll-and-write")
    for place in ("red .level:has([value='5'])", "red .double", "blue .level:has([value='8'])", "blue .bridge"):
        phone.tap(f"#paper0 .col.{place}")  # 2 x 10 + 35 + 20
    begun = phone.run("() => performance.timeOrigin")
    phone.tap(".tabs a[href='#paper1']")
    for place in ("green .level:has([value='4'])", "artifacts .level:has([value='5'])"):  # 5 + 20
        phone.tap(f"#paper1 .col.{place}")
    phone.read("#total1", "25")
    assert phone.run("() => performance.timeOrigin") == begun  # it was not loaded anew
    kept(phone, "75", "25")


def test_a_count_of_lutece_to_its_result(home):
    phone = counting(home, "lutece")
    for seat, kind in enumerate(("citizen-bread", "legionnaire")):
        phone.tap(f".tabs a[href='#paper{seat}']")
        phone.tap(f"#paper{seat} .lu-gold [data-by='5']")
        phone.tap(f"#paper{seat} :is(button, label, summary)", "Card by card")
        phone.tap(f"#paper{seat} label:has([data-kind='{kind}'])")
        phone.tap(f"#paper{seat} button", "Add the card")
        phone.read(f"#paper{seat} .lu-held")
    kept(phone, "11", "3")


def test_the_picture_of_a_page_to_print_is_seen_and_follows_a_choice(window, server):
    phone = window()
    phone.open(f"{server}/print")
    phone.until(HAS_PICTURE)
    phone.choose("#ink", "Black and white, ink-saving")
    phone.read("object[data*='ink='], img[src*='ink=']")
    phone.until(HAS_PICTURE)


def test_the_language_is_chosen_and_changed_back(home):
    phone = home.window
    phone.open(home.address)
    for before, after, says in (("EN", "Français", FRENCH), ("FR", "English", "Scores and rules for the game")):
        phone.tap(".language summary", before)
        phone.tap(".language button", after)
        phone.read("h1", says)


def test_whoever_reads_in_the_dark_gets_light_words_on_a_dark_page(window, server):
    phone = window(dark=True)
    for page in ("", "new/lutece", "rules/roll-and-write", "count/lost-cities"):
        phone.open(f"{server}/{page}")
        phone.read("main")
        paper, words = phone.run(LIGHT)
        assert paper < 0.1
        assert (words + 0.05) / (paper + 0.05) > 7
