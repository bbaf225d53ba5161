"""The command that looks whether a store is sound."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from rondel.cli.errors import NO, CommandError
from rondel.cli.hosting import Database, read_database, server_module
from rondel.cli.output import print_json
from rondel.server.storage.errors import StoreError

if TYPE_CHECKING:
    from rondel.server.upkeep.doctor import Finding, Report

PROGRESS_SECONDS: Final = 5.0
"""How often is told how far one is."""

FOR_TABLES: Final = (
    "Servers set such tables aside, and nothing in them is deleted. To mend one, put its rows "
    "back from a backup in which it is sound, or set it right in the database; servers find out "
    "by themselves. Please report what you cannot explain."
)
FOR_STORE: Final = (
    "Stop the servers and make a copy of the store as it is. Then go back to the last backup "
    "that `rondel doctor` finds sound, with `rondel restore` or pg_restore."
)


def doctor(
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> int:
    """Check the store of a server and replay every game in it, also while servers run."""
    report = examined(read_database(database))
    if as_json:
        print_json(report.to_json())
    else:
        tell(report)
    return 0 if report.ok else NO


def examined(url: str) -> Report:
    """What is found in a store.

    Raises: CommandError if it cannot be looked into.
    """
    running, module = server_module("running"), server_module("upkeep.doctor")
    try:
        report: Report = module.report_on(url, Progress())
    except StoreError as error:
        raise CommandError(str(error)) from None
    except running.Unreachable as error:
        raise CommandError(f"cannot open the database: {running.reason_of(error)}") from None
    return report


class Progress:
    """Tells now and then how many tables were looked at, beside the answer."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        """So many are done."""
        if time.monotonic() - self._told >= PROGRESS_SECONDS:
            self._told = time.monotonic()
            print(f"{done} of {of} tables …", file=sys.stderr, flush=True)


def tell(report: Report) -> None:
    """Says what is wrong, with what, and what to do."""
    for fault in report.store:
        print(f"store: {fault}")
    for finding in report.findings:
        for fault in finding.faults:
            print(f"{named(finding)}: {fault}")
    for trouble in report.set_aside:
        print(f"set aside by a server: {trouble.table}: {trouble.reason}")
    if report.store:
        print(FOR_STORE)
    if report.findings:
        print(FOR_TABLES)
    sound = report.tables - len(report.findings)
    print(f"{sound} of {report.tables} tables are sound.")


def named(finding: Finding) -> str:
    """A table as a host knows it."""
    return f"table {finding.table} ({finding.name}, {finding.status})"
