"""All documents: each is a folder with a `sheet.html`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from printables.choice import Document, Unprintable
from scoring.core.text import text


def _documents() -> dict[str, Document]:
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/sheet.html"))
    documents = [import_module(f"printables.{folder}").DOCUMENT for folder in folders]
    return {document.name: document for document in documents}


DOCUMENTS: dict[str, Document] = _documents()


def document_of(name: str) -> Document:
    """The document of that name; raises `Unprintable`."""
    if name not in DOCUMENTS:
        raise Unprintable(text("Cairn has no document called “{document}”.", document=name[:40]))
    return DOCUMENTS[name]
