"""Makes the store of games that were begun by version 1 of the rules.

    python -m tests.server.releases.rules_1

Both games, running and finished, with and without a complete position kept in between. It was
made by the program that knew version 1 alone; such games must go on by it for ever.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import tempfile
from pathlib import Path

from tests.server.house import Json, Person, opened_house
from tests.server.releases.make import FOLDER, LAST, RECORD, member

SQLITE = FOLDER / "rules-1.sqlite3.gz"
GAMES = ("imperial2030", "imperial")
RECORDS = {
    "imperial": RECORD,
    "imperial2030": RECORD.with_name("imperial2030-4-players.rondel.json"),
}
"""The games that are finished in the store."""

SHORT = 12
"""Entries of a game without a complete position kept."""
LONG = 60
"""Entries of one with such a position."""
STUDIED = 8
"""Entries that a study has in common with the short game."""


async def fill(ann: Person) -> None:
    """Tables of one person, who holds most seats."""
    for game in GAMES:
        for name, entries in (("short", SHORT), ("long", LONG)):
            table = await ann.open_table("me", "me", name=f"{game} {name}", game=game, start=True)
            await play(ann, table["id"], entries)
            if name == "short":
                study = {"entries": STUDIED, "name": f"{game} study"}
                await ann.post(f"/api/tables/{table['id']}/studies", study, 201)
        await ann.open_table("me", "random", name=f"{game} bot", game=game, start=True)
        await ann.open_table("me", "me", name=f"{game} open", game=game)
        await finish(ann, game)


async def play(person: Person, table: str, entries: int) -> None:
    """Plays until there are so many entries."""
    while (told := await person.position(table))["entries"] < entries:
        await person.decide(table, (7 * told["entries"]) % len(told["choices"]))


async def finish(person: Person, game: str) -> None:
    """A game that was played to the end."""
    record: Json = json.loads(RECORDS[game].read_bytes())
    actions, record["result"] = record["actions"], None
    record["actions"] = actions[:-LAST]
    table = (await person.post(f"/api/records?name={game}%20finished", record, 201))["id"]
    for position, entry in enumerate(actions[-LAST:], len(actions) - LAST):
        await person.post(f"/api/tables/{table}/actions", {"position": position, "entry": entry})


async def make(path: Path) -> None:
    """Makes the store."""
    async with opened_house(f"sqlite:///{path}") as house:
        await fill(await member(house, "ann"))


def make_sqlite(folder: Path) -> None:
    """Makes the file of SQLite, as small as can be."""
    asyncio.run(make(folder / "store"))
    with sqlite3.connect(folder / "store") as connection:
        connection.execute("VACUUM INTO ?", [str(folder / "copy")])
    connection.close()
    SQLITE.write_bytes(gzip.compress((folder / "copy").read_bytes(), mtime=0))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        make_sqlite(Path(name))
