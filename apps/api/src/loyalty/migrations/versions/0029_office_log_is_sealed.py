"""The log of the office becomes a chain of seals, as the ledger is one; what is in it is sealed as it is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime
from loyalty.rules.ledger import NOTHING_BEFORE, seal_of

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

LOG = sa.table(
    "office_log",
    sa.column("id", sa.BigInteger),
    sa.column("seq", sa.BigInteger),
    sa.column("at", UtcDateTime()),
    sa.column("operator", sa.String),
    sa.column("action", sa.String),
    sa.column("member_id", sa.BigInteger),
    sa.column("details", sa.String),
    sa.column("reason", sa.String),
    sa.column("seal_before", sa.String),
)
SEALED = ("at", "operator", "action", "member_id", "details", "reason")

NO_UPDATE = (
    "CREATE TRIGGER office_log_no_update BEFORE UPDATE ON office_log "
    "BEGIN SELECT RAISE(ABORT, 'the log of the office is append-only'); END"
)
NO_REPLACE = (
    "CREATE TRIGGER office_log_no_replace BEFORE INSERT ON office_log "
    "WHEN EXISTS (SELECT 1 FROM office_log WHERE id = NEW.id{or_seq}) "
    "BEGIN SELECT RAISE(ABORT, 'UNIQUE: the log of the office is append-only'); END"
)
# Forgetting takes the chain's beginning away, and nothing out of its middle.
FORGET = (
    "CREATE OR REPLACE FUNCTION forget_office_log(before timestamptz) RETURNS bigint LANGUAGE sql "
    "SECURITY DEFINER SET search_path = public, pg_temp AS "
    "$$ WITH gone AS (DELETE FROM office_log WHERE at < least(before, now() - interval '2 years'){prefix} "
    "RETURNING 1) SELECT count(*) FROM gone $$"
)
PREFIX = (
    " AND seq < coalesce((SELECT min(seq) FROM office_log "
    "WHERE at >= least(before, now() - interval '2 years')), 9223372036854775807)"
)


def upgrade() -> None:
    op.add_column("office_log", sa.Column("seq", BigInt, nullable=True))
    op.add_column("office_log", sa.Column("seal_before", sa.String(length=64), nullable=True))
    chain = op.create_table(
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
    connection = op.get_bind()
    on_sqlite = connection.dialect.name == "sqlite"
    if on_sqlite:
        op.execute("DROP TRIGGER office_log_no_update")
        op.execute("DROP TRIGGER office_log_no_replace")
    else:
        op.execute("ALTER TABLE office_log DISABLE TRIGGER office_log_no_update")
    connection.execute(sa.insert(chain).values(seal_all(connection)))
    # Only now: an index is not made while rows of its table wait for their checks.
    op.create_index("uq_office_log_seq", "office_log", ["seq"], unique=True)
    if on_sqlite:
        op.execute(NO_UPDATE)
        op.execute(NO_REPLACE.format(or_seq=" OR seq = NEW.seq"))
    else:
        op.execute("ALTER TABLE office_log ENABLE TRIGGER office_log_no_update")
        op.execute(FORGET.format(prefix=PREFIX))


def seal_all(connection: sa.Connection) -> dict[str, object]:
    """Give every entry its place and the seal of the one before it; gives the chain's two ends."""
    alembic = op.get_context().config
    assert alembic is not None  # noqa: S101  # Alembic itself runs this
    key: bytes = alembic.attributes["database"].ledger_keys[0]
    seal, seq = NOTHING_BEFORE, 0
    for row in connection.execute(sa.select(LOG).order_by(LOG.c.id)).all():
        seq += 1
        placed = sa.update(LOG).where(LOG.c.id == row.id).values(seq=seq, seal_before=seal)
        connection.execute(placed)
        seal = seal_of([seq, *(getattr(row, name) for name in SEALED), seal], key)
    ends = {"first_seq": 1, "first_seal": NOTHING_BEFORE, "last_seq": seq, "last_seal": seal}
    return {"id": 1, **ends, "seal": seal_of(list(ends.values()), key)}


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER office_log_no_replace")
        op.execute(NO_REPLACE.format(or_seq=""))
    else:
        op.execute(FORGET.format(prefix=""))
    op.drop_index("uq_office_log_seq", "office_log")
    op.drop_table("office_log_chain")
    op.drop_column("office_log", "seal_before")
    op.drop_column("office_log", "seq")
