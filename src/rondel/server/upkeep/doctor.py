"""Whether a store is sound: its file, its schema, and every game that it keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from rondel.server.storage import schema
from rondel.server.storage.outages import is_outage
from rondel.server.storage.rows import inspection, troubles
from rondel.server.storage.rows.inspection import inspecting
from rondel.server.storage.rows.troubles import Trouble
from rondel.server.storage.upgrading import VERSION, refuse_newer, version_of
from rondel.server.table.soundness import Kept

PARTS: Final = (
    (schema.seats, "number"),
    (schema.log, "seq"),
    (schema.entries, "number"),
    (schema.checkpoints, "entries"),
)
"""What is kept of a table beside its row, in the order of `Kept`."""

Progress = Callable[[int, int], None]
"""Hears how many of how many tables were looked at."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with one table."""

    table: str
    """Its id."""
    name: str | None
    """Its name, where that can be read."""
    status: str | None
    faults: list[str]
    """Sentences."""


@dataclass
class Report:
    """What was found in a store."""

    version: str | None = None
    """The version of its schema."""
    store: list[str] = field(default_factory=list)
    """What is wrong with the store itself."""
    tables: int = 0
    """Tables that were looked at."""
    findings: list[Finding] = field(default_factory=list)
    """The tables with which something is wrong."""
    set_aside: list[Trouble] = field(default_factory=list)
    """What running servers have set aside."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.store and not self.findings

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "ok": self.ok,
            "schema": {"version": self.version, "expected": VERSION},
            "store": self.store,
            "tables": self.tables,
            "findings": [vars(finding) for finding in self.findings],
            "set_aside": [trouble._asdict() for trouble in self.set_aside],
        }


def report_on(url: str, progress: Progress) -> Report:
    """As `examine_store`, for a program without an event loop."""
    return asyncio.run(examine_store(url, progress))


async def examine_store(url: str, progress: Progress = lambda done, of: None) -> Report:
    """Looks at everything in a store, also while servers work on it.

    Raises: StoreError where there is no store of ours, and what the driver raises.
    """
    report = Report()
    async with inspecting(url) as connection:
        report.store += await inspection.faults_of_file(connection)
        async with connection.begin():
            report.version = await connection.run_sync(version_of)
        report.store += _faults_of_version(report.version)
        if report.version == VERSION:
            await _examine_readable(connection, report, progress)
    return report


async def _examine_readable(
    connection: AsyncConnection, report: Report, progress: Progress
) -> None:
    """Looks at the tables, as far as a damaged file lets itself be read."""
    try:
        await _examine_tables(connection, report, progress)
    except DBAPIError as error:
        if not report.store:
            raise
        report.store.append(f"not everything in it can be read: {error.orig}")


def _faults_of_version(version: str | None) -> Iterator[str]:
    refuse_newer(version)
    if version is None:
        yield "there are no tables of ours in it"
    elif version != VERSION:
        yield (
            f"the schema has version {version}, not {VERSION}: "
            "start a server of this version once, which brings it up to date"
        )


async def _examine_tables(connection: AsyncConnection, report: Report, progress: Progress) -> None:
    async with connection.begin():
        ids = await inspection.table_ids(connection)
        report.set_aside = await troubles.noted(connection)
    for number, id in enumerate(ids, 1):
        finding = await examine(connection, id)
        report.tables += 1
        if finding is not None:
            report.findings.append(finding)
        progress(number, len(ids))


async def examine(
    connection: AsyncConnection, id: str, pause: Callable[[], object] = lambda: None
) -> Finding | None:
    """What is wrong with a table; None if nothing is, or if it is gone.

    Raises: what a database raises that does not answer.
    """
    try:
        async with connection.begin():
            kept = await read(connection, id)
        faults = kept.faults(pause) if kept else []
    except Exception as error:
        if is_outage(error):
            raise
        return await _unreadable(connection, id, error)
    if kept is None or not faults:
        return None
    return Finding(id, kept.table["name"], kept.table["status"], faults)


async def read(connection: AsyncConnection, id: str) -> Kept | None:
    """All that is kept of a table; None if there is none."""
    row = await inspection.row_of(connection, id)
    if row is None:
        return None
    parts = [await inspection.rows_of(connection, *part, id) for part in PARTS]
    parts.append(await inspection.pages_of(connection, id))
    return Kept(row, *parts)


async def _unreadable(connection: AsyncConnection, id: str, error: Exception) -> Finding:
    """What can be told of a table that cannot be read."""
    tables = schema.tables
    wanted = sa.select(tables.c.name, tables.c.status).where(tables.c.id == id)
    async with connection.begin():
        name, status = (await connection.execute(wanted)).one()
    return Finding(id, name, status, [f"it cannot be read: {type(error).__name__}: {error}"])
