"""Where notices go, and how people want them, in the store."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema
from rondel.server.storage.rows import owners

CHANNELS: Final = schema.channels
WISHES: Final = schema.wishes
AT_TABLES: Final = schema.table_wishes

WISH_COLUMNS: Final = [column.name for column in WISHES.columns if column.name != "user_id"]


class Channel(NamedTuple):
    """A browser, a webhook or an e-mail address."""

    id: str
    user_id: str
    table_id: str | None
    """The one table that it tells of, whoever decides there."""
    kind: str
    form: str | None
    name: str
    address: str
    keys: Mapping[str, str] | None
    origin: str
    created_at: float
    confirmed_at: float | None
    code: str | None
    guesses: int
    reached_at: float | None
    failed_at: float | None
    failure: str | None
    stopped: bool


_COLUMNS: Final = [CHANNELS.c[name] for name in Channel._fields]


async def of(connection: AsyncConnection, user: str) -> list[Channel]:
    """Somebody's own channels, oldest first."""
    wanted = sa.select(*_COLUMNS).where(CHANNELS.c.user_id == user, CHANNELS.c.table_id.is_(None))
    found = await connection.execute(wanted.order_by(CHANNELS.c.created_at, CHANNELS.c.id))
    return [Channel(*row) for row in found]


async def find(connection: AsyncConnection, ids: Collection[str]) -> dict[str, Channel]:
    """Channels by their ids."""
    found = await connection.execute(sa.select(*_COLUMNS).where(CHANNELS.c.id.in_(ids)))
    return {row.id: Channel(*row) for row in found}


async def any_known(connection: AsyncConnection) -> bool:
    """Whether there is any channel; without one there are no notices either."""
    return await connection.scalar(sa.select(CHANNELS.c.id).limit(1)) is not None


async def of_table(connection: AsyncConnection, table: str) -> Channel | None:
    """The webhook of a table."""
    wanted = sa.select(*_COLUMNS).where(CHANNELS.c.table_id == table)
    found = (await connection.execute(wanted)).first()
    return None if found is None else Channel(*found)


async def put(connection: AsyncConnection, channel: Channel, most: int) -> bool:
    """Adds a channel in the place of one with the same address; False if there are too many.

    A table has but one, whoever sets it.
    """
    await owners.lock(connection, channel.user_id)
    if channel.table_id is not None:
        same = CHANNELS.c.table_id == channel.table_id
    else:
        same = (
            (CHANNELS.c.user_id == channel.user_id)
            & CHANNELS.c.table_id.is_(None)
            & (CHANNELS.c.kind == channel.kind)
            & (CHANNELS.c.address == channel.address)
        )
    await connection.execute(CHANNELS.delete().where(same))
    owned = sa.select(sa.func.count()).where(CHANNELS.c.user_id == channel.user_id)
    if (await connection.scalar(owned) or 0) >= most:
        return False
    await connection.execute(CHANNELS.insert(), channel._asdict())
    return True


async def lock(connection: AsyncConnection, id: str) -> None:
    """Lets others who want to change a channel wait for the end of the transaction."""
    await connection.execute(sa.select(CHANNELS.c.id).where(CHANNELS.c.id == id).with_for_update())


async def change(connection: AsyncConnection, id: str, **values: Any) -> None:
    """Changes what is kept of a channel."""
    await connection.execute(CHANNELS.update().where(CHANNELS.c.id == id).values(**values))


async def remove(connection: AsyncConnection, user: str, id: str) -> bool:
    """Takes away a channel of somebody, with what was to be told by it."""
    own = (CHANNELS.c.id == id) & (CHANNELS.c.user_id == user) & CHANNELS.c.table_id.is_(None)
    return bool((await connection.execute(CHANNELS.delete().where(own))).rowcount)


async def remove_of_table(connection: AsyncConnection, table: str) -> bool:
    """Takes away the webhook of a table."""
    done = await connection.execute(CHANNELS.delete().where(CHANNELS.c.table_id == table))
    return bool(done.rowcount)


async def failing(connection: AsyncConnection, limit: int) -> list[Channel]:
    """Channels by which something was given up, those that failed last first."""
    wanted = sa.select(*_COLUMNS).where(CHANNELS.c.failed_at.is_not(None))
    found = await connection.execute(wanted.order_by(CHANNELS.c.failed_at.desc()).limit(limit))
    return [Channel(*row) for row in found]


# Wishes -------------------------------------------------------------------------------------


async def wishes_of(
    connection: AsyncConnection, users: Collection[str]
) -> dict[str, dict[str, Any]]:
    """What people wish, as far as they have said anything."""
    columns = [WISHES.c[name] for name in WISH_COLUMNS]
    wanted = sa.select(WISHES.c.user_id, *columns).where(WISHES.c.user_id.in_(users))
    found = await connection.execute(wanted)
    return {row[0]: dict(zip(WISH_COLUMNS, row[1:], strict=True)) for row in found}


async def wish(connection: AsyncConnection, user: str, values: Mapping[str, Any]) -> None:
    """Keeps what somebody wishes."""
    await owners.lock(connection, user)
    await connection.execute(WISHES.delete().where(WISHES.c.user_id == user))
    await connection.execute(WISHES.insert(), {"user_id": user, **values})


async def mode_at(connection: AsyncConnection, user: str, table: str) -> str | None:
    """Whether somebody wants to be told of a table: on, off, or None for as usual."""
    here = (AT_TABLES.c.user_id == user) & (AT_TABLES.c.table_id == table)
    mode: str | None = await connection.scalar(sa.select(AT_TABLES.c.mode).where(here))
    return mode


async def put_mode(connection: AsyncConnection, user: str, table: str, mode: str | None) -> None:
    """Keeps whether somebody wants to be told of a table."""
    await owners.lock(connection, user)
    here = (AT_TABLES.c.user_id == user) & (AT_TABLES.c.table_id == table)
    await connection.execute(AT_TABLES.delete().where(here))
    if mode is not None:
        row = {"user_id": user, "table_id": table, "mode": mode}
        await connection.execute(AT_TABLES.insert(), row)


# Vacations ----------------------------------------------------------------------------------


async def not_yet_on_vacation(connection: AsyncConnection, now: float) -> list[tuple[str, str]]:
    """People and the tables where their clocks run, although they are on vacation."""
    seats, tables = schema.seats, schema.tables
    wanted = (
        sa.select(seats.c.user_id, seats.c.table_id)
        .join(WISHES, WISHES.c.user_id == seats.c.user_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            WISHES.c.vacation_until > now,
            tables.c.status == "running",
            seats.c.vacation_left > 0,
            seats.c.vacation_until.is_(None) | (seats.c.vacation_until < now),
        )
    )
    return [(row.user_id, row.table_id) for row in await connection.execute(wanted)]


# What the server keeps for itself -----------------------------------------------------------


async def keepsake(connection: AsyncConnection, name: str) -> str | None:
    """What was kept under a name."""
    kept = schema.keepsakes
    value: str | None = await connection.scalar(sa.select(kept.c.value).where(kept.c.name == name))
    return value


async def keep(connection: AsyncConnection, name: str, value: str) -> None:
    """Keeps a value under a name.

    Raises: sqlalchemy.exc.IntegrityError if another process was faster.
    """
    await connection.execute(schema.keepsakes.insert(), {"name": name, "value": value})
