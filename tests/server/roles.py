"""People around a table, and the stages of its game: to try who may do what.

Hal is the host and does not play. Ann has taken over the first seat from Dan, and must decide.
Bob plays, too. Cid has left the third seat, which anybody may take. The fourth is a bot's: Hal has
sent Fay away from it. Sam has nothing to do with the table, and `-` is somebody without a name.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from typing import Literal

import sqlalchemy as sa

from rondel.server.storage import schema
from tests.server.house import House, Json, Person

NAMES = ("Ann", "Bob", "Cid", "Dan", "Fay", "Hal", "Sam")
NOBODY = "-"

ANNS_SEAT = 0
FREE_SEAT = 2
NOWHERE = "https://192.0.2.1/hook"
"""The address of a webhook that cannot be reached."""
SECRET_NOTE = "Buy India, then tax Russia"

Phase = Literal["open", "running", "voting", "over", "barred"]

NATIONS = {"Dan": "russia", "Bob": "china", "Cid": "india", "Bot": "brazil"}
"""Russia is the first to move."""


@dataclass(frozen=True)
class Stage:
    """A table with everybody around it."""

    people: dict[str, Person]
    table: str
    invite: str
    token: str
    """The id of a token of Ann's."""
    channel: str
    """The id of a channel of Ann's."""
    tournament: str
    """A tournament of Hal's, which nobody has entered."""
    position: int = 0
    entry: Json | None = None
    """What Ann may decide."""

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    @property
    def login(self) -> str:
        """The login of Ann's account."""
        return login_of(self["Ann"])


def login_of(person: Person) -> str:
    """What somebody signs in with."""
    return f"login-{person.id}"


async def gathered(house: House) -> dict[str, Person]:
    """Everybody, at no table yet."""
    return {name: await house.guest(name) for name in NAMES}


async def set_up(people: dict[str, Person], phase: Phase, public: bool) -> Stage:
    """A new table, with its game as far as that."""
    stage = await _open_table(people, phase, public)
    path = f"/api/tables/{stage.table}"
    if phase != "open":
        await stage["Hal"].post(f"{path}/start")
    await _leave_and_take_over(stage, path)
    if phase == "open":
        return stage
    stage = await _begin(stage, path)
    if phase in ("voting", "over"):
        await stage["Bob"].post(f"{path}/vote", {"kind": "end"})
    if phase == "over":
        await stage["Ann"].post(f"{path}/vote/answer", {"agree": True})
    return stage


async def _open_table(people: dict[str, Person], phase: Phase, public: bool) -> Stage:
    # Before the start a seat has no name that an assignment could know.
    drawn = {} if phase == "open" else {"assignment": NATIONS}
    options = {"secret_cash": True, "donations": "any", **drawn}
    opened = await people["Hal"].open_table(*["open"] * 4, options=options, public=public)
    path = f"/api/tables/{opened['id']}/seats"
    for seat, name in enumerate(("Dan", "Bob", "Cid", "Fay")):
        await people[name].post(f"{path}/{seat}/take?invite={opened['invite']}")
    bot = {"kind": "bot", "bot": "banker", "name": "Bot"}
    await people["Hal"].ask("PUT", f"{path}/3", bot)
    ann = people["Ann"]
    known = await _token_of(ann), await _channel_of(ann), await _tournament_of(people["Hal"])
    return Stage(people, opened["id"], opened["invite"], *known)


async def _tournament_of(host: Person) -> str:
    """A new tournament; an old one ends where there are many."""
    mine = (await host.get("/api/tournaments?list=mine"))["tournaments"]
    going_on = [one["id"] for one in mine if one["status"] in ("entry", "running")]
    for old in going_on[3:]:
        await host.post(f"/api/tournaments/{old}/close")
    wanted = {"name": "Cup", "game": "imperial", "public": False}
    id: str = (await host.post("/api/tournaments", wanted, 201))["id"]
    return id


async def _token_of(person: Person) -> str:
    """The id of a token that somebody has."""
    tokens = (await person.get("/api/me/tokens"))["tokens"]
    made = tokens or [(await person.post("/api/me/tokens", {"name": "bot"}, 201))["token"]]
    id: str = made[0]["id"]
    return id


async def _channel_of(person: Person) -> str:
    """The id of a channel by which somebody is to be reached."""
    path = "/api/me/notices"
    made = (await person.get(path))["channels"]
    body = {"kind": "webhook", "name": "Hers", "address": NOWHERE}
    id: str = (made or [await person.post(f"{path}/channels", body, 201)])[0]["id"]
    return id


async def _leave_and_take_over(stage: Stage, path: str) -> None:
    await stage["Cid"].post(f"{path}/seats/{FREE_SEAT}/leave")
    await stage["Dan"].post(f"{path}/seats/{ANNS_SEAT}/leave")
    await stage["Ann"].post(f"{path}/seats/{ANNS_SEAT}/take?invite={stage.invite}")
    await stage["Ann"].ask("PUT", f"{path}/note", {"text": SECRET_NOTE})


async def _begin(stage: Stage, path: str) -> Stage:
    """Ann has decided once, and must decide again."""
    ann = stage["Ann"]
    entry = {"choice": {"slot": "factory"}}
    await ann.post(f"{path}/actions", {"position": 0, "entry": entry})
    told = await ann.position(stage.table)
    assert told["yours"]
    return replace(stage, position=told["position"], entry=told["choices"][0]["entry"])


# What is kept -------------------------------------------------------------------------------

UNCOUNTED = {"used_at", "seen_at", "failed_at", "failure", "stopped"}
"""Columns that tell when something was used, or failed."""
BY_ITSELF = {"presence", "notices"}
"""What changes without anybody asking for it: who is there, and what people are to be told."""

Kept = dict[str, list[tuple[object, ...]]]
"""Rows by the name of their table."""


class Ledger:
    """Reads a store of SQLite behind the server's back."""

    def __init__(self, house: House) -> None:
        file = house.app.state.settings.database.removeprefix("sqlite:///")
        self._connection = sqlite3.connect(file)

    def everything(self) -> Kept:
        """All that is in the store, but for what changes by itself."""
        kept = [rows for rows in schema.metadata.sorted_tables if rows.name not in BY_ITSELF]
        return {rows.name: self._rows(rows) for rows in kept}

    def of(self, person: Person) -> Kept:
        """What is in the store of somebody alone: sessions, notes, friends, how he is reached."""
        kept: tuple[sa.Table, ...] = (schema.sessions, schema.tokens, schema.notes, schema.ties)
        kept = (*kept, schema.channels, schema.wishes, schema.table_wishes)
        return {rows.name: self._rows(rows, f"WHERE user_id = '{person.id}'") for rows in kept}

    def _rows(self, rows: sa.Table, those: str = "") -> list[tuple[object, ...]]:
        names = [f'"{column.name}"' for column in rows.columns if column.name not in UNCOUNTED]
        return self._connection.execute(
            f"SELECT {', '.join(names)} FROM {rows.name} {those} ORDER BY 1, 2"
        ).fetchall()

    def close(self) -> None:
        """Stops reading."""
        self._connection.close()
