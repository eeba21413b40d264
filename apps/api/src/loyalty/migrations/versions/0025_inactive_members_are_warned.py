"""When an inactive member was warned of their erasure."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import UtcDateTime

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("inactive_warned_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("members", "inactive_warned_at")
