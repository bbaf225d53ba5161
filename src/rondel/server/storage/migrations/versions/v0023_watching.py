"""Finished games are found by their length, too."""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Adds what finds them fast."""
    columns = ["status", "public", "round", "changed_at"]
    op.create_index(op.f("ix_tables_status_public_round_changed_at"), "tables", columns)
