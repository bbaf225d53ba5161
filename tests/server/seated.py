"""People at a table, with a deal that says who decides first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.positions import nations
from tests.server.house import House, Json, Person


@dataclass(frozen=True)
class Seated:
    """A person at a table."""

    person: Person
    table: str
    """Its id."""

    @property
    def id(self) -> str:
        """Who it is."""
        return self.person.id

    @property
    def path(self) -> str:
        """Where the table is found."""
        return f"/api/tables/{self.table}"

    async def look(self) -> Json:
        """The table."""
        told: Json = await self.person.get(self.path)
        return told

    async def position(self, query: str = "") -> Json:
        """The position without facts, which take most of the time."""
        told: Json = await self.person.get(f"{self.path}/position?facts=false&{query}")
        return told

    async def act(self, choice: Json, position: int | None = None) -> Json:
        """Decides; on the current position unless another is named."""
        return await self.send({"choice": choice}, position)

    async def give(self, player: str, nation: str, amount: int) -> Json:
        """Donates for a player."""
        choice = {"nation": nation, "amount": amount}
        return await self.send({"decision": "donate", "actor": player, "choice": choice})

    async def send(self, entry: Mapping[str, Any], position: int | None = None) -> Json:
        """Sends an entry of the record."""
        if position is None:
            position = (await self.look())["position"]
        body = {"position": position, "entry": entry}
        done: Json = await self.person.post(f"{self.path}/actions", body)
        return done

    async def undo(self, to: int | None = None) -> Json:
        """Takes back; gives the table."""
        body = {"position": (await self.look())["position"], "to": to}
        return await self.post("undo", body)

    async def post(self, what: str, body: Any = None, status: int = 200) -> Json:
        """Does something at the table."""
        told: Json = await self.person.post(f"{self.path}/{what}", body, status)
        return told

    async def refused(self, what: str, body: Any = None) -> str:
        """The code with which something at the table is refused."""
        return await self.person.refused(
            "POST", f"{self.path}/{what}", {} if body is None else body
        )

    async def refused_undo(self, to: int | None = None) -> str:
        """The code with which taking back is refused."""
        return await self.refused("undo", {"position": (await self.look())["position"], "to": to})

    async def rows(self, since: int = 0) -> list[Json]:
        """The log."""
        told: Json = await self.person.get(f"{self.path}/log?since={since}")
        rows: list[Json] = told["rows"]
        return rows

    async def kinds(self, since: int = 0) -> list[str]:
        """What has happened, by name."""
        return [row["kind"] for row in await self.rows(since)]


def dealt(players: list[str], game: str = "imperial2030") -> Json:
    """A deal by which the players govern the first nations, in this order."""
    return dict(zip(players, nations(game), strict=False))


async def seated(
    house: House,
    *names: str,
    bots: tuple[str, ...] = (),
    options: Json | None = None,
    **wanted: Any,
) -> list[Seated]:
    """People at a running table of Imperial 2030, one seat each, and bots after them.

    The first of them hosts the table and decides first; bots are called as what they are.
    """
    people = [await house.guest(name) for name in names]
    host = people[0]
    seats = [{"kind": "me"}, *[{"kind": "open"} for _ in people[1:]]]
    seats += [{"kind": "bot", "bot": bot, "name": f"{bot} {i}"} for i, bot in enumerate(bots)]
    players = [*names, *[f"{bot} {i}" for i, bot in enumerate(bots)]]
    agreed = {"assignment": dealt(players), **(options or {})}
    body = {"game": "imperial2030", "seats": seats, "options": agreed, **wanted}
    opened = await host.post("/api/tables", body, 201)
    table = opened["id"]
    for number, person in enumerate(people[1:], 1):
        await person.post(f"/api/tables/{table}/seats/{number}/take?invite={opened['invite']}")
    await host.post(f"/api/tables/{table}/start")
    return [Seated(person, table) for person in people]


async def pass_time(house: House, seconds: float) -> None:
    """Moves the clock, and lets the server look at it."""
    house.clock.now += seconds
    await house.app.state.server.steward.tick()
