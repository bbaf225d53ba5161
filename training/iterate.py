"""Expert iteration: teachers on all cores, and a pupil for each game, until the time is up.

    python -m training.iterate imperial imperial2030 --begin src/rondel/bots/magnate/weights \\
        --into runs/6 --lessons lessons --seconds 1300 --device cuda

Teachers think with the network as it is when they look, and pupils write it anew all the time.
What each of them prints is in the folder `--into`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PAUSE = 0.5
LAST = 300.0
"""Seconds after which those are ended who do not end by themselves."""

Worker = subprocess.Popen[bytes]


def begin(program: str, name: str, folder: Path, *arguments: object) -> Worker:
    """Starts a program of this package that writes what it prints into a file."""
    command = [sys.executable, "-m", f"training.{program}", *map(str, arguments)]
    with (folder / f"{name}.log").open("ab") as log:
        return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)


def begin_all(options: Any) -> list[Worker]:
    """Starts a pupil for each game, and the teachers."""
    options.into.mkdir(parents=True, exist_ok=True)
    for game in options.games:
        shutil.copy(options.begin / f"{game}.npz", options.into)
    pupils = [begin_pupil(game, options) for game in options.games]
    return pupils + [begin_teacher(number, options) for number in range(options.teachers)]


def begin_pupil(game: str, options: Any) -> Worker:
    """Starts who learns a game."""
    return begin(
        "pupil", f"{game}.pupil", options.into, game,
        "--begin", options.begin, "--lessons", options.lessons, "--into", options.into,
        "--seconds", options.seconds, "--device", options.device, "--rate", options.rate,
        "--room", options.room, "--passes", options.passes, "--judging", options.judging,
    )  # fmt: skip


def begin_teacher(number: int, options: Any) -> Worker:
    """Starts one who thinks; the games take turns."""
    game = options.games[number % len(options.games)]
    return begin(
        "teacher", f"{game}.teacher{number}", options.into, game,
        "--weights", options.into, "--into", options.lessons,
        "--seconds", options.seconds, "--device", options.device, "--nodes", *options.nodes,
        "--tables", options.tables, "--seed", f"{options.seed}.{number}",
    )  # fmt: skip


def finish(workers: list[Worker], seconds: float) -> bool:
    """Waits for all to end; where one fails or nobody ends in time, all are ended."""
    until = time.monotonic() + seconds
    while any(each.poll() is None for each in workers):
        if any(each.poll() for each in workers) or time.monotonic() > until:
            for each in workers:
                each.terminate()
            return False
        time.sleep(PAUSE)
    return True


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Lets teachers and pupils work side by side.")
    parser.add_argument("games", nargs="+", choices=["imperial", "imperial2030"])
    parser.add_argument("--begin", type=Path, required=True, help="the folder of GAME.npz")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--lessons", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--teachers", type=int, default=max(1, (os.cpu_count() or 1) - 2))
    parser.add_argument("--nodes", type=int, nargs=2, default=(128, 48))
    parser.add_argument("--tables", type=int, default=64, help="of each teacher")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--passes", type=float, default=4)
    parser.add_argument("--judging", type=float, default=1.0, help="weight of expectations")
    parser.add_argument("--room", type=int, default=1_000_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    return 0 if finish(begin_all(options), options.seconds + LAST) else 1


if __name__ == "__main__":
    sys.exit(main())
