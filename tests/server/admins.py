"""Those who look after a server, for tests."""

from __future__ import annotations

from rondel.server.admin import powers
from rondel.server.admin.desk import Desk
from rondel.server.storage.database import Database
from tests.server.house import House, Json, Person
from tests.server.visitors import account


def database_of(house: House) -> Database:
    """The store behind a house."""
    database: Database = house.app.state.server.database
    return database


def command_line(house: House) -> Desk:
    """The desk of who has the machine."""
    return Desk(database_of(house), house.clock)


async def member(house: House, login: str) -> Person:
    """Somebody with an account."""
    client = house.client()
    person = await account(client, login)
    return Person(client, person["id"], person["name"])


async def admin_of(house: House, login: str = "root") -> Person:
    """Somebody who looks after the server."""
    person = await member(house, login)
    await powers.grant(command_line(house), login)
    return person


async def audited(admin: Person) -> list[Json]:
    """The audit log, oldest line first."""
    told = await admin.get("/api/admin/audit?limit=100")
    lines: list[Json] = told["lines"][::-1]
    return lines


async def seated(house: House, *people: Person, **wanted: object) -> str:
    """A running game of these people, and a bot that never decides."""
    table = await people[0].open_table("me", *["open"] * (len(people) - 1), **wanted)
    path = f"/api/tables/{table['id']}"
    for seat, person in enumerate(people[1:], 1):
        await person.post(f"{path}/seats/{seat}/take?invite={table['invite']}")
    await people[0].post(f"{path}/start")
    id: str = table["id"]
    return id
