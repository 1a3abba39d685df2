"""The modules of a page: those that it names, and those that their imports lead to."""

import re
from functools import cache

from tests.conftest import ROOT

IMPORT = re.compile(r'^import .+ from "\./(.+)";$', re.MULTILINE)
SCRIPT = re.compile(r'<script src="/static/\w+/([^"]+)" type="module"')
NAMED = re.compile(r'<(?:script src|link rel="modulepreload" href)="/static/\w+/([^"]+)"')


def unnamed(html: str) -> set[str]:
    """The modules that this page needs and does not name: without a network they would be lacking."""
    needed = set[str]().union(*map(with_its_imports, SCRIPT.findall(html)))
    return needed - set(NAMED.findall(html))


@cache
def with_its_imports(name: str) -> frozenset[str]:
    found = IMPORT.findall((ROOT / "static" / name).read_text())
    return frozenset({name}.union(*map(with_its_imports, found)))
