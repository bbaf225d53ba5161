"""A server is started anew, and everybody who was connected comes back at once.

    python -m bench.reconnect [--tables 1000] [--listeners 2] [--json]

Two people sit at each table, each with a WebSocket as a browser has it. Then the server is stopped
and started on the same store and port; told is how long it takes from the moment it answers until
every one of them has been told the position again.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load_clients import Load, Table, Tally
from bench.server_load import serving


@dataclass
class Measured:
    """What is told in the end."""

    sockets: int
    seconds: float
    """From the first answer of the server until everybody is back."""
    median_seconds: float
    cpu_seconds: float
    """Processor time of the server."""
    mib: float


async def come_back(uri: str, cookie: str) -> None:
    """Connects as soon as that is possible, until the position is told."""
    while True:
        try:
            async with connect(
                uri, additional_headers={"Cookie": cookie}, max_size=None, open_timeout=60
            ) as socket:
                while True:
                    if b'"type":"position"' in (await socket.recv(decode=False))[:30]:
                        return
        except (OSError, WebSocketException):
            await asyncio.sleep(0.2)


async def opened(address: str, wanted: argparse.Namespace) -> list[Table]:
    """Tables with people who do not listen yet."""
    load = Load([address], wanted.tables, 2, [], 0, 0, 1, 1)
    tables = [Table(load, number, Tally()) for number in range(wanted.tables)]
    for table in tables:
        await table.open()
    return tables


async def measure(wanted: argparse.Namespace, folder: Path) -> Measured:
    """Stops the server and starts another one."""
    store = f"sqlite:///{folder}/rondel.sqlite3"
    secret = "the same for both"
    async with serving(store, folder, 0, secret=secret) as (address, _):
        tables = await opened(address, wanted)
        sockets = [
            (f"/api/tables/{table.id}/live", table.people[number % 2].cookie)
            for table in tables
            for number in range(wanted.listeners)
        ]
    port = int(address.rpartition(":")[2])
    ends = list[float]()

    async def back(path: str, cookie: str) -> None:
        await come_back(f"ws://{address}{path}", cookie)
        ends.append(time.perf_counter())

    async with serving(store, folder, 0, secret=secret, port=port) as (_, server):
        begun, used = time.perf_counter(), server.cpu_seconds()
        async with asyncio.TaskGroup() as tasks:
            for path, cookie in sockets:
                tasks.create_task(back(path, cookie))
        used, mib = server.cpu_seconds() - used, server.mib()
    middle = sorted(ends)[len(ends) // 2]
    return Measured(len(ends), max(ends) - begun, middle - begun, used, mib)


def main() -> int:
    """Measures and tells."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--listeners", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="rondel-back-") as name:
        measured = asyncio.run(measure(wanted, Path(name)))
    print(json.dumps(asdict(measured), indent=None if wanted.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
