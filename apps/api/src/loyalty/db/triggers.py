"""The triggers that keep what is written once, each by a digest of its definition in the migrations."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, text

from loyalty.db import maintenance


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
        "vouchers_stay_ended": Trigger("vouchers", "bc9691eb67496362"),
        "vouchers_stay_there": Trigger("vouchers", "075d9cd496ac2c98"),
    },
    "postgresql": {
        "office_log_no_delete": Trigger("office_log", "44592e23ce0989cb"),
        "office_log_no_truncate": Trigger("office_log", "2a41c207faf56b34"),
        "office_log_no_update": Trigger("office_log", "65ee096c3df04707"),
        "ledger_entries_no_change": Trigger("ledger_entries", "dde46fbd00511637"),
        "ledger_entries_no_truncate": Trigger("ledger_entries", "0bb5c6f1f58e86ec"),
        "vouchers_stay_ended": Trigger("vouchers", "96013c6600921bec"),
        "vouchers_stay_there": Trigger("vouchers", "93167e2e49fbde33"),
    },
}


def digest(definition: str) -> str:
    """Sixteen digits of a definition's SHA-256, without blanks, brackets and the name of the schema."""
    return sha256(re.sub(r"[\s()]|\bpublic\.", "", definition).encode()).hexdigest()[:16]


def found(db: Connection) -> dict[str, tuple[Trigger, bool]]:
    """Every trigger by its name, and whether it is switched on."""
    if db.dialect.name == "sqlite":
        query = text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        rows = [(name, table, sql, True) for name, table, sql in db.execute(query)]
    else:
        query = text(
            "SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid) || p.prosrc, t.tgenabled IN ('O', 'A') "
            "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE NOT t.tgisinternal AND pg_table_is_visible(c.oid)"
        )
        rows = [tuple(row) for row in db.execute(query)]
    return {name: (Trigger(table, digest(definition)), bool(on)) for name, table, definition, on in rows}


def problems(db: Connection) -> Iterator[str]:
    """What is wrong with the triggers: missing, switched off, changed, or none of ours.

    A release that was rolled back cannot know how the next one has them.
    """
    there = found(db)
    expected = TRIGGERS[db.dialect.name]
    for name, trigger in expected.items():
        if name not in there:
            yield f"the trigger {name} of {trigger.table} is missing"
        elif not there[name][1]:
            yield f"the trigger {name} of {trigger.table} is switched off"
        elif there[name][0] != trigger and not maintenance.is_ahead(db):
            yield f"the trigger {name} of {trigger.table} is another than it was"
    if not maintenance.is_ahead(db):
        for name in sorted(there.keys() - expected.keys()):
            yield f"the trigger {name} of {there[name][0].table} is none of ours"
