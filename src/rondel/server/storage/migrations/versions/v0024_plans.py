"""The server decides by plans for people who are not there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Adds the place for them."""
    op.create_table(
        "plans",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("reason", sa.Text),
        sa.Column("entry", sa.Integer),
    )
    op.create_index(op.f("ix_plans_user_id"), "plans", ["user_id"])
    op.create_index(op.f("ix_plans_state"), "plans", ["state"])
    columns = ["table_id", "seat", "state"]
    op.create_index(op.f("ix_plans_table_id_seat_state"), "plans", columns)
