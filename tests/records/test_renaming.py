"""A saved game under other names is the same game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rondel.engine import Event, Game
from rondel.records import replay
from rondel.records.renaming import (
    rename_entry,
    rename_event,
    rename_heading,
    rename_options,
    rename_result,
    rename_snapshot,
)
from tests.samples import daily

Json = dict[str, Any]

GAMES = sorted((Path(__file__).parent.parent / "games").glob("*.rondel.json"))
TREACHEROUS = ("russia", "factory", "treasury", "invest", "austria_hungary", "china")
"""Words that records use for other things than players."""


class Told:
    """All that a game tells while it is replayed."""

    def __init__(self, record: Json) -> None:
        self.snapshots: list[Json] = []
        self.events: list[Json] = []
        self.game = replay(record, self.watch)
        self.opening = [event.to_json() for event in self.game.opening]

    def watch(self, game: Game, number: int, events: Sequence[Event]) -> None:
        """Keeps it."""
        self.snapshots.append({**game.snapshot()})
        self.events += [event.to_json() for event in events]


def renamed(record: Json, names: dict[str, str]) -> Json:
    """A whole record under other names."""
    heading = rename_heading({k: v for k, v in record.items() if k != "actions"}, names)
    actions = [rename_entry(entry, names) for entry in record["actions"]]
    return {**heading, "actions": actions, "result": rename_result(record["result"], names)}


@pytest.mark.parametrize("path", daily(GAMES, of=3), ids=lambda path: path.name.partition(".")[0])
def test_everything_a_game_tells_is_told_of_the_new_names(path: Path) -> None:
    plain = json.loads(path.read_text(encoding="utf-8"))
    record = renamed(plain, dict(zip(plain["players"], TREACHEROUS, strict=False)))
    # The first player goes, whatever the others are called.
    names = {record["players"][0]: "gone-1a2b"}
    before, after = Told(record), Told(renamed(record, names))
    assert after.snapshots == [rename_snapshot(one, names) for one in before.snapshots]
    assert after.events == [rename_event(one, names) for one in before.events]
    assert after.opening == [rename_event(one, names) for one in before.opening]
    assert after.game.players[0] == "gone-1a2b"


def test_draws_that_name_players_are_renamed() -> None:
    asked = {"assignment": {"Ann": "russia", "russia": "china"}, "start_player": "Ann", "x": 1}
    told = {"assignment": {"Ann": "russia", "gone": "china"}, "start_player": "Ann", "x": 1}
    assert rename_options(asked, {"russia": "gone"}) == told
    assert rename_options({"assignment": "random"}, {"Ann": "gone"}) == {"assignment": "random"}
