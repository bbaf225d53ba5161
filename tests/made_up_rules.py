"""A version of the rules that nobody has published, made as a real one would be.

It changes one rule of both games, what a factory costs, and tells apart who plays by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rondel.engine import RULES_VERSION, VERSIONS, Difference, title_of

NEXT: Final = RULES_VERSION + 1
"""The number of the version."""
OLD_COST: Final[int] = title_of("imperial").facts["rules"]["factory_cost"]
"""What a factory costs by the newest version that was published."""
NEW_COST: Final = OLD_COST + 1
"""What it costs from the made-up version on."""

DEARER: Final = Difference("dearer_factories", {"rules": {"factory_cost": NEW_COST}})


@contextmanager
def published(*differences: Difference) -> Iterator[None]:
    """Lets the next version of the rules hold in this process, with these differences."""
    VERSIONS[NEXT] = differences
    try:
        yield
    finally:
        del VERSIONS[NEXT]
