"""Deleting old rows in batches, the version of the tables, and the rights of the role that runs."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Delete, Integer, delete, func, select, text, tuple_
from sqlalchemy.orm import Session

from loyalty.db.session import Database, is_postgresql, rows_changed
from loyalty.db.tables import Base


@dataclass(frozen=True)
class ExpiredRows:
    """Which rows of a table may go, and what they are called in a report."""

    what: str
    table: type[Base]
    when: ColumnElement[bool]


def delete_expired(db: Session, rows: ExpiredRows, limit: int) -> int:
    """Delete `limit` of them in the caller's transaction; returns how many were deleted."""
    key = rows.table.__mapper__.primary_key
    some = select(*key).where(rows.when).limit(limit)
    return rows_changed(db, delete(rows.table).where(tuple_(*key).in_(some)))


def delete_by_owner(db: Session, statement: Delete, function: str, *arguments: Any) -> int:
    """Delete rows that the role that runs may not delete; returns how many.

    On PostgreSQL by a function that runs as the tables' owner (SECURITY DEFINER), on SQLite, which has no
    roles, by `statement`.
    """
    if is_postgresql(db):
        return db.scalar(select(getattr(func, function)(*arguments, type_=Integer))) or 0
    return rows_changed(db, statement)


NEWER = "This database is newer than this code. Go back to that branch, or run `npm run reset`."


@cache
def _known() -> tuple[frozenset[str], str | None]:
    """Every version this code knows, and its newest."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(__file__).parents[1] / "migrations"))
    return frozenset(one.revision for one in scripts.walk_revisions()), scripts.get_current_head()


def is_behind(db: Connection) -> bool:
    """Whether the tables lack something that this code needs, or are not there."""
    known, newest = _known()
    version = current(db)
    return version is None or (version in known and version != newest)


def is_ahead(db: Connection) -> bool:
    """Whether the tables are of a release after ours, whose version nobody here knows.

    Migrations only add, so our code works with them, and a release can be rolled back without touching the
    tables (docs/deploy.md).
    """
    known, _ = _known()
    version = current(db)
    return version is not None and version not in known


def mismatch(db: Connection, *, production: bool) -> str | None:
    """What to do about tables of our version that are not ours all the same; None where they are right.

    That is so when a migration was edited that had been run. Every table has to be stated first.
    """
    from loyalty.db.schema import differences

    if is_behind(db) or is_ahead(db) or not (found := differences(db)):
        return None
    more = f", and {len(found) - 1} more" if found[1:] else ""
    remedy = "activate the release before this one again" if production else "run `npm run reset`"
    return f"The tables are at {current(db)}, but not as this code has them ({found[0]}{more}): {remedy}."


def current(db: Connection) -> str | None:
    """The version of the tables; None when there are none."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(db).get_current_revision()


# Rows of these are written once: the role that runs adds to them and reads them.
APPEND_ONLY = ("ledger_entries", "office_log")
# And of this it only reads.
READ_ONLY = ("alembic_version",)


def grant(database: Database, role: str) -> None:
    """Give `role` what running needs and take everything else from it; the tables' owner does this.

    It repeats without harm. Tables that later migrations make are covered from their first moment, and
    `grant` runs after each migration. Roles are made by deploy/postgresql/roles.sql.
    """
    with database.writes.begin() as connection:
        quote = connection.dialect.identifier_preparer.quote
        who, schema = quote(role), "SCHEMA public"
        for statement in (
            f"GRANT USAGE ON {schema} TO {who}",
            f"REVOKE ALL ON ALL TABLES IN {schema} FROM {who}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN {schema} TO {who}",
            f"REVOKE UPDATE, DELETE ON {', '.join(APPEND_ONLY)} FROM {who}",
            f"REVOKE INSERT, UPDATE, DELETE ON {', '.join(READ_ONLY)} FROM {who}",
            # SELECT is for pg_dump: a backup is made by the role that runs.
            f"GRANT USAGE, SELECT ON ALL SEQUENCES IN {schema} TO {who}",
            f"ALTER DEFAULT PRIVILEGES IN {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {who}",
            f"ALTER DEFAULT PRIVILEGES IN {schema} GRANT USAGE, SELECT ON SEQUENCES TO {who}",
        ):
            connection.execute(text(statement))
