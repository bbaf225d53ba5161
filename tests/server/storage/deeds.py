"""What the tests of faults write to a store, and take back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import sqlalchemy as sa

from rondel.server.storage import schema
from rondel.server.storage.database import Database
from rondel.server.storage.steps import Step
from tests.server.storage.people import add_user, write_users

LONG = 20_000
"""Characters of what a writer writes, so that a round outgrows a small memory."""

Deed = Callable[[Database, str], Awaitable[object]]
"""Writes something under a name, all of it or nothing."""


async def write_pair(database: Database, name: str) -> None:
    """Two people, through SQLAlchemy."""
    async with database.writing() as writing:
        for side in ("left", "right"):
            await add_user(writing.connection, f"{name}-{side}", "x" * LONG)


async def change_mind(database: Database, name: str) -> None:
    """Writes and does not want it after all."""
    async with database.writing() as writing:
        await add_user(writing.connection, f"{name}-left", "x" * LONG)
        raise KeyError(name)


async def write_twice(database: Database, name: str) -> None:
    """Writes what cannot be."""
    await write_users(database, f"{name}-left", f"{name}-left")


async def step_on(database: Database, name: str) -> None:
    """A table with two lines in its log, by the driver."""
    async with database.writing() as writing:
        await add_user(writing.connection, name)
        await writing.connection.execute(sa.insert(schema.tables), table_row(name))
    step = Step(name, 0, {"seq": 2}, {schema.log: [line(name, 1), line(name, 2)]}, f"{name}:2")
    assert await database.go_on(step)


def table_row(name: str) -> Mapping[str, Any]:
    """A table without a game."""
    return {
        "id": name, "name": "t", "game": "imperial", "options": {}, "public": True, "invite": "i",
        "host_id": name, "status": "open", "sandbox": False, "undo": True, "created_at": 1,
        "changed_at": 1, "seq": 0, "position": 0, "length": 0,
    }  # fmt: skip


def line(name: str, seq: int) -> Mapping[str, Any]:
    """A line of a log."""
    said = {"text": "x" * LONG}
    return {
        "table_id": name, "seq": seq, "at": 1.0, "kind": "chat", "audience": "all",
        "user_id": None, "body": said,
    }  # fmt: skip


async def share_round(database: Database, deeds: Mapping[str, Deed]) -> dict[str, object]:
    """What becomes of deeds that are done at the same time."""
    ends = await asyncio.gather(
        *(deed(database, name) for name, deed in deeds.items()), return_exceptions=True
    )
    await commits_ended(database)
    return dict(zip(deeds, ends, strict=True))


async def commits_ended(database: Database) -> None:
    """Waits for the end of commits for which nobody may be left to wait."""
    while endings := database._store._endings:
        await asyncio.wait(endings)
