"""Positions to try beside the rules: each shows one section, and the engine plays it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NotRequired, TypedDict

from rondel.engine import Event, Game, title_of
from rondel.engine.shapes import Entry
from rondel.rulebook.positions import game_at

PLAYERS = ("Anna", "Boris", "Clara", "Dan")
"""They govern the nations in turn, the first two of them two."""
MOST_CHOICES = 24
"""No example takes so many decisions."""


class Example(TypedDict):
    """A position that shows what a section of the rules says."""

    section: str
    """The section it shows first of all: pages have their texts by it."""
    nation: str
    """Whose turn it is."""
    begin: list[dict[str, Any]]
    """What is chosen before the reader chooses: the space of the rondel, if that is not it."""
    shows: list[str]
    """The regions that a picture of it shows; empty where the board does not matter."""
    parts: dict[str, Any]
    """Parts of a snapshot; the rest is as at the start."""
    also: NotRequired[list[str]]
    """Further sections that it shows."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An example after some choices."""

    before: Game
    """The position as it is at first."""
    game: Game
    """The position after the choices."""
    made: list[tuple[Entry, Sequence[Event]]]
    """What was chosen, and what came of it."""
    open: bool
    """Whether there is more to choose: its turn is not over yet."""


@cache
def examples_of(game: str) -> dict[str, Example]:
    """The examples of a game by their sections; do not change them.

    Raises: RuleSetError if there is no such game.
    """
    title_of(game)
    text = files("rondel.rulebook").joinpath(f"examples/{game}.json").read_text(encoding="utf-8")
    told: dict[str, Example] = json.loads(text)
    for section, one in list(told.items()):
        one["section"] = section
        told |= dict.fromkeys(one.get("also", []), one)
    return told


def example_of(game: str, section: str) -> Example:
    """The example of a section.

    Raises: KeyError if it has none.
    """
    return examples_of(game)[section]


def tried(game: str, section: str, choices: Sequence[int]) -> Tried:
    """An example after choices, each the place of one in the list that was open.

    Raises: KeyError if the section has no example, IndexError if there is no such choice.
    """
    before = _begun(game, section)
    played, made = before.copy(), list[tuple[Entry, Sequence[Event]]]()
    for place in choices:
        if not _is_open(before, played):
            raise IndexError(place)
        action = played.legal_actions()[place]
        made.append((action.to_json(), played.apply(action)))
    return Tried(before, played, made, _is_open(before, played))


def _begun(game: str, section: str) -> Game:
    """An example, up to what is to be chosen."""
    example = example_of(game, section)
    before = game_at(game, PLAYERS, example["nation"], example["parts"])
    for chosen in example["begin"]:
        before.apply({"choice": chosen})
    return before


def _is_open(before: Game, after: Game) -> bool:
    """Whether the turn goes on, and somebody decides something in it."""
    if after.decision is None:
        return False
    old, new = before.state, after.state
    return (old.round, old.nation) == (new.round, new.nation)
