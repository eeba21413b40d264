"""Used vouchers that two operators give back; the trigger lets that happen and nothing else."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

GIVEN_BACK = """
  OLD.used_at IS NOT NULL AND OLD.cancelled_at IS NULL AND NEW.used_at IS NULL AND NEW.cancelled_at IS NULL
  AND NEW.member_id = OLD.member_id AND NEW.reward_id = OLD.reward_id AND NEW.code = OLD.code
  AND NEW.cost = OLD.cost AND NEW.expires_at = OLD.expires_at
  AND EXISTS (
    SELECT 1 FROM voucher_restorations AS given
    WHERE given.voucher_id = OLD.id AND given.used_at = OLD.used_at AND given.state = 'done'
  )
"""
ENDED = "OLD.used_at IS NOT NULL OR OLD.cancelled_at IS NOT NULL"
REFUSED = "a used or cancelled voucher stays as it is"


def upgrade() -> None:
    op.create_table(
        "voucher_restorations",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("voucher_id", BigInt, nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=False),
        sa.Column("outlet_id", BigInt, nullable=False),
        sa.Column("used_receipt", sa.String(length=40), nullable=True),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("asked_by", sa.String(length=60), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("decided_by", sa.String(length=60), nullable=True),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'done', 'refused')", name=op.f("ck_voucher_restorations_state")
        ),
        sa.CheckConstraint(
            "decided_by IS NULL OR decided_by <> asked_by", name=op.f("ck_voucher_restorations_four_eyes")
        ),
        sa.CheckConstraint(
            "(state = 'waiting') = (decided_by IS NULL) AND (state = 'waiting') = (decided_at IS NULL)",
            name=op.f("ck_voucher_restorations_decided_once"),
        ),
        sa.ForeignKeyConstraint(
            ["outlet_id"], ["outlets.id"], name=op.f("fk_voucher_restorations_outlet_id_outlets")
        ),
        sa.ForeignKeyConstraint(
            ["voucher_id"], ["vouchers.id"], name=op.f("fk_voucher_restorations_voucher_id_vouchers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voucher_restorations")),
    )
    op.create_index(op.f("ix_voucher_restorations_voucher_id"), "voucher_restorations", ["voucher_id"])
    guard(f"NOT ({GIVEN_BACK})")


def downgrade() -> None:
    guard("1 = 1")
    op.drop_table("voucher_restorations")


def guard(where: str) -> None:
    """Refuse changes of a voucher that has ended where this holds of them."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER vouchers_stay_ended")
        op.execute(
            f"CREATE TRIGGER vouchers_stay_ended BEFORE UPDATE ON vouchers WHEN ({ENDED}) AND {where} "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        )
        return
    # The function alone: the trigger that calls it, and with it the busy table, is not touched.
    op.execute(
        "CREATE OR REPLACE FUNCTION refuse_to_change_vouchers() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF NOT ({where}) THEN RETURN NEW; END IF; END IF; "
        f"RAISE EXCEPTION '{REFUSED}'; END $$"
    )
