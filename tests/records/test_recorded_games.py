"""Recorded games replay to the exact result, and are written byte for byte as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.engine import check_invariants
from rondel.records import dumps, load, replay
from rondel.records.documents import parse
from tests.made_up_rules import DEARER, NEXT, published
from tests.recorded_games import FOLDER, names_for

FILES = sorted(FOLDER.glob("*.rondel.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".rondel.json"))
def test_recorded_game_replays(path: Path) -> None:
    """I-16, R-RNG-3: the record alone brings back the game, its result and its bytes."""
    game = load(path)
    assert game.over
    assert dumps(game) == path.read_text(encoding="utf-8")
    assert path.name.removesuffix(".rondel.json") in names_for(game)


def test_recorded_games_replay_by_their_rules_after_a_fix() -> None:
    """By the version in their heading; by the fixed rule most of them would not replay at all."""
    with published(DEARER):
        for path in FILES:
            assert dumps(load(path)) == path.read_text(encoding="utf-8")
        otherwise = [path for path in FILES if not replays_by(NEXT, path)]
    assert len(otherwise) > len(FILES) / 2


def replays_by(version: int, path: Path) -> bool:
    """Whether a game would have gone the same way by other rules."""
    record = {**parse(path.read_bytes()), "rules_version": version}
    try:
        replay(record)
    except rondel.RecordError:
        return False
    return True


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_invariants_hold_after_every_entry(path: Path) -> None:
    """A watcher sees the game after the set-up and after every entry."""
    seen: list[int] = []

    def watch(game: rondel.Game, number: int, events: list[rondel.Event]) -> None:
        check_invariants(game.state)
        seen.append(number)

    game = replay(parse(path.read_bytes()), watch)
    assert seen == list(range(len(game) + 1))


def test_every_title_and_number_of_players_is_recorded() -> None:
    """Both games with 2 to 6 players, and each unusual ending."""
    names = {path.name.removesuffix(".rondel.json") for path in FILES}
    for title in ("imperial2030", "imperial"):
        wanted = [f"{n}-players" for n in range(2, 7)]
        wanted += ["ends-passing-investor", "shared-place", "tie-broken"]
        wanted += ["draft", "without-investor-card"]
        assert {f"{title}-{name}" for name in wanted} <= names
    assert {"imperial2030-tax-increase", "imperial-later-edition"} <= names
