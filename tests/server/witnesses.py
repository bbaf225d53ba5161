"""People who keep every byte they are sent, and ways to find in it what is not for them.

The games begin from positions where everybody has cash in a range of his own, far from any other
number of the game. Scores lie in the same range, being cash and a little more.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from rondel.engine import title_of
from tests.positions import game_at
from tests.server.house import House, Json, Person
from tests.server.matrix import PUZZLE
from tests.server.waiting import until

CASH = {"A": 70_001, "B": 80_021, "C": 90_047}
"""What the players begin with."""
SPREAD = 2_000
"""No cash and no score gets further away from that."""


def secret_record(game: str, cash: dict[str, int] | None = None) -> Json:
    """A record with secret cash that is soon at its end, and begins from a position."""
    ids = title_of(game).board.nation_ids
    begun = game_at(
        ids[0],
        game=game,
        players=len(CASH),
        options={"secret_cash": True, "donations": "any"},
        cash=cash or CASH,
        power=dict.fromkeys(ids, 20),
        treasuries=dict.fromkeys(ids, 10),
    )
    return begun.record()


# Listening ----------------------------------------------------------------------------------


@dataclass
class Witness:
    """Somebody who keeps all he is sent; `own` are the players whose cash he may know."""

    house: House
    table: str
    invite: str
    person: Person
    own: set[str]
    kept: list[tuple[str, bytes]] = field(default_factory=list)
    """Where it came from, and what it was."""
    latest: Json = field(default_factory=dict)
    """The position told last by WebSocket."""
    answered: int = 0
    """How many of the questions that `settle` asks have been answered."""
    socket: ClientConnection | None = None

    @property
    def position(self) -> int:
        """The number of the position told last."""
        return int(self.latest.get("position", -1))

    def keep(self, source: str, content: bytes) -> None:
        """Keeps what has come."""
        self.kept.append((source, content))

    async def keep_answer(self, answer: httpx.Response) -> None:
        """Keeps an answer; its length is not among the headers, being no number of the game."""
        await answer.aread()
        headers = [value for name, value in answer.headers.raw if name != b"content-length"]
        source = f"{answer.request.method} {answer.request.url.raw_path.decode()}"
        self.keep(source, b"\n".join([*headers, answer.content]))

    async def listen(self) -> None:
        """Keeps what comes by WebSocket."""
        assert self.socket is not None
        async for message in self.socket:
            text = message if isinstance(message, str) else message.decode()
            self.keep("live", text.encode())
            told = json.loads(text)
            if told["type"] == "position":
                self.latest = told["position"]
            elif told.get("ref") is not None:
                self.answered = told["ref"]

    async def send(self, **sent: Any) -> None:
        """Sends a message."""
        assert self.socket is not None
        await self.socket.send(json.dumps(sent))

    async def settle(self) -> None:
        """Waits for the answers to everything that was sent."""
        question = self.answered + 1
        await self.send(type="undo", position=2**31 - 1, ref=question)
        await until(lambda: self.answered == question)

    async def see(self, position: int) -> None:
        """Waits until a position was told."""
        await until(lambda: self.position >= position)

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        """Asks for something at the table, with the invite."""
        address = path.replace("{table}", self.table)
        invited = f"{address}{'&' if '?' in address else '?'}invite={self.invite}"
        return await self.person.client.request(method, invited, json=body)


@asynccontextmanager
async def witness(
    house: House, table: Json, person: Person | None, own: Iterable[str] = (), query: str = ""
) -> AsyncIterator[Witness]:
    """Somebody at a table, by HTTP and WebSocket; None for nobody in particular."""
    client = house.client(cookies=person.client.cookies if person else None)
    somebody = Person(client, person.id if person else "", person.name if person else "-")
    found = Witness(house, table["id"], table["invite"], somebody, set(own))
    client.event_hooks = {"response": [found.keep_answer]}
    async with house.live(person, found.table, f"invite={found.invite}&{query}") as socket:
        found.socket = socket
        listening = asyncio.create_task(found.listen())
        try:
            yield found
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


# Looking everywhere -------------------------------------------------------------------------

PEEKS: dict[str, list[str]] = {
    "/api/tables/{table}": [""],
    "/api/tables/{table}/position": ["", "lang=en", "facts=false", "seat=0", "seat=1", "seat=2"],
    "/api/tables/{table}/log": ["lang=en"],
    "/api/tables/{table}/presence": [""],
    "/api/tables/{table}/record": ["", "seat=0", "seat=1", "seat=2"],
    "/api/tables/{table}/entries": ["lang=en"],
    "/api/tables/{table}/changes": [
        f"moment=0&moment={{entries}}{seat}" for seat in ("", "&seat=0", "&seat=1", "&seat=2")
    ],
    "/api/tables/{table}/course": ["", "seat=0", "seat=1", "seat=2"],
    "/api/tables/{table}/positions": ["", "seat=0", "seat=1", "seat=2"],
    "/api/tables/{table}/positions/{entries}": ["", "seat=0", "seat=1", "seat=2"],
    "/api/tables/{table}/review": ["", "lang=en"],
    "/api/tables/{table}/note": [""],
    "/api/tables/{table}/picture": ["", "lang=ru", "entries={entries}"],
    "/api/tables/{table}/plans": [""],
    "/api/watch": ["lang=en"],
    "/api/tables/{table}/notices": [""],
    "/api/tables/{table}/ratings": [""],
    "/api/tables": ["list=open", "list=running", "list=finished", "list=mine", "list=played"],
    "/api/bots": [""],
    "/api/games/{game}": [""],
    "/api/games/{game}/words": [""],
    "/api/lessons/{game}": [""],
    "/api/puzzles": [""],
    "/api/puzzles/{puzzle}": [""],
    "/api/puzzles/{puzzle}/solution": [""],
    "/api/explorer/{game}": ["", "games=host"],
    "/api/rules/{language}": [""],
    "/api/rules/examples/tax": [""],
    "/api/rules/examples/position": ["", "section=3.7&choice=0"],
    "/api/people/{person}": [""],
    "/api/people/{person}/games": [""],
    "/api/ratings/{game}": [""],
    "/api/tournaments": [""],
    "/api/tournaments/{tournament}": [""],
    "/api/me": [""],
    "/api/me/notices": [""],
    "/api/me/people": [""],
    "/api/me/tokens": [""],
    "/api/me/export": [""],
    "/api/me/reports": [""],
    "/api/admin/people": [""],
    "/api/admin/people/{person}": [""],
    "/api/admin/tables": [""],
    "/api/admin/reports": [""],
    "/api/admin/audit": [""],
    "/api/admin/notices": [""],
    "/healthz": [""],
    "/readyz": [""],
    "/metrics": [""],
}
"""Everything there is to look at, and in which ways."""

AT_THE_TABLE = [path for path in PEEKS if "{table}" in path]


async def peek(who: Witness, paths: Iterable[str], entries: int) -> None:
    """Looks at everything, and at some moments of the past."""
    for path in paths:
        moments = {0, entries // 2, entries} if "{entries}" in path else {0}
        for moment in sorted(moments):
            address = path.replace("{entries}", str(moment)).replace("{game}", "imperial")
            address = address.replace("{language}", "en").replace("{puzzle}", PUZZLE)
            for query in PEEKS[path]:
                await who.ask("GET", f"{address}?{query.replace('{entries}', str(entries))}")


async def pry(who: Witness, position: int, entry: Json) -> None:
    """Tries to learn something by what is refused: `entry` is what somebody else may decide."""
    gifts = [_gift_of(player) for player in CASH if player not in who.own]
    for asked in (entry, *gifts):
        wanted = {"position": position, "entries": [asked]}
        await who.ask("POST", "/api/tables/{table}/consequences", wanted)
        await who.send(type="consequences", **wanted)
        for number in (position, position - 1):
            if asked is not entry or entry["actor"] not in who.own:
                act = {"position": max(number, 0), "entry": asked}
                await who.ask("POST", "/api/tables/{table}/actions", act)
                await who.send(type="act", **act)
    await who.ask("POST", "/api/tables/{table}/studies", {"entries": 0})
    await who.settle()


def _gift_of(player: str) -> Json:
    """More than anybody has: the refusal might say how much it is."""
    choice = {"nation": "china", "amount": 99_999}
    return {"decision": "donate", "actor": player, "choice": choice}


# Finding ------------------------------------------------------------------------------------

LARGE_NUMBER = re.compile(rb"(?<![\w.-])[0-9]{5,}(?![\w-]|\.[0-9])")
"""Not a part of an id or of a time."""


def leaks_in(content: bytes, own: set[str]) -> list[int]:
    """Numbers that are the cash or the score of others, or near them."""
    secret = [amount for player, amount in CASH.items() if player not in own]
    found = [int(number) for number in LARGE_NUMBER.findall(content)]
    return [n for n in found if any(abs(n - amount) <= SPREAD for amount in secret)]


def check_kept(who: Witness) -> int:
    """Nothing that somebody was sent tells the cash of others, in numbers or in shape.

    Gives the number of bytes looked at, and forgets them.
    """
    kept, who.kept = who.kept, []
    for source, content in kept:
        assert not leaks_in(content, who.own), (who.person.name, source, content)
        body = content.rpartition(b"\n")[2]
        if body.startswith(b"{") and not any(path in source for path in ELSEWHERE):
            json.loads(body, object_hook=partial(checked_shape, who.own, source))
    return sum([len(content) for _, content in kept])


ELSEWHERE = ("/api/puzzles/", "/api/rules/examples/", "/api/lessons/")
"""Positions of other games, whose cash all may know; in numbers nothing of this one is there."""

PERSONAL = {"cash", "score", "affordable", "most"}
"""What is told of a player if his cash may be known, and else is null."""


def checked_shape(own: set[str], source: str, value: Json) -> Json:
    """An object, in which there is null, or nothing, where others' cash would stand."""
    for key in ("cash", "scores", "donations"):
        if isinstance(value.get(key), dict):
            known = {player for player, told in value[key].items() if told is not None}
            assert known <= own, (source, key, value)
    for player in CASH.keys() - own:
        told = value.get(player)
        if isinstance(told, dict):
            assert not [key for key in PERSONAL if told.get(key) is not None], (source, told)
    return value
