"""The program in processes of its own, which need not load it: that takes most of their time.

    python -m tests.nursery DESCRIPTOR

A process that has loaded everything waits for orders on a socket. For each it forks one that goes
on as `python -m rondel` would: in the folder and the surroundings of whoever asked, with his
streams, and answering to signals. Whoever asked hears its number, and how it ended.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import mkdtemp
from typing import NoReturn, TypedDict

from rondel import cli
from rondel.cli.hosting import server_module

ROOT = Path(__file__).parent.parent
NUMBER = 4
"""Bytes of a number on the socket."""
AT_START = ("PYTHON", "LD_", "COVERAGE", "RONDEL_PURE", "RONDEL_FAILING_IO")
"""How variables begin that count only when Python starts, or the package is loaded."""


def settings_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What of its surroundings a process cannot take up later."""
    return {name: value for name, value in environment.items() if name.startswith(AT_START)}


class Order(TypedDict):
    """What the nursery is asked for."""

    arguments: Sequence[str]
    folder: str
    environment: dict[str, str]
    program: str


class Child:
    """The program, begun by the nursery of this process."""

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        streams: Sequence[int],
        program: str = "rondel",
    ) -> None:
        """Begins it; `streams` are descriptors for what it reads, writes and says of errors.

        Another program is a module that changes something of ours when it is imported.
        """
        nursery = nursery_for(frozenset(settings_at_start(environment).items()))
        order = Order(
            arguments=arguments,
            folder=str(folder),
            environment={**environment},
            program=program,
        )
        text = json.dumps(order).encode()
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(nursery)
        socket.send_fds(self._line, [len(text).to_bytes(NUMBER, "big")], [*streams])
        self._line.sendall(text)
        self.pid = read_number(self._line)
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """How it ended: its exit status, or below zero the signal.

        Raises: TimeoutError.
        """
        if self.returncode is None:
            self._line.settimeout(timeout)
            self.returncode = os.waitstatus_to_exitcode(read_number(self._line))
            self._line.close()
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it has ended."""
        if self.returncode is None and not select.select([self._line], [], [], 0)[0]:
            os.kill(self.pid, number)


def read_number(line: socket.socket) -> int:
    """The next number; the other side must still be there."""
    told = line.recv(NUMBER, socket.MSG_WAITALL)
    assert len(told) == NUMBER, "the nursery has ended"
    return int.from_bytes(told, "big")


@cache
def nursery_for(settings: frozenset[tuple[str, str]]) -> str:
    """Begins a nursery with these settings; gives the address that it answers at."""
    address = f"{mkdtemp(prefix='rondel-nursery-')}/orders"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    others = {name: value for name, value in os.environ.items() if not name.startswith(AT_START)}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(listener.fileno())],
        cwd=ROOT,
        env={**others, **dict(settings)},
        stdin=subprocess.PIPE,
        pass_fds=[listener.fileno()],
    )
    listener.close()
    atexit.register(close, process, Path(address).parent)
    return address


def close(nursery: subprocess.Popen[bytes], folder: Path) -> None:
    """Ends a nursery."""
    nursery.communicate()
    shutil.rmtree(folder)


# In the nursery -----------------------------------------------------------------------------


def attend(listener: socket.socket) -> None:
    """Carries out orders until whoever began the nursery is gone."""
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        reap()
        if sys.stdin in ready:
            return
        line, _ = listener.accept()
        with line:
            size, streams, _, _ = socket.recv_fds(line, NUMBER, 3)
            order = json.loads(line.recv(int.from_bytes(size, "big"), socket.MSG_WAITALL))
            if os.fork() == 0:
                listener.close()
                carry_out(order, streams, line)
            for stream in streams:
                os.close(stream)


def reap() -> None:
    """Takes note of those that have ended, so that their time counts as ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def carry_out(order: Order, streams: list[int], line: socket.socket) -> None:
    """Tells of a program from its beginning to its end; comes back only as the program."""
    if (program := os.fork()) == 0:
        line.close()
        become(order, streams)
    for stream in streams:
        os.close(stream)
    line.sendall(program.to_bytes(NUMBER, "big"))
    _, status = os.waitpid(program, 0)
    line.sendall(status.to_bytes(NUMBER, "big"))
    os._exit(0)


def become(order: Order, streams: list[int]) -> NoReturn:
    """Goes on as the program."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, "r", -1, "utf-8", "surrogateescape", closefd=False)
    sys.stdout = os.fdopen(1, "w", -1, "utf-8", "surrogateescape", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.argv = ["rondel", *order["arguments"]]
    if order["program"] != "rondel":
        # Processes that it starts import what is the main module here.
        sys.modules["__main__"] = import_module(order["program"])
    leave(import_module("rondel.cli").main(order["arguments"]))


def leave(status: int) -> NoReturn:
    """Ends as Python does, and leaves alone what it shares with the nursery.

    To take all of that apart takes longer than most commands.
    """
    if threading.active_count() == 1:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def load() -> None:
    """Loads what the commands need, as they would, and puts the program together."""
    for _, name, _ in walk_packages(cli.__path__, f"{cli.__name__}."):
        import_module(name)
    import_module("rondel.cli.app").program()
    for name in ("admin.orders", "upkeep.doctor", "running"):
        server_module(name)
    gc.freeze()


if __name__ == "__main__":
    load()
    attend(socket.socket(fileno=int(sys.argv[1])))
