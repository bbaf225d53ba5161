"""What is tested each time of a test that has many forms."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def some(values: Iterable[object], always: int = 1) -> list[ParameterSet]:
    """The first of them; those after them are for `./test --all`."""
    return [
        _case(value, [] if place < always else [pytest.mark.long])
        for place, value in enumerate(values)
    ]


def _case(value: object, marks: list[pytest.MarkDecorator]) -> ParameterSet:
    """A case as pytest wants it: several values, or one."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=marks)
