"""Learns from the lessons that teachers wrote: what the search advises, and what came of it.

    python -m training.pupil imperial2030 --begin src/rondel/bots/magnate/weights \\
        --lessons lessons --into runs/6

Some files, every twentieth, are not learned from: how well the network does in them is told before
and after. Written are `GAME.npz`, the mean of the weights over the last steps, and a line with the
figures for each tenth of the way in `GAME.lessons.csv`.
"""

from __future__ import annotations

import argparse
import copy
import csv
import time
from collections.abc import Iterator
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training import ragged, weights
from training.acting import logits_of, split
from training.lessons import SUFFIX, Book, read
from training.network import Network
from training.seats import log_shares
from training.train import sizes

ASIDE = 20
"""One file in so many is not learned from."""
TESTED = 20_000
"""Lessons of those that are looked at."""
REPORTS = 10
FINAL = 0.02
"""What is left of the rate in the end."""
WARMING = 200
LONGEST_SLOPE = 1.0
SHARES = 0.5
"""What shares of the points count beside wins."""


class Batch:
    """Lessons as tensors."""

    def __init__(self, book: Book, chosen: Any) -> None:
        counts = book.counts[chosen]
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        places = np.repeat(book.starts[chosen], counts) + within
        self.seen = torch.from_numpy(book.seen[chosen])
        self.packed = torch.from_numpy(book.packed[places])
        self.advice = torch.from_numpy(book.advice[places].astype(np.float32))
        self.counts = torch.from_numpy(counts.astype(np.int64))
        self.advised = torch.from_numpy(book.advised[chosen].astype(np.float32))
        self.judged = torch.from_numpy(book.judged[chosen].astype(np.float32))
        self.wins = torch.from_numpy(book.wins[chosen])
        self.shares = torch.from_numpy(book.shares[chosen])
        self.players = torch.from_numpy(book.players[chosen].astype(np.int64))


def losses(network: Network, batch: Batch) -> dict[str, Tensor]:
    """How far the network is from advice and expectations, less what none can know."""
    with torch.autocast("cpu", torch.bfloat16):
        scores, wins, shares = network(batch.seen)
    rows, count = ragged.rows_of(batch.counts, len(batch.packed)), len(batch.counts)
    entries, details = split(batch.packed, scores.shape[1])
    logs = ragged.log_softmax(logits_of(scores, rows, entries, details), rows, count)
    off = batch.advice * (batch.advice.clamp(min=1e-8).log() - logs)
    return {
        "advice": _mean(ragged.sums(off, rows, count), batch.advised),
        "wins": _mean(_off(batch.wins, wins, batch.players), batch.judged),
        "shares": _mean(_off(batch.shares, shares, batch.players), batch.judged),
    }


def _mean(values: Tensor, weight: Tensor) -> Tensor:
    return (values * weight).sum() / weight.sum().clamp(min=1)


def _off(target: Tensor, scores: Tensor, players: Tensor) -> Tensor:
    logs = log_shares(scores, players).clamp(min=-30)
    return (target * (target.clamp(min=1e-8).log() - logs)).sum(1)


class Pupil:
    """A network that learns from books."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        torch.manual_seed(options.seed)
        self._luck = np.random.default_rng(options.seed)
        shipped = weights.Network.read(options.begin / f"{options.game}.npz")
        self.made = shipped.made
        inputs, entries = sizes(options.game)
        width = len(shipped.layers["into"][1])
        self.network = Network(inputs, entries, width, shipped.blocks)
        self.network.take(shipped)
        self.mean = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-6)
        files = sorted(
            path for folder in options.lessons for path in folder.glob(f"{options.game}-*{SUFFIX}")
        )
        self.book = read([path for i, path in enumerate(files) if i % ASIDE])
        self.aside = read(files[::ASIDE])
        self.rows: list[dict[str, float]] = []

    def _batches(self) -> Iterator[Any]:
        for _ in range(self.options.passes):
            order = self._luck.permutation(len(self.book))
            for at in range(0, len(order) - self.options.batch + 1, self.options.batch):
                yield order[at : at + self.options.batch]

    def learn(self) -> None:
        """Goes through all lessons."""
        options, begun = self.options, time.monotonic()
        batches = list(self._batches())
        print(f"{len(self.book)} lessons, {len(batches)} batches, {len(self.aside)} aside")
        self._report(0, begun)
        for step, chosen in enumerate(batches):
            part = step / len(batches)
            rate = options.rate * min(1.0, (step + 1) / WARMING)
            rate *= FINAL + (1 - FINAL) * (1 + cos(pi * part)) / 2
            self._step(Batch(self.book, np.sort(chosen)), rate)
            if (step + 1) * REPORTS // len(batches) > step * REPORTS // len(batches):
                self._report(step + 1, begun)
        self._save(len(batches))

    def _step(self, batch: Batch, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        found = losses(self.network, batch)
        loss = found["advice"] + self.options.judging * (found["wins"] + SHARES * found["shares"])
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_SLOPE)
        self.optimizer.step()
        with torch.no_grad():
            for mean, value in zip(self.mean.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(value, self.options.newest)

    @torch.no_grad()
    def _report(self, step: int, begun: float) -> None:
        tested = np.linspace(0, len(self.aside) - 1, min(TESTED, len(self.aside))).astype(int)
        row: dict[str, float] = {"step": step, "seconds": round(time.monotonic() - begun)}
        for name, value in losses(self.mean, Batch(self.aside, tested)).items():
            row[name] = round(float(value), 5)
        self.rows.append(row)
        print(" ".join(f"{name}={value}" for name, value in row.items()), flush=True)

    def _save(self, steps: int) -> None:
        folder: Path = self.options.into
        folder.mkdir(parents=True, exist_ok=True)
        made = f"{self.made}; {len(self.book) / 1e6:.2f} million lessons, {steps} steps"
        self.mean.ship(folder / f"{self.options.game}.npz", self.options.game, made)
        with (folder / f"{self.options.game}.lessons.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(self.rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)


def read_options(arguments: list[str] | None = None) -> Any:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Learns from lessons.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("--begin", type=Path, required=True, help="the folder of GAME.npz")
    parser.add_argument("--lessons", type=Path, nargs="+", required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--judging", type=float, default=1.0, help="weight of expectations")
    parser.add_argument("--newest", type=float, default=0.002, help="part of a step in the mean")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    Pupil(read_options()).learn()
