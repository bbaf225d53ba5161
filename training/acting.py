"""Decides about parts of all tables, and keeps what there is to learn from."""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training import ragged
from training.mixture import PAST
from training.network import Network, quickly
from training.results import Results
from training.seats import by_play, by_seat, log_shares
from training.tables import ACTOR, ENDED, KIND, LINEUP, NONE, PLAYERS, PURE, SEATED, WHO, Arrays
from training.workers import Workers


@dataclass
class Moment:
    """One decision at each table of a part."""

    seen: Tensor
    packed: Tensor
    counts: Tensor
    actors: Tensor
    players: Tensor
    who: Tensor
    seated: Tensor
    """Who sits where, in the order of play from the decider on; nobody behind the last."""
    pure: Tensor
    kinds: Tensor
    labels: Tensor
    ended: Tensor
    """Whether another game ended before this decision; `results` has how."""
    results: Tensor
    chosen: Tensor
    """Which of the legal actions was taken, counted within the row."""
    logs: Tensor
    """The logarithm of its chance."""
    wins: Tensor
    shares: Tensor
    """What was to be expected of the deciders, by seat."""
    target: Any = None
    """What it turned out to be worth, as soon as that is known."""

    def __len__(self) -> int:
        return len(self.counts)


@dataclass
class Clocks:
    """Where the time of the one who decides went, in seconds."""

    waiting: float = 0.0
    moving: float = 0.0
    deciding: float = 0.0
    learning: float = 0.0


class Actor:
    """Decides by the network as it is, and for some seats as it was."""

    def __init__(self, network: Network, workers: Workers, device: str) -> None:
        self.network = network
        self.past = copy.deepcopy(network).eval()
        self.workers, self.device = workers, device
        self.clocks = Clocks()
        self.teaching = False
        """Whether to do as the banker would, mostly."""
        self.errors = 0.1
        """While the banker teaches: how often the network's own choice is taken."""
        self.temperature = 1.0
        """Sharpens the policy where it is below 1; at 0 the best choice is taken."""
        self.results = Results()
        if device == "cuda":
            for arrays in workers.memory.parts:
                _pin(arrays.seen)

    def _on_device(self, array: Any) -> Tensor:
        return torch.from_numpy(array).to(self.device, non_blocking=True)

    def moment(self, part: int) -> Moment:
        """Decides about all tables of a part, and lets them be played on."""
        begun = time.perf_counter()
        arrays = self.workers.wait(part)
        received = time.perf_counter()
        self.clocks.waiting += received - begun
        moment = self._received(arrays)
        moved = time.perf_counter()
        self.clocks.moving += moved - received
        older = np.flatnonzero(arrays.about[:, WHO] == PAST)
        self._decide(moment, self._on_device(older))
        self.results.add(arrays)
        arrays.choices[:] = moment.chosen.to(torch.int32).cpu().numpy()
        self.workers.go_on(part, self.teaching)
        self.clocks.deciding += time.perf_counter() - moved
        return moment

    def _received(self, arrays: Arrays) -> Moment:
        plan = self.workers.plan
        by_worker = arrays.counts.reshape(plan.workers, plan.tables).sum(axis=1)
        room = len(arrays.packed) // plan.workers
        parts = [arrays.packed[w * room : w * room + used] for w, used in enumerate(by_worker)]
        about = self._on_device(arrays.about.astype(np.int64))
        nothing = torch.empty(0, device=self.device)
        actors, players = about[:, ACTOR], about[:, PLAYERS]
        return Moment(
            # The workers write the next positions into the same memory.
            seen=self._on_device(arrays.seen) if self.device == "cuda" else _copied(arrays.seen),
            packed=self._on_device(np.concatenate(parts)),
            counts=self._on_device(arrays.counts.astype(np.int64)),
            actors=actors,
            players=players,
            who=about[:, WHO],
            seated=by_play(about[:, SEATED:LINEUP], actors, players, NONE),
            pure=about[:, PURE] > 0,
            kinds=about[:, KIND],
            labels=self._on_device(arrays.labels.astype(np.int64)),
            ended=about[:, ENDED] > 0,
            results=self._on_device(arrays.results.copy()),
            chosen=nothing,
            logs=nothing,
            wins=nothing,
            shares=nothing,
        )

    @torch.no_grad()
    def _decide(self, moment: Moment, older: Tensor) -> None:
        count, total = len(moment), len(moment.packed)
        rows = ragged.rows_of(moment.counts, total)
        entries, details = self._entries(moment.packed)
        with quickly(self.device):
            values = self.network.features(moment.seen)
            scores = self.network.policy(values)
            wins, shares = self.network.witness(values, moment.seated)
            if len(older):
                scores[older] = self.past.policy(self.past.features(moment.seen[older]))
        logits = logits_of(scores, rows, entries, details)
        logs = ragged.log_softmax(logits, rows, count)
        starts = ragged.starts_of(moment.counts)
        chosen = self._picked(logs, rows, count) - starts
        if self.teaching:
            taught = (moment.labels >= 0) & (torch.rand(count, device=self.device) >= self.errors)
            chosen = torch.where(taught, moment.labels, chosen)
        moment.chosen, moment.logs = chosen, logs[starts + chosen]
        actors, players = moment.actors, moment.players
        moment.wins = by_seat(log_shares(wins, players).exp(), actors, players)
        moment.shares = by_seat(log_shares(shares, players).exp(), actors, players)

    def _picked(self, logs: Tensor, rows: Tensor, count: int) -> Tensor:
        if not self.temperature:
            return ragged.best(logs, rows, count)
        return ragged.drawn(logs / self.temperature, rows, count)

    def _entries(self, packed: Tensor) -> tuple[Tensor, Tensor]:
        return split(packed, self.network.policy.out_features)


def split(packed: Tensor, size: int) -> tuple[Tensor, Tensor]:
    """Entries and details of actions."""
    long = packed.long()
    return long // size, long % size


def logits_of(scores: Tensor, rows: Tensor, entries: Tensor, details: Tensor) -> Tensor:
    """The scores of actions: of what they do, and of its detail."""
    first = rows * scores.shape[1]
    both = torch.cat([first + entries, first + details])
    return scores.reshape(-1).index_select(0, both).float().reshape(2, -1).sum(0)


def _copied(array: Any) -> Tensor:
    return torch.from_numpy(array.copy())


def _pin(array: Any) -> None:
    """Lets the GPU read shared memory directly, where the driver allows it."""
    torch.cuda.cudart().cudaHostRegister(array.ctypes.data, array.nbytes, 0)
