"""The command that measures the engine on this machine."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.table import Table

from rondel.cli.output import make_console, print_json
from rondel.cli.texts import Texts, chosen_language
from rondel.compiled import engine_form
from rondel.engine import TITLES, Game, play_out
from rondel.records import dumps, loads

PLAYERS = ["a", "b", "c", "d"]
ENTRIES = 400
"""Entries of the record that is replayed, and of the position that is copied."""
BATCHES = 7


def run_bench(seconds: float, as_json: bool, lang: str | None) -> None:
    """Measures and prints; each of the four measurements of play takes `seconds`."""
    texts = Texts(chosen_language(lang, os.environ))
    figures = measured(seconds)
    if as_json:
        print_json(figures)
    else:
        print_figures(figures, texts)


def measured(seconds: float) -> dict[str, Any]:
    """All figures: speed of random play in decisions per second, and what single things cost."""
    game = game_after(ENTRIES)
    text = dumps(game)
    return {
        "engine": engine_form(),
        "python": platform.python_version(),
        "decisions_per_second": {
            title: {
                "ids": round(speed(play_ids, title, seconds)),
                "objects": round(speed(play_objects, title, seconds)),
            }
            for title in TITLES
        },
        "copy_us": round(1e6 * cost(game.copy, 500), 2),
        "snapshot_us": round(1e6 * cost(game.snapshot, 50), 1),
        "replay_entries": ENTRIES,
        "replay_ms": round(1e3 * cost(lambda: loads(text), 1), 2),
    }


def play_ids(title: str, seed: int) -> int:
    """Plays a game by action ids, as search does; the number of decisions."""
    return play_out(Game.new(title, PLAYERS, seed=seed).state, Random(seed).random)


def play_objects(title: str, seed: int) -> int:
    """Plays a game by actions, with events; the number of decisions."""
    choose, game = Random(seed).random, Game.new(title, PLAYERS, seed=seed)
    while not game.over:
        actions = game.legal_actions()
        game.apply(actions[int(choose() * len(actions))])
    return len(game)


def speed(play: Callable[[str, int], int], title: str, seconds: float) -> float:
    """Decisions per second over whole games, after one game to warm up."""
    play(title, 0)
    decisions, seed, began = 0, 1, time.perf_counter()
    while True:
        decisions += play(title, seed)
        seed += 1
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return decisions / elapsed


def game_after(entries: int) -> Game:
    """The first random game of four that is still running after so many decisions, cut there."""
    seed = 0
    while True:
        choose, game = Random(seed).random, Game.new("imperial2030", PLAYERS, seed=seed)
        while not game.over and len(game) < entries:
            ids = game.legal_ids()
            game.play(ids[int(choose() * len(ids))])
        if not game.over:
            return game
        seed += 1


def cost(work: Callable[[], object], times: int) -> float:
    """Seconds that a piece of work takes: the median of some batches after one to warm up."""
    batches = []
    for _ in range(BATCHES + 1):
        began = time.perf_counter()
        for _ in range(times):
            work()
        batches.append((time.perf_counter() - began) / times)
    return statistics.median(batches[1:])


def print_figures(figures: dict[str, Any], texts: Texts) -> None:
    """The figures as a table."""
    console = make_console()
    console.print(texts.say("bench_engine", engine=figures["engine"], python=figures["python"]))
    table = Table(box=None, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for title, speeds in figures["decisions_per_second"].items():
        for way, number in speeds.items():
            label = texts.say(f"bench_{way}", game=TITLES[title].name)
            table.add_row(label, texts.say("bench_per_second", number=f"{number:,}"))
    table.add_row(texts.say("bench_copy"), f"{figures['copy_us']} µs")
    table.add_row(texts.say("bench_snapshot"), f"{figures['snapshot_us']} µs")
    entries = figures["replay_entries"]
    table.add_row(texts.say("bench_replay", entries=entries), f"{figures['replay_ms']} ms")
    console.print(table)
