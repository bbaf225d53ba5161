"""People who play by a script through every outage, and keep account of what they were told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.house import Door, Json, Person

OUTAGES: Final = (httpx.TransportError, WebSocketException, OSError)
"""What a server that was killed, or that has no database, leaves its clients with."""

FAULT: Final = 1011
"""The close code of a server that made a mistake."""

PAUSE: Final = 0.02
"""Seconds until somebody tries again who could not be served."""

PATHS: Final = {"act": "actions", "undo": "undo", "chat": "chat", "answer": "vote/answer"}
"""Where to post by HTTP what a WebSocket sends under these names."""

WAIT: Final = 20
"""Seconds a poll waits for news."""


class NotReady(httpx.TransportError):
    """The server has no database now; what was asked may be done or not."""


async def raise_not_ready(answer: httpx.Response) -> None:
    """Takes such an answer for none; for clients of servers whose database fails."""
    if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        raise NotReady(answer.text)


@dataclass
class Sent:
    """Something sent to the server, and what came of it as far as its sender knows."""

    table: str
    user: str
    message: Json
    done: Json | None = None
    """The acknowledgement."""
    refused: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nobody can tell if it was carried out: no answer has come."""
        return self.done is None and not self.refused


class Player:
    """Somebody who decides at random, and now and then talks or takes back."""

    def __init__(self, server: Door, person: Person, ledger: list[Sent], chance: Random) -> None:
        self.server = server
        self.person = person
        self.ledger = ledger
        self.chance = chance
        self.numbers = count(1)
        self.seq = 0
        self.over = False

    async def play(self, table: str) -> None:
        """Plays to the end of the game, however often the server is killed."""
        self.seq, self.over = 0, False
        while not self.over:
            try:
                await self.play_on(table)
            except OUTAGES as outage:
                check_end(outage)
                await asyncio.sleep(PAUSE)
                await self.server.up.wait()

    async def play_on(self, table: str) -> None:
        """Plays until the game is over or the server is gone."""
        raise NotImplementedError

    def note(self, table: str, message: Json) -> Sent:
        """Writes down what is about to be sent."""
        sent = Sent(table, self.person.id, message)
        self.ledger.append(sent)
        return sent

    def hear(self, row: Json) -> Json | None:
        """What to answer to a line of the log; lines come in order, none twice.

        Nobody here talks in the gallery, so there are no lines a player may not read.
        """
        assert row["seq"] == self.seq + 1
        self.seq = row["seq"]
        asked = row["kind"] == "vote" and row["body"]["outcome"] is None
        if asked and self.person.id not in row["body"]["yes"]:
            return {"type": "answer", "agree": self.chance.random() < 0.7}
        return None

    def choose(self, told: Json) -> Json:
        """What to do on one's turn."""
        lot, position = self.chance.random(), told["position"]
        if lot < 0.06:
            text = f"{self.person.name} says number {next(self.numbers)}"
            return {"type": "chat", "room": "table", "text": text}
        if lot < 0.12 and told["entries"]:
            return {"type": "undo", "position": position}
        entry = self.chance.choice(told["choices"])["entry"]
        return {"type": "act", "position": position, "entry": entry}


def check_end(outage: Exception) -> None:
    """No outage is a mistake of the server."""
    if isinstance(outage, ConnectionClosed) and outage.rcvd is not None:
        assert outage.rcvd.code != FAULT, outage


class Poller(Player):
    """Plays by HTTP alone."""

    async def play_on(self, table: str) -> None:
        """Looks at the news and at the position in turn."""
        wait = 0
        while not self.over:
            for answer in await self._news(table, wait):
                await self._post(table, answer)
            told = await self.person.get(f"/api/tables/{table}/position?facts=false")
            self.over = told["snapshot"]["result"] is not None
            wait = 0 if told["yours"] else WAIT
            if told["yours"] and not self.over:
                await self._post(table, self.choose(told))

    async def _news(self, table: str, wait: int) -> Sequence[Json]:
        query = f"since={self.seq}&wait={wait}"
        rows = (await self.person.get(f"/api/tables/{table}/log?{query}"))["rows"]
        return [answer for row in rows if (answer := self.hear(row))]

    async def _post(self, table: str, message: Json) -> None:
        sent = self.note(table, message)
        body = {key: value for key, value in message.items() if key != "type"}
        path = f"/api/tables/{table}/{PATHS[message['type']]}"
        answer = await self.person.client.post(path, json=body)
        if answer.is_success:
            sent.done = answer.json()
        else:
            assert answer.is_client_error, answer.text
            sent.refused = True


class Listener(Player):
    """Plays by WebSocket alone; a new connection goes on where the old one ended."""

    async def play_on(self, table: str) -> None:
        """Answers what comes in."""
        query = f"since={self.seq}&facts=false"
        async with self.server.live(self.person, table, query) as socket:
            while not self.over:
                await self._take(socket, table, json.loads(await socket.recv()))

    async def _take(self, socket: ClientConnection, table: str, told: Json) -> None:
        match told["type"]:
            case "row":
                if answer := self.hear(told["row"]):
                    await self._send(socket, table, answer)
            case "position":
                position = told["position"]
                self.over = position["snapshot"]["result"] is not None
                if position["yours"] and not self.over:
                    await self._send(socket, table, self.choose(position))
            case "done" | "refused":
                await self._note_answer(socket, told)
            case "hello" | "table" | "presence" | "thinking" | "beat":
                pass
            case other:
                raise AssertionError(other)

    async def _send(self, socket: ClientConnection, table: str, message: Json) -> None:
        ref = len(self.ledger)
        self.note(table, message)
        await socket.send(json.dumps({**message, "ref": ref}))

    async def _note_answer(self, socket: ClientConnection, told: Json) -> None:
        sent = self.ledger[told["ref"]]
        if told["type"] == "done":
            sent.done = told
        else:
            sent.refused = True
        if sent.refused or sent.message["type"] != "act":
            # It may still be one's turn, and nothing else would say so.
            await socket.send(json.dumps({"type": "position"}))
