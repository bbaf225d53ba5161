"""Openings of finished games are kept, without names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the place for them; they are read from the games by and by."""
    op.create_table(
        "openings",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("setup", sa.Text),
        sa.Column("players", sa.Integer),
        sa.Column("body", sa.Text),
    )
