"""Brings the schema of a store up to date."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from rondel.server.storage.errors import StoreError, StoreTooNew

logger = logging.getLogger(__name__)

_FOLDER: Final = Path(__file__).parent / "migrations"
_SCRIPTS: Final = ScriptDirectory(str(_FOLDER))

VERSION: Final = _SCRIPTS.get_current_head()
"""The version of the schema that this program works with."""


def version_of(connection: sa.Connection) -> str | None:
    """The version of the schema of a store; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def check_version(connection: sa.Connection) -> None:
    """Makes sure that the schema of a store is the one that this program works with.

    Raises: StoreError.
    """
    if (version := version_of(connection)) != VERSION:
        raise StoreError(f"The schema of the store has version {version}, not {VERSION}")


def refuse_newer(version: str | None) -> None:
    """Turns away a store that this program is too old for.

    Raises: StoreTooNew.
    """
    if version not in {None, *(script.revision for script in _SCRIPTS.walk_revisions())}:
        raise StoreTooNew(
            f"The schema of the store has version {version}, and this program knows only those "
            f"up to {VERSION}: start the newer program that has changed the store"
        )


def upgrade(connection: sa.Connection) -> None:
    """Takes every step from the schema of the store to the present one.

    Raises: StoreTooNew.
    """
    version = version_of(connection)
    refuse_newer(version)
    if version != VERSION:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
        command.upgrade(config, "head")
        logger.info("schema upgraded", extra={"before": version, "now": VERSION})
