"""The commands that copy an embedded store and put a copy in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.errors import CommandError
from rondel.cli.hosting import Database, file_of, read_database, server_module
from rondel.cli.output import unwritable
from rondel.server.storage.errors import StoreError

Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]


def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The file to write.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Copy the embedded store, also while a server runs."""
    store = embedded(read_database(database), "pg_dump")
    copy(lambda: server_module("upkeep.backup").back_up(store, target, force), target)


def restore(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A backup.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Put a backup in the place of the embedded store, while no server runs."""
    store = embedded(read_database(database), "pg_restore")
    copy(lambda: server_module("upkeep.backup").restore(source, store, force), store)


def embedded(database: str, other: str) -> Path:
    """The file of the store.

    Raises: CommandError if it is no file, and what to use instead.
    """
    file = file_of(database)
    if file is None:
        raise CommandError(f"only an embedded store is copied by this; for PostgreSQL use {other}")
    return file


def copy(work: Callable[[], None], target: Path) -> None:
    """Makes a copy and says where it is.

    Raises: CommandError.
    """
    try:
        work()
    except StoreError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise unwritable(target, error) from None
    print(target)
