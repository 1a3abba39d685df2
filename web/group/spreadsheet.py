"""Files for spreadsheets: CSV that opens well, and that no name can turn into a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from babel.numbers import get_decimal_symbol
from flask import Response

from web.rendering.i18n import language, locale_of

Cell = str | int
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it, spreadsheets take UTF-8 for something older
FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # the wide ones as well: a Japanese Excel reads them like the others


def spreadsheet(rows: Iterable[Sequence[Cell]], name: str) -> Response:
    """The rows as a file of that name to take away; numbers stay numbers."""
    answer = Response(BOM + written(rows), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def written(rows: Iterable[Sequence[Cell]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=_separator())
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def _separator() -> str:
    """Where a comma stands in decimals, spreadsheets part columns at semicolons."""
    return ";" if get_decimal_symbol(locale_of(language())) == "," else ","


def _harmless(cell: Cell) -> Cell:
    """A cell as text: one that begins like a formula is marked with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
