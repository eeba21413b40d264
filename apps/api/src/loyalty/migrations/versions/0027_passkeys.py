"""Passkeys, and the challenges that are given out for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("credential_id", sa.String(length=1364), nullable=False),
        sa.Column("public_key", sa.String(length=2000), nullable=False),
        sa.Column("user_handle", sa.String(length=43), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", sa.String(length=100), nullable=False),
        sa.Column("browser", sa.String(length=20), nullable=True),
        sa.Column("system", sa.String(length=20), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_passkeys_member_id_members"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_member_id"), "passkeys", ["member_id"])
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("user_handle", sa.String(length=43), nullable=True),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "(purpose = 'add') = (member_id IS NOT NULL)", name=op.f("ck_passkey_challenges_purpose")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_passkey_challenges_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("challenge_hash", name=op.f("pk_passkey_challenges")),
    )
    op.create_index(op.f("ix_passkey_challenges_member_id"), "passkey_challenges", ["member_id"])
    op.create_index(op.f("ix_passkey_challenges_created_at"), "passkey_challenges", ["created_at"])
    op.create_index("ix_passkey_challenges_network", "passkey_challenges", ["network_hash", "created_at"])


def downgrade() -> None:
    op.drop_table("passkey_challenges")
    op.drop_table("passkeys")
