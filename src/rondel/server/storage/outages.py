"""Which errors of a driver mean that the database is away, full or busy, and which are bugs."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from asyncpg.exceptions import InterfaceError, InternalClientError, PostgresError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from rondel.server.storage.errors import StoreAway, StoreDamaged, StoreFull

logger = logging.getLogger(__name__)

SQLITE_AWAY: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}
"""What may pass by itself; the rest is wrong with the statement or with the file."""

POSTGRESQL_AWAY: Final = ("08", "28", "3D", "40", "53", "55P03", "57", "58")
"""How the codes begin: of connections, sign-in, names of databases, deadlocks, resources, locks,
operators and the system."""
POSTGRESQL_FULL: Final = "53100"

BROKEN: Final = (OSError, InterfaceError, InternalClientError)
"""What the driver of PostgreSQL raises of a connection that is or will be of no use.

The last one of a connection that the database has ended a moment ago.
"""

ERRORS: Final = (*BROKEN, DBAPIError, NoConnectionFree, sqlite3.Error, PostgresError)
"""What drivers raise, and what SQLAlchemy makes of it."""

AWAY: Final = "The database does not answer"
FULL: Final = "The disk of the database is full"
DAMAGED: Final = "Something in the database cannot be read"


@contextmanager
def outages_told() -> Iterator[None]:
    """Raises what means that the database is away as `StoreAway`, and all else as it is."""
    try:
        yield
    except ERRORS as error:
        if (outage := outage_of(error)) is None:
            raise
        raise outage from error


def outage_of(error: BaseException) -> StoreAway | None:
    """What an error says of the database; None if it says that we made a mistake."""
    match error:
        case DBAPIError():
            return _outage_behind(error)
        case sqlite3.Error():
            return _outage_of_sqlite(error)
        case PostgresError():
            return _outage_by_code(getattr(error, "sqlstate", None) or "")
        case OSError() | InterfaceError() | InternalClientError() | NoConnectionFree():
            return StoreAway(AWAY)
        case _:
            return None


def _outage_behind(error: DBAPIError) -> StoreAway | None:
    """SQLAlchemy wraps what the driver said, for PostgreSQL twice."""
    if error.connection_invalidated:
        return StoreAway(AWAY)
    if isinstance(error.orig, sqlite3.Error):
        return _outage_of_sqlite(error.orig)
    cause = error.orig and error.orig.__cause__
    return outage_of(cause) if cause else None


def _outage_of_sqlite(error: sqlite3.Error) -> StoreAway | None:
    # Errors of the driver itself carry no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreFull(FULL)
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreDamaged(DAMAGED)
    return StoreAway(AWAY) if code in SQLITE_AWAY else None


def _outage_by_code(code: str) -> StoreAway | None:
    if code == POSTGRESQL_FULL:
        return StoreFull(FULL)
    return StoreAway(AWAY) if code.startswith(POSTGRESQL_AWAY) else None


def is_outage(error: BaseException) -> bool:
    """Whether a database did not do its work, which may pass and is no fault of what it holds."""
    outage = error if isinstance(error, StoreAway) else outage_of(error)
    return outage is not None and not isinstance(outage, StoreDamaged)


@contextmanager
def bridging_outages(**values: str) -> Iterator[None]:
    """Logs that a database did not do its work, with `values`; the next round tries again.

    Raises: everything else.
    """
    try:
        yield
    except Exception as error:
        if not isinstance(error, StoreAway) and not is_outage(error):
            raise
        logger.warning("database", extra={**values, "reason": str(error)})
