"""What a teacher writes down for a pupil: positions, and what a search found out about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from training.weights import SEATS

SUFFIX = ".lessons.npz"


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
    kind: int


@dataclass
class Book:
    """Many lessons as arrays."""

    seen: npt.NDArray[np.uint8]
    packed: npt.NDArray[np.int32]
    """One decision after the other."""
    advice: npt.NDArray[np.float16]
    """Beside `packed`; 0 where nobody searched."""
    counts: npt.NDArray[np.int32]
    advised: npt.NDArray[np.bool_]
    judged: npt.NDArray[np.bool_]
    wins: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    players: npt.NDArray[np.int8]
    kinds: npt.NDArray[np.int8]
    starts: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = np.cumsum(self.counts, dtype=np.int64) - self.counts

    def __len__(self) -> int:
        return len(self.counts)


ARRAYS = [name for name in Book.__dataclass_fields__ if name != "starts"]


def bound(lessons: list[Lesson]) -> Book:
    """Lessons as a book."""
    seen = np.frombuffer(b"".join(one.seen for one in lessons), np.uint8)
    advice = [one.advice or [0.0] * len(one.packed) for one in lessons]
    return Book(
        seen=seen.reshape(len(lessons), -1),
        packed=np.array([entry for one in lessons for entry in one.packed], np.int32),
        advice=np.array([likely for row in advice for likely in row], np.float16),
        counts=np.array([len(one.packed) for one in lessons], np.int32),
        advised=np.array([bool(one.advice) for one in lessons]),
        judged=np.array([bool(one.wins) for one in lessons]),
        wins=_by_seat([one.wins for one in lessons]),
        shares=_by_seat([one.shares for one in lessons]),
        players=np.array([one.players for one in lessons], np.int8),
        kinds=np.array([one.kind for one in lessons], np.int8),
    )


def _by_seat(rows: list[list[float]]) -> npt.NDArray[np.float32]:
    return np.array([row + [0.0] * (SEATS - len(row)) for row in rows], np.float32)


def write(book: Book, path: Path) -> None:
    """Writes a file that is whole whenever it is there."""
    draft = path.with_suffix(".draft.npz")
    arrays: dict[str, Any] = {name: getattr(book, name) for name in ARRAYS}
    np.savez(draft, **arrays)
    draft.rename(path)


def read(paths: list[Path]) -> Book:
    """Several files as one book."""
    parts = []
    for path in paths:
        with np.load(path, allow_pickle=False) as found:
            parts.append({name: found[name] for name in ARRAYS})
    return Book(**{name: np.concatenate([part[name] for part in parts]) for name in ARRAYS})
