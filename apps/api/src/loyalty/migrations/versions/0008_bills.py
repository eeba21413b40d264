"""Bills: what members paid, one a receipt, outlet and business day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

STANDS = sa.text("voided_at IS NULL")
PENDING = sa.text("verified_at IS NULL AND voided_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "bills",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("business_day", sa.Date(), nullable=False),
        sa.Column("receipt_number", sa.String(length=40), nullable=False),
        sa.Column("amount_sen", BigInt, nullable=False),
        sa.Column("multiplier_tenths", BigInt, nullable=False),
        sa.Column("points", BigInt, nullable=False),
        sa.Column("paid_at", UtcDateTime(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("verified_at", UtcDateTime(), nullable=True),
        sa.Column("voided_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "amount_sen >= 0 AND multiplier_tenths >= 0", name=op.f("ck_bills_never_negative")
        ),
        sa.CheckConstraint(
            "points = amount_sen * multiplier_tenths / 1000", name=op.f("ck_bills_points_are_the_floor")
        ),
        sa.CheckConstraint("length(receipt_number) > 0", name=op.f("ck_bills_has_a_receipt")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_bills_outlet_id_outlets")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["point_accounts.member_id"], name=op.f("fk_bills_member_id_point_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bills")),
    )
    op.create_index(
        "uq_bills_receipt",
        "bills",
        ["outlet_id", "business_day", "receipt_number"],
        unique=True,
        sqlite_where=STANDS,
        postgresql_where=STANDS,
    )
    op.create_index("ix_bills_member_id_created_at", "bills", ["member_id", "created_at"])
    op.create_index(
        "ix_bills_pending", "bills", ["created_at"], sqlite_where=PENDING, postgresql_where=PENDING
    )


def downgrade() -> None:
    op.drop_table("bills")
