"""Processes that tests begin and wait for."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from time import sleep


def wait_for(condition: Callable[[], bool]) -> None:
    """Looks again and again; the test's own time limit ends it if it never holds."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        sleep(0.05)


def is_running(process: int) -> bool:
    """Whether there is such a process; one that has ended and was not asked how does not count."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def children_of(process: int) -> set[int]:
    """The processes that a process has begun."""
    return {
        int(child)
        for task in Path(f"/proc/{process}/task").iterdir()
        for child in (task / "children").read_text().split()
    }
