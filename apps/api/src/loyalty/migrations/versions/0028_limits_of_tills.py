"""Which till recorded and verified a bill and took a voucher, what waits for the office, misses, ends of
keys.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

TILLS = (
    ("bills", "till_id"),
    ("bills", "verified_till_id"),
    ("vouchers", "used_till_id"),
    ("voucher_restorations", "till_id"),
)


def upgrade() -> None:
    # Each table locked alone: two locks held together can deadlock with a claim or a bill.
    context = op.get_context()
    on_postgresql = context.dialect.name == "postgresql"
    # What was done before a lock that was not free in time is there when the upgrade is run again.
    again = True if on_postgresql else None
    alone: AbstractContextManager[None] = context.autocommit_block() if on_postgresql else nullcontext()
    with alone:
        op.add_column("till_keys", sa.Column("created_by", sa.String(60), nullable=True), if_not_exists=again)
        op.add_column("till_keys", sa.Column("expires_at", UtcDateTime(), nullable=True), if_not_exists=again)
        op.add_column("bills", sa.Column("waits_for", sa.String(20), nullable=True), if_not_exists=again)
        # In words: alembic gives a constraint made with its column no name, and SQLite takes no other.
        new, whole = ("IF NOT EXISTS ", "BIGINT") if on_postgresql else ("", "INTEGER")
        for table, name in TILLS:
            leads_to = f"CONSTRAINT fk_{table}_{name}_till_keys REFERENCES till_keys (id)"
            op.execute(f"ALTER TABLE {table} ADD COLUMN {new}{name} {whole} {leads_to}")
        op.create_index(
            "ix_bills_verified_till_id_verified_at",
            "bills",
            ["verified_till_id", "verified_at"],
            if_not_exists=again,
        )
        op.create_index("ix_till_lookups_till_id_at", "till_lookups", ["till_id", "at"], if_not_exists=again)
        op.create_table(
            "till_misses",
            sa.Column("id", BigInt, nullable=False),
            sa.Column("at", UtcDateTime(), nullable=False),
            sa.Column("till_id", BigInt, nullable=False),
            sa.ForeignKeyConstraint(
                ["till_id"], ["till_keys.id"], name=op.f("fk_till_misses_till_id_till_keys")
            ),
            sa.PrimaryKeyConstraint("id", name=op.f("pk_till_misses")),
            if_not_exists=again,
        )
        op.create_index(op.f("ix_till_misses_at"), "till_misses", ["at"], if_not_exists=again)
        op.create_index("ix_till_misses_till_id_at", "till_misses", ["till_id", "at"], if_not_exists=again)


def downgrade() -> None:
    op.drop_table("till_misses")
    op.drop_index("ix_till_lookups_till_id_at", "till_lookups")
    op.drop_index("ix_bills_verified_till_id_verified_at", "bills")
    for table, name in reversed(TILLS):
        op.drop_column(table, name)
    op.drop_column("bills", "waits_for")
    op.drop_column("till_keys", "expires_at")
    op.drop_column("till_keys", "created_by")
