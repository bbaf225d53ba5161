"""A disk that fails when it is told to, under a server on SQLite."""

from __future__ import annotations

import asyncio
import errno
import mmap
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.server.waiting import DEADLINE

SOURCE: Final = Path(__file__).with_name("failing_io.c")
FIELDS: Final = ("kinds", "countdown", "error", "lasting", "failed")
"""As the library knows them, eight bytes each."""

WRITES, SYNCS, CUTS, READS = 1, 2, 4, 8
LATEST: Final = 12
"""At most so many calls pass before one fails."""
HALF: Final = 0
"""Instead of an error: half is written before the disk is full."""
FULL_SECONDS: Final = 0.5
"""How long the disk stays full when it is full for a while."""
PATIENCE: Final = 0.5
"""Seconds to wait for a call that may never come, as for reads of what is in memory."""


class Fault(NamedTuple):
    """A way for the disk to fail."""

    name: str
    kinds: int
    error: int


FAULTS: Final = (
    Fault("full while writing", WRITES, errno.ENOSPC),
    Fault("error while writing", WRITES, errno.EIO),
    Fault("half of a write", WRITES, HALF),
    Fault("error while syncing", SYNCS, errno.EIO),
    Fault("full while syncing", SYNCS, errno.ENOSPC),
    Fault("error while cutting", CUTS | SYNCS, errno.EIO),
    Fault("error while reading", READS, errno.EIO),
    Fault("error anywhere", WRITES | SYNCS | CUTS | READS, errno.EIO),
)


def compiler() -> str | None:
    """What the library is compiled with; None where there is nothing."""
    return shutil.which("cc")


class FailingDisk:
    """What a server in another process is told by its disk."""

    def __init__(self, folder: Path) -> None:
        self.environment = {
            "LD_PRELOAD": str(_library(folder)),
            "RONDEL_FAILING_IO": str(folder / "failing"),
        }
        (folder / "failing").write_bytes(bytes(8 * len(FIELDS)))
        with (folder / "failing").open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 0)

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            struct.pack_into("q", self._shared, 8 * FIELDS.index(name), value)

    def _get(self, name: str) -> int:
        value: int = struct.unpack_from("q", self._shared, 8 * FIELDS.index(name))[0]
        return value

    @property
    def failed(self) -> int:
        """Calls that have failed so far."""
        return self._get("failed")

    async def strike(self, chance: Random) -> str | None:
        """Lets a call fail that comes soon; gives the name of the fault, None if it did not come.

        Now and then the disk is full for a while instead.
        """
        if chance.random() < 0.02:
            return await self._fill_up()
        fault, before = chance.choice(FAULTS), self.failed
        self._set(kinds=fault.kinds, error=fault.error)
        self._set(countdown=chance.randint(1, LATEST))
        await self._wait_for(before)
        self._set(countdown=0)
        return fault.name if self.failed > before else None

    async def _wait_for(self, before: int) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while self.failed == before and loop.time() < until:
            await asyncio.sleep(0.002)

    async def _fill_up(self) -> str | None:
        before = self.failed
        with self.full():
            await asyncio.sleep(FULL_SECONDS)
        return "full for a while" if self.failed > before else None

    @contextmanager
    def full(self) -> Iterator[None]:
        """There is no room for so long."""
        self._set(kinds=WRITES, countdown=0, lasting=errno.ENOSPC)
        try:
            yield
        finally:
            self._set(lasting=0)


def _library(folder: Path) -> Path:
    """The library that lets calls fail."""
    library, cc = folder / "failing_io.so", compiler()
    assert cc is not None
    options = ["-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
    command = [cc, *options, "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True, timeout=DEADLINE)
    return library
