"""Advertising is agreed to apart from the terms."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "marketing_choices",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("notice_version", sa.String(length=20), nullable=False),
        sa.Column("channel", sa.String(length=20), nullable=False),
        sa.Column("chosen_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_marketing_choices_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marketing_choices")),
    )
    op.create_index(op.f("ix_marketing_choices_member_id"), "marketing_choices", ["member_id"])


def downgrade() -> None:
    op.drop_table("marketing_choices")
