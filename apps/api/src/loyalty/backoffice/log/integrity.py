"""The guards of the tables: triggers, constraints and rights, compared with what they should be."""

import re
from collections.abc import Iterator

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, UniqueConstraint, text
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import maintenance, triggers
from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.session import is_postgresql
from loyalty.db.tables import Base
from loyalty.features.points.audit import Violation
from loyalty.models import import_models

NOBODY = 0
GUARDED = (
    *APPEND_ONLY,
    "point_accounts",
    "bills",
    "points_alone",
    "vouchers",
    "approvals",
)


def violations(db: Session) -> Iterator[Violation]:
    """What breaks SECURITY.md I-3: triggers and constraints that are missing, disabled or changed, and
    rights that the API's role does not need, when it does not own the tables.
    """
    for sentence in (*triggers.problems(db.connection()), *_constraints(db), *_rights(db)):
        yield Violation("I-3", NOBODY, sentence)


def warnings(db: Session) -> Iterator[str]:
    """What weakens the guards although all are there, in sentences."""
    if is_postgresql(db) and _owned(db):
        yield (
            "this role owns the tables, so it can take every guard away. "
            "docs/deploy.md says how one role migrates and another one runs."
        )


def _constraints(db: Session) -> Iterator[str]:
    """The constraints of the models. A release that was rolled back cannot know those of the next one."""
    if maintenance.is_ahead(db.connection()):
        return
    import_models()
    found = _constraints_of_postgresql(db) if is_postgresql(db) else _constraints_of_sqlite(db)
    for table in GUARDED:
        stated = Base.metadata.tables[table]
        kinds = (CheckConstraint, UniqueConstraint, ForeignKeyConstraint)
        names = {str(each.name) for each in stated.constraints if isinstance(each, kinds)}
        names |= {str(index.name) for index in stated.indexes if index.unique}
        for name in sorted(names - found):
            yield f"the constraint {name} of {table} is missing or does not hold for every row"


def _constraints_of_sqlite(db: Session) -> set[str]:
    found: set[str] = set()
    for name, sql in db.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")):
        found |= {name, *re.findall(r"CONSTRAINT (\w+)", sql)}
    return found


def _constraints_of_postgresql(db: Session) -> set[str]:
    query = text(
        "SELECT conname FROM pg_constraint WHERE convalidated UNION ALL "
        "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
        "WHERE i.indisunique AND i.indisvalid"
    )
    return set(db.scalars(query))


def _rights(db: Session) -> Iterator[str]:
    """On PostgreSQL: what our role may do to append-only tables. An owner may do anything, which is a
    warning, unless the settings name another role that migrates.
    """
    if not is_postgresql(db):
        return
    owned = _owned(db)
    if owned and config.current().migration_database_url:
        yield f"the role that runs owns {', '.join(owned)}"
    for table in sorted(set(APPEND_ONLY) - set(owned)):
        for right in ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER"):
            asked = text("SELECT has_table_privilege(:table, :right)")
            if db.scalar(asked, {"table": table, "right": right}):
                yield f"the role that runs may {right} {table}"


def _owned(db: Session) -> list[str]:
    """The guarded tables that our role owns, or may act as the owner of."""
    query = text(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid) "
        "AND pg_has_role(relowner, 'USAGE') AND relname = ANY(:tables) ORDER BY relname"
    )
    return list(db.scalars(query, {"tables": list(GUARDED)}))
