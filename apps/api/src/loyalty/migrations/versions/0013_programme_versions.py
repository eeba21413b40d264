"""The programmes there were, each as a file."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programme_versions",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_programme_versions")),
    )


def downgrade() -> None:
    op.drop_table("programme_versions")
