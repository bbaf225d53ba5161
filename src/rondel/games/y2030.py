"""Imperial 2030 (2009): the world."""

from __future__ import annotations

from typing import Any

from rondel.engine import Title
from rondel.games.boards import read_facts


def imperial2030() -> Title:
    """The title with its one edition."""
    facts = read_facts("imperial2030")
    return Title(facts, ("edition",), _defaults, _editions)


def _editions(facts: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {"2006": facts}


def _defaults(values: dict[str, Any]) -> dict[str, Any]:
    return {}
