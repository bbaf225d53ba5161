"""Reading the facts files that come with the package."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read_facts(game: str) -> dict[str, Any]:
    """The facts of a game: map, borders, bonds, charts, set-up."""
    text = files("rondel.games").joinpath(f"data/{game}.json").read_text(encoding="utf-8")
    facts: dict[str, Any] = json.loads(text)
    return facts
