"""Real servers, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, Any

import httpx

from tests.cli.running import environment, runner
from tests.nursery import Child

DEADLINE = 60.0
"""Seconds after which a server is given up; only a test that fails waits so long."""
SAID = re.compile(r"Rondel is at (http://127\.0\.0\.1:\d+)\. Stop it with Ctrl-C\.\n")

TABLE = {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "open"}]}
"""A table that waits for somebody."""


class Hosted:
    """A server that runs."""

    def __init__(self, process: Child, address: str, log: Path) -> None:
        self.address = address
        self._process = process
        self._log = log

    def client(self, **options: Any) -> httpx.Client:
        """Somebody who may keep a cookie."""
        options = {"timeout": DEADLINE, **options}
        return httpx.Client(base_url=self.address, trust_env=False, **options)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tells it to stop, and gives its exit status."""
        self._process.send_signal(number)
        return self._process.wait(DEADLINE)

    def order(self, *words: object) -> None:
        """Has `rondel admin` do something beside the server."""
        ran = runner(self._log.parent)("admin", *words)
        assert ran.returncode == 0, ran.stderr

    def log(self) -> list[dict[str, Any]]:
        """What it wrote to standard error."""
        return [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]


@contextmanager
def hosted(
    folder: Path,
    *options: object,
    env: Mapping[str, str] | None = None,
    program: str = "rondel",
) -> Iterator[Hosted]:
    """A server on a free port, whose store is in the folder."""
    log = folder / f"log-{os.urandom(4).hex()}"
    arguments = ["serve", "--port", 0, "--bot-processes", 0, *options]
    read, write = os.pipe()
    with (
        os.fdopen(read, encoding="utf-8") as said,
        log.open("w") as errors,
        Path(os.devnull).open() as nothing,
    ):
        streams = [nothing.fileno(), write, errors.fileno()]
        process = Child([*map(str, arguments)], folder, environment(folder, env), streams, program)
        os.close(write)
        try:
            yield Hosted(process, _address(process, said, log), log)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait(DEADLINE)


def _address(process: Child, said: IO[str], log: Path) -> str:
    timer = Timer(DEADLINE, process.send_signal, [signal.SIGKILL])
    timer.start()
    told = SAID.fullmatch(said.readline())
    timer.cancel()
    assert told, log.read_text(encoding="utf-8")
    return told[1]
