"""Plays contests of the arena side by side on all cores, as many games as fit into a time.

    python -m training.contests --seconds 300 "imperial2030 4 magnate:0.1s strategist:0.1s"

A contest is a game, a number of players, the hero, and the bot in all other seats. All contests
have the deals that `rondel arena` has with the same seed; every game that is begun counts.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rondel.arena import Fixture, Outcome, Plan, Setting, duel, play_fixture, summary_of

Task = tuple[int, Setting, Fixture, float]
"""The contest's number, what it plays, and when it is too late to begin."""


def planned(contest: str, seed: str, blocks: int) -> Plan:
    """The plan of a contest."""
    game, players, hero, other = contest.split()
    return duel(Setting(game, seed), hero, [other] * (int(players) - 1), blocks)


def tasks_of(plans: Sequence[Plan], until: float) -> list[Task]:
    """All games: the first of every contest, then the second of every contest, and so on."""
    columns = [
        [(number, plan.setting, fixture, until) for fixture in plan.fixtures()]
        for number, plan in enumerate(plans)
    ]
    return [task for row in zip_longest(*columns) for task in row if task is not None]


def play(task: Task) -> tuple[int, Outcome] | None:
    """One game in a process of its own, unless its time has come."""
    number, setting, fixture, until = task
    return None if time.time() > until else (number, play_fixture(setting, fixture))


def played(plans: Sequence[Plan], seconds: float, jobs: int) -> list[list[Outcome]]:
    """The outcomes of plans in order, as far as their games could begin within some seconds."""
    tasks, found = tasks_of(plans, time.time() + seconds), [list[Outcome]() for _ in plans]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for one in pool.imap_unordered(play, tasks, 1):
            if one is not None:
                found[one[0]].append(one[1])
    for outcomes in found:
        outcomes.sort(key=lambda outcome: (outcome.fixture.block, outcome.fixture.rotation))
    return found


def told(contest: str, summary: dict[str, Any]) -> str:
    """The figures of a contest in one line."""
    low, high = summary["interval"]
    times = [bot["ms_per_decision"]["mean"] for bot in summary["bots"].values()]
    return (
        f"{contest}: {summary['games']} games, win share {summary['win_share']:.3f} "
        f"[{low:.3f}, {high:.3f}], score share {summary['score_share']:.4f}, "
        f"ms a decision {' '.join(f'{each:.1f}' for each in times)}"
    )


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Plays contests of the arena side by side.")
    parser.add_argument("contests", nargs="+", metavar="GAME PLAYERS HERO OTHER")
    parser.add_argument("--blocks", type=int, default=24, help="deals, each from every seat")
    parser.add_argument("--seed", default="contests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=1e9, help="no game begins after these")
    parser.add_argument("--into", type=Path, help="a file for all figures, as JSON lines")
    options = parser.parse_args()
    plans = [planned(contest, options.seed, options.blocks) for contest in options.contests]
    found = played(plans, options.seconds, options.jobs)
    for contest, plan, outcomes in zip(options.contests, plans, found, strict=True):
        if outcomes:
            summary = summary_of(plan, outcomes)
            print(told(contest, summary), flush=True)
            if options.into:
                with options.into.open("a") as file:
                    file.write(json.dumps(summary) + "\n")


if __name__ == "__main__":
    main()
