"""The daily digest: what the ledger and the log of the office are, in a few lines that lie somewhere else.

Whoever rewrites the books afterwards, with the database and even with the key, cannot rewrite what has left.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from sqlalchemy import CheckConstraint, Connection, ForeignKeyConstraint, UniqueConstraint, text

from loyalty import config
from loyalty.db import maintenance
from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, ledger_keys, transaction
from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.tables import Base
from loyalty.errors import Unavailable
from loyalty.features import state_tables
from loyalty.features.office import log
from loyalty.features.points import audit
from loyalty.features.points.audit import Violation
from loyalty.gateways import outbox
from loyalty.gateways.channels import plain_mail
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.ledger import seal_of
from loyalty.rules.retention import months_before

FILE, MAILTO = "file:", "mailto:"
# The kind of a digest's mail; its reference is the day, as 20260314.
KIND = "digest"
# The log forgets after two years; so long after a digest its part of it can be checked.
LOG_COVERED_MONTHS = LOG_CHECKED_MONTHS = 12
_SETTLES_WITHIN_S = 20.0


def write(to: str) -> int:
    """Write today's digest into the folder `to` (file:/path), or leave a mail of it (mailto:address) in the
    outbox, unless that was done; gives how many were written.

    Raises OSError where the folder cannot be written to, and Unavailable when a transaction does not end.
    """
    day = malaysian_date(now())
    return _mail(day) if to.startswith(MAILTO) else _file(Path(to.removeprefix(FILE)), day)


def _file(folder: Path, day: date) -> int:
    """A file is never overwritten, and it is whole or not there."""
    target = folder / f"{day}.json"
    if target.exists():
        return 0
    document = json.dumps(make(connection()), indent=2) + "\n"
    with NamedTemporaryFile("w", encoding="utf-8", dir=folder, prefix=".digest-") as file:
        file.write(document)
        file.flush()
        os.fchmod(file.fileno(), 0o440)
        os.fsync(file.fileno())
        try:
            os.link(file.name, target)
        except FileExistsError:  # another node was quicker
            return 0
    return 1


def _mail(day: date) -> int:
    reference = int(f"{day:%Y%m%d}")
    if outbox.states_of_letters(connection(), [KIND], [reference]):
        return 0
    document = json.dumps(make(connection()), separators=(",", ":"))
    with transaction() as db:
        advisory_lock(db, KIND)
        if outbox.states_of_letters(db, [KIND], [reference]):  # another node was quicker
            return 0
        outbox.put_letter(db, kind=KIND, reference=reference, text=document)
    return 1


def compose(reference: int) -> EmailMessage | None:
    """The mail of a day's digest; None when LOYALTY_DIGEST_TO names no mailbox any more.

    One that was given up and is tried again has lost its text: it says what is there now.
    """
    db, to = connection(), config.current().digest_to
    if not to.startswith(MAILTO):
        return None
    kept = outbox.text_of_letter(db, KIND, reference)
    document = json.loads(kept) if kept else make(db)
    at, day = datetime.fromisoformat(document["at"]), document["date"]
    text = (
        f"The signed digest of the points ledger and the office log on {day}.\n\n"
        "Keep this mail where no operator can delete it. To hold the database against\n"
        "it, save the mail or its text as a file:\n\n"
        "    flask --app loyalty audit digest verify FILE\n\n"
        # A line is at most 80 characters long, so that no mail program breaks it inside of a seal.
        f"{json.dumps(document, indent=1)}"
    )
    to, subject = to.removeprefix(MAILTO), f"Digest of the points ledger, {day}"
    return plain_mail(to, subject, text, at=at, name=f"digest-{reference}")


def read(content: bytes) -> Any:
    """The digest in a file, as it was written or mailed: the mail as a whole, or its text, quoted or not.

    Raises LookupError, TypeError, ValueError and AttributeError where there is none.
    """
    body = message_from_bytes(content, policy=policy.default).get_body(("plain",))
    if body is None:
        raise ValueError("a mail without a text")
    text = re.sub(r"(?m)^[> ]+", "", body.get_content())
    document, _end = json.JSONDecoder().raw_decode(text, text.index("{"))
    return document


def make(db: Connection) -> dict[str, Any]:
    """The digest of all that is written by now, signed by the first key of the ledger."""
    at, last, last_logged = now(db), audit.last_entry(db), log.last_entry(db)
    _settle(db)
    since = months_before(at, LOG_COVERED_MONTHS)
    document = {
        "version": 1,
        "date": str(malaysian_date(at)),
        "at": at.isoformat(),
        "ledger": _ledger(db, last),
        "officeLog": _office_log(db, last_logged, since),
        "key": _id_of(ledger_keys()[0]),
    }
    return document | {"signature": _sign(document, ledger_keys()[0])}


def problems(db: Connection, document: Mapping[str, Any]) -> list[str]:
    """Where the database is not what the digest says it was, in sentences; none when it is.

    Raises KeyError, TypeError and ValueError for what is no digest.
    """
    signed = {name: value for name, value in document.items() if name != "signature"}
    if not any(hmac.compare_digest(_sign(signed, key), document["signature"]) for key in ledger_keys()):
        return ["The signature is by none of our keys: this is not what was written."]
    then, logged = document["ledger"], document["officeLog"]
    found = []
    if _ledger(db, then["last"]) != then:
        found.append(f"The ledger up to entry {then['last']} is not what it was on {document['date']}.")
    at = datetime.fromisoformat(document["at"])
    checked = at > months_before(now(db), LOG_CHECKED_MONTHS)
    if checked and _differs(logged, _office_log(db, logged["last"], datetime.fromisoformat(logged["since"]))):
        found.append(f"The log up to entry {logged['last']} is not what it was on {document['date']}.")
    return found


def _ledger(db: Connection, last: int) -> dict[str, Any]:
    root, members, entries, points = sha256(), 0, 0, 0
    for head in audit.heads(db, last):
        root.update(f"{head.member_id}:{head.seq}:{head.seal}\n".encode())
        members, entries, points = members + 1, entries + head.seq, points + head.moved
    return {
        "last": last,
        "members": members,
        "entries": entries,
        "points": points,
        "heads": root.hexdigest(),
    }


def _office_log(db: Connection, last: int, since: datetime) -> dict[str, Any]:
    root, entries = sha256(), 0
    for row in log.written(db, last, since):
        root.update(seal_of(row, b"").encode())
        entries += 1
    covered = {"since": since.isoformat(), "last": last, "entries": entries, "root": root.hexdigest()}
    return covered | {"head": log.head(db, last)}


def _differs(then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether something that a digest says is not so; the first ones said nothing of the log's head."""
    return any(now[name] != value for name, value in then.items())


def _settle(db: Connection) -> None:
    """Wait until what was being written has been, or not: PostgreSQL gives out ids before they are seen."""
    if db.dialect.name != "postgresql":
        return
    newest = db.scalar(text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"))
    oldest = text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
    until = time.monotonic() + _SETTLES_WITHIN_S
    while (db.scalar(oldest) or 0) < (newest or 0):
        if time.monotonic() > until:
            raise Unavailable
        time.sleep(0.05)


def _sign(document: Mapping[str, Any], key: bytes) -> str:
    return seal_of([json.dumps(document, sort_keys=True, separators=(",", ":"))], key)


def _id_of(key: bytes) -> str:
    """A name of a key that tells nothing of it."""
    return seal_of(["key id"], key)[:8]


NOBODY = 0
GUARDED = (
    *APPEND_ONLY,
    "point_accounts",
    "bills",
    "vouchers",
    "voucher_restorations",
    "office_adjustments",
)


@dataclass(frozen=True)
class Trigger:
    """A trigger as it should be: its table, and a digest of all that it does (`digest`)."""

    table: str
    digest: str


# A changed trigger gets its new digest here, in the release whose migration changes it.
TRIGGERS: dict[str, dict[str, Trigger]] = {
    "sqlite": {
        "office_log_no_delete": Trigger("office_log", "1446e8e132566324"),
        "office_log_no_replace": Trigger("office_log", "cfbe45321196be6c"),
        "office_log_no_update": Trigger("office_log", "4845efdc86a36d37"),
        "ledger_entries_no_delete": Trigger("ledger_entries", "4a0267e8f4d1b26e"),
        "ledger_entries_no_replace": Trigger("ledger_entries", "b72f2b47a73fc6c7"),
        "ledger_entries_no_update": Trigger("ledger_entries", "18217f506bb921f5"),
        "vouchers_stay_ended": Trigger("vouchers", "91d4f7d6e71544d5"),
        "vouchers_stay_there": Trigger("vouchers", "075d9cd496ac2c98"),
    },
    "postgresql": {
        "office_log_no_delete": Trigger("office_log", "44592e23ce0989cb"),
        "office_log_no_truncate": Trigger("office_log", "2a41c207faf56b34"),
        "office_log_no_update": Trigger("office_log", "65ee096c3df04707"),
        "ledger_entries_no_change": Trigger("ledger_entries", "dde46fbd00511637"),
        "ledger_entries_no_truncate": Trigger("ledger_entries", "0bb5c6f1f58e86ec"),
        "vouchers_stay_ended": Trigger("vouchers", "4758bda30c9de12e"),
        "vouchers_stay_there": Trigger("vouchers", "96a2156e6148b294"),
    },
}


def digest(definition: str) -> str:
    """Sixteen digits of a definition's SHA-256; blanks, brackets and the schema make no difference."""
    return sha256(re.sub(r"[\s()]|\bpublic\.", "", definition).encode()).hexdigest()[:16]


def violations(db: Connection) -> Iterator[Violation]:
    """What breaks docs/promises.md I-3: triggers and constraints that are missing, disabled or changed, and
    rights that the API's role does not need, when it does not own the tables.
    """
    for sentence in (*_triggers(db), *_constraints(db), *_rights(db)):
        yield Violation("I-3", NOBODY, sentence)


def warnings(db: Connection) -> Iterator[str]:
    """What weakens the guards where they all stand, in whole sentences."""
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
    there, expected = triggers(db), TRIGGERS[db.dialect.name]
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


def _constraints(db: Connection) -> Iterator[str]:
    """Those that the models state. A release that was rolled back cannot know those of the next one."""
    if maintenance.is_ahead(db):
        return
    state_tables()
    there = _constraints_of_postgresql(db) if _is_postgresql(db) else _constraints_of_sqlite(db)
    for table in GUARDED:
        stated = Base.metadata.tables[table]
        kinds = (CheckConstraint, UniqueConstraint, ForeignKeyConstraint)
        names = {str(each.name) for each in stated.constraints if isinstance(each, kinds)}
        names |= {str(index.name) for index in stated.indexes if index.unique}
        for name in sorted(names - there):
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
    """On PostgreSQL: what our role may do to rows that are written once. The owner may do anything; that is
    a warning, unless the settings say that another role migrates.
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
