"""What is wrong when a statement fails: the database, which comes back, or what it holds."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from asyncpg.exceptions import InterfaceError, PostgresError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from rondel.server.storage.errors import StoreAway

logger = logging.getLogger(__name__)

_BY_DATABASES: Final = (
    StoreAway,
    sqlite3.Error,
    PostgresError,
    InterfaceError,
    SQLAlchemyError,
    OSError,
)
"""What a database, or the way to it, raises; to wait too long for it is an OSError, too."""

_DAMAGE: Final = ("malformed", "not a database", "corrupted")
"""Words by which databases say that they cannot read what they hold."""


def is_outage(error: BaseException) -> bool:
    """Whether a database did not do its work, which may pass and is no fault of what it holds."""
    told = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(error, _BY_DATABASES) and not any(word in str(told) for word in _DAMAGE)


@contextmanager
def bridging_outages(**values: str) -> Iterator[None]:
    """Logs that a database did not do its work, with `values`; the next round tries again.

    Raises: everything else.
    """
    try:
        yield
    except Exception as error:
        if not is_outage(error):
            raise
        logger.warning("database", extra={**values, "reason": str(error)})
