"""What members prefer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "member_preferences",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("notifications", sa.JSON(), nullable=True),
        sa.Column("language", sa.JSON(), nullable=True),
        sa.Column("privacy", sa.JSON(), nullable=True),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_member_preferences_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_member_preferences")),
    )


def downgrade() -> None:
    op.drop_table("member_preferences")
