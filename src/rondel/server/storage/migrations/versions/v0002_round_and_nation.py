"""Lists tell the round of a game and the nation that is decided for.

Games that were begun before tell theirs with the next decision.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds what is told."""
    op.add_column("tables", sa.Column("nation", sa.Text))
    op.add_column("tables", sa.Column("round", sa.Integer))
