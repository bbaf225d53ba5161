"""A second process that sees half of the positions: started when first asked for, then kept."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final

from rondel.bots.magnate.messages import read_numbers, seen_from, write_asked
from rondel.bots.magnate.reading import Reading, Sight
from rondel.engine import State

PROGRAM: Final = "from rondel.bots.magnate.helper import main; main()"

FEWEST: Final = 2
"""So many positions are worth sharing."""

LEAST_WAIT: Final = 0.01
"""Seconds that the helper's answer is waited for after one's own, at least."""

PATIENCE: Final = 3.0
"""The helper may take so many times as long as one's own half."""

PARTING: Final = 2.0
"""Seconds a helper may take to hang up before it is ended."""


class Helper:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.lock = Lock()
        """Held by the search that it helps."""
        # A program of its own: it needs nothing of the one that asks, however that was started.
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        self._answers: SimpleQueue[list[float] | None] = SimpleQueue()
        self._pending = 1
        """Answers still to come; the first says that it is ready."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Passes its answers on, as long as there are any; None says that it has ended."""
        assert self.process.stdout is not None
        while (numbers := read_numbers(self.process.stdout)) is not None:
            self._answers.put(numbers)
        self._answers.put(None)

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def is_free(self, wait: bool) -> bool:
        """Whether it can be asked; late answers are dropped."""
        while self._pending and self.is_alive():
            if self._answers.empty() and not wait:
                return False
            self.receive(None)
        return self.is_alive()

    def ask(self, states: list[State]) -> None:
        """Asks it to see positions."""
        assert self.process.stdin is not None
        self._pending += 1
        # One that has just ended gives no answer.
        with suppress(OSError):
            write_asked(states, self.process.stdin)

    def receive(self, seconds: float | None) -> list[float] | None:
        """Its next answer; None if there is none in time."""
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            return None
        self._pending -= 1
        return answer

    def close(self) -> None:
        """Hangs up, upon which it ends; a process that was forked leaves it to its parent."""
        if self.pid != os.getpid():
            return
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class SharedEye:
    """Sees positions together with a helper, each half of them."""

    def __init__(self, reading: Reading, helper: Helper, wait: bool) -> None:
        self._reading = reading
        self._helper = helper
        self._wait = wait
        """Whether it waits for the helper however long it takes: whoever counts nodes does."""

    def see(self, states: list[State]) -> list[Sight]:
        """What is made of positions."""
        if len(states) < FEWEST or not self._helper.is_free(self._wait):
            return self._reading.see(states)
        half = len(states) // 2
        self._helper.ask(states[half:])
        begun = time.perf_counter()
        found = self._reading.see(states[:half])
        return found + self._others(states[half:], time.perf_counter() - begun)

    def _others(self, states: list[State], taken: float) -> list[Sight]:
        """What the helper says, or where it is late what it would have said."""
        wait = None if self._wait else max(LEAST_WAIT, PATIENCE * taken)
        numbers = self._helper.receive(wait)
        if numbers is None:
            return self._reading.see(states)
        return seen_from(numbers, states)


_HELPERS: list[Helper] = []
"""The helper of this process, once it was asked for."""


def borrow_helper(wait: bool) -> Helper | None:
    """The helper of this process; it must be given back.

    It helps one search at a time. Who does not `wait` for it gets none where it is busy.
    """
    if not _HELPERS or _HELPERS[0].pid != os.getpid() or not _HELPERS[0].is_alive():
        for helper in _HELPERS:
            helper.close()
        _HELPERS[:] = [Helper()]
        atexit.register(_HELPERS[0].close)
    return _HELPERS[0] if _HELPERS[0].lock.acquire(blocking=wait) else None


def give_back(helper: Helper) -> None:
    """Lets others have the helper."""
    helper.lock.release()
