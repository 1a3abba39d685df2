"""A browser without JavaScript, for the test client: it reads the forms and links of a page and uses them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from web.table.forms import as_json, fields, new_move_id

HTMX = {"HX-Request": "true"}


@dataclass
class Button:
    """A button: what it says, what it sends, where, and whether it can be pressed."""

    name: str | None
    value: str
    action: str | None
    disabled: bool
    text: str = ""


@dataclass
class Form:
    """A form as the browser would send it: hidden fields, what is typed, what is ticked."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    ticks: list[dict[str, Any]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def filled(self, **typed: str) -> list[tuple[str, str]]:
        """The fields, with these values typed over."""
        return [(name, typed.get(name, value)) for name, value in self.fields]

    def tick(self, *says: str) -> Form:
        """Touch the radio buttons and ticks that are named so; of one group only the last stays."""
        for said in says:
            had = next(had for had in self.ticks if said in (had.get("data-said"), had.get("aria-label")))
            if had["type"] == "radio":
                self.fields = [entry for entry in self.fields if entry[0] != had["name"]]
            self.fields.append((had["name"], had["value"]))
        return self


class Page(HTMLParser):
    """A page, taken apart when somebody looks: its forms, links, ids, its text with one space between the words."""

    PARTS = ("forms", "links", "ids", "tags", "text")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html

    def __getattr__(self, part: str) -> Any:
        if part not in self.PARTS:
            raise AttributeError(part)
        self._take_apart()
        return getattr(self, part)

    def _take_apart(self) -> None:
        self.forms, self.links, self.ids = [], [], []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._said: list[str] = []
        self._link: list[str] | None = None
        self._button: Button | None = None
        self._select: str | None = None
        self.feed(self.html)
        self.close()
        self.text = " ".join("".join(self._said).split())

    def gone(self) -> list[str]:
        """The addresses of which this browser is to keep nothing."""
        return next(had.get("data-gone") or "" for tag, had in self.tags if tag == "body").split()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        had = dict(attributes)
        self.tags.append((tag, had))
        self._said.append(" ")
        if had.get("id"):
            self.ids.append(had["id"])
        opened = getattr(self, f"_open_{tag}", None)
        if opened:
            opened(had)

    def handle_endtag(self, tag: str) -> None:
        self._said.append(" ")
        if tag == "a":
            self._link = None
        if tag == "button":
            self._button = None
        if tag == "select":
            self._select = None

    def handle_data(self, said: str) -> None:
        self._said.append(said)
        if self._link:
            self._link[1] = " ".join(f"{self._link[1]} {said}".split())
        if self._button:
            self._button.text = " ".join(f"{self._button.text} {said}".split())

    def _open_form(self, had: dict[str, Any]) -> None:
        self.forms.append(Form(had.get("action") or "", had.get("method", "get")))

    def _open_a(self, had: dict[str, Any]) -> None:
        self._link = [had.get("href") or "", had.get("aria-label") or ""]
        self.links.append(self._link)

    def _open_input(self, had: dict[str, Any]) -> None:
        ticked = had.get("type") not in ("checkbox", "radio") or "checked" in had
        if self.forms and had.get("name") and ticked and "disabled" not in had:
            self.forms[-1].fields.append((had["name"], had.get("value") or ""))
        if self.forms and had.get("type") in ("checkbox", "radio"):
            self.forms[-1].ticks.append(had)

    def _open_select(self, had: dict[str, Any]) -> None:
        self._select = had["name"]
        self.forms[-1].choices[self._select] = []

    def _open_option(self, had: dict[str, Any]) -> None:
        if self._select is None:
            return
        form = self.forms[-1]
        if not form.choices[self._select] or "selected" in had:
            form.fields = [entry for entry in form.fields if entry[0] != self._select]
            form.fields.append((self._select, had.get("value") or ""))
        form.choices[self._select].append(had.get("value") or "")

    def _open_button(self, had: dict[str, Any]) -> None:
        label = had.get("aria-label") or ""
        self._button = Button(had.get("name"), had.get("value") or "", had.get("formaction"), "disabled" in had, label)
        if self.forms:
            self.forms[-1].buttons.append(self._button)

    def button(self, says: str) -> tuple[Form, Button]:
        """The first button that says this, with its form."""
        for form in self.forms:
            for button in form.buttons:
                if says in button.text:
                    return form, button
        raise LookupError(f"no button says {says!r}: {self.text}")

    def link(self, says: str) -> str:
        """Where the first link leads that says this."""
        found = next((href for href, text in self.links if says in text), None)
        if found is None:
            raise LookupError(f"no link says {says!r}: {self.text}")
        return found


class Visitor:
    """Somebody with a browser of their own; `page` is the last answer, `whole` the last whole page."""

    def __init__(self, client: FlaskClient, language: str = "en") -> None:
        self.client = client
        self.whole = self.page = Page("")
        self.language = language
        self.at = "/"

    def see(self, response: TestResponse) -> Page:
        self.response, self.status = response, response.status_code
        self.page = Page(response.get_data(as_text=True)) if response.mimetype == "text/html" else Page("")
        if "<html" in self.page.html:
            self.whole = self.page
        return self.page

    def _headers(self, htmx: bool) -> dict[str, str]:
        return {"Accept-Language": self.language, **(HTMX if htmx else {})}

    def _address(self, htmx: bool) -> str:
        """Where the browser is now: a fragment does not lead anywhere, nor does a page that answers a form."""
        request = self.response.request
        return self.at if htmx or request.method != "GET" else request.full_path.rstrip("?")

    def on(self, path: str) -> Visitor:
        """The same, who has opened this page."""
        self.go(path)
        return self

    def go(self, path: str, htmx: bool = False) -> Page:
        address = urljoin(self.at, path)
        page = self.see(self.client.get(address, headers=self._headers(htmx), follow_redirects=not htmx))
        self.at = self._address(htmx)
        return page

    def post(self, path: str, fields: Any, htmx: bool = False, follow: bool = True) -> Page:
        """Send fields; without htmx a redirect is followed, as browsers do."""
        sent, headers = as_form(fields), self._headers(htmx)
        page = self.see(self.client.post(path, data=sent, headers=headers))
        while follow and self.status == 307:
            page = self.see(self.client.post(self.response.location, data=sent, headers=headers))
        if follow and self.response.location:
            return self.go(self.response.location)
        self.at = self._address(htmx)
        return page

    def tap(self, link: str) -> Page:
        return self.go(self.page.link(link))

    def press(self, says: str, *ticks: str, htmx: bool = False, **typed: str) -> Page:
        """Press a button, with some ticks touched and some fields typed over."""
        form, button = self.page.button(says)
        form.tick(*ticks)
        if button.disabled:
            raise LookupError(f"the button {says!r} is disabled: {self.page.text}")
        chosen = [(button.name, typed.get(button.name, button.value))] if button.name else []
        return self.post(button.action or form.action or self.at, [*form.filled(**typed), *chosen], htmx)

    def answers(self) -> list[str]:
        """The words of the answers to the question on the page, the likeliest first; none where nothing is asked."""
        asked = [form for form in self.page.forms if any(name == "answers" for name, _value in form.fields)]
        return [button.text for form in asked for button in form.buttons]

    def answer(self, says: str = "") -> Page:
        """Give the first answer that says this."""
        return self.press(next(words for words in self.answers() if says in words))

    def answered(self, status: int, *said: str) -> None:
        """The last answer has this status, and its page says all this."""
        assert (self.status, [one for one in said if one not in self.page.text]) == (status, []), self.page.text

    def token(self) -> str:
        """The token of some form this visitor sees; a form's signature is bound to the cookie."""
        return next(value for form in self.whole.forms for name, value in form.fields if name == "csrf_token")


def as_form(fields: Any) -> MultiDict[str, str]:
    """Fields, by their names or as pairs, as the test client wants them."""
    pairs = fields.items() if hasattr(fields, "items") else fields
    return MultiDict((name, str(value)) for name, value in pairs)


def controls(value: object, path: str) -> Iterator[tuple[str, str]]:
    """What the controls of a form say of a report that is composed, each a part of it."""
    match value:
        case {**inner} if inner:
            for key, each in inner.items():
                yield from controls(each, f"{path}.{key}")
        case [*entries] if entries:
            yield from ((path, as_json([each])) for each in entries)
        case _:
            yield path, as_json(value)


def report(visitor: Visitor, event: dict[str, Any] | list[dict[str, Any]], htmx: bool = False, **changed: Any) -> Page:
    """Report one event or several from the page that the visitor sees, as a form could; fields may be `changed`."""
    path = "/".join(visitor.at.split("?")[0].split("/")[:3])
    visitor.go(path)
    seen = next(had["data-seq"] for _, had in visitor.page.tags if "data-seq" in had)
    sent = {"csrf_token": visitor.token(), "move_id": new_move_id(), "seen": seen, **changed}
    pairs = [(name, value) for name, value in sent.items() if value is not None]
    return visitor.post(f"{path}/report", [*pairs, *fields(event)], htmx, follow=False)


def record(visitor: Visitor, event: dict[str, Any] | list[dict[str, Any]]) -> Page:
    """Report it, and give the first answer where something is asked."""
    page = report(visitor, event)
    if visitor.answers():
        page = visitor.answer()
    assert visitor.status in (200, 303), page.text
    return page
