"""Breaks statements of a store on SQLite while they run, for real."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rondel.server.storage.database import Database
from rondel.server.storage.sqlite import SqliteStore

COMMIT = "COMMIT"


def store_of(database: Database) -> SqliteStore:
    """What is behind a database on SQLite."""
    store = database._store
    assert isinstance(store, SqliteStore)
    return store


def writing_connection(database: Database) -> sqlite3.Connection:
    """The connection by which a store on SQLite writes."""
    return store_of(database)._plain


class Breaker:
    """Lets one statement of a connection fail: the one with a given number, from 1 on."""

    def __init__(self, connection: sqlite3.Connection, at: int) -> None:
        self.connection = connection
        self.at = at
        self.seen: list[str] = []
        """The statements that were begun."""

    @property
    def has_struck(self) -> bool:
        """Whether there were so many statements."""
        return len(self.seen) >= self.at

    @property
    def struck(self) -> str:
        """The first word of the statement that failed."""
        return self.seen[self.at - 1].split()[0]

    def __enter__(self) -> Breaker:
        self.connection.set_trace_callback(self.note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.connection.set_trace_callback(None)

    def note(self, statement: str) -> None:
        """Hears of every statement as it begins."""
        self.seen.append(statement)


class Interruption(Breaker):
    """Interrupts the statement; SQLite then takes back the transaction it was to change.

    A commit is left alone: it would be interrupted when it is done.
    """

    def __enter__(self) -> Breaker:
        self.connection.set_progress_handler(self._is_time, 1)
        return super().__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.connection.set_progress_handler(None, 1)
        super().__exit__(kind, error, traceback)

    def _is_time(self) -> bool:
        return len(self.seen) == self.at and self.seen[-1] != COMMIT


class FileLimit(Breaker):
    """Lets this process write to no file while the statement runs.

    It tells at the commit, and wherever a transaction is too large for the memory it may use.
    """

    def __enter__(self) -> Breaker:
        self._before = resource.getrlimit(resource.RLIMIT_FSIZE)
        self.connection.execute("PRAGMA cache_size = 1")
        return super().__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self._before)
        super().__exit__(kind, error, traceback)

    def note(self, statement: str) -> None:
        """Sets the limit for one statement and lifts it with the next."""
        super().note(statement)
        soft = 0 if len(self.seen) == self.at else self._before[0]
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, self._before[1]))


@contextmanager
def room_for(database: Database, pages: int) -> Iterator[None]:
    """The store may grow by so many pages, as on a disk that is nearly full."""
    connection = writing_connection(database)
    [[size]] = connection.execute("PRAGMA page_count")
    connection.execute(f"PRAGMA max_page_count = {size + pages}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA max_page_count = {2**31}")
