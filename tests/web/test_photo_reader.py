"""A photo that a page sends is read in a process of its own."""

import json
from random import Random

import pytest

from bench.photos import cards
from bench.photos.blanks import blank_for
from bench.photos.camera import photographed
from bench.photos.hand import filled
from photos import Unreadable
from photos.sheets import only
from printables import Choice
from scoring import GAMES
from scoring.lost_cities.likeliest import facts as card_facts
from scoring.roll_and_write.formats import sheet_json
from scoring.roll_and_write.likeliest import facts
from tests.photos.papers import numbers_on, rounds_by_chance, sheet_by_chance, ticked
from web.count.photo import read_photo
from web.rendering.i18n import translate
from web.server.worker_pool import Busy, WorkerPool

pytestmark = pytest.mark.xdist_group("photos")


@pytest.fixture
def asked(app):
    with app.test_request_context("/"):
        yield app
    app.extensions["reader"].close()


def test_a_photo_becomes_a_count_in_another_process(asked):
    chance = Random(5)
    sheet = sheet_by_chance(chance)
    told = facts(sheet_json(sheet))
    blank = blank_for(Choice("roll-and-write-sheet", "A5", 1))
    reading = only(read_photo(photographed(chance, filled(chance, blank, told, numbers_on(sheet)), 0)))
    answers = {question.fact.key: told[question.fact.key] for question in reading.questions}
    game = GAMES[reading.game]
    assert facts(game.photographed.read(reading.ink, answers).sheet) == told
    assert json.loads(json.dumps(reading.likeliest.sheet)) == reading.likeliest.sheet
    assert all(translate(fact.said) and translate(fact.other_said) for fact in reading.likeliest.facts)
    assert asked.extensions["reader"].started == 2, "once looked at, once read"


def test_what_cannot_be_read_says_why_across_processes(asked):
    with pytest.raises(Unreadable) as unreadable:
        read_photo(b"GIF89a")
    assert translate(unreadable.value.why).startswith("This is not a photo")


def test_too_many_photos_at_once_are_put_off(asked):
    asked.extensions["reader"] = WorkerPool(queue=0)
    with pytest.raises(Busy):
        read_photo(b"")


def test_a_server_that_stops_reads_no_photo_any_more(asked):
    """It would wait for it."""
    asked.extensions["end"]()
    with pytest.raises(Busy):
        read_photo(b"")


def test_a_round_of_a_sheet_of_cards_becomes_a_count_in_another_process(asked):
    chance = Random(3)
    rounds = rounds_by_chance(chance, 6)
    blank = blank_for(Choice(cards.DOCUMENT, "A5", 1, options={"colours": 6}))
    page = cards.filled(chance, blank, ticked(chance, rounds))
    reading = only(read_photo(photographed(chance, page, 0), 1))
    told = card_facts(rounds)
    answers = {question.fact.key: told[question.fact.key] for question in reading.questions}
    first = GAMES[reading.game].photographed.of(1)
    assert card_facts(first.read(reading.ink, answers).sheet) == card_facts(rounds[:1])
    assert all(translate(fact.said) and translate(fact.other_said) for fact in reading.likeliest.facts)
