"""Speed of Rondel on Imperial 2030 with four players who choose at random.

Prints one line of JSON. `--measure ids` plays through the fast path of bots (action ids, no
events), `objects` through the public actions and their events, and `costs` times `copy()` and the
replay of a record. Whole games are timed, making each game included and imports excluded.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import rondel
from rondel.compiled import engine_form
from rondel.engine import play_out

RECORD_ENTRIES = 400
COPY_PLIES = (100, 200, 300, 400)
COPIES_PER_BATCH = 1000
BATCHES = 15


def new_game(seed: int) -> rondel.Game:
    """Starts the game every measurement here plays."""
    return rondel.Game.new("imperial2030", players=["a", "b", "c", "d"], seed=seed)


def play_ids(seed: int) -> int:
    """Plays one game by action ids and returns the number of decisions."""
    return play_out(new_game(seed).state, random.Random(seed).random)


def play_objects(seed: int) -> int:
    """Plays one game by public actions and returns the number of decisions."""
    choose = random.Random(seed).random
    game = new_game(seed)
    decisions = 0
    while not game.over:
        actions = game.legal_actions()
        game.apply(actions[int(choose() * len(actions))])
        decisions += 1
    return decisions


def measure_play(play_game: Callable[[int], int], seconds: float, seed: int) -> dict[str, object]:
    """Plays whole games for at least `seconds` after one game to warm up."""
    first = seed * 1_000_000 + 1
    play_game(first)
    games = decisions = 0
    began = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        games += 1
        decisions += play_game(first + games)
        elapsed = time.process_time() - began
    return {
        "engine": engine_name(),
        "games": games,
        "decisions": decisions,
        "seconds": round(elapsed, 3),
        "decisions_per_second": round(decisions / elapsed, 1),
    }


def measure_costs(seed: int) -> dict[str, object]:
    """Times `copy()` and the replay of a record in the middle of a game."""
    return {
        "engine": engine_name(),
        "copy_us": round(max(copy_us(game_after(plies, seed)) for plies in COPY_PLIES), 2),
        "replay_entries": RECORD_ENTRIES,
        "replay_ms": round(replay_ms(game_after(RECORD_ENTRIES, seed)), 2),
    }


def game_after(plies: int, seed: int) -> rondel.Game:
    """Returns the first game from `seed` on that still runs after that many random decisions."""
    while True:
        choose = random.Random(seed).random
        game = new_game(seed)
        played = 0
        while played < plies and not game.over:
            actions = game.legal_actions()
            game.apply(actions[int(choose() * len(actions))])
            played += 1
        if not game.over:
            return game
        seed += 1


def copy_us(game: rondel.Game) -> float:
    """Returns the median time of one copy, in microseconds."""

    def batch() -> None:
        for _ in range(COPIES_PER_BATCH):
            game.copy()

    return median_seconds(batch) / COPIES_PER_BATCH * 1e6


def replay_ms(game: rondel.Game) -> float:
    """Returns the median time to load the game's record from a file, in milliseconds."""
    record = game.record()
    entries = len(record["actions"])
    if entries != RECORD_ENTRIES:
        raise AssertionError(f"the record has {entries} entries, not {RECORD_ENTRIES}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.rondel.json")
        path.write_text(json.dumps(record), encoding="utf-8")
        return median_seconds(lambda: rondel.load(path)) * 1e3


def median_seconds(work: Callable[[], object]) -> float:
    """Runs the work once to warm up, then times it and returns the median."""
    work()
    times = []
    for _ in range(BATCHES):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def engine_name() -> str:
    """Names the engine measured, and whether it ran compiled."""
    try:
        number = version("rondel")
    except PackageNotFoundError:
        number = "from source"
    return f"rondel {number} ({engine_form()})"


def main() -> None:
    """Reads the options, measures, prints the line."""
    parser = argparse.ArgumentParser(description="Speed of Rondel on Imperial 2030.")
    parser.add_argument("--measure", choices=("ids", "objects", "costs"), default="ids")
    parser.add_argument("--seconds", type=float, default=3.0, help="least time to play")
    parser.add_argument("--seed", type=int, default=0, help="which games to play")
    options = parser.parse_args()
    match options.measure:
        case "ids":
            line = measure_play(play_ids, options.seconds, options.seed)
        case "objects":
            line = measure_play(play_objects, options.seconds, options.seed)
        case _:
            line = measure_costs(options.seed)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
