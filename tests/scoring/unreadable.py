"""What cannot be read of the public formats: tables of it by the place that the error names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from scoring.core.rule import Malformed


def unreadable(by_place: Mapping[str, Iterable[Any]]) -> pytest.MarkDecorator:
    """A test for each of these values, with the place where it cannot be read: `value, where`."""
    return pytest.mark.parametrize(("value", "where"), [(one, at) for at, some in by_place.items() for one in some])


def place(read: Callable[..., Any], *given: Any) -> str:
    """Where something cannot be read."""
    with pytest.raises(Malformed) as error:
        read(*given)
    return error.value.why.facts["where"]
