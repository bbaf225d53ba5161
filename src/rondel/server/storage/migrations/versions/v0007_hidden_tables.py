"""People may hide tables from themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the place for it; nobody has hidden anything yet."""
    op.create_table(
        "hidden",
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "table_id"),
    )
    op.create_index(op.f("ix_hidden_table_id"), "hidden", ["table_id"])
