"""What the store of a server must hold, whatever was asked of the server."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.engine import Game
from rondel.records import replay
from rondel.server.storage import schema
from rondel.server.storage.database import Database
from tests.server.people import Json

LEADING_ON = ("action", "undone")
"""Lines of the log that lead to another position."""


class StoreWatch:
    """Notices every change in a store on SQLite, whoever makes it."""

    def __init__(self, url: str) -> None:
        path = url.removeprefix("sqlite:///")
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def version(self) -> int:
        """A number that differs after every change."""
        [version] = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)

    def contents(self) -> dict[str, list[tuple[object, ...]]]:
        """All rows by table, but for who is there: that is told again and again."""
        tables = [name for name in schema.metadata.tables if name != "presence"]
        return {
            name: self._connection.execute(f"SELECT * FROM {name}").fetchall() for name in tables
        }

    def close(self) -> None:
        """Looks no more."""
        self._connection.close()


async def check_store(database: Database) -> int:
    """Looks at all tables in a store; says how many there are."""
    async with database.reading() as connection:
        kept = (await connection.execute(sa.select(schema.tables))).mappings().all()
        for table in kept:
            (await _read(connection, dict(table))).check()
    return len(kept)


async def _read(connection: AsyncConnection, table: Json) -> Kept:
    async def rows(of: sa.Table, by: sa.Column[int]) -> list[Json]:
        wanted = sa.select(of).where(of.c.table_id == table["id"]).order_by(by)
        return [dict(row) for row in (await connection.execute(wanted)).mappings()]

    pages = await _pages(connection, table["id"])
    return Kept(
        table,
        await rows(schema.seats, schema.seats.c.number),
        await rows(schema.log, schema.log.c.seq),
        [*_shared(table, pages), *await rows(schema.entries, schema.entries.c.number)],
        [*_snapshots(pages), *await rows(schema.checkpoints, schema.checkpoints.c.entries)],
    )


async def _pages(connection: AsyncConnection, table: str) -> list[Json]:
    """What the game of a table begins with, each page with its stretch."""
    pages, stretches = schema.pages, schema.stretches
    wanted = (
        sa.select(pages.c.after, pages.c.last, stretches.c.bodies, stretches.c.snapshot)
        .add_columns(stretches.c.after.label("first"), stretches.c.last.label("most"))
        .join(stretches, stretches.c.id == pages.c.stretch_id)
        .where(pages.c.table_id == table)
    )
    found = await connection.execute(wanted.order_by(pages.c.after))
    return [dict(row) for row in found.mappings()]


def _shared(table: Json, pages: list[Json]) -> list[Json]:
    """The entries on these pages, which must lie one after the other."""
    bodies: list[Json] = []
    for page in pages:
        assert page["after"] == page["first"] == len(bodies)
        assert page["after"] < page["last"] <= page["most"]
        assert len(json.loads(page["bodies"])) == page["most"] - page["first"]
        bodies += json.loads(page["bodies"])[: page["last"] - page["after"]]
    assert len(bodies) == table["shared"]
    return [{"number": number, "body": body} for number, body in enumerate(bodies, 1)]


def _snapshots(pages: list[Json]) -> list[Json]:
    kept = [page for page in pages if page["snapshot"] is not None]
    return [{"entries": page["after"], "snapshot": json.loads(page["snapshot"])} for page in kept]


@dataclass(frozen=True)
class Kept:
    """All that a store keeps of one table."""

    table: Json
    seats: list[Json]
    log: list[Json]
    entries: list[Json]
    checkpoints: list[Json]

    def check(self) -> None:
        """Nothing is missing or doubled, and the record leads to where the table stands."""
        table = self.table
        assert [row["seq"] for row in self.log] == list(range(1, table["seq"] + 1))
        assert [row["number"] for row in self.entries] == list(range(1, table["length"] + 1))
        assert [seat["number"] for seat in self.seats] == list(range(len(self.seats)))
        if table["heading"] is None:
            assert not self.entries
            assert table["status"] in ("open", "expired")
        else:
            self._check_game()

    def _check_game(self) -> None:
        """The log tells of the same entries, and the game replays from them."""
        assert self._told_by_log() == [row["body"] for row in self.entries][self._brought() :]
        snapshots = {row["entries"]: row["snapshot"] for row in self.checkpoints}

        def compare(game: Game, number: int, events: object) -> None:
            if number in snapshots:
                assert game.snapshot() == snapshots.pop(number)

        led = sum(row["kind"] in LEADING_ON for row in self.log)
        assert self.table["position"] == self._opened_with() + led
        record = {**self.table["heading"], "actions": [row["body"] for row in self.entries]}
        self._check_end(replay(record, compare))
        assert not snapshots

    def _brought(self) -> int:
        """Entries the table was opened with that were not taken back since."""
        undone = [int(row["body"]["to"]) for row in self.log if row["kind"] == "undone"]
        return min([self._opened_with(), *undone])

    def _opened_with(self) -> int:
        """Entries the table was opened with: none, unless it is a study."""
        return sum(int(row["body"]["entries"]) for row in self.log if row["kind"] == "opened")

    def _told_by_log(self) -> list[Json]:
        """The entries since the table was opened, as the log tells them."""
        brought, entries = self._brought(), list[Json]()
        for row in self.log:
            body = row["body"]
            if row["kind"] == "action":
                entries[body["number"] - brought - 1 :] = [body["entry"]]
            elif row["kind"] == "undone":
                del entries[body["to"] - brought :]
        return entries

    def _check_end(self, game: Game) -> None:
        table, decision = self.table, game.decision
        assert table["result"] == game.result
        assert (table["status"] == "finished") == game.over
        assert [seat["name"] for seat in self.seats] == game.players
        if decision is None or table["status"] == "ended":
            assert table["decider"] is None
        else:
            assert self.seats[table["decider"]]["name"] == decision.player
            assert table["decision"] == decision.kind
