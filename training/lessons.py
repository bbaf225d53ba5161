"""What a teacher writes down for a pupil: positions, and what a search found out about them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from training import ragged
from training.weights import SEATS

SUFFIX: Final = ".lessons.npz"
ACTIONS: Final = 16
"""Legal actions that a library has room for, at a lesson on average."""


@dataclass
class Lesson:
    """One decision."""

    seen: bytes
    """The position as the decider sees it."""
    packed: list[int]
    """Entries of the legal actions."""
    advice: list[float]
    """How likely each should be chosen; empty where nobody searched."""
    wins: list[float]
    shares: list[float]
    """What is to be expected, in the order of play from the decider on; empty where the network
    did not play all seats."""
    players: int


@dataclass
class Some:
    """Lessons side by side."""

    seen: Tensor
    packed: Tensor
    """One decision after the other."""
    advice: Tensor
    """Beside `packed`; 0 where nobody searched."""
    counts: Tensor
    advised: Tensor
    judged: Tensor
    wins: Tensor
    shares: Tensor
    players: Tensor

    def __len__(self) -> int:
        return len(self.counts)


NAMES: Final = [field.name for field in fields(Some)]
RAGGED: Final = ("packed", "advice")


def write(lessons: list[Lesson], path: Path) -> None:
    """Writes a file that is whole whenever it is there."""
    draft = path.with_suffix(".draft.npz")
    seen = np.frombuffer(b"".join(one.seen for one in lessons), np.uint8)
    advice = [one.advice or [0.0] * len(one.packed) for one in lessons]
    np.savez_compressed(
        draft,
        seen=seen.reshape(len(lessons), -1),
        packed=np.array([entry for one in lessons for entry in one.packed], np.int32),
        advice=np.array([likely for row in advice for likely in row], np.float16),
        counts=np.array([len(one.packed) for one in lessons], np.int64),
        advised=np.array([bool(one.advice) for one in lessons]),
        judged=np.array([bool(one.wins) for one in lessons]),
        wins=_by_seat([one.wins for one in lessons]),
        shares=_by_seat([one.shares for one in lessons]),
        players=np.array([one.players for one in lessons], np.int64),
    )
    draft.rename(path)


def _by_seat(rows: list[list[float]]) -> Any:
    return np.array([row + [0.0] * (SEATS - len(row)) for row in rows], np.float32)


def read(path: Path) -> Some:
    """The lessons of a file."""
    with np.load(path, allow_pickle=False) as found:
        return Some(**{name: torch.from_numpy(found[name]) for name in NAMES})


class Library:
    """The newest lessons, on the device that learns from them."""

    def __init__(self, inputs: int, room: int, device: str) -> None:
        self._room, self._device = room, device
        shapes: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
            "seen": ((room, inputs), torch.uint8),
            "packed": ((room * ACTIONS,), torch.int32),
            "advice": ((room * ACTIONS,), torch.float16),
            "counts": ((room,), torch.int64),
            "advised": ((room,), torch.bool),
            "judged": ((room,), torch.bool),
            "wins": ((room, SEATS), torch.float32),
            "shares": ((room, SEATS), torch.float32),
            "players": ((room,), torch.int64),
        }
        self._all = Some(
            **{name: torch.zeros(shape, dtype=kind, device=device)
               for name, (shape, kind) in shapes.items()}
        )  # fmt: skip
        self._starts = torch.zeros(room, dtype=torch.int64, device=device)
        """Where the actions of each begin."""
        self._count = self._actions = 0
        self.added = 0

    def __len__(self) -> int:
        return self._count

    def add(self, book: Some) -> None:
        """Takes lessons in; where there is no room left, the older half goes."""
        room, actions = self._room, len(self._all.packed)
        if len(book) > room or len(book.packed) > actions:
            raise ValueError(f"{len(book)} lessons, {len(book.packed)} actions: too many")
        while self._count + len(book) > room or self._actions + len(book.packed) > actions:
            newer = self._chosen(torch.arange(-(-self._count // 2), self._count))
            self._count = self._actions = 0
            self._put(newer)
        self._put(book)
        self.added += len(book)

    def _put(self, book: Some) -> None:
        count, actions = self._count + len(book), self._actions + len(book.packed)
        for name in NAMES:
            part = slice(self._actions, actions) if name in RAGGED else slice(self._count, count)
            getattr(self._all, name)[part] = getattr(book, name).to(self._device)
        counts = self._all.counts[self._count : count]
        self._starts[self._count : count] = self._actions + ragged.starts_of(counts)
        self._count, self._actions = count, actions

    def some(self, count: int) -> Some:
        """Lessons at random."""
        return self._chosen(torch.randint(self._count, (count,)))

    def all(self) -> Some:
        """Every lesson there is."""
        return self._chosen(torch.arange(self._count))

    def _chosen(self, places: Tensor) -> Some:
        places = places.to(self._device)
        counts = self._all.counts[places]
        rows = ragged.rows_of(counts, int(counts.sum()))
        within = torch.arange(len(rows), device=self._device) - ragged.starts_of(counts)[rows]
        actions = self._starts[places][rows] + within
        return Some(
            **{name: getattr(self._all, name)[actions if name in RAGGED else places]
               for name in NAMES}
        )  # fmt: skip
