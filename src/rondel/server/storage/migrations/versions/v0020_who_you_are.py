"""People have friends and blocks, tables may be rated, and finished games are kept in annals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0009"


def upgrade() -> None:
    """Adds the places for them; old games are read by and by, and none of them is rated."""
    op.add_column("users", sa.Column("profile", sa.Text))
    op.add_column(
        "tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "ties",
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("other_id", sa.Text, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index(op.f("ix_ties_other_id"), "ties", ["other_id"])
    op.create_table(
        "annals",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("people_pool", sa.Text),
        sa.Column("bots_pool", sa.Text),
        sa.Column("body", sa.JSON(none_as_null=True)),
    )
    op.create_index(op.f("ix_annals_people_pool_at"), "annals", ["people_pool", "at"])
    op.create_index(op.f("ix_annals_bots_pool_at"), "annals", ["bots_pool", "at"])
    op.create_table(
        "ratings",
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index(op.f("ix_ratings_subject"), "ratings", ["subject"])
    op.create_table(
        "rating_changes",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("pool", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_index(
        op.f("ix_rating_changes_subject_pool_at"), "rating_changes", ["subject", "pool", "at"]
    )
    op.create_table(
        "pools",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("stale", sa.Boolean, nullable=False),
    )
    rankings = op.create_table(
        "rankings",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.bulk_insert(rankings, [{"id": 1, "version": 0}])
