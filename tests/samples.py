"""What is tested each time of a test that has many forms."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet

from tests.conftest import DAY


def some(values: Iterable[object], always: int = 1) -> list[ParameterSet]:
    """The first of them; those after them are for `./test --all`."""
    return [
        _case(value, [] if place < always else [pytest.mark.long])
        for place, value in enumerate(values)
    ]


def daily(values: Iterable[object], of: int) -> list[ParameterSet]:
    """One in so many of them, other ones on every day; `./test --all` tests all of them.

    What is tested today is tested on any day with the same `RONDEL_TEST_DAY`.
    """
    return [
        _case(value, [] if (place + day()) % of == 0 else [pytest.mark.long])
        for place, value in enumerate(values)
    ]


def day() -> int:
    """The number of the day that samples are drawn for: one for all processes of a run."""
    return int(os.environ[DAY])


def _case(value: object, marks: list[pytest.MarkDecorator]) -> ParameterSet:
    """A case as pytest wants it: several values, or one."""
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=marks)
