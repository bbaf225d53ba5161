"""Learns from the lessons that teachers write, while they write them.

    python -m training.pupil imperial2030 --begin src/rondel/bots/magnate/weights \\
        --lessons lessons --into runs/6 --seconds 1300 --device cuda

Every twentieth file is not learned from: how well the network does in the newest of them is told
now and then. Written are `GAME.npz`, the mean of the weights over the last steps, the same under a
name of its own every few minutes, and a line for every report in `GAME.lessons.csv`.
"""

from __future__ import annotations

import argparse
import copy
import csv
import time
from math import cos, pi
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from training import ragged, weights
from training.acting import logits_of, split
from training.lessons import SUFFIX, Library, Some, read
from training.network import Network, quickly
from training.seats import off_by

ASIDE = 20
"""One file in so many is not learned from."""
TESTED = 10_000
"""Lessons of those that are looked at."""
FINAL = 0.02
"""What is left of the rate in the end."""
WARMING = 300
LONGEST_SLOPE = 1.0
SHARES = 0.5
"""What shares of the points count beside wins."""
LOOK = 5.0
"""Seconds between two looks for new lessons."""
REPORT = 30.0
KEPT = 240.0
"""Seconds between two checkpoints that are kept."""
PAUSE = 0.05


def losses(network: Network, some: Some) -> dict[str, Tensor]:
    """How far the network is from advice and expectations, less what none can know."""
    device = some.seen.device.type
    with quickly(device):
        scores, wins, shares = network(some.seen)
    rows, count = ragged.rows_of(some.counts, len(some.packed)), len(some.counts)
    entries, details = split(some.packed, scores.shape[1])
    logs = ragged.log_softmax(logits_of(scores, rows, entries, details), rows, count)
    advice = some.advice.float()
    off = advice * (advice.clamp(min=1e-8).log() - logs)
    return {
        "advice": _mean(ragged.sums(off, rows, count), some.advised),
        "wins": _mean(off_by(some.wins, wins, some.players), some.judged),
        "shares": _mean(off_by(some.shares, shares, some.players), some.judged),
    }


def _mean(values: Tensor, counted: Tensor) -> Tensor:
    return (values * counted).sum() / counted.sum().clamp(min=1)


class Pupil:
    """A network that learns from lessons."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        torch.manual_seed(options.seed)
        torch.set_float32_matmul_precision("high")
        shipped = weights.Network.read(options.begin / f"{options.game}.npz")
        self.made = shipped.made
        self.network = Network.of(shipped).to(options.device)
        self.mean = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-6)
        self.library = Library(shipped.inputs, options.room, options.device)
        self.aside = Library(shipped.inputs, TESTED, options.device)
        self.known: set[Path] = set()
        self.steps = 0
        self.rows: list[dict[str, float]] = []
        self.begun = time.monotonic()
        self.looked = self.reported = self.kept = self.begun

    def learn(self) -> None:
        """Learns until the time is up; each lesson `passes` times at most."""
        options = self.options
        self._look()
        while (passed := time.monotonic() - self.begun) < options.seconds:
            if self.steps * options.batch < options.passes * self.library.added:
                self._step(passed / options.seconds)
            elif options.seconds - passed > PAUSE:
                time.sleep(PAUSE)
            if time.monotonic() - self.looked > LOOK:
                self._look()
        self._report()
        self._save()

    def _look(self) -> None:
        """Takes new lessons, reports and saves, each in its time."""
        now = self.looked = time.monotonic()
        folders: list[Path] = self.options.lessons
        found = {path for each in folders for path in each.glob(f"{self.options.game}-*{SUFFIX}")}
        for path in sorted(found - self.known):
            self.known.add(path)
            library = self.library if len(self.known) % ASIDE else self.aside
            library.add(read(path))
        if now - self.reported > REPORT and self.steps:
            self._report()
            self._save()

    def _step(self, part: float) -> None:
        options = self.options
        rate = options.rate * min(1.0, (self.steps + 1) / WARMING)
        rate *= FINAL + (1 - FINAL) * (1 + cos(pi * part)) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        found = losses(self.network, self.library.some(options.batch))
        loss = found["advice"] + options.judging * (found["wins"] + SHARES * found["shares"])
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_SLOPE)
        self.optimizer.step()
        self.steps += 1
        with torch.no_grad():
            pairs = list(self.mean.parameters()), list(self.network.parameters())
            torch._foreach_lerp_(*pairs, options.newest)

    @torch.no_grad()
    def _report(self) -> None:
        self.reported = time.monotonic()
        row: dict[str, float] = {
            "seconds": round(self.reported - self.begun),
            "lessons": self.library.added,
            "steps": self.steps,
        }
        if len(self.aside):
            for name, value in losses(self.mean, self.aside.all()).items():
                row[name] = round(float(value), 5)
        self.rows.append(row)
        print(" ".join(f"{name}={value}" for name, value in row.items()), flush=True)

    def _save(self) -> None:
        folder, game = self.options.into, self.options.game
        folder.mkdir(parents=True, exist_ok=True)
        made = f"{self.made}; {self.library.added / 1e6:.1f} million lessons, {self.steps} steps"
        draft = folder / f"{game}.draft.npz"
        self.mean.ship(draft, game, made)
        if self.reported - self.kept > KEPT:
            self.kept = self.reported
            (folder / f"{game}.{self.kept - self.begun:.0f}.npz").write_bytes(draft.read_bytes())
        draft.rename(folder / f"{game}.npz")
        with (folder / f"{game}.lessons.csv").open("w", newline="") as file:
            names = list(dict.fromkeys(name for row in self.rows for name in row))
            writer = csv.DictWriter(file, names, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows)


def read_options(arguments: list[str] | None = None) -> Any:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Learns from lessons.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("--begin", type=Path, required=True, help="the folder of GAME.npz")
    parser.add_argument("--lessons", type=Path, nargs="+", required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--room", type=int, default=1_000_000, help="the newest lessons in memory")
    parser.add_argument("--passes", type=float, default=4, help="how often each is learned from")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--judging", type=float, default=1.0, help="weight of expectations")
    parser.add_argument("--newest", type=float, default=0.002, help="part of a step in the mean")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    Pupil(read_options()).learn()
