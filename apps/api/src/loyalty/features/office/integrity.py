"""The guards of the tables: triggers, constraints and rights, compared with what they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import CheckConstraint, Connection, ForeignKeyConstraint, UniqueConstraint, text

from loyalty import config
from loyalty.db import maintenance
from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.tables import Base
from loyalty.features import state_tables
from loyalty.features.points.audit import Violation

NOBODY = 0
GUARDED = (
    *APPEND_ONLY,
    "point_accounts",
    "bills",
    "points_alone",
    "vouchers",
    "voucher_restorations",
    "office_adjustments",
    "member_proposals",
    "staff_proposals",
)


@dataclass(frozen=True)
class Trigger:
    """A trigger: its table, and a digest of its definition (`digest`)."""

    table: str
    digest: str


# A migration that changes a trigger changes its digest here.
TRIGGERS: dict[str, dict[str, Trigger]] = {
    "sqlite": {
        "office_log_no_delete": Trigger("office_log", "1446e8e132566324"),
        "office_log_no_replace": Trigger("office_log", "cfbe45321196be6c"),
        "office_log_no_update": Trigger("office_log", "4845efdc86a36d37"),
        "ledger_entries_no_delete": Trigger("ledger_entries", "4a0267e8f4d1b26e"),
        "ledger_entries_no_replace": Trigger("ledger_entries", "ba1121c1a3fb1e82"),
        "ledger_entries_no_update": Trigger("ledger_entries", "18217f506bb921f5"),
        "vouchers_stay_ended": Trigger("vouchers", "ced3b63641fc01db"),
        "vouchers_stay_there": Trigger("vouchers", "075d9cd496ac2c98"),
    },
    "postgresql": {
        "office_log_no_delete": Trigger("office_log", "44592e23ce0989cb"),
        "office_log_no_truncate": Trigger("office_log", "2a41c207faf56b34"),
        "office_log_no_update": Trigger("office_log", "65ee096c3df04707"),
        "ledger_entries_no_change": Trigger("ledger_entries", "dde46fbd00511637"),
        "ledger_entries_no_truncate": Trigger("ledger_entries", "0bb5c6f1f58e86ec"),
        "vouchers_stay_ended": Trigger("vouchers", "1e48f3774b86c6d8"),
        "vouchers_stay_there": Trigger("vouchers", "c060b319f63b8fa1"),
    },
}


def digest(definition: str) -> str:
    """Sixteen digits of a definition's SHA-256, without blanks, brackets and the name of the schema."""
    return sha256(re.sub(r"[\s()]|\bpublic\.", "", definition).encode()).hexdigest()[:16]


def violations(db: Connection) -> Iterator[Violation]:
    """What breaks docs/promises.md I-3: triggers and constraints that are missing, disabled or changed, and
    rights that the API's role does not need, when it does not own the tables.
    """
    for sentence in (*_triggers(db), *_constraints(db), *_rights(db)):
        yield Violation("I-3", NOBODY, sentence)


def warnings(db: Connection) -> Iterator[str]:
    """What weakens the guards although all are there, in sentences."""
    if _is_postgresql(db) and _owned(db):
        yield (
            "this role owns the tables, so it can take every guard away. "
            "docs/deploy.md says how one role migrates and another one runs."
        )


def triggers(db: Connection) -> dict[str, tuple[Trigger, bool]]:
    """Every trigger on a guarded table by its name, and whether it is switched on."""
    if not _is_postgresql(db):
        query = text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        rows = [(name, table, sql, True) for name, table, sql in db.execute(query)]
    else:
        query = text(
            "SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid) || p.prosrc, t.tgenabled IN ('O', 'A') "
            "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)"
        )
        rows = [tuple(row) for row in db.execute(query)]
    return {
        name: (Trigger(table, digest(definition)), bool(on))
        for name, table, definition, on in rows
        if table in GUARDED
    }


def _triggers(db: Connection) -> Iterator[str]:
    found = triggers(db)
    expected = TRIGGERS[db.dialect.name]
    for name, trigger in expected.items():
        if name not in found:
            yield f"the trigger {name} of {trigger.table} is missing"
        elif not found[name][1]:
            yield f"the trigger {name} of {trigger.table} is switched off"
        elif found[name][0] != trigger and not maintenance.is_ahead(db):
            yield f"the trigger {name} of {trigger.table} is another than it was"
    if not maintenance.is_ahead(db):
        for name in sorted(found.keys() - expected.keys()):
            yield f"the trigger {name} of {found[name][0].table} is none of ours"


def _constraints(db: Connection) -> Iterator[str]:
    """The constraints of the models. A release that was rolled back cannot know those of the next one."""
    if maintenance.is_ahead(db):
        return
    state_tables()
    found = _constraints_of_postgresql(db) if _is_postgresql(db) else _constraints_of_sqlite(db)
    for table in GUARDED:
        stated = Base.metadata.tables[table]
        kinds = (CheckConstraint, UniqueConstraint, ForeignKeyConstraint)
        names = {str(each.name) for each in stated.constraints if isinstance(each, kinds)}
        names |= {str(index.name) for index in stated.indexes if index.unique}
        for name in sorted(names - found):
            yield f"the constraint {name} of {table} is missing or does not hold for every row"


def _constraints_of_sqlite(db: Connection) -> set[str]:
    found: set[str] = set()
    for name, sql in db.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")):
        found |= {name, *re.findall(r"CONSTRAINT (\w+)", sql)}
    return found


def _constraints_of_postgresql(db: Connection) -> set[str]:
    query = text(
        "SELECT conname FROM pg_constraint WHERE convalidated UNION ALL "
        "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
        "WHERE i.indisunique AND i.indisvalid"
    )
    return set(db.scalars(query))


def _rights(db: Connection) -> Iterator[str]:
    """On PostgreSQL: what our role may do to append-only tables. An owner may do anything, which is a
    warning, unless the settings name another role that migrates.
    """
    if not _is_postgresql(db):
        return
    owned = _owned(db)
    if owned and config.current().migration_database_url:
        yield f"the role that runs owns {', '.join(owned)}"
    for table in sorted(set(APPEND_ONLY) - set(owned)):
        for right in ("UPDATE", "DELETE", "TRUNCATE", "TRIGGER"):
            asked = text("SELECT has_table_privilege(:table, :right)")
            if db.scalar(asked, {"table": table, "right": right}):
                yield f"the role that runs may {right} {table}"


def _owned(db: Connection) -> list[str]:
    """The guarded tables that our role owns, or may act as the owner of."""
    query = text(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND pg_table_is_visible(oid) "
        "AND pg_has_role(relowner, 'USAGE') AND relname = ANY(:tables) ORDER BY relname"
    )
    return list(db.scalars(query, {"tables": list(GUARDED)}))


def _is_postgresql(db: Connection) -> bool:
    return db.dialect.name == "postgresql"
