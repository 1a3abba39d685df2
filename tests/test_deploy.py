"""What an operator copies: the settings in it exist, its command is the one that the guide shows, its links lead on."""

import re
from pathlib import Path

import pytest
import yaml

from tests.test_docs import ROOT, settings

DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs/operating.md").read_text()
SERVER = "flask serve"


def test_the_server_is_started_in_the_same_way_everywhere():
    container = (DEPLOY / "Containerfile").read_text().replace('", "', " ")
    for text in (GUIDE, (DEPLOY / "cairn.service").read_text(), container):
        assert SERVER in text


def test_the_compose_file_sets_only_what_is_a_setting():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = [services[name] for name in ("cairn", "one", "two")]
    assert {name for service in ours for name in service["environment"]} <= settings()
    assert all(service["build"] == ours[0]["build"] for service in ours)
    assert [name for name, service in services.items() if "profiles" not in service] == ["cairn"]
    assert "DATABASE_URL" not in services["cairn"]["environment"]


@pytest.mark.parametrize("header", ["Host", "X-Forwarded-Host"])
def test_nginx_passes_the_host_on_with_its_port(header):
    line = f"proxy_set_header {header} $http_host;"
    assert line in (DEPLOY / "nginx.conf").read_text()
    assert line in GUIDE


def test_every_setting_that_the_guide_names_exists():
    named = set(re.findall(r"^(?:\w+ )*([A-Z]+_[A-Z_]+)=", GUIDE, re.MULTILINE))
    assert {"DATABASE_URL", "RATE_LIMITS_STORE"} <= named <= settings()


@pytest.mark.parametrize("path", ["docs/operating.md", "deploy/README.md"])
def test_what_a_page_for_operators_links_to_is_there(path: str):
    page = ROOT / path
    links = re.findall(r"\]\(([^):\s]+)\)", page.read_text())
    files = [Path(page.parent, link.partition("#")[0]) for link in links]
    assert files
    assert [file for file in files if not file.exists()] == []


def test_the_reason_that_a_refused_form_gives_is_the_heading_it_names():
    assert "## Behind a proxy" in GUIDE
