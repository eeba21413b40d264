"""The outbox: messages waiting to leave."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("recipient", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("code", sa.String(length=10), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("last_error", sa.String(length=80), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'sending', 'sent', 'expired', 'dead')", name=op.f("ck_outbox_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index("ix_outbox_state_due_at", "outbox", ["state", "due_at"])


def downgrade() -> None:
    op.drop_table("outbox")
