"""Looking after people and tables: roles, sanctions, reports, an audit log, being forgotten."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0005"
down_revision = "0004"

OF_PEOPLE: Final = {"role": sa.Text(), "deleted_at": sa.Double(), "erased_at": sa.Double()}

TABLES: Final[dict[str, list[SchemaItem]]] = {
    "sanctions": [
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
    ],
    "resets": [
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("hash", sa.Text, nullable=False, unique=True),
        sa.Column("until", sa.Double, nullable=False),
    ],
    "audit": [
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text),
        sa.Column("table_id", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
        sa.Index(None, "at"),
    ],
    "reports": [
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.Text, sa.ForeignKey("users.id"), nullable=False, index=True),
        sa.Column("user_id", sa.Text),
        sa.Column("table_id", sa.Text),
        sa.Column("seq", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("settled_at", sa.Double),
        sa.Column("settled_by", sa.Text),
        sa.Column("note", sa.Text),
        sa.Index(None, "settled_at", "at"),
    ],
    "orders": [
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("what", sa.JSON, nullable=False),
        sa.Column("answer", sa.JSON),
    ],
}


def upgrade() -> None:
    """Adds all of it; people who are there have no role and wish to stay."""
    for name, kind in OF_PEOPLE.items():
        op.add_column("users", sa.Column(name, kind))
    for name, parts in TABLES.items():
        op.create_table(name, *parts)
    op.create_index(None, "tables", ["host_id"])
    op.create_index(None, "tables", ["parent_id"])
