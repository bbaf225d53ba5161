"""Real servers, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

import httpx

from tests.cli.running import command, environment

DEADLINE = 60.0
"""Seconds after which a server is given up; only a test that fails waits so long."""
SAID = re.compile(r"Rondel is at (http://127\.0\.0\.1:\d+)\. Stop it with Ctrl-C\.\n")

TABLE = {"game": "imperial", "seats": [{"kind": "me"}, {"kind": "open"}]}
"""A table that waits for somebody."""


class Hosted:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
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
        ordered, folder = command("admin", *words), self._log.parent
        subprocess.run(ordered, env=environment(folder), capture_output=True, check=True)

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
    arguments = command("serve", "--port", 0, "--bot-processes", 0, *options, program=program)
    with (
        log.open("w") as errors,
        subprocess.Popen(
            arguments,
            cwd=folder,
            env=environment(folder, env),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            yield Hosted(process, _address(process, log), log)
        finally:
            process.kill()


def _address(process: subprocess.Popen[str], log: Path) -> str:
    assert process.stdout
    timer = Timer(DEADLINE, process.kill)
    timer.start()
    said = SAID.fullmatch(process.stdout.readline())
    timer.cancel()
    assert said, log.read_text(encoding="utf-8")
    return said[1]
