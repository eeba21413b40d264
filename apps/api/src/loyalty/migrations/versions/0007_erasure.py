"""Members can be erased, by a code of its own purpose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("erased_at", UtcDateTime(), nullable=True))
    _allow("'login', 'register', 'erase'", before="'login', 'register'")


def downgrade() -> None:
    op.execute("DELETE FROM code_challenges WHERE purpose = 'erase'")
    _allow("'login', 'register'", before="'login', 'register', 'erase'")
    op.drop_column("members", "erased_at")


def _allow(purposes: str, *, before: str) -> None:
    """State the purposes anew. SQLite copies the table for it, and codes on their way are lost: they live
    for two minutes, and the next one is asked for with a tap.
    """
    with op.batch_alter_table("code_challenges", copy_from=_challenges(before)) as table:
        table.drop_constraint(op.f("ck_code_challenges_purpose"), type_="check")
        table.create_check_constraint(op.f("ck_code_challenges_purpose"), f"purpose IN ({purposes})")


def _challenges(purposes: str) -> sa.Table:
    return sa.Table(
        "code_challenges",
        sa.MetaData(),
        sa.Column("id", BigInt, nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("requester_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(f"purpose IN ({purposes})", name=op.f("ck_code_challenges_purpose")),
        sa.CheckConstraint("tries BETWEEN 0 AND 5", name=op.f("ck_code_challenges_five_tries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_challenges")),
        sa.Index("ix_code_challenges_whose", "number_hash", "purpose", "requester_hash", "created_at"),
        sa.Index(op.f("ix_code_challenges_created_at"), "created_at"),
    )
