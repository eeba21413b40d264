"""The keys of the tills."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "till_keys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_till_keys_outlet_id_outlets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_till_keys_key_hash")),
    )


def downgrade() -> None:
    op.drop_table("till_keys")
