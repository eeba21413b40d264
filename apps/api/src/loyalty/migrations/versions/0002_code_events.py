"""Codes that were sent and tries to enter them, in the place of counters."""

from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# SQLite counts up only a column of exactly INTEGER by itself.
BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UtcDateTime = partial(sa.DateTime, timezone=True)


def upgrade() -> None:
    """Make the table and its indexes. `rate_windows` stays for the code of 0.1.0."""
    op.create_table(
        "code_events",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("prefix_hash", sa.String(length=64), nullable=False),
        sa.Column("calling_code", sa.String(length=3), nullable=False),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("wide_network_hash", sa.String(length=64), nullable=True),
        *(
            sa.Column(name, sa.Boolean(), nullable=False)
            for name in (
                "known_device",
                "from_reserve",
                "is_unsent",
                "is_entered",
                "in_row_here",
                "in_row",
                "raised_alarm",
            )
        ),
        sa.CheckConstraint("kind IN ('code', 'try')", name=op.f("ck_code_events_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_events")),
    )
    op.create_index(op.f("ix_code_events_at"), "code_events", ["at"], unique=False)
    for column in ("kind", "number_hash", "prefix_hash", "network_hash", "wide_network_hash"):
        op.create_index(f"ix_code_events_{column}_at", "code_events", [column, "at"], unique=False)


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("code_events")
