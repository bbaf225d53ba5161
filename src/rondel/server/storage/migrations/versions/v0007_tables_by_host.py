"""Tables are found by their host: lists of one's own games need not look at all there are."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From the version before."""
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
