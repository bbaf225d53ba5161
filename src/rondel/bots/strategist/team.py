"""The helper processes of this process: started when first asked for, then kept for all bots."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final

from rondel.bots.strategist.messages import Part, Position, tally_from_json, to_json
from rondel.bots.strategist.tally import Tally

PROGRAM: Final = "from rondel.bots.strategist.helper import main; main()"
"""What a helper runs; it must also work where the module is compiled."""

PATIENCE: Final = 2.0
"""Seconds a helper may take to hang up before it is ended."""


class Helper:
    """One helper process, which answers one part of a search after another."""

    def __init__(self) -> None:
        # A program of its own: it needs nothing of the one that asks, however that was started.
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            text=True,
        )
        self.answers: SimpleQueue[Any] = SimpleQueue()
        self.pending = 1
        """Answers still to come; the first says that it is ready."""
        self.told: Position | None = None
        """The position it faces."""
        Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Passes its answers on, as long as there are any; None says that it has ended."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put(None)

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.process.poll() is None

    def is_free(self, wait: bool) -> bool:
        """Whether it can be asked; late answers are dropped."""
        while self.pending and self.is_alive():
            if self.answers.empty() and not wait:
                return False
            self.receive(None)
        return self.is_alive()

    def ask(self, position: Position | None, part: Part) -> None:
        """Asks it for a part of the search of a position."""
        assert self.process.stdin is not None
        assert position is not None, "a team faces a position first"
        messages: list[Position | Part] = [part] if self.told is position else [position, part]
        lines = [json.dumps(to_json(message)) + "\n" for message in messages]
        self.told = position
        self.pending += 1
        # One that has just ended gives no answer, and is replaced before the next search.
        with suppress(OSError):
            self.process.stdin.write("".join(lines))
            self.process.stdin.flush()

    def receive(self, seconds: float | None) -> list[Any] | None:
        """Its next answer; None if there is none in time."""
        try:
            answer: list[Any] | None = self.answers.get(timeout=seconds)
        except Empty:
            return None
        self.pending -= 1
        return answer

    def close(self) -> None:
        """Hangs up, upon which it ends."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Team:
    """The helpers that work on one search at a time."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.lock = Lock()
        """Held by the search that they work on."""
        self.helpers: list[Helper] = []
        self.asked: list[Helper] = []
        self.position: Position | None = None
        """What they search."""

    def gather(self, size: int) -> None:
        """Starts helpers until there are so many; those that have ended are replaced."""
        for helper in self.helpers:
            if not helper.is_alive():
                helper.close()
        self.helpers = [helper for helper in self.helpers if helper.is_alive()]
        while len(self.helpers) < size:
            self.helpers.append(Helper())

    def face(self, position: Position) -> None:
        """Turns to a position."""
        self.position = position

    def give(self, parts: list[Part], wait: bool) -> list[Part]:
        """Gives each part to a helper; returns those that nobody takes.

        `wait` says whether to wait for helpers that are still starting or late.
        """
        self.asked = []
        left: list[Part] = []
        for helper, part in zip(self.helpers, parts, strict=False):
            if helper.is_free(wait):
                helper.ask(self.position, part)
                self.asked.append(helper)
            else:
                left.append(part)
        return left + parts[len(self.helpers) :]

    def collect(self, seconds: float) -> list[list[Tally]]:
        """What the helpers have found, as far as they answer in time."""
        wait = None if seconds == float("inf") else max(0.0, seconds)
        found = [helper.receive(wait) for helper in self.asked]
        return [[tally_from_json(data) for data in answer] for answer in found if answer]

    def close(self) -> None:
        """Ends all helpers; a process that was forked leaves them to its parent."""
        if self.pid == os.getpid():
            for helper in self.helpers:
                helper.close()
        self.helpers = []


_TEAMS: list[Team] = []
"""The team of this process, once there is one."""


def borrow_team(helpers: int, wait: bool) -> Team:
    """The team of this process with so many helpers; it must be given back.

    It works on one search at a time. Who does not `wait` for it gets a team without helpers.
    """
    if not _TEAMS or _TEAMS[0].pid != os.getpid():
        _TEAMS[:] = [Team()]
        atexit.register(_TEAMS[0].close)
    if not helpers or not _TEAMS[0].lock.acquire(blocking=wait):
        return Team()
    _TEAMS[0].gather(helpers)
    return _TEAMS[0]


def give_back(team: Team) -> None:
    """Lets others have the team."""
    if team.lock.locked():
        team.lock.release()
