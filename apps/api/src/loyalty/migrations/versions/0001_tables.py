"""All tables of the programme, and the triggers that keep what is written once."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite counts up only a column of exactly INTEGER by itself.
BigInt = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
UtcDateTime = partial(sa.DateTime, timezone=True)

# A used voucher changes once more only where the office restores it: it names a restoration that it has not
# named before, and that one was approved.
NAMES_A_RESTORATION = """
  OLD.used_at IS NOT NULL AND OLD.cancelled_at IS NULL AND NEW.used_at IS NULL AND NEW.cancelled_at IS NULL
  AND NEW.member_id = OLD.member_id AND NEW.reward_id = OLD.reward_id AND NEW.code = OLD.code
  AND NEW.cost = OLD.cost AND NEW.expires_at = OLD.expires_at
  AND NEW.restoration_id > coalesce(OLD.restoration_id, 0)
"""
IS_APPROVED = """
  EXISTS (
    SELECT 1 FROM approvals AS given
    WHERE given.id = NEW.restoration_id AND given.kind = 'restoration'
    AND given.member_id = OLD.member_id AND given.subject_id = OLD.id
    AND given.used_at = OLD.used_at AND given.state = 'done'
  )
"""

# INSERT OR REPLACE deletes without the DELETE trigger of SQLite: an insert may not meet a row that is there.
ON_SQLITE = (
    "CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries "
    "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
    "CREATE TRIGGER ledger_entries_no_delete BEFORE DELETE ON ledger_entries "
    "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
    "CREATE TRIGGER ledger_entries_no_replace BEFORE INSERT ON ledger_entries "
    "WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.id "
    "OR (member_id = NEW.member_id AND seq = NEW.seq) "
    "OR (member_id = NEW.member_id AND source_type = NEW.source_type AND source_id = NEW.source_id "
    "AND action_id = NEW.action_id)) "
    "BEGIN SELECT RAISE(ABORT, 'UNIQUE: the ledger is append-only'); END",
    "CREATE TRIGGER vouchers_stay_ended BEFORE UPDATE ON vouchers "
    "WHEN (OLD.used_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL) "
    f"AND NOT ({NAMES_A_RESTORATION} AND {IS_APPROVED}) "
    "BEGIN SELECT RAISE(ABORT, 'a used or cancelled voucher stays as it is'); END",
    "CREATE TRIGGER vouchers_stay_there BEFORE DELETE ON vouchers "
    "BEGIN SELECT RAISE(ABORT, 'a voucher is never deleted'); END",
    "CREATE TRIGGER office_log_no_update BEFORE UPDATE ON office_log "
    "BEGIN SELECT RAISE(ABORT, 'the log of the office is append-only'); END",
    "CREATE TRIGGER office_log_no_delete BEFORE DELETE ON office_log "
    "WHEN OLD.at > datetime('now', '-2 years') "
    "BEGIN SELECT RAISE(ABORT, 'the log of the office is kept for two years'); END",
    "CREATE TRIGGER office_log_no_replace BEFORE INSERT ON office_log "
    "WHEN EXISTS (SELECT 1 FROM office_log WHERE id = NEW.id OR seq = NEW.seq) "
    "BEGIN SELECT RAISE(ABORT, 'UNIQUE: the log of the office is append-only'); END",
)

# forget_office_log() takes the chain's oldest entries away, and nothing out of its middle.
ON_POSTGRESQL = (
    "CREATE FUNCTION refuse_to_change_ledger() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$",
    "CREATE TRIGGER ledger_entries_no_change BEFORE UPDATE OR DELETE ON ledger_entries "
    "FOR EACH ROW EXECUTE FUNCTION refuse_to_change_ledger()",
    "CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_ledger()",
    "CREATE FUNCTION refuse_to_change_vouchers() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {NAMES_A_RESTORATION} THEN "
    f"IF {IS_APPROVED} THEN RETURN NEW; END IF; END IF; END IF; "
    "RAISE EXCEPTION 'a used or cancelled voucher stays as it is'; END $$",
    "CREATE TRIGGER vouchers_stay_ended BEFORE UPDATE ON vouchers FOR EACH ROW "
    "WHEN (OLD.used_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL) "
    "EXECUTE FUNCTION refuse_to_change_vouchers()",
    "CREATE TRIGGER vouchers_stay_there BEFORE DELETE ON vouchers "
    "FOR EACH ROW EXECUTE FUNCTION refuse_to_change_vouchers()",
    "CREATE FUNCTION refuse_to_change_office_log() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the log of the office is append-only, and kept for two years'; END $$",
    "CREATE TRIGGER office_log_no_update BEFORE UPDATE ON office_log "
    "FOR EACH ROW EXECUTE FUNCTION refuse_to_change_office_log()",
    "CREATE TRIGGER office_log_no_delete BEFORE DELETE ON office_log "
    "FOR EACH ROW WHEN (OLD.at > now() - interval '2 years') "
    "EXECUTE FUNCTION refuse_to_change_office_log()",
    "CREATE TRIGGER office_log_no_truncate BEFORE TRUNCATE ON office_log "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_office_log()",
    "CREATE FUNCTION forget_office_log(before timestamptz) RETURNS bigint LANGUAGE plpgsql "
    "SECURITY DEFINER SET search_path = public, pg_temp AS "
    "$$ DECLARE gone bigint; BEGIN "
    "DELETE FROM office_log WHERE at < least(before, now() - interval '2 years') "
    "AND seq < coalesce((SELECT min(seq) FROM office_log "
    "WHERE at >= least(before, now() - interval '2 years')), 9223372036854775807); "
    "GET DIAGNOSTICS gone = ROW_COUNT; RETURN gone; END $$",
)
FUNCTIONS = (
    "refuse_to_change_ledger()",
    "refuse_to_change_vouchers()",
    "refuse_to_change_office_log()",
    "forget_office_log(timestamptz)",
)
# In the order in which they can be dropped.
TABLES = (
    "till_enrolments",
    "staff_sessions",
    "staff_challenges",
    "staff_pins",
    "staff_passkeys",
    "staff_invitations",
    "approvals",
    "staff_grants",
    "otp_challenges",
    "rate_windows",
    "handoff_tickets",
    "sessions",
    "push_subscriptions",
    "wallet_devices",
    "wallet_passes",
    "broadcasts",
    "webhook_secrets",
    "webhooks",
    "feed_keys",
    "notification_texts",
    "notification_looks",
    "notification_deliveries",
    "notifications",
    "ledger_entries",
    "handoff_alarms",
    "receipt_claims",
    "points_alone",
    "bills",
    "vouchers",
    "offline_tills",
    "till_misses",
    "till_lookups",
    "sign_ins",
    "point_accounts",
    "passkeys",
    "passkey_challenges",
    "host_consents",
    "host_attempts",
    "host_accounts",
    "office_log",
    "event_sequences",
    "events",
    "member_preferences",
    "marketing_choices",
    "consents",
    "till_keys",
    "staff",
    "members",
    "event_readers",
    "enquiry_notes",
    "enquiry_files",
    "enquiries",
    "tiers",
    "grants",
    "reward_texts",
    "rewards",
    "programme_drafts",
    "programme_versions",
    "programme_settings",
    "outlets",
    "jobs",
    "office_log_chain",
    "number_proofs",
    "known_devices",
    "idempotent_responses",
    "task_successes",
    "images",
    "content_versions",
    "content_kinds",
)


def upgrade() -> None:
    create_tables()
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in ON_SQLITE if on_sqlite else ON_POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    on_postgresql = op.get_bind().dialect.name == "postgresql"
    for table in TABLES:
        op.drop_table(table)
    for function in FUNCTIONS if on_postgresql else ():
        op.execute(f"DROP FUNCTION {function}")


def create_tables() -> None:
    op.create_table(
        "otp_challenges",
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("requester_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.Column("known_device", sa.Boolean(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("previous_code_hash", sa.String(length=64), nullable=True),
        sa.Column("previous_sent_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "purpose IN ('login', 'register', 'erase')", name=op.f("ck_otp_challenges_purpose")
        ),
        sa.CheckConstraint("tries BETWEEN 0 AND 5", name=op.f("ck_otp_challenges_five_tries")),
        sa.PrimaryKeyConstraint("number_hash", "purpose", "requester_hash", name=op.f("pk_otp_challenges")),
    )
    op.create_index(op.f("ix_otp_challenges_expires_at"), "otp_challenges", ["expires_at"], unique=False)
    op.create_table(
        "rate_windows",
        sa.Column("scope", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("window_start", BigInt, nullable=False),
        sa.Column("count", BigInt, nullable=False),
        sa.Column("entered", BigInt, nullable=False),
        sa.Column("recent", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("paused_until", UtcDateTime(), nullable=True),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", "window_start", name=op.f("pk_rate_windows")),
    )
    op.create_index(op.f("ix_rate_windows_expires_at"), "rate_windows", ["expires_at"], unique=False)
    op.create_table(
        "content_kinds",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("revision", BigInt, nullable=False),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.Column("changed_by", sa.String(length=60), nullable=True),
        sa.Column("draft", sa.Text(), nullable=True),
        sa.Column("saved_at", UtcDateTime(), nullable=True),
        sa.Column("saved_by", sa.String(length=60), nullable=True),
        sa.CheckConstraint("(draft IS NULL) = (saved_at IS NULL)", name=op.f("ck_content_kinds_draft_saved")),
        sa.CheckConstraint("revision > 0", name=op.f("ck_content_kinds_revision")),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_content_kinds")),
    )
    op.create_table(
        "content_versions",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("id", BigInt, autoincrement=False, nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=True),
        sa.Column("reason", sa.String(length=400), nullable=True),
        sa.Column("again", BigInt, nullable=True),
        sa.CheckConstraint(
            "id > 0 AND (again IS NULL OR again < id)", name=op.f("ck_content_versions_counted")
        ),
        sa.ForeignKeyConstraint(
            ["kind", "again"],
            ["content_versions.kind", "content_versions.id"],
            name=op.f("fk_content_versions_kind_again_content_versions"),
        ),
        sa.ForeignKeyConstraint(
            ["kind"], ["content_kinds.kind"], name=op.f("fk_content_versions_kind_content_kinds")
        ),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_content_versions")),
    )
    op.create_table(
        "images",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("tag", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_images")),
    )
    op.create_table(
        "idempotent_responses",
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", BigInt, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_idempotent_responses")),
    )
    op.create_index(
        op.f("ix_idempotent_responses_created_at"), "idempotent_responses", ["created_at"], unique=False
    )
    op.create_table(
        "task_successes",
        sa.Column("task", sa.String(length=20), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("task", name=op.f("pk_task_successes")),
    )
    op.create_table(
        "known_devices",
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("device_hash", "number_hash", name=op.f("pk_known_devices")),
    )
    op.create_index(op.f("ix_known_devices_seen_at"), "known_devices", ["seen_at"], unique=False)
    op.create_table(
        "number_proofs",
        sa.Column("proof_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("proof_hash", name=op.f("pk_number_proofs")),
    )
    op.create_index(op.f("ix_number_proofs_expires_at"), "number_proofs", ["expires_at"], unique=False)
    op.create_table(
        "office_log_chain",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("first_seq", BigInt, nullable=False),
        sa.Column("first_seal", sa.String(length=64), nullable=False),
        sa.Column("last_seq", BigInt, nullable=False),
        sa.Column("last_seal", sa.String(length=64), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_office_log_chain_one_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_office_log_chain")),
    )
    op.create_table(
        "jobs",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("queue", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("reference", BigInt, nullable=True),
        sa.Column("recipient", sa.String(length=255), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("priority", BigInt, nullable=False),
        sa.Column("lock", sa.String(length=80), nullable=True),
        sa.Column("once_key", sa.String(length=200), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("lease", BigInt, nullable=False),
        sa.Column("run_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("last_error", sa.String(length=80), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'done', 'expired', 'failed')", name=op.f("ck_jobs_state")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_finished_at"), "jobs", ["finished_at"], unique=False)
    op.create_index("ix_jobs_reference", "jobs", ["reference"], unique=False)
    for name, columns, is_unique, where in (
        ("ix_jobs_due", ["queue", "run_at"], False, "finished_at IS NULL"),
        ("ix_jobs_lock", ["queue", "lock", "id"], False, "finished_at IS NULL"),
        ("ix_jobs_once_key", ["once_key"], True, "state = 'waiting'"),
        ("ix_jobs_failed", ["queue", "reference"], False, "state = 'failed'"),
        ("ix_jobs_of_lock", ["lock"], False, "lock IS NOT NULL"),
        ("ix_jobs_started", ["queue", "started_at"], False, "started_at IS NOT NULL"),
    ):
        op.create_index(
            name,
            "jobs",
            columns,
            unique=is_unique,
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )
    op.create_table(
        "outlets",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("brand", sa.String(length=40), nullable=False),
        sa.Column("status_id", BigInt, nullable=False),
        sa.CheckConstraint("length(name) > 0", name=op.f("ck_outlets_has_a_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outlets")),
        sa.UniqueConstraint("name", name=op.f("uq_outlets_name")),
    )
    op.create_table(
        "programme_settings",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", BigInt, nullable=False),
        sa.CheckConstraint("value >= 0", name=op.f("ck_programme_settings_value")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_programme_settings")),
    )
    op.create_table(
        "programme_versions",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("proposed_by", sa.String(length=60), nullable=True),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_programme_versions")),
    )
    op.create_table(
        "programme_drafts",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("made_from", BigInt, nullable=False),
        sa.Column("revision", BigInt, nullable=False),
        sa.Column("base", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("begun_by", sa.String(length=60), nullable=False),
        sa.Column("begun_at", UtcDateTime(), nullable=False),
        sa.Column("saved_by", sa.String(length=60), nullable=False),
        sa.Column("saved_at", UtcDateTime(), nullable=False),
        sa.Column("effective_on", sa.Date(), nullable=True),
        sa.Column("withdrawn_by", sa.String(length=60), nullable=True),
        sa.Column("withdrawn_at", UtcDateTime(), nullable=True),
        sa.Column("withdrawal", sa.String(length=400), nullable=True),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("version_id", BigInt, nullable=True),
        sa.CheckConstraint(
            "state IN ('open', 'waiting', 'approved', 'applied', 'refused', 'withdrawn', 'failed')",
            name=op.f("ck_programme_drafts_state"),
        ),
        sa.ForeignKeyConstraint(
            ["version_id"],
            ["programme_versions.id"],
            name=op.f("fk_programme_drafts_version_id_programme_versions"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_programme_drafts")),
    )
    op.create_table(
        "rewards",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("image_name", sa.String(length=100), nullable=True),
        sa.Column("sku", sa.String(length=40), nullable=True),
        sa.Column("type_id", BigInt, nullable=False),
        sa.Column("cost", BigInt, nullable=False),
        sa.Column("value_sen", BigInt, nullable=False),
        sa.Column("discount_sen", BigInt, nullable=False),
        sa.Column("min_spend_sen", BigInt, nullable=False),
        sa.Column("level", BigInt, nullable=False),
        sa.Column("member_limit", BigInt, nullable=True),
        sa.Column("stock", BigInt, nullable=True),
        sa.Column("claimed", BigInt, nullable=False),
        sa.Column("valid_days", BigInt, nullable=False),
        sa.Column("outlet_ids", sa.Text().with_variant(sa.String(length=400), "sqlite"), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=True),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("announced_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "cost >= 0 AND (cost = 0 OR kind = 'points')", name=op.f("ck_rewards_only_points_cost")
        ),
        sa.CheckConstraint(
            "kind IN ('points', 'birthday', 'membership', 'welcome', 'referral')",
            name=op.f("ck_rewards_kind"),
        ),
        sa.CheckConstraint(
            "member_limit IS NULL OR member_limit > 0", name=op.f("ck_rewards_limit_from_one")
        ),
        sa.CheckConstraint("valid_days > 0", name=op.f("ck_rewards_valid_for_a_day")),
        sa.CheckConstraint(
            "claimed >= 0 AND (stock IS NULL OR claimed <= stock)", name=op.f("ck_rewards_stock_holds")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rewards")),
    )
    op.create_table(
        "reward_texts",
        sa.Column("reward_id", BigInt, nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reward_id"], ["rewards.id"], name=op.f("fk_reward_texts_reward_id_rewards")
        ),
        sa.PrimaryKeyConstraint("reward_id", name=op.f("pk_reward_texts")),
    )
    op.create_table(
        "grants",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("year", BigInt, autoincrement=False, nullable=False),
        sa.Column("given_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "number_hash", "year", name=op.f("pk_grants")),
    )
    op.create_table(
        "tiers",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("level", BigInt, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("floor", BigInt, nullable=False),
        sa.Column("multiplier_tenths", BigInt, nullable=False),
        sa.CheckConstraint(
            "floor >= 0 AND (level > 0 OR floor = 0)", name=op.f("ck_tiers_first_floor_is_zero")
        ),
        sa.CheckConstraint("level >= 0", name=op.f("ck_tiers_level_from_zero")),
        sa.CheckConstraint("multiplier_tenths > 0", name=op.f("ck_tiers_earns_something")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tiers")),
        sa.UniqueConstraint("floor", name=op.f("uq_tiers_floor")),
        sa.UniqueConstraint("level", name=op.f("uq_tiers_level")),
    )
    op.create_table(
        "enquiries",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), server_default="open", nullable=False),
        sa.Column("full_name", sa.String(length=400), nullable=False),
        sa.Column("mobile_number", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("identification_number", sa.String(length=40), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("department", sa.String(length=60), nullable=True),
        sa.Column("place", sa.String(length=60), nullable=True),
        sa.Column("outlet_name", sa.String(length=100), nullable=True),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("remarks", sa.Text(), nullable=True),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('career', 'feedback')", name=op.f("ck_enquiries_kind")),
        sa.CheckConstraint(
            "state IN ('open', 'answered', 'closed', 'forwarded')", name=op.f("ck_enquiries_state")
        ),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_enquiries_outlet_id_outlets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiries")),
    )
    op.create_index(op.f("ix_enquiries_created_at"), "enquiries", ["created_at"], unique=False)
    op.create_index(
        "ix_enquiries_network_hash_created_at", "enquiries", ["network_hash", "created_at"], unique=False
    )
    op.create_index(op.f("ix_enquiries_outlet_id"), "enquiries", ["outlet_id"], unique=False)
    op.create_table(
        "enquiry_files",
        sa.Column("enquiry_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("called", sa.String(length=255), nullable=False),
        sa.Column("content_type", sa.String(length=100), nullable=False),
        sa.Column("size", BigInt, nullable=False),
        sa.Column("storage_name", sa.String(length=64), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["enquiry_id"],
            ["enquiries.id"],
            name=op.f("fk_enquiry_files_enquiry_id_enquiries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("enquiry_id", name=op.f("pk_enquiry_files")),
    )
    op.create_table(
        "enquiry_notes",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("enquiry_id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("mail_to", sa.String(length=254), nullable=True),
        sa.CheckConstraint("kind IN ('note', 'state', 'forward')", name=op.f("ck_enquiry_notes_kind")),
        sa.ForeignKeyConstraint(
            ["enquiry_id"],
            ["enquiries.id"],
            name=op.f("fk_enquiry_notes_enquiry_id_enquiries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry_notes")),
    )
    op.create_index(op.f("ix_enquiry_notes_enquiry_id"), "enquiry_notes", ["enquiry_id"], unique=False)
    op.create_table(
        "members",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("calling_code", sa.String(length=3), nullable=False),
        sa.Column("mobile_number", sa.String(length=15), nullable=False),
        sa.Column("date_of_birth", sa.Date(), nullable=True),
        sa.Column("gender_id", BigInt, nullable=False),
        sa.Column("race_id", BigInt, nullable=True),
        sa.Column("occupation", sa.String(length=100), nullable=True),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("status_id", BigInt, nullable=False),
        sa.Column("referral_code", sa.String(length=20), nullable=False),
        sa.Column("referrer_id", BigInt, nullable=True),
        sa.Column("member_code", sa.String(length=20), nullable=False),
        sa.Column("last_login_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("inactive_warned_at", UtcDateTime(), nullable=True),
        sa.Column("erased_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("referrer_id <> id", name=op.f("ck_members_not_own_referrer")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_members_outlet_id_outlets")),
        sa.ForeignKeyConstraint(["referrer_id"], ["members.id"], name=op.f("fk_members_referrer_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint(
            "calling_code", "mobile_number", name=op.f("uq_members_calling_code_mobile_number")
        ),
        sa.UniqueConstraint("member_code", name=op.f("uq_members_member_code")),
        sa.UniqueConstraint("referral_code", name=op.f("uq_members_referral_code")),
    )
    op.create_index(op.f("ix_members_created_at"), "members", ["created_at"], unique=False)
    op.create_index(op.f("ix_members_erased_at"), "members", ["erased_at"], unique=False)
    op.create_index(op.f("ix_members_inactive_warned_at"), "members", ["inactive_warned_at"], unique=False)
    op.create_index(op.f("ix_members_last_login_at"), "members", ["last_login_at"], unique=False)
    op.create_index(op.f("ix_members_referrer_id"), "members", ["referrer_id"], unique=False)
    op.create_table(
        "staff",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("user_handle", sa.String(length=43), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("disabled_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff")),
        sa.UniqueConstraint("user_handle", name=op.f("uq_staff_user_handle")),
    )
    op.create_table(
        "till_keys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=True),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.Column("public_key", sa.String(length=43), nullable=True),
        sa.Column("enrolled_by", BigInt, nullable=True),
        sa.ForeignKeyConstraint(["enrolled_by"], ["staff.id"], name=op.f("fk_till_keys_enrolled_by_staff")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_till_keys_outlet_id_outlets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_till_keys_key_hash")),
    )
    op.create_table(
        "consents",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
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
    op.create_index(op.f("ix_consents_member_id"), "consents", ["member_id"], unique=False)
    op.create_table(
        "marketing_choices",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("notice_version", sa.String(length=20), nullable=False),
        sa.Column("channel", sa.String(length=20), nullable=False),
        sa.Column("chosen_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_marketing_choices_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marketing_choices")),
    )
    op.create_index(op.f("ix_marketing_choices_member_id"), "marketing_choices", ["member_id"], unique=False)
    op.create_table(
        "event_readers",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("position", BigInt, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_event_readers")),
    )
    op.create_table(
        "event_sequences",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("last", BigInt, nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_event_sequences_member_id_members")
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_event_sequences")),
    )
    op.create_table(
        "events",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("position", BigInt, nullable=True),
        sa.Column("source", sa.String(length=40), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=60), nullable=False),
        sa.Column("time", UtcDateTime(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("sequence", BigInt, nullable=True),
        sa.Column("once_key", sa.String(length=80), nullable=True),
        sa.CheckConstraint(
            "(position IS NULL) OR (member_id IS NULL) = (sequence IS NULL)", name=op.f("ck_events_numbered")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_events_member_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_events_member_id_sequence"), "events", ["member_id", "sequence"], unique=True)
    op.create_index(op.f("ix_events_once_key"), "events", ["once_key"], unique=True)
    op.create_index(op.f("ix_events_position"), "events", ["position"], unique=True)
    op.create_index(op.f("ix_events_time"), "events", ["time"], unique=False)
    op.create_index(
        "ix_events_unplaced",
        "events",
        ["id"],
        unique=False,
        sqlite_where=sa.text("position IS NULL"),
        postgresql_where=sa.text("position IS NULL"),
    )
    op.create_table(
        "member_preferences",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("notifications", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("language", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("privacy", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_member_preferences_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_member_preferences")),
    )
    op.create_table(
        "office_log",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("details", sa.String(length=400), nullable=False),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("seq", BigInt, nullable=True),
        sa.Column("seal_before", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_office_log_member_id_members")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_office_log_outlet_id_outlets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_office_log")),
    )
    op.create_index(op.f("ix_office_log_at"), "office_log", ["at"], unique=False)
    op.create_index(op.f("ix_office_log_member_id"), "office_log", ["member_id"], unique=False)
    op.create_index(op.f("ix_office_log_outlet_id"), "office_log", ["outlet_id"], unique=False)
    op.create_index("uq_office_log_seq", "office_log", ["seq"], unique=True)
    op.create_table(
        "host_accounts",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("host", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("linked_at", UtcDateTime(), nullable=False),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_host_accounts_member_id_members"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "host", name=op.f("pk_host_accounts")),
        sa.UniqueConstraint("host", "subject", name=op.f("uq_host_accounts_host_subject")),
    )
    op.create_table(
        "host_attempts",
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("host", sa.String(length=20), nullable=False),
        sa.Column("device_hash", sa.String(length=64), nullable=False),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("subject", sa.String(length=255), nullable=True),
        sa.Column("link_hash", sa.String(length=64), nullable=True),
        sa.Column("link_expires_at", UtcDateTime(), nullable=True),
        sa.Column("linked_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("state_hash", name=op.f("pk_host_attempts")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_host_attempts_link_hash")),
    )
    op.create_index(op.f("ix_host_attempts_created_at"), "host_attempts", ["created_at"], unique=False)
    op.create_index("ix_host_attempts_network", "host_attempts", ["network_hash", "created_at"], unique=False)
    op.create_index(op.f("ix_host_attempts_subject"), "host_attempts", ["subject"], unique=False)
    op.create_table(
        "host_consents",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("host", sa.String(length=20), nullable=False),
        sa.Column("agreed", sa.Boolean(), nullable=False),
        sa.Column("notice_version", sa.String(length=20), nullable=False),
        sa.Column("channel", sa.String(length=20), nullable=False),
        sa.Column("chosen_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_host_consents_member_id_members"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host_consents")),
    )
    op.create_index(op.f("ix_host_consents_member_id"), "host_consents", ["member_id"], unique=False)
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
    op.create_index(
        op.f("ix_passkey_challenges_created_at"), "passkey_challenges", ["created_at"], unique=False
    )
    op.create_index(
        op.f("ix_passkey_challenges_member_id"), "passkey_challenges", ["member_id"], unique=False
    )
    op.create_index(
        "ix_passkey_challenges_network", "passkey_challenges", ["network_hash", "created_at"], unique=False
    )
    op.create_table(
        "passkeys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("credential_id", sa.String(length=1364), nullable=False),
        sa.Column("public_key", sa.String(length=2000), nullable=False),
        sa.Column("user_handle", sa.String(length=43), nullable=False),
        sa.Column("sign_count", BigInt, nullable=False),
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
    op.create_index(op.f("ix_passkeys_member_id"), "passkeys", ["member_id"], unique=False)
    op.create_table(
        "point_accounts",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("balance", BigInt, nullable=False),
        sa.Column("tier_points", BigInt, nullable=False),
        sa.Column("tier_level", BigInt, nullable=False),
        sa.Column("seq", BigInt, nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("last_entry_at", UtcDateTime(), nullable=False),
        sa.Column("last_earned_at", UtcDateTime(), nullable=True),
        sa.Column("steps_lost", BigInt, nullable=False),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_point_accounts_balance_never_negative")),
        sa.CheckConstraint("tier_points >= 0", name=op.f("ck_point_accounts_tier_points_never_negative")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_point_accounts_member_id_members")
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_point_accounts")),
    )
    op.create_index(
        op.f("ix_point_accounts_last_earned_at"), "point_accounts", ["last_earned_at"], unique=False
    )
    op.create_table(
        "sign_ins",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("end_reason", sa.String(length=20), nullable=True),
        sa.Column("first_login", sa.Boolean(), nullable=False),
        sa.Column("first_login_seen_at", UtcDateTime(), nullable=True),
        sa.Column("browser", sa.String(length=20), nullable=True),
        sa.Column("system", sa.String(length=20), nullable=True),
        sa.Column("device_hash", sa.String(length=64), nullable=True),
        sa.Column("host", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["members.id"],
            name=op.f("fk_sign_ins_member_id_members"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_ins")),
        sa.UniqueConstraint("member_id", "id", name=op.f("uq_sign_ins_member_id_id")),
    )
    op.create_index(op.f("ix_sign_ins_ended_at"), "sign_ins", ["ended_at"], unique=False)
    op.create_index(op.f("ix_sign_ins_expires_at"), "sign_ins", ["expires_at"], unique=False)
    op.create_table(
        "notifications",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("event_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("read_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_notifications_member_id_members")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
        sa.UniqueConstraint("member_id", "event_id", name=op.f("uq_notifications_member_id_event_id")),
        sa.UniqueConstraint("member_id", "id", name=op.f("uq_notifications_member_id_id")),
    )
    op.create_index(op.f("ix_notifications_created_at"), "notifications", ["created_at"], unique=False)
    op.create_index(
        "ix_notifications_unread",
        "notifications",
        ["member_id"],
        unique=False,
        sqlite_where=sa.text("read_at IS NULL"),
        postgresql_where=sa.text("read_at IS NULL"),
    )
    op.create_table(
        "notification_deliveries",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("notification_id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("is_digest", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=True),
        sa.Column("batch_id", BigInt, nullable=True),
        sa.Column("reference", BigInt, nullable=True),
        sa.CheckConstraint(
            "channel IN ('push', 'email', 'phone')", name=op.f("ck_notification_deliveries_channel")
        ),
        sa.CheckConstraint(
            "state IN ('waiting', 'leaving', 'sent', 'failed', 'dropped')",
            name=op.f("ck_notification_deliveries_state"),
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_notification_deliveries_member_id_members")
        ),
        sa.ForeignKeyConstraint(
            ["member_id", "notification_id"],
            ["notifications.member_id", "notifications.id"],
            name=op.f("fk_notification_deliveries_member_id_notification_id_notifications"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_deliveries")),
        sa.UniqueConstraint(
            "member_id",
            "notification_id",
            "channel",
            name=op.f("uq_notification_deliveries_member_id_notification_id_channel"),
        ),
    )
    op.create_index(
        op.f("ix_notification_deliveries_batch_id"), "notification_deliveries", ["batch_id"], unique=False
    )
    op.create_index(
        "ix_notification_deliveries_reference",
        "notification_deliveries",
        ["reference"],
        unique=False,
        sqlite_where=sa.text("reference IS NOT NULL"),
        postgresql_where=sa.text("reference IS NOT NULL"),
    )
    op.create_index(
        "ix_notifications_written",
        "notifications",
        ["event_id"],
        unique=False,
        sqlite_where=sa.text("kind IN ('offer', 'newsletter')"),
        postgresql_where=sa.text("kind IN ('offer', 'newsletter')"),
    )
    op.create_table(
        "broadcasts",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("revision", BigInt, nullable=False),
        sa.Column("segment", sa.JSON(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("page", sa.String(length=40), nullable=False),
        sa.Column("per_minute", BigInt, nullable=False),
        sa.Column("begun_by", sa.String(length=60), nullable=False),
        sa.Column("begun_at", UtcDateTime(), nullable=False),
        sa.Column("saved_by", sa.String(length=60), nullable=False),
        sa.Column("saved_at", UtcDateTime(), nullable=False),
        sa.Column("stopped_by", sa.String(length=60), nullable=True),
        sa.Column("stop_reason", sa.String(length=400), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("event_id", BigInt, nullable=True),
        sa.Column("last_member_id", BigInt, nullable=False),
        sa.Column("leaving", BigInt, nullable=False),
        sa.Column("log_only", BigInt, nullable=False),
        sa.Column("unwanted", BigInt, nullable=False),
        sa.CheckConstraint("kind IN ('marketing', 'newsletter')", name=op.f("ck_broadcasts_kind")),
        sa.CheckConstraint("per_minute > 0", name=op.f("ck_broadcasts_per_minute")),
        sa.CheckConstraint(
            "state IN ('open', 'waiting', 'sending', 'done', 'stopped', 'refused', 'withdrawn')",
            name=op.f("ck_broadcasts_state"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_broadcasts")),
    )
    op.create_index(op.f("ix_broadcasts_state"), "broadcasts", ["state"], unique=False)
    op.create_table(
        "webhooks",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("types", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("state_since", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("revision", BigInt, nullable=False),
        sa.Column("saved_by", sa.String(length=60), nullable=False),
        sa.Column("saved_at", UtcDateTime(), nullable=False),
        sa.Column("from_position", BigInt, nullable=False),
        sa.Column("failures_in_row", BigInt, nullable=False),
        sa.Column("paused_until", UtcDateTime(), nullable=True),
        sa.Column("last_success_at", UtcDateTime(), nullable=True),
        sa.Column("last_failure_at", UtcDateTime(), nullable=True),
        sa.Column("last_error", sa.String(length=80), nullable=True),
        sa.CheckConstraint("state IN ('on', 'off', 'failed', 'gone')", name=op.f("ck_webhooks_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
    )
    op.create_table(
        "webhook_secrets",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("webhook_id", BigInt, nullable=False),
        sa.Column("salt", sa.String(length=50), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["webhook_id"],
            ["webhooks.id"],
            name=op.f("fk_webhook_secrets_webhook_id_webhooks"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_secrets")),
    )
    op.create_index(op.f("ix_webhook_secrets_webhook_id"), "webhook_secrets", ["webhook_id"], unique=False)
    op.create_table(
        "feed_keys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feed_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_feed_keys_key_hash")),
    )
    op.create_table(
        "notification_texts",
        sa.Column("event_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("page", sa.String(length=40), nullable=False),
        sa.Column("per_minute", BigInt, nullable=False),
        sa.Column("last_at", UtcDateTime(), nullable=False),
        sa.Column("stopped_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_notification_texts")),
    )
    op.create_table(
        "notification_looks",
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_notification_looks")),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("sign_in_id", BigInt, nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("shows_details", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("gone_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["member_id", "sign_in_id"],
            ["sign_ins.member_id", "sign_ins.id"],
            name=op.f("fk_push_subscriptions_member_id_sign_in_id_sign_ins"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_push_subscriptions_member_id_members")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("member_id", "endpoint", name=op.f("uq_push_subscriptions_member_id_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_endpoint"), "push_subscriptions", ["endpoint"], unique=False)
    op.create_index(
        "ix_push_subscriptions_member_id_sign_in_id",
        "push_subscriptions",
        ["member_id", "sign_in_id"],
        unique=False,
    )
    op.create_table(
        "wallet_passes",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("serial", sa.String(length=60), nullable=False),
        sa.Column("wallet", sa.String(length=10), nullable=False),
        sa.Column("brand", sa.String(length=20), nullable=False),
        sa.Column("voucher_id", BigInt, nullable=True),
        sa.Column("tag", BigInt, nullable=False),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("notices", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("voided_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("wallet IN ('apple', 'google')", name=op.f("ck_wallet_passes_wallet")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_wallet_passes_member_id_members")
        ),
        sa.PrimaryKeyConstraint("member_id", "serial", name=op.f("pk_wallet_passes")),
    )
    op.create_index(op.f("ix_wallet_passes_voided_at"), "wallet_passes", ["voided_at"], unique=False)
    op.create_table(
        "wallet_devices",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("serial", sa.String(length=60), nullable=False),
        sa.Column("device", sa.String(length=100), nullable=False),
        sa.Column("push_token", sa.String(length=200), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id", "serial"],
            ["wallet_passes.member_id", "wallet_passes.serial"],
            name=op.f("fk_wallet_devices_member_id_serial_wallet_passes"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_wallet_devices_member_id_members")
        ),
        sa.PrimaryKeyConstraint("member_id", "serial", "device", name=op.f("pk_wallet_devices")),
    )
    op.create_index("ix_wallet_devices_device", "wallet_devices", ["device"], unique=False)
    op.create_table(
        "till_lookups",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("till_id", BigInt, nullable=True),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("what", sa.String(length=10), nullable=False),
        sa.Column("staff_id", BigInt, nullable=True),
        sa.CheckConstraint(
            "till_id IS NOT NULL OR staff_id IS NOT NULL", name=op.f("ck_till_lookups_by_somebody")
        ),
        sa.CheckConstraint("what IN ('member', 'voucher', 'bill')", name=op.f("ck_till_lookups_what")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_till_lookups_member_id_members")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_till_lookups_staff_id_staff")),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_till_lookups_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_lookups")),
    )
    op.create_index(op.f("ix_till_lookups_at"), "till_lookups", ["at"], unique=False)
    op.create_index(op.f("ix_till_lookups_member_id"), "till_lookups", ["member_id"], unique=False)
    op.create_index("ix_till_lookups_staff_id_at", "till_lookups", ["staff_id", "at"], unique=False)
    op.create_index("ix_till_lookups_till_id_at", "till_lookups", ["till_id", "at"], unique=False)
    op.create_table(
        "till_misses",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("till_id", BigInt, nullable=True),
        sa.Column("staff_id", BigInt, nullable=True),
        sa.CheckConstraint(
            "till_id IS NOT NULL OR staff_id IS NOT NULL", name=op.f("ck_till_misses_by_somebody")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_till_misses_staff_id_staff")),
        sa.ForeignKeyConstraint(["till_id"], ["till_keys.id"], name=op.f("fk_till_misses_till_id_till_keys")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_misses")),
    )
    op.create_index(op.f("ix_till_misses_at"), "till_misses", ["at"], unique=False)
    op.create_index("ix_till_misses_staff_id_at", "till_misses", ["staff_id", "at"], unique=False)
    op.create_index("ix_till_misses_till_id_at", "till_misses", ["till_id", "at"], unique=False)
    op.create_table(
        "offline_tills",
        sa.Column("till_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("reported_at", UtcDateTime(), nullable=False),
        sa.Column("settled_until", UtcDateTime(), nullable=True),
        sa.Column("queue_length", BigInt, nullable=False),
        sa.Column("oldest_at", UtcDateTime(), nullable=True),
        sa.Column("clock_ahead_s", BigInt, nullable=False),
        sa.CheckConstraint("queue_length >= 0", name=op.f("ck_offline_tills_queue_never_negative")),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_offline_tills_outlet_id_outlets")
        ),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_offline_tills_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("till_id", name=op.f("pk_offline_tills")),
    )
    op.create_index(op.f("ix_offline_tills_outlet_id"), "offline_tills", ["outlet_id"], unique=False)
    op.create_table(
        "vouchers",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("reward_id", BigInt, nullable=False),
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("cost", BigInt, nullable=False),
        sa.Column("discount_sen", BigInt, nullable=False),
        sa.Column("min_spend_sen", BigInt, nullable=False),
        sa.Column("outlet_ids", sa.Text().with_variant(sa.String(length=400), "sqlite"), nullable=False),
        sa.Column("usable_from", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("present_until", UtcDateTime(), nullable=True),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("used_receipt", sa.String(length=40), nullable=True),
        sa.Column("used_till_id", BigInt, nullable=True),
        sa.Column("used_staff_id", BigInt, nullable=True),
        sa.Column("cancelled_at", UtcDateTime(), nullable=True),
        sa.Column("held_till_id", BigInt, nullable=True),
        sa.Column("restoration_id", BigInt, nullable=True),
        sa.CheckConstraint("cost >= 0", name=op.f("ck_vouchers_cost_never_negative")),
        sa.CheckConstraint(
            "present_until IS NULL OR present_until <= expires_at", name=op.f("ck_vouchers_shown_in_its_life")
        ),
        sa.CheckConstraint("used_at IS NULL OR cancelled_at IS NULL", name=op.f("ck_vouchers_one_end")),
        sa.CheckConstraint(
            "used_at IS NULL OR outlet_id IS NOT NULL", name=op.f("ck_vouchers_used_somewhere")
        ),
        sa.CheckConstraint(
            "used_at IS NULL OR used_at < expires_at", name=op.f("ck_vouchers_used_in_its_life")
        ),
        sa.ForeignKeyConstraint(
            ["held_till_id"], ["till_keys.id"], name=op.f("fk_vouchers_held_till_id_till_keys")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_vouchers_member_id_members")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_vouchers_outlet_id_outlets")),
        sa.ForeignKeyConstraint(["reward_id"], ["rewards.id"], name=op.f("fk_vouchers_reward_id_rewards")),
        sa.ForeignKeyConstraint(
            ["used_staff_id"], ["staff.id"], name=op.f("fk_vouchers_used_staff_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["used_till_id"], ["till_keys.id"], name=op.f("fk_vouchers_used_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vouchers")),
        sa.UniqueConstraint("member_id", "id", name=op.f("uq_vouchers_member_id_id")),
        sa.UniqueConstraint("code", name=op.f("uq_vouchers_code")),
    )
    op.create_index(op.f("ix_vouchers_created_at"), "vouchers", ["created_at"], unique=False)
    op.create_index(
        "ix_vouchers_used_at",
        "vouchers",
        ["used_at"],
        unique=False,
        sqlite_where=sa.text("used_at IS NOT NULL"),
        postgresql_where=sa.text("used_at IS NOT NULL"),
    )
    op.create_index(
        "ix_vouchers_cancelled_at",
        "vouchers",
        ["cancelled_at"],
        unique=False,
        sqlite_where=sa.text("cancelled_at IS NOT NULL"),
        postgresql_where=sa.text("cancelled_at IS NOT NULL"),
    )
    op.create_index(
        "ix_vouchers_open",
        "vouchers",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("used_at IS NULL AND cancelled_at IS NULL"),
        postgresql_where=sa.text("used_at IS NULL AND cancelled_at IS NULL"),
    )
    op.create_index(
        "ix_vouchers_present_until",
        "vouchers",
        ["present_until"],
        unique=False,
        sqlite_where=sa.text("present_until IS NOT NULL"),
        postgresql_where=sa.text("present_until IS NOT NULL"),
    )
    op.create_index(
        "ix_vouchers_held_till_id",
        "vouchers",
        ["held_till_id"],
        unique=False,
        sqlite_where=sa.text("held_till_id IS NOT NULL"),
        postgresql_where=sa.text("held_till_id IS NOT NULL"),
    )
    op.create_index("ix_vouchers_member_id_created_at", "vouchers", ["member_id", "created_at"], unique=False)
    op.create_index(op.f("ix_vouchers_reward_id"), "vouchers", ["reward_id"], unique=False)
    op.create_table(
        "bills",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
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
        sa.Column("recorded_by", sa.String(length=60), nullable=True),
        sa.Column("till_id", BigInt, nullable=True),
        sa.Column("verified_till_id", BigInt, nullable=True),
        sa.Column("staff_id", BigInt, nullable=True),
        sa.Column("waits_for", sa.String(length=20), nullable=True),
        sa.Column("first_verified_by", sa.String(length=60), nullable=True),
        sa.Column("verified_by", sa.String(length=60), nullable=True),
        sa.CheckConstraint(
            "amount_sen >= 0 AND multiplier_tenths >= 0", name=op.f("ck_bills_never_negative")
        ),
        sa.CheckConstraint("length(receipt_number) > 0", name=op.f("ck_bills_has_a_receipt")),
        sa.CheckConstraint(
            "points = amount_sen * multiplier_tenths / 1000", name=op.f("ck_bills_points_are_the_floor")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["point_accounts.member_id"], name=op.f("fk_bills_member_id_point_accounts")
        ),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_bills_outlet_id_outlets")),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_bills_staff_id_staff")),
        sa.ForeignKeyConstraint(["till_id"], ["till_keys.id"], name=op.f("fk_bills_till_id_till_keys")),
        sa.ForeignKeyConstraint(
            ["verified_till_id"], ["till_keys.id"], name=op.f("fk_bills_verified_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bills")),
        sa.UniqueConstraint("member_id", "id", name=op.f("uq_bills_member_id_id")),
    )
    op.create_index("ix_bills_member_id_created_at", "bills", ["member_id", "created_at"], unique=False)
    op.create_index("ix_bills_outlet_id_business_day", "bills", ["outlet_id", "business_day"], unique=False)
    op.create_index(
        "ix_bills_pending",
        "bills",
        ["created_at"],
        unique=False,
        sqlite_where=sa.text("verified_at IS NULL AND voided_at IS NULL"),
        postgresql_where=sa.text("verified_at IS NULL AND voided_at IS NULL"),
    )
    op.create_index("ix_bills_receipt_number", "bills", ["receipt_number"], unique=False)
    op.create_index(
        "ix_bills_verified_till_id_verified_at", "bills", ["verified_till_id", "verified_at"], unique=False
    )
    op.create_index(
        "uq_bills_receipt",
        "bills",
        ["outlet_id", "business_day", "receipt_number"],
        unique=True,
        sqlite_where=sa.text("voided_at IS NULL"),
        postgresql_where=sa.text("voided_at IS NULL"),
    )
    op.create_table(
        "points_alone",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("login", sa.String(length=60), nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("points", BigInt, nullable=False),
        sa.Column("member_limit", BigInt, nullable=False),
        sa.Column("person_limit", BigInt, nullable=False),
        sa.Column("source_type", sa.String(length=20), nullable=False),
        sa.Column("source_id", sa.String(length=80), nullable=False),
        sa.CheckConstraint("points > 0", name=op.f("ck_points_alone_some")),
        sa.CheckConstraint(
            "points <= member_limit AND points <= person_limit", name=op.f("ck_points_alone_within_limits")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["point_accounts.member_id"], name=op.f("fk_points_alone_member_id_point_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_points_alone")),
        sa.UniqueConstraint(
            "source_type",
            "source_id",
            "login",
            "member_id",
            name=op.f("uq_points_alone_source_type_source_id_login_member_id"),
        ),
    )
    op.create_index("ix_points_alone_login_day", "points_alone", ["login", "day"], unique=False)
    op.create_table(
        "receipt_claims",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("business_day", sa.Date(), nullable=False),
        sa.Column("receipt_number", sa.String(length=40), nullable=False),
        sa.Column("amount_sen", BigInt, nullable=False),
        sa.Column("paid_at", UtcDateTime(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("till_id", BigInt, nullable=False),
        sa.Column("staff_id", BigInt, nullable=True),
        sa.Column("is_checked", sa.Boolean(), nullable=False),
        sa.Column("voided_at", UtcDateTime(), nullable=True),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("bill_id", BigInt, nullable=True),
        sa.CheckConstraint("amount_sen >= 0", name=op.f("ck_receipt_claims_never_negative")),
        sa.CheckConstraint("length(receipt_number) > 0", name=op.f("ck_receipt_claims_has_a_receipt")),
        sa.CheckConstraint(
            "(bill_id IS NULL) = (member_id IS NULL)", name=op.f("ck_receipt_claims_bill_of_a_member")
        ),
        sa.ForeignKeyConstraint(
            ["member_id", "bill_id"],
            ["bills.member_id", "bills.id"],
            name=op.f("fk_receipt_claims_member_id_bill_id_bills"),
        ),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_receipt_claims_outlet_id_outlets")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_receipt_claims_staff_id_staff")),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_receipt_claims_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt_claims")),
        sa.UniqueConstraint("bill_id", name=op.f("uq_receipt_claims_bill_id")),
        sa.UniqueConstraint("key", name=op.f("uq_receipt_claims_key")),
    )
    op.create_index(op.f("ix_receipt_claims_created_at"), "receipt_claims", ["created_at"], unique=False)
    op.create_index(op.f("ix_receipt_claims_member_id"), "receipt_claims", ["member_id"], unique=False)
    op.create_index(
        "uq_receipt_claims_receipt",
        "receipt_claims",
        ["outlet_id", "business_day", "receipt_number"],
        unique=True,
        sqlite_where=sa.text("voided_at IS NULL"),
        postgresql_where=sa.text("voided_at IS NULL"),
    )
    op.create_table(
        "handoff_alarms",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("sign_in_id", BigInt, nullable=False),
        sa.Column("raised_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id", "sign_in_id"],
            ["sign_ins.member_id", "sign_ins.id"],
            name=op.f("fk_handoff_alarms_member_id_sign_in_id_sign_ins"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handoff_alarms")),
    )
    op.create_index(
        "ix_handoff_alarms_sign_in_id_raised_at", "handoff_alarms", ["sign_in_id", "raised_at"], unique=False
    )
    op.create_table(
        "ledger_entries",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("seq", BigInt, nullable=False),
        sa.Column("action_id", BigInt, nullable=False),
        sa.Column("delta", BigInt, nullable=False),
        sa.Column("balance_before", BigInt, nullable=False),
        sa.Column("balance_after", BigInt, nullable=False),
        sa.Column("tier_delta", BigInt, nullable=False),
        sa.Column("tier_before", BigInt, nullable=False),
        sa.Column("tier_after", BigInt, nullable=False),
        sa.Column("source_type", sa.String(length=20), nullable=False),
        sa.Column("source_id", sa.String(length=80), nullable=False),
        sa.Column("remark", sa.String(length=200), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("seal_before", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "CASE action_id "
            "WHEN 1 THEN delta = 0 "
            "WHEN 2 THEN delta >= 0 AND tier_delta = delta "
            "WHEN 3 THEN delta <= 0 AND tier_delta = 0 "
            "WHEN 4 THEN delta >= 0 AND tier_delta >= 0 "
            "WHEN 5 THEN delta <= 0 AND tier_delta <= 0 "
            "WHEN 6 THEN delta = 0 AND tier_delta <= 0 "
            "ELSE 1 = 0 END",
            name=op.f("ck_ledger_entries_sign_follows_action"),
        ),
        sa.CheckConstraint(
            "balance_after = balance_before + delta", name=op.f("ck_ledger_entries_balance_adds_up")
        ),
        sa.CheckConstraint(
            "balance_after >= 0 AND tier_after >= 0", name=op.f("ck_ledger_entries_never_negative")
        ),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_ledger_entries_seq_from_one")),
        sa.CheckConstraint(
            "tier_after = tier_before + tier_delta", name=op.f("ck_ledger_entries_tier_points_add_up")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["point_accounts.member_id"],
            name=op.f("fk_ledger_entries_member_id_point_accounts"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entries")),
        sa.UniqueConstraint("member_id", "seq", name=op.f("uq_ledger_entries_member_id_seq")),
        sa.UniqueConstraint(
            "member_id",
            "source_type",
            "source_id",
            "action_id",
            name=op.f("uq_ledger_entries_member_id_source_type_source_id_action_id"),
        ),
    )
    op.create_table(
        "sessions",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("sign_in_id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=2), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("counter", BigInt, nullable=False),
        sa.Column("renewed_at", UtcDateTime(), nullable=False),
        sa.Column("current_used_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("kind IN ('ls', 'lm')", name=op.f("ck_sessions_kind")),
        sa.CheckConstraint("state IN ('live', 'handed_off', 'revoked')", name=op.f("ck_sessions_state")),
        sa.ForeignKeyConstraint(
            ["member_id", "sign_in_id"],
            ["sign_ins.member_id", "sign_ins.id"],
            name=op.f("fk_sessions_member_id_sign_in_id_sign_ins"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("member_id", "id", name=op.f("uq_sessions_member_id_id")),
        sa.UniqueConstraint("member_id", "key", name=op.f("uq_sessions_member_id_key")),
    )
    op.create_index(op.f("ix_sessions_sign_in_id"), "sessions", ["sign_in_id"], unique=False)
    op.create_table(
        "handoff_tickets",
        sa.Column("id", BigInt, autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("sign_in_id", BigInt, nullable=False),
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
            ["member_id", "sign_in_id"],
            ["sign_ins.member_id", "sign_ins.id"],
            name=op.f("fk_handoff_tickets_member_id_sign_in_id_sign_ins"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id", "session_id"],
            ["sessions.member_id", "sessions.id"],
            name=op.f("fk_handoff_tickets_member_id_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id", "site_session_id"],
            ["sessions.member_id", "sessions.id"],
            name=op.f("fk_handoff_tickets_member_id_site_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handoff_tickets")),
        sa.UniqueConstraint("member_id", "key", name=op.f("uq_handoff_tickets_member_id_key")),
        sa.UniqueConstraint(
            "member_id", "site_session_id", name=op.f("uq_handoff_tickets_member_id_site_session_id")
        ),
    )
    op.create_index(op.f("ix_handoff_tickets_session_id"), "handoff_tickets", ["session_id"], unique=False)
    op.create_index(op.f("ix_handoff_tickets_sign_in_id"), "handoff_tickets", ["sign_in_id"], unique=False)
    op.create_table(
        "staff_grants",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("staff_id", BigInt, nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("given_at", UtcDateTime(), nullable=False),
        sa.Column("given_by", sa.String(length=60), nullable=False),
        sa.CheckConstraint(
            "role IN ('cashier', 'outlet-manager') AND outlet_id IS NOT NULL OR role = 'area-manager' "
            "OR role IN ('head-office', 'finance', 'help-desk') AND outlet_id IS NULL",
            name=op.f("ck_staff_grants_role"),
        ),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_staff_grants_outlet_id_outlets")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_grants_staff_id_staff")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_grants")),
    )
    op.create_index(op.f("ix_staff_grants_outlet_id"), "staff_grants", ["outlet_id"], unique=False)
    op.create_index(
        "uq_staff_grants_everywhere",
        "staff_grants",
        ["staff_id", "role"],
        unique=True,
        sqlite_where=sa.text("outlet_id IS NULL"),
        postgresql_where=sa.text("outlet_id IS NULL"),
    )
    op.create_index("uq_staff_grants_outlet", "staff_grants", ["staff_id", "role", "outlet_id"], unique=True)
    op.create_table(
        "approvals",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("subject_id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("payload", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("proposed_by", sa.String(length=60), nullable=False),
        sa.Column("proposed_at", UtcDateTime(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("decided_by", sa.String(length=60), nullable=True),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.Column("decision", sa.String(length=400), nullable=True),
        sa.CheckConstraint(
            "kind IN ('adjustment', 'correction', 'move', 'restoration', 'roles', 'invitation', "
            "'programme', 'broadcast')",
            name=op.f("ck_approvals_kind"),
        ),
        sa.CheckConstraint(
            "state IN ('waiting', 'done', 'refused', 'withdrawn')", name=op.f("ck_approvals_state")
        ),
        sa.CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> proposed_by",
            name=op.f("ck_approvals_four_eyes"),
        ),
        sa.CheckConstraint(
            "(state = 'waiting') = (decided_at IS NULL) "
            "AND (kind = 'adjustment' OR (decided_by IS NULL) = (decided_at IS NULL))",
            name=op.f("ck_approvals_decided_once"),
        ),
        sa.CheckConstraint(
            "(kind = 'restoration') = (used_at IS NOT NULL)", name=op.f("ck_approvals_restores_a_use")
        ),
        sa.CheckConstraint(
            "(kind IN ('roles', 'invitation', 'programme', 'broadcast')) = (member_id IS NULL)",
            name=op.f("ck_approvals_about_somebody"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_approvals_member_id_members")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_approvals_outlet_id_outlets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_approvals")),
    )
    op.create_index("ix_approvals_kind_subject_id", "approvals", ["kind", "subject_id"], unique=False)
    for column in ("member_id", "state"):
        op.create_index(op.f(f"ix_approvals_{column}"), "approvals", [column], unique=False)
    op.create_table(
        "staff_invitations",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("staff_id", BigInt, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=60), nullable=False),
        sa.Column("proposal_id", BigInt, nullable=True),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["approvals.id"],
            name=op.f("fk_staff_invitations_proposal_id_approvals"),
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_invitations_staff_id_staff")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_invitations")),
        sa.UniqueConstraint("proposal_id", name=op.f("uq_staff_invitations_proposal_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_staff_invitations_token_hash")),
    )
    op.create_index(op.f("ix_staff_invitations_staff_id"), "staff_invitations", ["staff_id"], unique=False)
    op.create_table(
        "staff_passkeys",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("staff_id", BigInt, nullable=False),
        sa.Column("credential_id", sa.String(length=1364), nullable=False),
        sa.Column("public_key", sa.String(length=2000), nullable=False),
        sa.Column("sign_count", BigInt, nullable=False),
        sa.Column("transports", sa.String(length=100), nullable=False),
        sa.Column("browser", sa.String(length=20), nullable=True),
        sa.Column("system", sa.String(length=20), nullable=True),
        sa.Column("invitation_id", BigInt, nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["staff_invitations.id"],
            name=op.f("fk_staff_passkeys_invitation_id_staff_invitations"),
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_passkeys_staff_id_staff")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_staff_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_staff_passkeys_staff_id"), "staff_passkeys", ["staff_id"], unique=False)
    op.create_table(
        "staff_pins",
        sa.Column("staff_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("pin_hash", sa.String(length=200), nullable=False),
        sa.Column("tries", BigInt, nullable=False),
        sa.Column("set_at", UtcDateTime(), nullable=False),
        sa.Column("set_by", sa.String(length=60), nullable=False),
        sa.Column("chosen_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("tries BETWEEN 0 AND 5", name=op.f("ck_staff_pins_five_tries")),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_pins_staff_id_staff")),
        sa.PrimaryKeyConstraint("staff_id", name=op.f("pk_staff_pins")),
    )
    op.create_table(
        "staff_challenges",
        sa.Column("challenge_hash", sa.String(length=64), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("staff_id", BigInt, nullable=True),
        sa.Column("till_id", BigInt, nullable=True),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_challenges_staff_id_staff")),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_staff_challenges_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("challenge_hash", name=op.f("pk_staff_challenges")),
    )
    op.create_index(op.f("ix_staff_challenges_created_at"), "staff_challenges", ["created_at"], unique=False)
    op.create_index(
        "ix_staff_challenges_network", "staff_challenges", ["network_hash", "created_at"], unique=False
    )
    op.create_table(
        "staff_sessions",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("staff_id", BigInt, nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("till_id", BigInt, nullable=True),
        sa.Column("browser", sa.String(length=20), nullable=True),
        sa.Column("system", sa.String(length=20), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_seen_at", UtcDateTime(), nullable=False),
        sa.Column("verified_at", UtcDateTime(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_sessions_staff_id_staff")),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_staff_sessions_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_staff_sessions_token_hash")),
    )
    op.create_index(op.f("ix_staff_sessions_created_at"), "staff_sessions", ["created_at"], unique=False)
    op.create_index(op.f("ix_staff_sessions_staff_id"), "staff_sessions", ["staff_id"], unique=False)
    op.create_index(op.f("ix_staff_sessions_till_id"), "staff_sessions", ["till_id"], unique=False)
    op.create_table(
        "till_enrolments",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", BigInt, nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("till_id", BigInt, nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by"], ["staff.id"], name=op.f("fk_till_enrolments_created_by_staff")
        ),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_till_enrolments_outlet_id_outlets")
        ),
        sa.ForeignKeyConstraint(
            ["till_id"], ["till_keys.id"], name=op.f("fk_till_enrolments_till_id_till_keys")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_till_enrolments")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_till_enrolments_code_hash")),
    )
