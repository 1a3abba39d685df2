"""Fields that add themselves up, in readers of PDF that run scripts; in others they are filled in like the rest.

A field says in `data-adds` which function of `adding.js` gives its value, of which fields, and with which numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pydyf


@dataclass(frozen=True, slots=True)
class Sum:
    """The calculation of a field: a function, the names of its input fields, and other arguments."""

    call: str
    of: Sequence[str]
    more: Sequence[object] = ()

    @property
    def said(self) -> str:
        """The value of `data-adds`."""
        return json.dumps(asdict(self))

    @property
    def script(self) -> str:
        given = "".join(f",{json.dumps(one, separators=(',', ':'))}" for one in self.more)
        return f"{self.call}(this,{json.dumps(list(self.of), separators=(',', ':'))}{given})"


def sums_of(tree: Any) -> Mapping[str, Sum]:
    """The calculations in an HTML tree, by the names of their fields."""
    fields = ((field.get("name"), field.get("data-adds")) for field in tree.iter("input"))
    return {name: Sum(**json.loads(adds)) for name, adds in fields if adds}


def add_up(pdf: pydyf.PDF, fields: Sequence[pydyf.Dictionary], sums: Mapping[str, Sum]) -> None:
    """Give the fields of a form their scripts, and the form the order in which it calls them."""
    if not sums:
        return
    import pydyf

    named = {field["T"].string: field for field in fields}
    for name, one in sums.items():
        named[name]["AA"] = pydyf.Dictionary({"C": _script(one.script)})
    order = TopologicalSorter({name: [of for of in one.of if of in sums] for name, one in sums.items()}).static_order()
    pdf.catalog["AcroForm"]["CO"] = pydyf.Array(named[name].reference for name in order)
    scripts = pydyf.Dictionary({"Names": pydyf.Array([pydyf.String("adding"), _script(_functions())])})
    pdf.catalog.setdefault("Names", pydyf.Dictionary())["JavaScript"] = scripts


def _script(said: str) -> pydyf.Dictionary:
    import pydyf

    return pydyf.Dictionary({"S": "/JavaScript", "JS": pydyf.String(said)})


@cache
def _functions() -> str:
    return _without_comments(Path(__file__).with_suffix(".js").read_text(encoding="utf-8").splitlines())


def _without_comments(lines: Iterable[str]) -> str:
    return "\n".join(line for line in lines if line and not line.startswith("//"))
