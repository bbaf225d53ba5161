"""Tables that are set aside, and why: every process and the host can see it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes room for the reasons."""
    op.create_table(
        "troubles",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_troubles"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_troubles_table_id", ondelete="CASCADE"
        ),
    )
