"""The programme's own numbers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programme_settings",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", BigInt, nullable=False),
        sa.CheckConstraint("value >= 0", name=op.f("ck_programme_settings_value")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_programme_settings")),
    )


def downgrade() -> None:
    op.drop_table("programme_settings")
