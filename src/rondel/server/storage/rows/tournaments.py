"""Tournaments in the store."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.model.table import Json
from rondel.server.storage.schema import entrants, pairings, tournaments

ENTRY: Final = "entry"
RUNNING: Final = "running"
FINISHED: Final = "finished"
ENDED: Final = "ended"
"""Given up by its host."""


@dataclass
class Tournament:
    """What was agreed on, and how far it is."""

    id: str
    name: str
    host_id: str
    game: str
    options: Json
    players: int
    rounds: int
    final: bool
    scoring: str
    clock: Json | None
    round_seconds: float | None
    bot: str
    public: bool
    starts_at: float | None
    status: str
    round: int
    deadline: float | None
    created_at: float
    changed_at: float
    ended_at: float | None = None

    @property
    def last_round(self) -> int:
        """The number of its last round, the final among them."""
        return self.rounds + self.final


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part."""

    number: int
    user_id: str | None
    bot: str | None
    name: str
    entered_at: float
    left_at: float | None = None


@dataclass(frozen=True)
class Pairing:
    """A table of a round."""

    round: int
    number: int
    table_id: str
    seats: list[tuple[int | None, str | None]]
    """In seat order: who, None for a bot that fills up, and with which card."""
    result: list[tuple[int, float]] | None = None
    """In seat order: place, and share of all points."""


_COLUMNS: Final = [column for column in tournaments.c if not column.name.startswith("lease_")]


def _of(id: str) -> sa.ColumnElement[bool]:
    return tournaments.c.id == id


async def find(connection: AsyncConnection, id: str) -> Tournament | None:
    """A tournament."""
    row = (await connection.execute(sa.select(*_COLUMNS).where(_of(id)))).one_or_none()
    return None if row is None else Tournament(*row)


async def lock(connection: AsyncConnection, id: str) -> Tournament | None:
    """A tournament that nobody else changes before the commit."""
    wanted = sa.select(*_COLUMNS).where(_of(id)).with_for_update(key_share=True)
    row = (await connection.execute(wanted)).one_or_none()
    return None if row is None else Tournament(*row)


async def add(connection: AsyncConnection, new: Tournament) -> None:
    """Writes a new one."""
    await connection.execute(tournaments.insert(), asdict(new))


async def put(connection: AsyncConnection, changed: Tournament) -> None:
    """Writes what has changed."""
    values = {name: value for name, value in asdict(changed).items() if name != "id"}
    await connection.execute(tournaments.update().where(_of(changed.id)).values(values))


async def listed(
    connection: AsyncConnection, statuses: Collection[str], user: str | None, most: int
) -> list[Tournament]:
    """Those of some status: public ones, or those of a person.

    What is not over comes before what is, and changed last before the rest.
    """
    wanted = sa.select(*_COLUMNS).where(tournaments.c.status.in_(statuses))
    if user is None:
        wanted = wanted.where(tournaments.c.public)
    else:
        entered = sa.select(entrants.c.tournament_id).where(entrants.c.user_id == user)
        mine = (tournaments.c.host_id == user) | tournaments.c.id.in_(entered)
        wanted = wanted.where(mine)
    over = tournaments.c.status.in_((FINISHED, ENDED))
    latest = wanted.order_by(over, tournaments.c.changed_at.desc(), tournaments.c.id).limit(most)
    return [Tournament(*row) for row in await connection.execute(latest)]


async def under_way(connection: AsyncConnection, now: float) -> list[str]:
    """Those that may have to be led on."""
    due = (tournaments.c.status == ENTRY) & (tournaments.c.starts_at <= now)
    wanted = sa.select(tournaments.c.id).where((tournaments.c.status == RUNNING) | due)
    return list(await connection.scalars(wanted))


async def take(
    connection: AsyncConnection, id: str, process: str, now: float, until: float
) -> bool:
    """Takes the lease of a tournament, unless another process has it."""
    free = tournaments.c.lease_until.is_(None) | (tournaments.c.lease_until < now)
    done = await connection.execute(
        tournaments.update()
        .where(_of(id), free | (tournaments.c.lease_by == process))
        .values(lease_by=process, lease_until=until)
    )
    return done.rowcount == 1


async def give_back(connection: AsyncConnection, process: str) -> None:
    """Gives back all leases of a process."""
    mine = tournaments.update().where(tournaments.c.lease_by == process)
    await connection.execute(mine.values(lease_by=None, lease_until=None))


# Who takes part -----------------------------------------------------------------------------

_ENTRANT: Final = [column for column in entrants.c if column.name != "tournament_id"]


async def entrants_of(connection: AsyncConnection, id: str) -> list[Entrant]:
    """Everybody who has entered, in that order."""
    wanted = sa.select(*_ENTRANT).where(entrants.c.tournament_id == id)
    return [Entrant(*row) for row in await connection.execute(wanted.order_by(entrants.c.number))]


async def enter(connection: AsyncConnection, id: str, new: Sequence[Entrant]) -> None:
    """Lets some more take part."""
    rows = [{"tournament_id": id, **asdict(one)} for one in new]
    if rows:
        await connection.execute(entrants.insert(), rows)


async def leave(
    connection: AsyncConnection, id: str, numbers: Collection[int], at: float | None
) -> None:
    """Some leave, or come back."""
    who = (entrants.c.tournament_id == id) & entrants.c.number.in_(numbers)
    await connection.execute(entrants.update().where(who).values(left_at=at))


async def strike(connection: AsyncConnection, id: str, numbers: Collection[int]) -> None:
    """Some have never entered."""
    who = (entrants.c.tournament_id == id) & entrants.c.number.in_(numbers)
    await connection.execute(entrants.delete().where(who))


# Who plays whom -----------------------------------------------------------------------------


async def pairings_of(connection: AsyncConnection, id: str) -> list[Pairing]:
    """All tables, round by round."""
    wanted = sa.select(
        pairings.c.round,
        pairings.c.number,
        pairings.c.table_id,
        pairings.c.seats,
        pairings.c.result,
    ).where(pairings.c.tournament_id == id)
    found = await connection.execute(wanted.order_by(pairings.c.round, pairings.c.number))
    return [Pairing(*row) for row in found]


async def pair(connection: AsyncConnection, id: str, drawn: Sequence[Pairing]) -> None:
    """Writes the tables of a round."""
    rows = [{"tournament_id": id, **asdict(one)} for one in drawn]
    await connection.execute(pairings.insert(), rows)


async def put_result(
    connection: AsyncConnection, table: str, result: list[tuple[int, float]]
) -> None:
    """Writes what came of a table."""
    kept: Any = [list(one) for one in result]
    await connection.execute(
        pairings.update().where(pairings.c.table_id == table).values(result=kept)
    )


async def of_table(connection: AsyncConnection, table: str) -> str | None:
    """The tournament that a table belongs to."""
    wanted = sa.select(pairings.c.tournament_id).where(pairings.c.table_id == table)
    found: str | None = await connection.scalar(wanted)
    return found


# People who come and go ---------------------------------------------------------------------


async def of_person(connection: AsyncConnection, user: str) -> list[Json]:
    """Where somebody takes part or is the host, for that person."""
    wanted = (
        sa.select(
            tournaments.c.id, tournaments.c.name, tournaments.c.status,
            (tournaments.c.host_id == user).label("host"),
            entrants.c.entered_at, entrants.c.left_at,
        )
        .outerjoin(
            entrants,
            (entrants.c.tournament_id == tournaments.c.id) & (entrants.c.user_id == user),
        )
        .where((tournaments.c.host_id == user) | entrants.c.user_id.is_not(None))
        .order_by(tournaments.c.created_at)
    )  # fmt: skip
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]


async def move(connection: AsyncConnection, guest: str, user: str) -> None:
    """Gives what a guest has entered and opened to a user; who is in it twice has left once."""
    hosted = tournaments.update().where(tournaments.c.host_id == guest)
    await connection.execute(hosted.values(host_id=user))
    own = list(
        await connection.scalars(
            sa.select(entrants.c.tournament_id).where(entrants.c.user_id == user)
        )
    )
    twice = (entrants.c.user_id == guest) & entrants.c.tournament_id.in_(own)
    await connection.execute(
        entrants.update()
        .where(twice, entrants.c.left_at.is_(None))
        .values(left_at=entrants.c.entered_at)
    )
    await connection.execute(
        entrants.update().where(entrants.c.user_id == guest).values(user_id=user)
    )


async def forget(connection: AsyncConnection, user: str, name: str, now: float) -> None:
    """Takes the name of somebody out of all tournaments; who is gone plays no more."""
    own = entrants.c.user_id == user
    await connection.execute(
        entrants.update().where(own, entrants.c.left_at.is_(None)).values(left_at=now)
    )
    await connection.execute(entrants.update().where(own).values(name=name))
    hosted = tournaments.update().where(tournaments.c.host_id == user)
    await connection.execute(hosted.values(name=name))
