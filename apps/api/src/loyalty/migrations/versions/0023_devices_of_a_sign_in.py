"""Which browser a sign-in came from, for the member's list of devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("session_families", sa.Column("browser", sa.String(length=20), nullable=True))
    op.add_column("session_families", sa.Column("system", sa.String(length=20), nullable=True))
    op.add_column("session_families", sa.Column("device_hash", sa.String(length=64), nullable=True))


def downgrade() -> None:
    op.drop_column("session_families", "device_hash")
    op.drop_column("session_families", "system")
    op.drop_column("session_families", "browser")
