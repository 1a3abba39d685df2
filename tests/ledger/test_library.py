"""Pads and boxes in the library."""

from dataclasses import replace

import pytest

from ledger import Ledger


def test_a_new_paper_gets_a_secret_key_and_is_found_by_it(ledger: Ledger) -> None:
    paper = ledger.library.put(None, "pad", "Jeudi", {"rows": [1, "é"]})
    assert len(paper.key) >= 22
    assert ledger.library.by_key(paper.key) == paper
    assert ledger.library.put(None, "pad", "Jeudi", {}).key != paper.key


def test_a_paper_is_changed_under_its_key(ledger: Ledger) -> None:
    old = ledger.library.put(None, "box", "Ours", {"cards": []})
    new = ledger.library.put(old.key, "box", "Yours", {"cards": ["Louvre"]})
    assert ledger.library.by_key(old.key) == new
    assert (new.key, new.name, new.body) == (old.key, "Yours", {"cards": ["Louvre"]})
    assert new.changed_at > old.changed_at


def test_an_unknown_key_is_not_made_up_and_a_pad_does_not_become_a_box(ledger: Ledger) -> None:
    pad = ledger.library.put(None, "pad", "x", {})
    for key, kind in (("guess", "pad"), (pad.key, "box")):
        with pytest.raises(LookupError):
            ledger.library.put(key, kind, "x", {})
    assert (ledger.library.by_key("guess"), ledger.library.by_key(pad.key)) == (None, pad)


def test_a_dropped_paper_is_gone(ledger: Ledger) -> None:
    paper = ledger.library.put(None, "pad", "x", {})
    other = ledger.library.put(None, "pad", "y", {})
    ledger.library.drop(paper.key)
    ledger.library.drop(paper.key)
    assert (ledger.library.by_key(paper.key), ledger.library.by_key(other.key)) == (None, other)


def test_a_paper_is_found_by_its_key_to_read_which_changes_nothing(ledger: Ledger) -> None:
    paper = ledger.library.put(None, "pad", "Jeudi", {})
    found = ledger.library.by_key(paper.reading)
    assert found == replace(paper, key=paper.reading)
    assert (paper.may_change, found.may_change, paper.key in repr(found)) == (True, False, False)
    with pytest.raises(LookupError):
        ledger.library.change(paper.reading, lambda item: replace(item, name="Mine"))
    with pytest.raises(LookupError):
        ledger.library.put(paper.reading, "pad", "Mine", {})
    ledger.library.use(paper.reading)
    ledger.library.drop(paper.reading)
    assert ledger.library.by_key(paper.key) == paper
