"""Other processes that work on a store, and die."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

WRITER = """if True:
    import asyncio, itertools, sys
    from rondel.server.storage.database import Database
    from tests.server.storage.people import write_users

    async def write(url, name):
        database = await Database.open(url)
        print("open", flush=True)
        for number in itertools.count():
            await write_users(database, f"{name}{number}-left", f"{name}{number}-right")
            print(f"{name}{number}", flush=True)

    asyncio.run(write(*sys.argv[1:]))
"""


@contextmanager
def writer(url: str, name: str) -> Iterator[IO[str]]:
    """A process that writes pairs of people for ever and tells of each; killed at the end."""
    command = [sys.executable, "-c", WRITER, url, name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "open\n"
        yield process.stdout
        process.kill()
