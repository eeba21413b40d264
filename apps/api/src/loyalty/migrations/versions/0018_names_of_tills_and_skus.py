"""Names and last use of tills, the SKU of a reward, and the indexes by which a bill is found again."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Each table locked alone: two locks held together can deadlock with a claim or a bill.
    context = op.get_context()
    on_postgresql = context.dialect.name == "postgresql"
    # What was done before a lock that was not free in time is there when the upgrade is run again.
    again = True if on_postgresql else None
    alone: AbstractContextManager[None] = context.autocommit_block() if on_postgresql else nullcontext()
    with alone:
        op.add_column(
            "till_keys", sa.Column("name", sa.String(length=60), nullable=True), if_not_exists=again
        )
        op.add_column(
            "till_keys", sa.Column("last_used_at", UtcDateTime(), nullable=True), if_not_exists=again
        )
        op.add_column("rewards", sa.Column("sku", sa.String(length=40), nullable=True), if_not_exists=again)
        op.create_index(
            "ix_bills_outlet_id_business_day", "bills", ["outlet_id", "business_day"], if_not_exists=again
        )
        op.create_index("ix_bills_receipt_number", "bills", ["receipt_number"], if_not_exists=again)


def downgrade() -> None:
    op.drop_index("ix_bills_receipt_number", "bills")
    op.drop_index("ix_bills_outlet_id_business_day", "bills")
    op.drop_column("rewards", "sku")
    op.drop_column("till_keys", "last_used_at")
    op.drop_column("till_keys", "name")
