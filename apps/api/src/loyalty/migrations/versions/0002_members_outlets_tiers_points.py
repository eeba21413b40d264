"""Members, outlets, tiers, and the ledger whose lines the database itself keeps as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# trust.md I-3: a written line stays as it is. SQLite's INSERT OR REPLACE deletes a line without telling
# the DELETE trigger, so there an insert may not meet a line that is there.
APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER point_lines_no_update BEFORE UPDATE ON point_lines "
        "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
        "CREATE TRIGGER point_lines_no_delete BEFORE DELETE ON point_lines "
        "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END",
        "CREATE TRIGGER point_lines_no_replace BEFORE INSERT ON point_lines "
        "WHEN EXISTS (SELECT 1 FROM point_lines WHERE id = NEW.id "
        "OR (member_id = NEW.member_id AND seq = NEW.seq) OR (source_type = NEW.source_type "
        "AND source_id = NEW.source_id AND action_id = NEW.action_id)) "
        "BEGIN SELECT RAISE(ABORT, 'UNIQUE: the ledger is append-only'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION refuse_to_change_lines() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$",
        "CREATE TRIGGER point_lines_no_change BEFORE UPDATE OR DELETE ON point_lines "
        "FOR EACH ROW EXECUTE FUNCTION refuse_to_change_lines()",
        "CREATE TRIGGER point_lines_no_truncate BEFORE TRUNCATE ON point_lines "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_lines()",
    ),
}


def upgrade() -> None:
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
        sa.CheckConstraint("referrer_id <> id", name=op.f("ck_members_not_her_own_referrer")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_members_outlet_id_outlets")),
        sa.ForeignKeyConstraint(["referrer_id"], ["members.id"], name=op.f("fk_members_referrer_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint(
            "calling_code", "mobile_number", name=op.f("uq_members_calling_code_mobile_number")
        ),
        sa.UniqueConstraint("member_code", name=op.f("uq_members_member_code")),
        sa.UniqueConstraint("referral_code", name=op.f("uq_members_referral_code")),
    )
    op.create_index(op.f("ix_members_referrer_id"), "members", ["referrer_id"])
    op.create_table(
        "point_accounts",
        sa.Column("member_id", BigInt, autoincrement=False, nullable=False),
        sa.Column("balance", BigInt, nullable=False),
        sa.Column("tier_points", BigInt, nullable=False),
        sa.Column("tier_level", BigInt, nullable=False),
        sa.Column("seq", BigInt, nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("last_line_at", UtcDateTime(), nullable=False),
        sa.Column("last_earned_at", UtcDateTime(), nullable=True),
        sa.Column("steps_lost", BigInt, nullable=False),
        sa.CheckConstraint("balance >= 0", name=op.f("ck_point_accounts_balance_never_negative")),
        sa.CheckConstraint("tier_points >= 0", name=op.f("ck_point_accounts_tier_points_never_negative")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_point_accounts_member_id_members")
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_point_accounts")),
    )
    op.create_table(
        "point_lines",
        sa.Column("id", BigInt, nullable=False),
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
            "CASE action_id WHEN 1 THEN delta = 0 WHEN 2 THEN delta >= 0 AND tier_delta = delta "
            "WHEN 3 THEN delta <= 0 AND tier_delta = 0 WHEN 4 THEN delta >= 0 AND tier_delta >= 0 "
            "WHEN 5 THEN delta <= 0 AND tier_delta <= 0 WHEN 6 THEN delta = 0 AND tier_delta <= 0 "
            "ELSE 1 = 0 END",
            name=op.f("ck_point_lines_sign_follows_action"),
        ),
        sa.CheckConstraint(
            "balance_after = balance_before + delta", name=op.f("ck_point_lines_balance_adds_up")
        ),
        sa.CheckConstraint(
            "balance_after >= 0 AND tier_after >= 0", name=op.f("ck_point_lines_never_negative")
        ),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_point_lines_seq_from_one")),
        sa.CheckConstraint(
            "tier_after = tier_before + tier_delta", name=op.f("ck_point_lines_tier_points_add_up")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["point_accounts.member_id"], name=op.f("fk_point_lines_member_id_point_accounts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_point_lines")),
        sa.UniqueConstraint("member_id", "seq", name=op.f("uq_point_lines_member_id_seq")),
        sa.UniqueConstraint(
            "source_type",
            "source_id",
            "action_id",
            name=op.f("uq_point_lines_source_type_source_id_action_id"),
        ),
    )
    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("point_lines")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_lines()")
    op.drop_table("point_accounts")
    op.drop_table("members")
    op.drop_table("tiers")
    op.drop_table("outlets")
