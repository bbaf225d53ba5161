"""Trains the network of one game for a while.

    python -m training.train imperial2030 --seconds 500 --imitate 40 --into runs/one
    python -m training.train imperial2030 --seconds 500 --begin runs/one --into runs/two

Everything goes into one folder: `GAME.network.pt` and `GAME.moments.pt` to go on from,
`GAME.npz` as it ships, and `GAME.csv` with the curve.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from rondel.engine import Encoder, Game, Head
from training import weights
from training.acting import Actor, Moment
from training.learning import Learner, Recipe, set_targets
from training.mixture import League
from training.network import Network
from training.results import Results
from training.workers import PARTS, Plan, Workers

WIDTH, BLOCKS = 480, 3
"""The size of a network that begins as nothing."""
SNAPSHOT = 20
"""Rounds of learning between two snapshots for the league."""
OPPONENT = 8
"""Rounds of learning for which the same snapshot plays."""
MOST_SNAPSHOTS = 40
PLAYED_IN = 300
WARMING = 200
"""Batches until the full rate, where the optimizer has no moments to go on from."""
REPORT = 10.0
SAVE = 60.0
PRINTED = (
    "seconds",
    "decisions",
    "rate",
    "length",
    "banker2",
    "banker4",
    "banker6",
    "past",
    "entropy",
    "win_loss",
    "imitation",
    "divergence",
    "waiting",
    "worker_idle",
)
ENDING = 4.0
"""Seconds that are left for the last checkpoint."""
MADE = "{:.0f} million decisions, {} steps"
"""What shipped weights say of where they come from."""


def sizes(game: str) -> tuple[int, int]:
    """Bytes of a position, and entries of the head."""
    rules = Game.new(game, ["a", "b", "c", "d"], seed=1).rules
    return Encoder(rules).size, Head(rules.table).size


def counted(made: str) -> tuple[int, int]:
    """Decisions and steps of which shipped weights were made, before any lessons."""
    millions, steps = re.findall(r"\d+", made)[:2]
    return int(millions) * 1_000_000, int(steps)


def plan_of(options: argparse.Namespace) -> Plan:
    """What workers play."""
    league = League(
        options.past, options.alone, options.guests, options.few, options.opened, options.exploit
    )
    inputs, workers = sizes(options.game)[0], options.workers
    return Plan(
        options.game, inputs, workers, options.tables, options.seed, league, played_in=PLAYED_IN
    )


def recipe_of(options: argparse.Namespace) -> Recipe:
    """How to learn, as far as it does not change on the way."""
    return Recipe(
        passes=options.passes,
        batch=options.batch,
        clip=options.clip,
        advantage_decay=options.near,
        judgement_decay=options.far,
    )


def begun_network(options: argparse.Namespace) -> Network:
    """The network as it is at first: as large as what it begins as, if nothing else is asked for.

    Raises: ValueError if a smaller one is asked for, or another one than that of a checkpoint.
    """
    game, folder, asked = options.game, options.begin, (options.width, options.blocks)
    if folder is None:
        return Network(*sizes(game), asked[0] or WIDTH, asked[1] or BLOCKS)
    path = folder / f"{game}.network.pt"
    if path.exists():
        network = Network.of_checkpoint(torch.load(path, weights_only=True)["network"])
        found = network.into.out_features, len(network.blocks)
        if (asked[0] or found[0], asked[1] or found[1]) != found:
            raise ValueError(f"{path} has {found[0]} numbers and {found[1]} blocks, and keeps them")
        return network
    shipped = weights.Network.read(folder / f"{game}.npz")
    network = Network(*sizes(game), asked[0] or shipped.width, asked[1] or shipped.blocks)
    network.take(shipped)
    return network


class Training:
    """Plays, learns, reports and saves until its time is up."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.started = time.monotonic()
        self.workers = Workers(plan_of(options))
        torch.manual_seed(options.seed)
        self.chance = random.Random(options.seed)
        torch.set_float32_matmul_precision("high")
        self.network = begun_network(options).to(options.device)
        self.recipe = recipe_of(options)
        self.learner = Learner(self.network, self.recipe, options.device)
        self.before: dict[str, float] = {"decisions": 0, "games": 0, "seconds": 0, "rounds": 0}
        self.cold = True
        if options.begin:
            self._load(options.begin)
        self.begun = self.learner.steps
        self.actor = Actor(self.network, self.workers, options.device)
        self.decisions = self.rounds = 0
        self.snapshots = [self._snapshot()]
        self.rows: list[dict[str, Any]] = []
        self.reported = self.saved = self.started
        self.last = (0, 0)
        self.stopped = False

    # Checkpoints ---------------------------------------------------------------------------------

    def _snapshot(self) -> dict[str, torch.Tensor]:
        return {name: value.clone() for name, value in self.network.state_dict().items()}

    def _load(self, folder: Path) -> None:
        game = self.options.game
        if not (folder / f"{game}.network.pt").exists():
            made = weights.Network.read(folder / f"{game}.npz").made
            self.before["decisions"], self.learner.steps = counted(made)
            return
        found = torch.load(folder / f"{game}.network.pt", weights_only=True)
        self.learner.steps, self.before = found["steps"], found["before"]
        path = folder / f"{game}.moments.pt"
        if path.exists():
            self.cold = False
            moments = torch.load(path, weights_only=True)
            state = self.learner.optimizer.state_dict()
            state["state"] = {
                i: {
                    "step": torch.tensor(float(found["steps"])),
                    "exp_avg": first.float(),
                    "exp_avg_sq": second.float(),
                }
                for i, (first, second) in enumerate(moments)
            }
            self.learner.optimizer.load_state_dict(state)

    def save(self) -> None:
        """Writes the checkpoint, the curve, and the weights as they ship."""
        folder, game = self.options.into, self.options.game
        folder.mkdir(parents=True, exist_ok=True)
        passed = time.monotonic() - self.started
        sums = {
            "decisions": self.decisions,
            "games": self.actor.results.games,
            "seconds": passed,
            "rounds": self.rounds,
        }
        before = {name: value + sums[name] for name, value in self.before.items()}
        network = {name: value.cpu() for name, value in self.network.state_dict().items()}
        checkpoint = {"network": network, "steps": self.learner.steps, "before": before}
        _save(checkpoint, folder / f"{game}.network.pt")
        moments = [
            (one["exp_avg"].bfloat16().cpu(), one["exp_avg_sq"].bfloat16().cpu())
            for one in (self.learner.optimizer.state[p] for p in self.network.parameters())
            if one
        ]
        _save(moments, folder / f"{game}.moments.pt")
        made = MADE.format(before["decisions"] / 1e6, self.learner.steps)
        self.network.ship(folder / f"{game}.npz", game, made)
        self._write_curve(folder / f"{game}.csv")
        self.saved = time.monotonic()

    def _write_curve(self, path: Path) -> None:
        if self.rows:
            names = list(dict.fromkeys(name for row in self.rows for name in row))
            with path.open("w", newline="") as file:
                writer = csv.DictWriter(file, names, lineterminator="\n")
                writer.writeheader()
                writer.writerows(self.rows)

    # The loop ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Trains until the time is up."""
        signal.signal(signal.SIGTERM, self._stop)
        options = self.options
        kept: list[list[Moment]] = [[] for _ in range(PARTS)]
        ready: list[Moment] = []
        learning: Iterator[None] = iter(())
        turn = 0
        while time.monotonic() - self.started < options.seconds - ENDING and not self.stopped:
            if self._schedule():
                # What was seen under the banker's guidance says nothing about the policy.
                for _ in learning:
                    pass
                kept, ready = [[] for _ in range(PARTS)], []
            for part in range(PARTS):
                moment = self.actor.moment(part)
                self.decisions += len(moment)
                begun = time.perf_counter()
                kept[part].append(moment)
                if len(kept[part]) == options.horizon + options.ahead:
                    set_targets(kept[part], options.horizon, self.recipe)
                    ready += kept[part][: options.horizon]
                    kept[part] = kept[part][options.horizon :]
                turn += 1
                if len(ready) >= PARTS * options.horizon:
                    for _ in learning:
                        pass
                    learning, ready, turn = self.learner.learn(ready), [], 0
                    self._round()
                due = options.passes / max(1, self.recipe.batch // len(moment))
                if int((turn + 1) * due) > int(turn * due):
                    next(learning, None)
                self.actor.clocks.learning += time.perf_counter() - begun
            self._report()
        for _ in learning:
            pass
        self._report(now=True)
        self.save()
        self.workers.stop()

    def _stop(self, *_: Any) -> None:
        self.stopped = True

    def _schedule(self) -> bool:
        """Sets what changes while training goes on; tells whether the banker's lessons ended."""
        options, passed = self.options, time.monotonic() - self.started
        teaching = passed < options.imitate
        part = (passed - options.imitate) / max(1.0, options.seconds - options.imitate)
        part = min(1.0, max(0.0, part))
        graduated = self.actor.teaching and not teaching
        self.actor.teaching = teaching
        self.recipe.imitate = 1.0 if teaching else 0.0
        self.recipe.rate = options.first_rate if teaching else _between(options.rate, part)
        if self.cold:
            self.recipe.rate *= min(1.0, (self.learner.steps - self.begun + 1) / WARMING)
        self.recipe.entropy = _between(options.entropy, part)
        return graduated

    def _round(self) -> None:
        """A round of learning begins."""
        self.rounds += 1
        if self.options.exploit:
            return
        if self.rounds % SNAPSHOT == 0:
            self.snapshots = [*self.snapshots[-MOST_SNAPSHOTS:], self._snapshot()]
        if self.rounds % OPPONENT == 0:
            self.actor.past.load_state_dict(self.chance.choice(self.snapshots))

    def _report(self, now: bool = False) -> None:
        passed = time.monotonic() - self.reported
        if passed < REPORT and not now:
            return
        results, clocks = self.actor.results, self.actor.clocks
        spent = self.workers.memory.spent.sum(axis=0)
        total = max(1e-9, float(spent.sum()))
        games = results.games
        row: dict[str, Any] = {
            "seconds": self.before["seconds"] + time.monotonic() - self.started,
            "decisions": self.before["decisions"] + self.decisions,
            "games": self.before["games"] + games,
            "rate": (self.decisions - self.last[0]) / passed,
            "length": (self.decisions - self.last[0]) / max(1, games - self.last[1]),
            **results.told(),
            **self.learner.report(),
            "learning_rate": self.recipe.rate,
            "waiting": clocks.waiting / passed,
            "moving": clocks.moving / passed,
            "deciding": clocks.deciding / passed,
            "learning": clocks.learning / passed,
        }
        for name, part in zip(("playing", "encoding", "listing", "idle"), spent, strict=True):
            row[f"worker_{name}"] = float(part) / total
        row["alone"] = int(results.alone[4, 0])
        self.rows.append({name: _short(value) for name, value in row.items()})
        print(" ".join(f"{name}={self.rows[-1].get(name)}" for name in PRINTED), flush=True)
        self.last = (self.decisions, games)
        self.actor.results, self.actor.clocks = Results(), type(clocks)()
        self.actor.results.games = games
        self.reported = time.monotonic()
        if self.reported - self.saved > SAVE and not now:
            self.save()


def _between(ends: tuple[float, float], part: float) -> float:
    """What lies between two numbers, each step changing it by the same factor."""
    begin, end = ends
    return begin * (end / begin) ** part


def _short(value: Any) -> Any:
    return float(f"{value:.5g}") if isinstance(value, float) and abs(value) < 1e5 else int(value)


def _save(what: Any, path: Path) -> None:
    """Writes a file that is whole whenever it is there."""
    draft = path.with_suffix(".draft")
    torch.save(what, draft)
    draft.rename(path)


def read_options() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Trains the network of one game for a while.")
    parser.add_argument("game", choices=["imperial", "imperial2030"])
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument(
        "--begin", type=Path, help="the folder of a checkpoint, or of shipped weights"
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--imitate", type=float, default=0, help="seconds as the banker's pupil")
    parser.add_argument("--first-rate", type=float, default=1e-3, help="rate while imitating")
    parser.add_argument("--rate", type=float, nargs=2, default=(3e-4, 1e-4))
    parser.add_argument("--entropy", type=float, nargs=2, default=(0.002, 0.001))
    parser.add_argument("--workers", type=int, default=7)
    parser.add_argument("--tables", type=int, default=384, help="at a worker, in each part")
    parser.add_argument("--horizon", type=int, default=24)
    parser.add_argument("--ahead", type=int, default=24, help="moments to see what came of it")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=21_504)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--near", type=float, default=0.95)
    parser.add_argument("--far", type=float, default=0.99)
    parser.add_argument("--past", type=float, default=0.12)
    parser.add_argument("--alone", type=float, default=0.18)
    parser.add_argument("--guests", type=float, default=0.08)
    parser.add_argument(
        "--few", type=float, default=1.0, help="part of --alone at tables of two and three"
    )
    parser.add_argument(
        "--exploit", action="store_true", help="one seat against what the network was at first"
    )
    parser.add_argument("--opened", type=float, default=0.0, help="games that bankers open")
    parser.add_argument("--width", type=int, help="numbers, if not those of what it begins as")
    parser.add_argument("--blocks", type=int, help="likewise")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


if __name__ == "__main__":
    Training(read_options()).run()
