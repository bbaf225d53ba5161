"""Orders of the command line: on PostgreSQL it carries them out itself, beside the servers.

A file of SQLite belongs to one process. While a server holds it, an order is a row that the server
finds, carries out and answers, so that what it keeps in memory stays true.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from rondel.server.admin.acts import carry_out
from rondel.server.admin.desk import Desk
from rondel.server.errors import Refusal
from rondel.server.model.table import Json
from rondel.server.storage.database import Database
from rondel.server.storage.errors import StoreAway, StoreError, StoreInUse
from rondel.server.storage.outages import bridging_outages
from rondel.server.storage.schema import orders
from rondel.server.storage.upgrading import VERSION
from rondel.server.upkeep.clearing import drop_orders

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""How often a server looks for orders, and the command line for the answer."""
PATIENCE: Final = 30.0
"""How long the command line waits; older orders are not carried out any more."""
BUSY_SECONDS: Final = 10

OUTAGES: Final = (StoreAway, DBAPIError, OSError, TimeoutError)


class NotCarriedOut(Exception):
    """Why an order came to nothing, as a sentence for who gave it."""


# The server ---------------------------------------------------------------------------------


async def see_to_orders(desk: Desk) -> None:
    """Carries out orders until cancelled, where the store is this process's alone."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        with bridging_outages(duty="orders"):
            await _see_to_all(desk)


async def _see_to_all(desk: Desk) -> None:
    waiting = sa.select(orders.c.id, orders.c.at, orders.c.what).where(orders.c.answer.is_(None))
    async with desk.database.reading() as connection:
        found = (await connection.execute(waiting.order_by(orders.c.at))).all()
    # People may set the clock that games go by; the command line has that of the machine.
    late = time.time() - PATIENCE
    for order in found:
        if order.at > late:
            await _put_answer(desk.database, order.id, await _answer(desk, order.what))
    if len(found) > 0:
        async with desk.database.writing() as writing:
            await drop_orders(writing.connection, late)


async def _answer(desk: Desk, what: Json) -> Json:
    try:
        return {"told": await carry_out(desk, what["act"], what["values"])}
    except Refusal as refusal:
        return {"refused": refusal.message}
    except OUTAGES as error:
        return {"refused": f"the database does not answer: {type(error).__name__}"}
    except Exception as error:  # The next order must not wait for ever.
        logger.error("order failed", extra={"act": what.get("act")}, exc_info=error)
        return {"refused": "this is a fault in the server; its log tells where"}


async def _put_answer(database: Database, id: str, answer: Json) -> None:
    async with database.writing() as writing:
        answered = orders.update().where(orders.c.id == id).values(answer=answer)
        await writing.connection.execute(answered)


# The command line ---------------------------------------------------------------------------


def give(url: str, act: str, values: Json) -> Any:
    """Has an act carried out on a store, by the server that holds it if there is one.

    Raises: NotCarriedOut, StoreError, and what the driver raises.
    """
    return asyncio.run(_give(url, act, values))


async def _give(url: str, act: str, values: Json) -> Any:
    file = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
    if file is not None and not file.exists():
        raise NotCarriedOut(f"there is no store at {file}")
    try:
        database = await Database.open(url, connections=2)
    except StoreInUse:
        assert file is not None
        return await _by_the_server(file, {"act": act, "values": values})
    try:
        return await carry_out(Desk(database, time.time), act, values)
    except Refusal as refusal:
        raise NotCarriedOut(refusal.message) from None
    finally:
        await database.close()


async def _by_the_server(file: Path, what: Json) -> Any:
    with closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        _check_version(connection, file)
        id = secrets.token_hex(8)
        put = "INSERT INTO orders (id, at, what) VALUES (?, ?, ?)"
        connection.execute(put, (id, time.time(), json.dumps(what)))
        answer = await _wait(connection, id)
    if "refused" in answer:
        raise NotCarriedOut(answer["refused"])
    return answer["told"]


def _check_version(connection: sqlite3.Connection, file: Path) -> None:
    [version] = connection.execute("SELECT max(version_num) FROM alembic_version").fetchone()
    if version != VERSION:
        raise StoreError(f"the server that works on {file} is of another version than this program")


async def _wait(connection: sqlite3.Connection, id: str) -> Json:
    """The answer, which is gone once it was read.

    Raises: NotCarriedOut.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        await asyncio.sleep(LOOK_SECONDS / 5)
        found = connection.execute("SELECT answer FROM orders WHERE id = ?", (id,)).fetchone()
        if found is not None and found[0] is not None:
            connection.execute("DELETE FROM orders WHERE id = ?", (id,))
            answer: Json = json.loads(found[0])
            return answer
    connection.execute("DELETE FROM orders WHERE id = ?", (id,))
    raise NotCarriedOut("the server that works on the store does not answer; look whether it runs")
