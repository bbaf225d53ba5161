"""Reviews of games are kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Adds the place for them; none has been made yet."""
    op.create_table(
        "reviews",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("lease_by", sa.Text),
        sa.Column("lease_until", sa.Double),
        sa.Column("judge", sa.Text),
        sa.Column("version", sa.Integer),
        sa.Column("seconds", sa.Double),
        sa.Column("body", sa.Text),
    )
    op.create_index(op.f("ix_reviews_state_asked_at"), "reviews", ["state", "asked_at"])
