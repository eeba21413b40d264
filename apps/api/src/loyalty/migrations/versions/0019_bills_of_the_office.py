"""Who recorded a bill that no till has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("bills", sa.Column("recorded_by", sa.String(length=60), nullable=True))


def downgrade() -> None:
    op.drop_column("bills", "recorded_by")
