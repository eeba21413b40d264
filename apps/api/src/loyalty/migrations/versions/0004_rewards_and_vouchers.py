"""Rewards, vouchers, and the answers kept for idempotency keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

# trust.md I-6: a voucher is used once, and what was used or cancelled stays so.
STAYS_ENDED = {
    "sqlite": (
        "CREATE TRIGGER vouchers_stay_ended BEFORE UPDATE ON vouchers "
        "WHEN OLD.used_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL "
        "BEGIN SELECT RAISE(ABORT, 'a used or cancelled voucher stays as it is'); END",
        "CREATE TRIGGER vouchers_stay_there BEFORE DELETE ON vouchers "
        "BEGIN SELECT RAISE(ABORT, 'a voucher is never deleted'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION refuse_to_change_vouchers() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'a used or cancelled voucher stays as it is'; END $$",
        "CREATE TRIGGER vouchers_stay_ended BEFORE UPDATE ON vouchers FOR EACH ROW "
        "WHEN (OLD.used_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL) "
        "EXECUTE FUNCTION refuse_to_change_vouchers()",
        "CREATE TRIGGER vouchers_stay_there BEFORE DELETE ON vouchers FOR EACH ROW "
        "EXECUTE FUNCTION refuse_to_change_vouchers()",
    ),
}


def upgrade() -> None:
    op.create_table(
        "kept_answers",
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", BigInt, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "key", name=op.f("pk_kept_answers")),
    )
    op.create_index(op.f("ix_kept_answers_created_at"), "kept_answers", ["created_at"])
    op.create_table(
        "single_gifts",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("number_hash", sa.String(length=64), nullable=False),
        sa.Column("year", BigInt, autoincrement=False, nullable=False),
        sa.Column("given_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "number_hash", "year", name=op.f("pk_single_gifts")),
    )
    op.create_table(
        "rewards",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("image_name", sa.String(length=100), nullable=True),
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
        sa.Column("outlet_ids", sa.String(length=400), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=True),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('points', 'birthday', 'membership', 'welcome', 'referral')",
            name=op.f("ck_rewards_kind"),
        ),
        sa.CheckConstraint(
            "cost >= 0 AND (cost = 0 OR kind = 'points')", name=op.f("ck_rewards_only_points_cost")
        ),
        sa.CheckConstraint(
            "claimed >= 0 AND (stock IS NULL OR claimed <= stock)", name=op.f("ck_rewards_stock_holds")
        ),
        sa.CheckConstraint(
            "member_limit IS NULL OR member_limit > 0", name=op.f("ck_rewards_limit_from_one")
        ),
        sa.CheckConstraint("valid_days > 0", name=op.f("ck_rewards_valid_for_a_day")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rewards")),
    )
    op.create_table(
        "claim_counts",
        sa.Column("reward_id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("year", BigInt, autoincrement=False, nullable=False),
        sa.Column("claims", BigInt, nullable=False),
        sa.CheckConstraint("claims > 0", name=op.f("ck_claim_counts_counts_from_one")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_claim_counts_member_id_members")
        ),
        sa.ForeignKeyConstraint(
            ["reward_id"], ["rewards.id"], name=op.f("fk_claim_counts_reward_id_rewards")
        ),
        sa.PrimaryKeyConstraint("reward_id", "member_id", "year", name=op.f("pk_claim_counts")),
    )
    op.create_table(
        "vouchers",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("reward_id", BigInt, nullable=False),
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("cost", BigInt, nullable=False),
        sa.Column("discount_sen", BigInt, nullable=False),
        sa.Column("min_spend_sen", BigInt, nullable=False),
        sa.Column("outlet_ids", sa.String(length=400), nullable=False),
        sa.Column("usable_from", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=True),
        sa.Column("present_until", UtcDateTime(), nullable=True),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("used_receipt", sa.String(length=40), nullable=True),
        sa.Column("cancelled_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("cost >= 0", name=op.f("ck_vouchers_cost_never_negative")),
        sa.CheckConstraint("used_at IS NULL OR cancelled_at IS NULL", name=op.f("ck_vouchers_one_end")),
        sa.CheckConstraint(
            "used_at IS NULL OR used_at < expires_at", name=op.f("ck_vouchers_used_in_its_life")
        ),
        sa.CheckConstraint(
            "used_at IS NULL OR outlet_id IS NOT NULL", name=op.f("ck_vouchers_used_somewhere")
        ),
        sa.CheckConstraint(
            "present_until IS NULL OR present_until <= expires_at",
            name=op.f("ck_vouchers_shown_in_its_life"),
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_vouchers_member_id_members")),
        sa.ForeignKeyConstraint(["outlet_id"], ["outlets.id"], name=op.f("fk_vouchers_outlet_id_outlets")),
        sa.ForeignKeyConstraint(["reward_id"], ["rewards.id"], name=op.f("fk_vouchers_reward_id_rewards")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vouchers")),
        sa.UniqueConstraint("code", name=op.f("uq_vouchers_code")),
    )
    op.create_index("ix_vouchers_member_id_created_at", "vouchers", ["member_id", "created_at"])
    op.create_index(op.f("ix_vouchers_reward_id"), "vouchers", ["reward_id"])
    for statement in STAYS_ENDED[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("vouchers")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_vouchers()")
    op.drop_table("claim_counts")
    op.drop_table("rewards")
    op.drop_table("single_gifts")
    op.drop_table("kept_answers")
