"""What tills read of members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "till_lookups",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("till_id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.CheckConstraint("what IN ('member', 'voucher')", name=op.f("ck_till_lookups_what")),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_till_lookups_till_id_till_keys")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_till_lookups_member_id_members")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_lookups")),
    )
    op.create_index(op.f("ix_till_lookups_at"), "till_lookups", ["at"])
    op.create_index(op.f("ix_till_lookups_member_id"), "till_lookups", ["member_id"])


def downgrade() -> None:
    op.drop_table("till_lookups")
