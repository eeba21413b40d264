"""One-time codes, sessions, handoff tickets and consents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "code_attempts",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("tried_at", UtcDateTime(), nullable=False),
        sa.Column("was_right", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_attempts")),
    )
    op.create_index("ix_code_attempts_network", "code_attempts", ["network_hash", "tried_at"])
    op.create_index(
        "ix_code_attempts_number", "code_attempts", ["number_hash", "purpose", "network_hash", "tried_at"]
    )
    op.create_index("ix_code_attempts_tried_at", "code_attempts", ["tried_at"])

    op.create_table(
        "code_challenges",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("requester_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("purpose IN ('login', 'register')", name=op.f("ck_code_challenges_purpose")),
        sa.CheckConstraint("tries BETWEEN 0 AND 5", name=op.f("ck_code_challenges_five_tries")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_challenges")),
    )
    op.create_index("ix_code_challenges_created_at", "code_challenges", ["created_at"])
    op.create_index(
        "ix_code_challenges_whose",
        "code_challenges",
        ["number_hash", "purpose", "requester_hash", "created_at"],
    )

    op.create_table(
        "code_pauses",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("until", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_code_pauses")),
    )
    op.create_table(
        "code_sends",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("prefix_hash", sa.String(length=64), nullable=False),
        sa.Column("calling_code", sa.String(length=3), nullable=False),
        sa.Column("known_device", sa.Boolean(), nullable=False),
        sa.Column("from_reserve", sa.Boolean(), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("verified_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_sends")),
    )
    op.create_index("ix_code_sends_calling_code", "code_sends", ["calling_code", "sent_at"])
    op.create_index("ix_code_sends_network", "code_sends", ["network_hash", "sent_at"])
    op.create_index("ix_code_sends_number", "code_sends", ["number_hash", "purpose", "sent_at"])
    op.create_index("ix_code_sends_prefix", "code_sends", ["prefix_hash", "sent_at"])
    op.create_index("ix_code_sends_sent_at", "code_sends", ["sent_at"])

    op.create_table(
        "known_devices",
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("device_hash", "number_hash", name=op.f("pk_known_devices")),
    )
    op.create_table(
        "number_proofs",
        sa.Column("proof_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("proof_hash", name=op.f("pk_number_proofs")),
    )
    op.create_index("ix_number_proofs_expires_at", "number_proofs", ["expires_at"])

    op.create_table(
        "number_standings",
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("failures", BigInt, nullable=False),
        sa.PrimaryKeyConstraint("number_hash", "purpose", name=op.f("pk_number_standings")),
    )
    op.create_table(
        "sent_codes",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("challenge_id", BigInt, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["code_challenges.id"],
            name=op.f("fk_sent_codes_challenge_id_code_challenges"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sent_codes")),
    )
    op.create_index("ix_sent_codes_challenge_id", "sent_codes", ["challenge_id"])

    op.create_table(
        "consents",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("notice_version", sa.String(length=20), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("channel", sa.String(length=20), nullable=False),
        sa.Column("given_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_consents_member_id_members"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consents")),
    )
    op.create_index("ix_consents_member_id", "consents", ["member_id"])

    op.create_table(
        "session_families",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("end_reason", sa.String(length=20), nullable=True),
        sa.Column("first_login", sa.Boolean(), nullable=False),
        sa.Column("first_login_seen_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_session_families_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session_families")),
    )
    op.create_index("ix_session_families_member_id", "session_families", ["member_id"])

    op.create_table(
        "handoff_alarms",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("family_id", BigInt, nullable=False),
        sa.Column("raised_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["family_id"],
            ["session_families.id"],
            name=op.f("fk_handoff_alarms_family_id_session_families"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handoff_alarms")),
    )
    op.create_index("ix_handoff_alarms_family_id_raised_at", "handoff_alarms", ["family_id", "raised_at"])

    op.create_table(
        "sessions",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("family_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=2), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("counter", BigInt, nullable=False),
        sa.Column("renewed_at", UtcDateTime(), nullable=False),
        sa.Column("current_used_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("kind IN ('ls', 'lm')", name=op.f("ck_sessions_kind")),
        sa.CheckConstraint("state IN ('live', 'handed_off', 'revoked')", name=op.f("ck_sessions_state")),
        sa.ForeignKeyConstraint(
            ["family_id"],
            ["session_families.id"],
            name=op.f("fk_sessions_family_id_session_families"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("key", name=op.f("uq_sessions_key")),
    )
    op.create_index("ix_sessions_family_id", "sessions", ["family_id"])

    op.create_table(
        "handoff_tickets",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("family_id", BigInt, nullable=False),
        sa.Column("site_session_id", BigInt, nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("minted_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("nonce_hash", sa.String(length=64), nullable=True),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("session_id", BigInt, nullable=True),
        sa.Column("session_counter", BigInt, nullable=True),
        sa.Column("opened_session", sa.Boolean(), nullable=False),
        sa.CheckConstraint("state IN ('new', 'reserved', 'used')", name=op.f("ck_handoff_tickets_state")),
        sa.ForeignKeyConstraint(
            ["family_id"],
            ["session_families.id"],
            name=op.f("fk_handoff_tickets_family_id_session_families"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name=op.f("fk_handoff_tickets_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["site_session_id"],
            ["sessions.id"],
            name=op.f("fk_handoff_tickets_site_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handoff_tickets")),
        sa.UniqueConstraint("key", name=op.f("uq_handoff_tickets_key")),
        sa.UniqueConstraint("site_session_id", name=op.f("uq_handoff_tickets_site_session_id")),
    )
    op.create_index("ix_handoff_tickets_family_id", "handoff_tickets", ["family_id"])


def downgrade() -> None:
    op.drop_table("handoff_tickets")
    op.drop_table("sessions")
    op.drop_table("handoff_alarms")
    op.drop_table("session_families")
    op.drop_table("consents")
    op.drop_table("sent_codes")
    op.drop_table("number_standings")
    op.drop_table("number_proofs")
    op.drop_table("known_devices")
    op.drop_table("code_sends")
    op.drop_table("code_pauses")
    op.drop_table("code_challenges")
    op.drop_table("code_attempts")
