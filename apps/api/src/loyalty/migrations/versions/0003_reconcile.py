"""What columns of files of sales mean, and which days of outlets were compared with one."""

from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# SQLite counts up only a column of exactly INTEGER by itself.
BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UtcDateTime = partial(sa.DateTime, timezone=True)


def upgrade() -> None:
    op.create_table(
        "sales_layouts",
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("headings_hash", sa.String(64), nullable=False),
        sa.Column("columns", sa.Text(), nullable=False),
        sa.Column("day_order", sa.String(3), nullable=True),
        sa.Column("saved_by", sa.String(60), nullable=False),
        sa.Column("saved_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_sales_layouts_outlet_id_outlets")
        ),
        sa.PrimaryKeyConstraint("outlet_id", "headings_hash", name=op.f("pk_sales_layouts")),
    )
    op.create_table(
        "reconciled_days",
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("sales", BigInt, nullable=False),
        sa.Column("differing", BigInt, nullable=False),
        sa.Column("operator", sa.String(60), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_reconciled_days_outlet_id_outlets")
        ),
        sa.PrimaryKeyConstraint("outlet_id", "day", name=op.f("pk_reconciled_days")),
    )


def downgrade() -> None:
    op.drop_table("reconciled_days")
    op.drop_table("sales_layouts")
