"""Whole games to the end, by HTTP alone and by WebSocket alone, with people and bots."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from rondel.records import loads
from tests.server.documented import check_message
from tests.server.house import Json, Person, opened_house

pytestmark = pytest.mark.anyio


def chosen(told: Json, chance: Random) -> Json:
    """One of the choices of a position, as an action."""
    choice = chance.choice(told["choices"])
    return {"position": told["position"], "entry": choice["entry"]}


async def check_record(person: Person, table: str, result: Json) -> None:
    """The record replays to the same result, byte by byte what a program would write."""
    answer = await person.client.get(f"/api/tables/{table}/record")
    game = loads(answer.content)
    assert game.result == result


@pytest.mark.long
@pytest.mark.parametrize("game", ["imperial2030", "imperial"])
async def test_whole_game_by_http_alone(game: str, sqlite_url: str) -> None:
    chance = Random(1)
    async with opened_house(sqlite_url) as house:
        ann, bob = await house.guest("Ann"), await house.guest("Bob")
        opened = await ann.open_table("me", "open", "banker", "random", game=game)
        table = opened["id"]
        await bob.post(f"/api/tables/{table}/seats/1/take")
        await ann.post(f"/api/tables/{table}/start")
        seq = 0
        while True:
            told = await ann.position(table)
            mine = told if told["yours"] else await bob.position(table)
            if told["snapshot"]["result"] is not None:
                break
            if mine["yours"]:
                person = ann if mine is told else bob
                await person.post(f"/api/tables/{table}/actions", chosen(mine, chance))
            else:
                seq = (await ann.get(f"/api/tables/{table}/log?since={seq}&wait=30"))["seq"]
        await check_record(ann, table, told["snapshot"]["result"])


class Player:
    """Somebody who plays by WebSocket alone, and keeps what he was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.rows: list[Json] = []

    async def next_position(self) -> Json:
        """The next position told; lines of the log are kept on the way."""
        while True:
            told = json.loads(await self.socket.recv())
            check_message(told, "LiveTold")
            if told["type"] == "row":
                self.rows.append(told["row"])
            elif told["type"] == "position":
                position: Json = told["position"]
                return position
            assert told["type"] != "refused", told

    async def play(self, chance: Random) -> Any:
        """Plays to the end and gives the result."""
        while True:
            told = await self.next_position()
            if told["snapshot"]["result"] is not None:
                return told["snapshot"]["result"]
            if told["yours"]:
                await self.socket.send(json.dumps({"type": "act", **chosen(told, chance)}))


@pytest.mark.parametrize("game", ["imperial", pytest.param("imperial2030", marks=pytest.mark.long)])
async def test_whole_game_by_websocket_alone(game: str, sqlite_url: str) -> None:
    async with opened_house(sqlite_url) as house:
        ann = await house.guest("Ann")
        opened = await ann.open_table("me", "banker", "random", game=game, start=True)
        table = opened["id"]
        async with house.live(ann, table) as socket:
            player = Player(socket)
            result = await player.play(Random(2))
        numbers = [row["seq"] for row in player.rows]
        assert numbers == list(range(1, numbers[-1] + 1))
        await check_record(ann, table, result)
