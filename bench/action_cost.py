"""What an action costs early and late in a game: the same server, in turns.

    python -m bench.action_cost [--early 20] [--late 900] [--rounds 20] [--actions 40] [--json]

Games of six are played at random up to an early and a late entry and imported. In each round as
many actions are made in the one kind as in the other, and the processor time of the server is
read in between; told is the median of the ratios. `--check` exits 1 where they differ by more
than a tenth.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import rondel
from bench.load_clients import Visitor
from bench.server_load import Watched, serving

TOLERATED = 0.1
PLAYERS = ["a", "b", "c", "d", "e", "f"]


@dataclass
class Measured:
    """What is told in the end."""

    early: int
    late: int
    early_ms: float
    """Processor time of the server for an action, median of the rounds."""
    late_ms: float
    ratio: float


@dataclass
class Stretch:
    """A part of a game."""

    record: dict[str, Any]
    """What came before."""
    entries: list[dict[str, Any]]


def stretch_after(entries: int, longer: int, chance: random.Random) -> Stretch:
    """So many entries of a game at random, after so many others."""
    while True:
        game = rondel.Game.new("imperial2030", PLAYERS, seed=chance.getrandbits(30))
        while game.decision is not None and len(game) < entries + longer:
            game.apply(chance.choice(game.legal_actions()))
        if len(game) == entries + longer:
            actions = game.record()["actions"]
            return Stretch(game.at(entries).record(), actions[entries:])


async def cost_of(stretch: Stretch, visitor: Visitor, server: Watched) -> float:
    """Processor time of an action, in milliseconds."""
    table = await visitor.must("POST", "/api/records", stretch.record)
    path, position = f"/api/tables/{table['id']}/actions", table["position"]
    before = server.cpu_seconds()
    for entry in stretch.entries:
        body = {"position": position, "entry": entry}
        position = (await visitor.must("POST", path, body))["position"]
    used: float = server.cpu_seconds() - before
    return used * 1000 / len(stretch.entries)


async def measure(wanted: argparse.Namespace, folder: Path) -> Measured:
    """Plays in turns."""
    chance = random.Random(wanted.seed)
    early, late = list[float](), list[float]()
    async with serving(f"sqlite:///{folder}/rondel.sqlite3", folder, 0) as (address, server):
        visitor = Visitor(address)
        await visitor.come("Ann")
        for _ in range(wanted.rounds):
            for entries, times in ((wanted.early, early), (wanted.late, late)):
                stretch = stretch_after(entries, wanted.actions, chance)
                times.append(await cost_of(stretch, visitor, server))
    ratios = [b / a for a, b in zip(early, late, strict=True)]
    middle = statistics.median
    return Measured(wanted.early, wanted.late, middle(early), middle(late), middle(ratios))


def main() -> int:
    """Measures and tells."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--early", type=int, default=20)
    parser.add_argument("--late", type=int, default=900)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--actions", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rondel-cost-") as name:
        measured: Any = asyncio.run(measure(wanted, Path(name)))
    print(json.dumps(asdict(measured), indent=None if wanted.json else 2))
    return int(wanted.check and abs(measured.ratio - 1) > TOLERATED)


if __name__ == "__main__":
    sys.exit(main())
