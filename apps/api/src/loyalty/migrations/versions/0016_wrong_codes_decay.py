"""Wrong codes at a number are forgotten after a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import UtcDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What was counted without a time no longer counts.
    op.add_column("number_standings", sa.Column("last_failed_at", UtcDateTime(), nullable=True))
    op.create_index(op.f("ix_number_standings_last_failed_at"), "number_standings", ["last_failed_at"])


def downgrade() -> None:
    op.drop_index(op.f("ix_number_standings_last_failed_at"), "number_standings")
    op.drop_column("number_standings", "last_failed_at")
