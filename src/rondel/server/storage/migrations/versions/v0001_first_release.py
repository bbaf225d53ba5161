"""The schema of the first release."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0001"
down_revision = None

# In this order: each refers only to those before it.
TABLES: Final[dict[str, list[SchemaItem]]] = {
    "users": [
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("login", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    ],
    "sessions": [
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    ],
    "tokens": [
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    ],
    "tables": [
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("host_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("sandbox", sa.Boolean, nullable=False),
        sa.Column("undo", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("started_at", sa.Double),
        sa.Column("ended_at", sa.Double),
        sa.Column("heading", sa.JSON),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("decider", sa.Integer),
        sa.Column("decision", sa.Text),
        sa.Column("since", sa.Double),
        sa.Column("deadline", sa.Double),
        sa.Column("paused_at", sa.Double),
        sa.Column("vote", sa.JSON),
        sa.Column("result", sa.JSON),
        sa.Column("rematch_id", sa.Text),
        sa.Column("parent_id", sa.Text),
        sa.Column("parent_entry", sa.Integer),
        sa.Column("lease_by", sa.Text),
        sa.Column("lease_until", sa.Double),
        sa.Index(None, "deadline"),
        sa.Index(None, "status", "public", "changed_at"),
    ],
    "seats": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), index=True),
        sa.Column("bot", sa.Text),
        sa.Column("offered", sa.Boolean, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("time_left", sa.Double),
    ],
    "visitors": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True, index=True),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("kicked", sa.Boolean, nullable=False),
    ],
    "log": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("audience", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("body", sa.JSON, nullable=False),
    ],
    "entries": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("bot", sa.Text),
        sa.Column("left", sa.Double),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    ],
    "checkpoints": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("entries", sa.Integer, primary_key=True),
        sa.Column("snapshot", sa.JSON, nullable=False),
    ],
    "notes": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
    ],
    "presence": [
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("until", sa.Double, nullable=False),
    ],
}


def upgrade() -> None:
    """Makes all tables."""
    for name, parts in TABLES.items():
        op.create_table(name, *parts)
