"""The office: its log and its adjustments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# What operators did stays as it was written, and stays for two years: a breach is asked about that long.
APPEND_ONLY = {
    "sqlite": (
        "CREATE TRIGGER office_log_no_update BEFORE UPDATE ON office_log "
        "BEGIN SELECT RAISE(ABORT, 'the log of the office is append-only'); END",
        "CREATE TRIGGER office_log_no_delete BEFORE DELETE ON office_log "
        "WHEN OLD.at > datetime('now', '-2 years') "
        "BEGIN SELECT RAISE(ABORT, 'the log of the office is kept for two years'); END",
        "CREATE TRIGGER office_log_no_replace BEFORE INSERT ON office_log "
        "WHEN EXISTS (SELECT 1 FROM office_log WHERE id = NEW.id) "
        "BEGIN SELECT RAISE(ABORT, 'UNIQUE: the log of the office is append-only'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION refuse_to_change_office_log() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log of the office is append-only, and kept for two years'; END $$",
        "CREATE TRIGGER office_log_no_update BEFORE UPDATE ON office_log "
        "FOR EACH ROW EXECUTE FUNCTION refuse_to_change_office_log()",
        "CREATE TRIGGER office_log_no_delete BEFORE DELETE ON office_log FOR EACH ROW "
        "WHEN (OLD.at > now() - interval '2 years') EXECUTE FUNCTION refuse_to_change_office_log()",
        "CREATE TRIGGER office_log_no_truncate BEFORE TRUNCATE ON office_log "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_office_log()",
    ),
}


def upgrade() -> None:
    op.create_table(
        "office_log",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("operator", sa.String(length=60), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("member_id", BigInt, nullable=True),
        sa.Column("details", sa.String(length=400), nullable=False),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_office_log_member_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_office_log")),
    )
    op.create_index(op.f("ix_office_log_at"), "office_log", ["at"])
    op.create_index(op.f("ix_office_log_member_id"), "office_log", ["member_id"])
    op.create_table(
        "office_adjustments",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("member_id", BigInt, nullable=False),
        sa.Column("delta", BigInt, nullable=False),
        sa.Column("counts_for_tier", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("asked_by", sa.String(length=60), nullable=False),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("decided_by", sa.String(length=60), nullable=True),
        sa.Column("decided_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("delta <> 0", name=op.f("ck_office_adjustments_moves_something")),
        sa.CheckConstraint(
            "state IN ('waiting', 'done', 'refused')", name=op.f("ck_office_adjustments_state")
        ),
        sa.CheckConstraint(
            "decided_by IS NULL OR decided_by <> asked_by", name=op.f("ck_office_adjustments_four_eyes")
        ),
        sa.CheckConstraint(
            "(state = 'waiting') = (decided_at IS NULL)", name=op.f("ck_office_adjustments_decided_once")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_office_adjustments_member_id_members")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_office_adjustments")),
    )
    op.create_index(op.f("ix_office_adjustments_member_id"), "office_adjustments", ["member_id"])
    for statement in APPEND_ONLY[op.get_bind().dialect.name]:
        op.execute(statement)


def downgrade() -> None:
    op.drop_table("office_adjustments")
    op.drop_table("office_log")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_to_change_office_log()")
