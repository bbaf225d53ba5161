"""Copies of the embedded store: made while a server runs, put back while none does."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from rondel.server.storage.errors import StoreError
from rondel.server.storage.locking import hold
from rondel.server.storage.upgrading import refuse_newer

BUSY_SECONDS = 10
_OURS: Final = {"alembic_version", "tables", "log", "entries"}
"""By these tables a store is known."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""The files that SQLite keeps beside its own while it works on it."""


def back_up(store: Path, target: Path, force: bool = False) -> None:
    """Copies a store as it is at one moment; a server that works on it goes on.

    `force` overwrites an older backup, which is whole until the new one is.

    Raises: StoreError, OSError.
    """
    _refuse_overwriting(target, force)
    _copy(store, target)


def restore(source: Path, store: Path, force: bool = False) -> None:
    """Puts a backup in the place of a store that no server works on.

    `force` overwrites a store that is there; it stays if the backup turns out to be damaged.

    Raises: StoreInUse, StoreTooNew, StoreError, OSError.
    """
    store.parent.mkdir(parents=True, exist_ok=True)
    let_go = hold(store)
    try:
        _refuse_overwriting(store, force)
        _copy(source, store)
    finally:
        let_go()


def _refuse_overwriting(target: Path, force: bool) -> None:
    if target.exists() and not force:
        raise StoreError(f"{target} exists already, and is overwritten only if that is forced")


def _copy(source: Path, target: Path) -> None:
    """Copies to a file beside the target first, so that the target is never half a store."""
    if not source.is_file():
        raise StoreError(f"There is no store at {source}")
    if target.exists() and target.samefile(source):
        raise StoreError(f"{target} cannot be a copy of itself")
    part = target.with_name(f"{target.name}.part")
    _remove(part, "", *_BESIDE)
    try:
        _copy_pages(source, part)
        _put_in_place(part, target)
    finally:
        _remove(part, "", *_BESIDE)


def _copy_pages(source: Path, part: Path) -> None:
    part.touch(mode=0o600)
    try:
        with closing(_connection(source)) as connection, closing(_connection(part)) as copy:
            # All in one go: changes meanwhile would make it begin again, without end.
            connection.backup(copy, pages=-1)
            # Then it is one file, readable also where nothing can be written.
            copy.execute("PRAGMA journal_mode = DELETE")
            _check(copy, source)
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{source} is damaged or no store of Rondel: {error}") from error


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)


def _check(copy: sqlite3.Connection, source: Path) -> None:
    faults = [text for (text,) in copy.execute("PRAGMA integrity_check") if text != "ok"]
    if faults:
        raise StoreError(f"{source} is damaged: {faults[0]}")
    found = {name for (name,) in copy.execute("SELECT name FROM sqlite_schema")}
    if not found >= _OURS:
        raise StoreError(f"{source} is no store of Rondel")
    [version] = copy.execute("SELECT max(version_num) FROM alembic_version").fetchone()
    refuse_newer(version)


def _put_in_place(part: Path, target: Path) -> None:
    """Replaces the target, once the copy has reached the disk."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    # What an older store had not yet taken in would be taken in by the new one.
    _remove(target, *_BESIDE)
    part.replace(target)


def _remove(path: Path, *suffixes: str) -> None:
    for suffix in suffixes:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
