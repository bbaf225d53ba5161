"""Somebody who listens at a table by WebSocket, and keeps what he was told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.server.house import Door, Json, Person
from tests.server.waiting import DEADLINE


class Listener:
    """A connection and everything that came by it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[Json] = []

    @property
    def rows(self) -> list[Json]:
        """The lines of the log."""
        return [told["row"] for told in self.told if told["type"] == "row"]

    @property
    def seq(self) -> int:
        """From where to go on."""
        seq: int = (self.rows or self.told)[-1 if self.rows else 0]["seq"]
        return seq

    async def hear(self) -> Json:
        """The next message."""
        async with asyncio.timeout(DEADLINE):
            told: Json = json.loads(await self.socket.recv())
        self.told.append(told)
        return told

    async def until(self, type: str, holds: Callable[[Json], bool] = lambda told: True) -> Json:
        """What the next message of a type tells, if something holds for it."""
        while True:
            message = await self.hear()
            if message["type"] == type:
                told: Json = message.get(type, message)
                if holds(told):
                    return told

    async def send(self, type: str, **values: Any) -> None:
        """Sends a message."""
        await self.socket.send(json.dumps({"type": type, **values}))

    async def ask(self, type: str, **values: Any) -> Json:
        """Sends a message and gives the answer to it."""
        ref = len(self.told)
        await self.send(type, ref=ref, **values)
        while (told := await self.hear()).get("ref") != ref:
            pass
        return told

    def kill(self) -> None:
        """Ends the connection without a word."""
        self.socket.transport.abort()


@asynccontextmanager
async def listening(
    door: Door, person: Person | None, table: str, query: str = ""
) -> AsyncIterator[Listener]:
    """Somebody at a table, without facts, which take most of the time."""
    async with door.live(person, table, f"facts=false&{query}") as socket:
        yield Listener(socket)
