"""How the log of the office forgets what is old, on behalf of a role that may not delete from it."""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION forget_office_log(before timestamptz) RETURNS bigint LANGUAGE sql "
            "SECURITY DEFINER SET search_path = public, pg_temp AS "
            "$$ WITH gone AS (DELETE FROM office_log WHERE at < least(before, now() - interval '2 years') "
            "RETURNING 1) SELECT count(*) FROM gone $$"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION forget_office_log(timestamptz)")
