"""Studies share what they begin with; limits are counted by all processes; logins have looks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from rondel.server.looks import look_of

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds what is shared, and notes what the logins that there are look like."""
    op.add_column("tables", sa.Column("shared", sa.Integer, nullable=False, server_default="0"))
    _add_stretches()
    op.create_table(
        "places",
        sa.Column("user_id", sa.Text, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "place"),
    )
    op.create_table(
        "limits",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("empty_at", sa.Double, nullable=False),
    )
    op.create_index(op.f("ix_limits_empty_at"), "limits", ["empty_at"])
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("login_look", sa.Text))
        users.create_unique_constraint("uq_users_login_look", ["login_look"])
    _note_looks()


def _add_stretches() -> None:
    op.create_table(
        "stretches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("bodies", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text),
        sa.Column("source_id", sa.Text),
        sa.Column("undone", sa.Integer),
    )
    index = ["source_id", "undone", "after"]
    op.create_index(op.f("ix_stretches_source_id_undone_after"), "stretches", index)
    op.create_table(
        "pages",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("stretch_id", sa.Text, sa.ForeignKey("stretches.id"), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "after"),
    )
    op.create_index(op.f("ix_pages_stretch_id"), "pages", ["stretch_id"])


def _note_looks() -> None:
    """Of logins that look the same the oldest has the look; all go on working."""
    users = sa.table("users", sa.column("id"), sa.column("login"), sa.column("login_look"))
    taken = set[str]()
    wanted = sa.select(users.c.id, users.c.login).where(users.c.login.is_not(None))
    for id, login in op.get_bind().execute(wanted.order_by(sa.text("created_at, id"))).all():
        if (look := look_of(login)) not in taken:
            taken.add(look)
            op.execute(users.update().where(users.c.id == id).values(login_look=look))
