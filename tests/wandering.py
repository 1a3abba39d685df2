"""A walk through every page by somebody who knows the forms: presses what can be pressed, and types right and wrong."""

import re
import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scoring import GAMES
from tests.modules import unnamed
from tests.visitor import Form, Page

NASTY = ("", "0", "-1", "7", "9" * 330, "1e9", "²", "\0", "\ud800", "x" * 300, "<script>alert(1)</script>", "{{7*7}}")
NASTY += ("Ana", "Ben", "all", "none", "red-7", "start", "undo", "true", "null", "[]", '{"cairn": "group"}')
STARTS = ("/", "/groups", "/shelf", "/games", "/figures", "/data", "/join", *(f"/new/{key}" for key in GAMES))
STARTS += (*(f"/count/{key}" for key in GAMES), *(f"/rules/{key}" for key in GAMES), "/print")
ENDS = ("/log", "/share", "/log.json", "/table.json", "/count/0", "/at/1", "/wrong", "/amend/1", "/figures", "?x=²")
ELSEWHERE = re.compile(r"\.(pdf|png)$|^/static/|^/sw\.js$|^/metrics$")  # laid out by a process, or the same for all
RAW = "<script>alert(1)"
FROM_ONE_PAGE = 5  # requests at most, before another is looked at: taking one apart costs as much as an answer


@dataclass
class Phone:
    """Where a phone is, and the last page that it was given."""

    client: FlaskClient
    language: str
    at: str = "/"
    html: str = ""

    def see(self, answer: TestResponse) -> None:
        self.at = urlsplit(answer.request.path).path
        self.html = answer.get_data(as_text=True) if answer.mimetype == "text/html" else ""


@dataclass
class Walker:
    """Some phones that wander about one instance, and what went wrong on their way."""

    app: Flask
    chance: Random
    languages: tuple[str, ...] = ("en", "fr", "de")
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: dict[str, str] = field(default_factory=dict)
    asked: int = 0

    def walk(self, requests: int) -> None:
        phones = [Phone(self.app.test_client(), language) for language in self.languages]
        seen: list[str] = list(STARTS)
        while self.asked < requests:
            phone = self.chance.choice(phones)
            at, page = phone.at, Page(phone.html)
            for _ in range(self.chance.randint(1, FROM_ONE_PAGE)):
                method, path, sent = self._step(at, page, seen)
                if self._ask(phone, method, path, sent) == 200 and method == "GET" and path not in seen:
                    seen.append(path)
            while len(seen) > 200:
                seen.pop(self.chance.randrange(len(STARTS), len(seen)))

    def _step(self, at: str, page: Page, seen: list[str]) -> tuple[str, str, list[tuple[str, str]]]:
        """What is done next: a form of the page, a link of it, or an address that somebody has opened."""
        forms = [form for form in page.forms if not ELSEWHERE.search(urlsplit(form.action).path)]
        if forms and self.chance.random() < 0.7:
            return self._filled(at, self.chance.choice(forms))
        links = [href for href, _ in page.links if href.startswith("/") and not ELSEWHERE.search(_path(href))]
        if links and self.chance.random() < 0.6:
            return "GET", self.chance.choice(links), []
        return "GET", self._bent(self.chance.choice(seen)), []

    def _filled(self, at: str, form: Form) -> tuple[str, str, list[tuple[str, str]]]:
        fields = [(name, self._chosen(form, name, value)) for name, value in form.fields]
        for had in self.chance.sample(form.ticks, min(len(form.ticks), self.chance.randrange(4))):
            if had.get("name"):
                fields.append((had["name"], had.get("value") or "on"))
        fields = [self._typed(name, value) for name, value in fields]
        action = form.action or at
        if form.buttons:
            button = self.chance.choice(form.buttons)
            action = button.action or action
            fields += [(button.name, button.value)] if button.name else []
        return form.method.upper(), action, fields

    def _chosen(self, form: Form, name: str, value: str) -> str:
        return self.chance.choice(form.choices.get(name) or [value])

    def _typed(self, name: str, value: str) -> tuple[str, str]:
        """Mostly as it is, or a name where one is wanted; sometimes what nobody wants. The token stays as it is."""
        if name == "csrf_token" or self.chance.random() < 0.85:
            return name, value or self.chance.choice(("", "Ana", "Ben", "Cai", "3"))
        return self.chance.choice((name, name, name + "#")), self.chance.choice(NASTY)

    def _bent(self, path: str) -> str:
        """The address, sometimes with an end that it does not have."""
        return path + self.chance.choice(ENDS) if self.chance.random() < 0.15 else path

    def _ask(self, phone: Phone, method: str, path: str, sent: list[tuple[str, str]]) -> int:
        """The status of what is answered, and of where that leads; 0 where nothing was."""
        headers = {"Accept-Language": phone.language, **({"HX-Request": "true"} if self.chance.random() < 0.3 else {})}
        query = _encoded(sent) if method == "GET" and sent else None
        self.asked += 1
        try:
            answer = phone.client.open(
                path,
                method=method,
                headers={**headers, "Content-Type": "application/x-www-form-urlencoded"},
                data=_encoded(sent) if method == "POST" else None,
                **({"query_string": query} if query else {}),
            )
            phone.see(answer)
        except Exception:  # whatever it is, it is what is looked for
            self._note(method, path, sent, traceback.format_exc())
            phone.html = ""
            return 0
        self.statuses[answer.status_code] += 1
        if lacking := unnamed(phone.html):
            self._note(method, path, sent, f"modules that the page does not name: {sorted(lacking)}")
        where = answer.headers.get("Location", "")
        if answer.status_code >= 500 or RAW in phone.html or where.startswith("//"):
            self._note(method, path, sent, f"{answer.status_code} {where}")
        if where.startswith("/") and not ELSEWHERE.search(_path(where)) and answer.status_code in (302, 303):
            return self._ask(phone, "GET", where, [])
        return answer.status_code

    def _note(self, method: str, path: str, sent: list[tuple[str, str]], said: str) -> None:
        """What went wrong, once for each last line of it."""
        self.wrong.setdefault(said.strip().splitlines()[-1][:200], f"{method} {path} {sent}\n{said}")


def _path(href: str) -> str:
    return urlsplit(href).path


def _encoded(sent: list[tuple[str, str]]) -> str:
    return urlencode([tuple(part.encode("utf-8", "surrogatepass") for part in pair) for pair in sent])
