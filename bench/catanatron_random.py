"""Random four-player play with Catanatron, in decisions per second.

Stand-alone: run by the interpreter of Catanatron's own environment, which has no Rondel.
Prints one line of JSON. A decision is one call of `play_tick`: one player chooses, one action is
applied. Whole games are timed, making each game included and imports excluded. The same seed may
give other games in another process: Catanatron does not promise more.
"""

import argparse
import importlib
import json
import time
from importlib.metadata import version

# Not an import statement: the environment that type-checks this file has no Catanatron.
catanatron = importlib.import_module("catanatron")
TURNS_LIMIT: int = importlib.import_module("catanatron.game").TURNS_LIMIT


def play_game(seed: int) -> int:
    """Plays one random game to its end and returns the number of decisions."""
    players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
    game = catanatron.Game(players, seed=seed)
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
        decisions += 1
    return decisions


def measure(seconds: float, seed: int) -> dict[str, object]:
    """Plays whole games for at least `seconds` after one game to warm up."""
    first = seed * 1_000_000 + 1  # Catanatron takes seed 0 for "no seed"
    play_game(first)
    games = decisions = 0
    began = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        games += 1
        decisions += play_game(first + games)
        elapsed = time.process_time() - began
    return {
        "engine": f"catanatron {version('catanatron')}",
        "games": games,
        "decisions": decisions,
        "seconds": round(elapsed, 3),
        "decisions_per_second": round(decisions / elapsed, 1),
    }


def main() -> None:
    """Reads the options, measures, prints the line."""
    parser = argparse.ArgumentParser(description="Random play with Catanatron.")
    parser.add_argument("--seconds", type=float, default=3.0, help="least time to play")
    parser.add_argument("--seed", type=int, default=0, help="which games to play")
    options = parser.parse_args()
    print(json.dumps(measure(options.seconds, options.seed)))


if __name__ == "__main__":
    main()
