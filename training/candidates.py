"""Compares two shapes of networks: how much each learns from the same positions, and what it costs.

    python -m training.candidates imperial --positions 1000000 --passes 3

Games of the shipped network are played first. From them both learn, from nothing and in the same
order, what the banker would do and how the game ended; positions of other games tell how well.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from rondel.engine import Game
from training import ragged, weights
from training.acting import Actor, Moment, logits_of, split
from training.learning import Recipe, set_targets
from training.mapped import Mapped
from training.mixture import League
from training.network import Network, quickly
from training.seats import off_by
from training.train import sizes
from training.workers import PARTS, Plan, Workers

WEIGHTS = Path("src/rondel/bots/magnate/weights")
TABLES = 192
UNFINISHED = 200
"""Moments at the end that are left out: their games have not ended."""
ASIDE = 20
"""One table in so many is not learned from."""
BATCH = 2048
RATE = 1e-3
WARMING = 100
REPORTS = 6
TIMED = 8
"""Positions judged at once when time is taken, as the search does."""


@dataclass
class Book:
    """Positions, the banker's choice in each, and how the game ended."""

    seen: Tensor
    packed: list[Tensor]
    labels: Tensor
    players: Tensor
    wins: Tensor

    def __len__(self) -> int:
        return len(self.labels)


def played(game: str, positions: int, seed: int) -> list[Moment]:
    """Moments of games of the shipped network, with their targets; the last are left out."""
    league = League(past=0, alone=0, guests=0, opened=0.5)
    shipped = weights.Network.read(WEIGHTS / f"{game}.npz")
    workers = Workers(Plan(game, shipped.inputs, 1, TABLES, seed, league, played_in=300))
    actor = Actor(Network.of(shipped), workers, "cpu")
    actor.teaching, actor.errors = True, 1.0
    count = positions // (PARTS * TABLES)
    moments: list[list[Moment]] = [[] for _ in range(PARTS)]
    for _ in range(count + UNFINISHED):
        for part in range(PARTS):
            moments[part].append(actor.moment(part))
    workers.stop()
    for each in moments:
        set_targets(each, count, Recipe(judgement_decay=1.0))
    return [moments[part][i] for i in range(count) for part in range(PARTS)]


def bound(moments: list[Moment], tables: Tensor) -> Book:
    """What moments have of some tables; nobody asked the banker about the very first."""
    kept = [(one, tables * (one.labels >= 0)) for one in moments]
    packed = [
        part
        for one, wanted in kept
        for part, is_wanted in zip(
            one.packed.split(one.counts.tolist()), wanted.tolist(), strict=True
        )
        if is_wanted
    ]
    return Book(
        torch.cat([one.seen[wanted] for one, wanted in kept]),
        packed,
        torch.cat([one.labels[wanted] for one, wanted in kept]),
        torch.cat([one.players[wanted] for one, wanted in kept]),
        torch.cat([one.target.wins[wanted] for one, wanted in kept]),
    )


def losses(network: nn.Module, book: Book, places: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """How far it is from the banker's choices and from results, and how often it would do so."""
    with quickly("cpu"):
        scores, wins, _ = network(book.seen[places])
    lists = [book.packed[i] for i in places.tolist()]
    counts, packed = torch.tensor([len(one) for one in lists]), torch.cat(lists)
    rows, count = ragged.rows_of(counts, len(packed)), len(counts)
    logs = ragged.log_softmax(logits_of(scores, rows, *split(packed, scores.shape[1])), rows, count)
    labels = ragged.starts_of(counts) + book.labels[places]
    agreed = (ragged.best(logs, rows, count) == labels).float().mean()
    off = off_by(book.wins[places], wins, book.players[places])
    return -logs[labels].mean(), off.mean(), agreed


@torch.no_grad()
def tested(network: nn.Module, book: Book) -> str:
    """What positions of other games say."""
    parts = torch.arange(len(book)).split(BATCH)
    found = torch.stack([torch.stack(losses(network, book, part)) for part in parts]).mean(0)
    return f"banker {found[0]:.4f} ({found[2]:.1%} the same), wins {found[1]:.4f}"


def learn(name: str, network: nn.Module, book: Book, aside: Book, passes: float) -> None:
    """Lets a network learn, and tells now and then how far it is."""
    torch.manual_seed(1)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-6)
    steps, begun = int(passes * len(book) / BATCH), time.process_time()
    for step in range(steps):
        places = torch.randint(len(book), (BATCH,))
        rate = RATE * min(1.0, (step + 1) / WARMING) * (1 + math.cos(math.pi * step / steps)) / 2
        for group in optimizer.param_groups:
            group["lr"] = rate
        policy, wins, _ = losses(network, book, places)
        optimizer.zero_grad(set_to_none=True)
        (policy + wins).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if (step + 1) % (steps // REPORTS) == 0:
            spent = time.process_time() - begun
            seen = (step + 1) * BATCH / 1e6
            print(f"{name}: {seen:.2f} M, {spent:.0f} s: {tested(network, aside)}", flush=True)


@torch.no_grad()
def cost(network: nn.Module, book: Book) -> float:
    """Microseconds for a position in PyTorch on one core, so many at once."""
    best = math.inf
    for start in range(0, 100 * TIMED, TIMED):
        seen, begun = book.seen[start : start + TIMED], time.process_time()
        network(seen)
        best = min(best, time.process_time() - begun)
    return best / TIMED * 1e6


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Compares two shapes of networks.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--passes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    moments = played(options.game, options.positions, options.seed)
    is_aside = torch.arange(TABLES) % ASIDE == 0
    book, aside = bound(moments, ~is_aside), bound(moments, is_aside)
    table = Game.new(options.game, ["a", "b"], seed=1).rules.table
    inputs, entries = sizes(options.game)
    shapes: dict[str, nn.Module] = {
        "rows of numbers, 3 blocks": Network(inputs, entries),
        "the map, 2 blocks": Mapped(table),
    }
    for name, network in shapes.items():
        count = sum(one.numel() for one in network.parameters()) / 1e6
        print(f"{name}: {count:.2f} M weights, {cost(network, book):.0f} µs a position", flush=True)
        learn(name, network, book, aside, options.passes)


if __name__ == "__main__":
    main()
