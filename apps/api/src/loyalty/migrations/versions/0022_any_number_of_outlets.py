"""The outlets of a reward and of a voucher, however many: 400 characters were about a hundred."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _change(sa.String(length=400), sa.Text())


def downgrade() -> None:
    _change(sa.Text(), sa.String(length=400))


def _change(before: sa.types.TypeEngine[str], after: sa.types.TypeEngine[str]) -> None:
    context = op.get_context()
    if context.dialect.name == "sqlite":  # it holds no column to its length
        return
    # Each table locked alone: two locks held together can deadlock with a claim.
    with context.autocommit_block():
        for table in ("rewards", "vouchers"):
            op.alter_column(table, "outlet_ids", existing_type=before, type_=after, existing_nullable=False)
