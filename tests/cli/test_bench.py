"""The speed of the engine, as the command tells it."""

from __future__ import annotations

import json

from rondel.cli.bench import ENTRIES, game_after, speed
from rondel.compiled import engine_form
from tests.cli.running import Run


def test_bench_tells_its_figures(run: Run) -> None:
    figures = json.loads(run("bench", "--seconds", 0, "--json").stdout)
    assert figures["engine"] == engine_form()
    assert figures["replay_entries"] == 400
    speeds = [n for game in figures["decisions_per_second"].values() for n in game.values()]
    assert len(speeds) == 4
    assert all(number > 0 for number in speeds)
    assert min(figures["copy_us"], figures["snapshot_us"], figures["replay_ms"]) > 0


def test_bench_speaks_to_people(run: Run) -> None:
    lines = run("bench", "--seconds", 0, "--lang", "pl").stdout.splitlines()
    assert lines[0].startswith("Silnik: ")
    assert len(lines) == 8


def test_position_to_measure_is_cut_at_the_entry() -> None:
    game = game_after(ENTRIES)
    assert len(game) == ENTRIES
    assert not game.over


def test_speed_counts_decisions_of_whole_games() -> None:
    seeds: list[int] = []

    def play(title: str, seed: int) -> int:
        seeds.append(seed)
        return 100

    assert speed(play, "imperial", 0) > 0
    assert seeds == [0, 1]
