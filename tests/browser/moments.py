"""Moments of recorded games, to begin a test in the middle of things."""

from __future__ import annotations

import json
from random import Random

import rondel
from rondel.engine import Event
from rondel.records import dumps, replay
from tests.browser.playing import Until
from tests.recorded_games import FOLDER

Json = dict[str, object]


def recorded(name: str) -> Json:
    """A whole game."""
    record: Json = json.loads((FOLDER / f"{name}.rondel.json").read_text(encoding="utf-8"))
    return record


def moment(name: str, wanted: Until) -> Json:
    """A game up to the first moment at which something is so."""
    record = recorded(name)
    found: list[int] = []

    def look(game: rondel.Game, number: int, events: list[Event]) -> None:
        if not found and wanted(game):
            found.append(number)

    replay(record, look)
    actions = record["actions"]
    assert isinstance(actions, list)
    return {**record, "actions": actions[: found[0]], "result": None}


def chance(game: str, seed: int, wanted: Until, **options: object) -> Json:
    """A game of four who decided by chance, up to the first moment at which something is so."""
    draw = Random(seed)
    played = rondel.Game.new(game, ("Ann", "Bob", "Cid", "Dan"), options, seed=seed)
    while not wanted(played):
        played.apply(draw.choice(played.legal_actions()))
    record: Json = json.loads(dumps(played))
    return record


def asks(*kinds: str) -> Until:
    """When a decision of one of these kinds is pending."""
    return lambda game: game.decision is not None and game.decision.kind in kinds
