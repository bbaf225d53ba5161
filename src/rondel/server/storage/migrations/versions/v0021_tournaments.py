"""Tournaments: who has entered, who meets whom, and what came of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds the places for them."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("host_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("final", sa.Boolean, nullable=False),
        sa.Column("scoring", sa.Text, nullable=False),
        sa.Column("clock", sa.JSON(none_as_null=True)),
        sa.Column("round_seconds", sa.Double),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("starts_at", sa.Double),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("deadline", sa.Double),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("lease_by", sa.Text),
        sa.Column("lease_until", sa.Double),
    )
    op.create_index(
        op.f("ix_tournaments_status_changed_at"), "tournaments", ["status", "changed_at"]
    )
    op.create_index(op.f("ix_tournaments_host_id"), "tournaments", ["host_id"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id")),
        sa.Column("bot", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("entered_at", sa.Double, nullable=False),
        sa.Column("left_at", sa.Double),
    )
    op.create_index(op.f("ix_entrants_user_id"), "entrants", ["user_id"])
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seats", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True)),
    )
    op.create_index(op.f("ix_pairings_table_id"), "pairings", ["table_id"])
