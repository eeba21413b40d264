"""The seals of the ledger become keyed: each chain is held against the old seals, then sealed anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import UtcDateTime
from loyalty.rules.ledger import NOTHING_BEFORE, seal_of

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

LINES = sa.table(
    "point_lines",
    sa.column("id", sa.BigInteger),
    *(sa.column(name, sa.BigInteger) for name in ("member_id", "seq", "action_id", "delta")),
    *(sa.column(name, sa.BigInteger) for name in ("balance_before", "balance_after")),
    *(sa.column(name, sa.BigInteger) for name in ("tier_delta", "tier_before", "tier_after")),
    *(sa.column(name, sa.String) for name in ("source_type", "source_id", "remark")),
    sa.column("created_at", UtcDateTime()),
    sa.column("seal_before", sa.String),
)
ACCOUNTS = sa.table("point_accounts", sa.column("member_id", sa.BigInteger), sa.column("head", sa.String))

Seal = Callable[[list[Any]], str]


def unkeyed(values: list[Any]) -> str:
    """The SHA-256 that was a line's seal before."""
    plain = [
        value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else value
        for value in values
    ]
    return sha256(json.dumps(plain, ensure_ascii=True, separators=(",", ":")).encode("ascii")).hexdigest()


def keyed(values: list[Any]) -> str:
    alembic = op.get_context().config
    assert alembic is not None  # noqa: S101  # Alembic itself runs this
    keys: tuple[bytes, ...] = alembic.attributes["database"].ledger_keys
    return seal_of(values, keys[0])


def upgrade() -> None:
    seal_anew(unkeyed, keyed)


def downgrade() -> None:
    seal_anew(keyed, unkeyed)


def seal_anew(old: Seal, new: Seal) -> None:
    """Check every chain by its old seals and give it new ones; raises RuntimeError where one is broken."""
    connection = op.get_bind()
    allow_changes(connection)
    for member_id, head in connection.execute(sa.select(ACCOUNTS)).all():
        was = now = NOTHING_BEFORE
        own = sa.select(LINES).where(LINES.c.member_id == member_id).order_by(LINES.c.seq)
        for line in connection.execute(own).all():
            line_id, *values, seal_before = line
            if seal_before != was:
                broken(member_id)
            changed = sa.update(LINES).where(LINES.c.id == line_id).values(seal_before=now)
            connection.execute(changed)
            was, now = old([*values, was]), new([*values, now])
        if head != was:
            broken(member_id)
        connection.execute(sa.update(ACCOUNTS).where(ACCOUNTS.c.member_id == member_id).values(head=now))
    keep_again(connection)


def broken(member_id: int) -> None:
    raise RuntimeError(
        f"The ledger of member {member_id} is not what was written: look into it by `audit` of the release "
        "before this one. Nothing was migrated."
    )


NO_UPDATE = (
    "CREATE TRIGGER point_lines_no_update BEFORE UPDATE ON point_lines "
    "BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
)


def allow_changes(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text("DROP TRIGGER point_lines_no_update"))
    else:
        connection.execute(sa.text("ALTER TABLE point_lines DISABLE TRIGGER point_lines_no_change"))


def keep_again(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text(NO_UPDATE))
    else:
        connection.execute(sa.text("ALTER TABLE point_lines ENABLE TRIGGER point_lines_no_change"))
