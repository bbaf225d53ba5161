"""Notices reach people who have closed the page, and vacations stop their clocks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Adds the places for it; decisions that are pending were put where their tables stand."""
    op.add_column("tables", sa.Column("asked", sa.Integer))
    op.execute("UPDATE tables SET asked = position WHERE decider IS NOT NULL")
    op.add_column("seats", sa.Column("vacation_until", sa.Double))
    op.add_column("seats", sa.Column("vacation_left", sa.Double))
    _make_wishes()
    _make_channels()
    _make_notices()
    op.create_table(
        "keepsakes",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _make_wishes() -> None:
    op.create_table(
        "wishes",
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("digest", sa.Text),
        sa.Column("digest_at", sa.Integer, nullable=False),
        sa.Column("always", sa.Boolean, nullable=False),
        sa.Column("soon", sa.Integer, nullable=False),
        sa.Column("vacation_until", sa.Double),
    )
    op.create_table(
        "table_wishes",
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "table_id"),
    )
    op.create_index(op.f("ix_table_wishes_table_id"), "table_wishes", ["table_id"])


def _make_channels() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id")),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("form", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.JSON),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("confirmed_at", sa.Double),
        sa.Column("code", sa.Text),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("reached_at", sa.Double),
        sa.Column("failed_at", sa.Double),
        sa.Column("failure", sa.Text),
        sa.Column("stopped", sa.Boolean, nullable=False),
    )
    op.create_index(op.f("ix_channels_user_id"), "channels", ["user_id"])
    op.create_index(op.f("ix_channels_table_id"), "channels", ["table_id"])


def _make_notices() -> None:
    channel = sa.ForeignKey("channels.id", ondelete="CASCADE")
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("channel_id", sa.Text, channel, nullable=False),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("due_at", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("tag", sa.Text, nullable=False),
        sa.Column("receipt", sa.Text),
        sa.Column("failure", sa.Text),
        sa.Column("done_at", sa.Double),
        sa.Column("lease_by", sa.Text),
        sa.Column("lease_until", sa.Double),
        sa.UniqueConstraint("channel_id", "table_id", "asked", "kind", "user_id"),
    )
    op.create_index(op.f("ix_notices_table_id"), "notices", ["table_id"])
    op.create_index(op.f("ix_notices_state_due_at"), "notices", ["state", "due_at"])
