"""People, and tables in every state, for requests that are made blindly."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from tests.recorded_games import FOLDER
from tests.server.house import House, Json, Person

FINISHED: Final = FOLDER / "imperial-shared-place.rondel.json"
"""A short game with its result."""


@dataclass
class Stage:
    """Two people, and tables that both have to do with."""

    ann: Person
    bob: Person
    tables: list[Json]

    def add(self, table: Json) -> None:
        """Puts a new table in place of the oldest."""
        self.tables = [*self.tables[1:], table]


async def set_stage(house: House, with_tables: bool) -> Stage:
    """People, and tables before, in and after their games."""
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    return Stage(ann, bob, await set_tables(ann, bob) if with_tables else [])


async def set_tables(ann: Person, bob: Person) -> list[Json]:
    """A table in each state that a table can be in."""
    return [
        await ann.open_table("me", "open", "open"),
        await bob.open_table("me", "open", "medium", public=False),
        await ann.post("/api/records", json.loads(FINISHED.read_bytes()), 201),
        await _running(ann, bob),
        await _running(bob, ann, options={"secret_cash": True}, undo=False),
        await _paused(ann),
    ]


async def _running(host: Person, other: Person, **wanted: Any) -> Json:
    """A game of two, some decisions old; the host sits on two seats."""
    opened = await host.open_table("me", "open", "me", **wanted)
    table = opened["id"]
    await other.post(f"/api/tables/{table}/seats/1/take")
    told = await host.post(f"/api/tables/{table}/start")
    for _ in range(3):
        mine = told["seats"][told["pending"]["seat"]]["yours"]
        await (host if mine else other).decide(table)
        told = await host.get(f"/api/tables/{table}")
    return opened


async def _paused(host: Person) -> Json:
    opened = await host.open_table("me", "me", start=True, clock={"per": "player", "seconds": 600})
    await host.post(f"/api/tables/{opened['id']}/vote", {"kind": "pause"})
    return opened
