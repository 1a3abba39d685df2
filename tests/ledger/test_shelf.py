"""Pads and boxes on the shelf."""

from __future__ import annotations

import pytest

from ledger import Ledger


def test_a_new_paper_gets_a_secret_key_and_is_found_by_it(ledger: Ledger) -> None:
    paper = ledger.put_paper(None, "pad", "Jeudi", {"rows": [1, "é"]})
    assert len(paper.key) >= 22
    assert ledger.paper(paper.key) == paper
    assert ledger.put_paper(None, "pad", "Jeudi", {}).key != paper.key


def test_a_paper_is_changed_under_its_key(ledger: Ledger) -> None:
    old = ledger.put_paper(None, "box", "Ours", {"cards": []})
    new = ledger.put_paper(old.key, "box", "Yours", {"cards": ["Louvre"]})
    assert ledger.paper(old.key) == new
    assert (new.key, new.name, new.body) == (old.key, "Yours", {"cards": ["Louvre"]})
    assert new.changed_at > old.changed_at


def test_an_unknown_key_is_not_made_up(ledger: Ledger) -> None:
    with pytest.raises(LookupError):
        ledger.put_paper("guess", "pad", "x", {})
    assert ledger.paper("guess") is None


def test_a_pad_does_not_become_a_box(ledger: Ledger) -> None:
    pad = ledger.put_paper(None, "pad", "x", {})
    with pytest.raises(LookupError):
        ledger.put_paper(pad.key, "box", "x", {})
    assert ledger.paper(pad.key) == pad


def test_a_dropped_paper_is_gone(ledger: Ledger) -> None:
    paper = ledger.put_paper(None, "pad", "x", {})
    other = ledger.put_paper(None, "pad", "y", {})
    ledger.drop_paper(paper.key)
    ledger.drop_paper(paper.key)
    assert (ledger.paper(paper.key), ledger.paper(other.key)) == (None, other)
