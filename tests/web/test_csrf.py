"""A form that is not known as ours: what is said is true in each case, and what was typed is kept."""

import json

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.visitor import Page
from tests.web.logged import lines_of_the_log

HOME = "http://localhost"
SITE = "https://cairn.example:8443"
TYPED = {"name0": "Anaïs", "name1": "Ben"}
REASONS = ("This form is too old", "sent no cookie", "is not valid any more", "does not say from which page")
REASONS += ("It is not your fault",)


def form(client: FlaskClient, site: str = HOME) -> dict[str, str]:
    """The form of a new table as a browser fills it in."""
    page = client.get("/new/lost-cities", base_url=site)
    return dict(Page(page.get_data(as_text=True)).forms[-1].filled(**TYPED))


def post(client: FlaskClient, fields: dict[str, str], site: str = HOME, **headers: str) -> TestResponse:
    return client.post("/new/lost-cities", data=fields, base_url=site, headers=headers)


def no_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.delete_cookie("cairn")
    return post(client, fields)


def foreign_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.set_cookie("cairn", "eyJkZXZpY2UiOiJhbmEifQ.aaaa.bbbb")
    return post(client, fields)


def no_signature(client: FlaskClient) -> TestResponse:
    fields = form(client) | {"csrf_token": ""}
    return post(client, fields)


def signature_of_another_key(client: FlaskClient) -> TestResponse:
    fields = form(client) | {"csrf_token": "ImFiYyI.aaaa.bbbb"}
    return post(client, fields)


def page_of_an_older_cookie(client: FlaskClient) -> TestResponse:
    fields = form(client)
    client.delete_cookie("cairn")
    form(client)
    return post(client, fields)


def no_referrer(client: FlaskClient) -> TestResponse:
    return post(client, form(client, SITE), SITE)


def proxy_that_drops_the_port(client: FlaskClient) -> TestResponse:
    inside = SITE.removesuffix(":8443")
    return post(client, form(client, inside), inside, Referer=f"{SITE}/new/lost-cities")


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (no_cookie, "sent no cookie"),
        (foreign_cookie, "is not valid any more"),
        (no_signature, "This form is too old"),
        (signature_of_another_key, "This form is too old"),
        (page_of_an_older_cookie, "This form is too old"),
        (no_referrer, "does not say from which page"),
        (proxy_that_drops_the_port, "It is not your fault"),
    ],
)
def test_what_is_wrong_with_a_form_is_said_and_what_was_typed_is_kept(client, happens, why):
    answer = happens(client)
    page = Page(answer.get_data(as_text=True))
    assert answer.status_code == 400
    assert [reason for reason in REASONS if reason in page.text] == [why]
    assert TYPED.items() <= dict(page.forms[-1].fields).items()


def test_a_browser_that_blocks_cookies_is_told_each_time_to_allow_them(app):
    client = app.test_client(use_cookies=False)
    fields = form(client)
    for _ in range(2):
        page = Page(post(client, fields).get_data(as_text=True))
        assert "If this page comes again, allow cookies for this site." in page.text
        fields = dict(page.forms[-1].fields)


def test_a_host_that_the_proxy_changed_is_told_to_the_player_and_in_one_line_to_the_operator(client):
    with lines_of_the_log() as warnings:
        page = Page(proxy_that_drops_the_port(client).get_data(as_text=True))
    assert (
        "on a page of https://cairn.example:8443, and reached Cairn as if it were for https://cairn.example."
        in page.text
    )
    told = [json.loads(line) for line in warnings]
    assert [(line["level"], line["page"], line["host"]) for line in told] == [
        ("warning", "https://cairn.example:8443", "https://cairn.example")
    ]
    assert "new/lost-cities" not in warnings[0], "a page's address may be a table's link"
