"""What teachers write is what pupils learn from, and old lessons make room for new ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training alone needs PyTorch")

from rondel.bots.magnate.loading import WEIGHTS  # noqa: E402
from training.lessons import ACTIONS, NAMES, SUFFIX, Lesson, Library, read, write  # noqa: E402
from training.weights import Network  # noqa: E402


def lesson(number: int, actions: int = 2, *, searched: bool = True) -> Lesson:
    """A lesson that can be told from others."""
    advice = [1.0] + [0.0] * (actions - 1) if searched else []
    packed = [number * 10 + i for i in range(actions)]
    return Lesson(bytes([number, 0, 7]), packed, advice, [0.25, 0.75], [0.5, 0.5], 2)


def numbers(library: Library) -> list[int]:
    return [int(row[0]) for row in library.all().seen]


def test_a_file_holds_lessons_of_different_lengths(tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX}"
    write([lesson(1), lesson(2, 5, searched=False), lesson(3, 1)], path)
    book = read(path)
    assert book.counts.tolist() == [2, 5, 1]
    assert book.packed.tolist() == [10, 11, 20, 21, 22, 23, 24, 30]
    assert book.advised.tolist() == [True, False, True]
    assert book.wins[0].tolist() == [0.25, 0.75, 0, 0, 0, 0]


def test_a_library_gives_each_lesson_with_its_own_actions(tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX}"
    library = Library(3, 100, "cpu")
    for first in (1, 5):
        write([lesson(first + i, 1 + i) for i in range(4)], path)
        library.add(read(path))
    some = library.some(50)
    starts = some.counts.cumsum(0) - some.counts
    for number, start, count in zip(some.seen[:, 0].tolist(), starts, some.counts, strict=True):
        told = some.packed[start : start + count].tolist()
        assert told == [number * 10 + i for i in range(len(told))]
        assert len(told) == (number - 1) % 4 + 1


def test_the_older_lessons_make_room(tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX}"
    library = Library(3, 6, "cpu")
    for first in (1, 4, 7):
        write([lesson(first + i) for i in range(3)], path)
        library.add(read(path))
    assert numbers(library) == [4, 5, 6, 7, 8, 9]
    assert library.added == 9
    write([lesson(1, 6 * ACTIONS + 1)], path)
    with pytest.raises(ValueError, match="too many"):
        library.add(read(path))
    assert len(library) == 6


@pytest.mark.long
def test_teachers_and_a_pupil_work_side_by_side(tmp_path: Path) -> None:
    """A minute of expert iteration as it is run, on one core and with tiny searches."""
    into, lessons = tmp_path / "run", tmp_path / "lessons"
    command = [
        sys.executable, "-m", "training.iterate", "imperial", "--begin", str(WEIGHTS),
        "--into", str(into), "--lessons", str(lessons), "--seconds", "60", "--teachers", "1",
        "--tables", "2", "--nodes", "4", "2", "--room", "20000",
    ]  # fmt: skip
    subprocess.run(command, check=True, timeout=600)
    book = read(sorted(lessons.glob(f"imperial-*{SUFFIX}"))[0])
    advised = book.advice[: int(book.counts[0])].sum() if book.advised[0] else 1
    assert float(advised) == pytest.approx(1, abs=0.01)
    assert set(NAMES) == set(vars(book))
    assert "lessons" in Network.read(into / "imperial.npz").made
