"""The daily digest: what the ledger and the log of the office are, in a few lines that lie somewhere else.

Whoever rewrites the books afterwards, with the database and even with the key, cannot rewrite what has left.
"""

from __future__ import annotations

import hmac
import json
import os
import time
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import ledger_keys
from loyalty.errors import Unavailable
from loyalty.features.office import log
from loyalty.features.points import audit
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.ledger import seal_of
from loyalty.rules.retention import months_before

FILE = "file:"
# The log forgets after two years; so long after a digest its part of it can be checked.
LOG_COVERED_MONTHS = LOG_CHECKED_MONTHS = 12
_SETTLES_WITHIN_S = 20.0


def write(db: Session, to: str) -> int:
    """Write today's digest into the folder `to` (file:/path) unless it is there; gives how many were written.

    A file is never overwritten, and it is whole or not there. Raises OSError where the folder cannot be
    written to, and Unavailable when a transaction does not end.
    """
    folder = Path(to.removeprefix(FILE))
    target = folder / f"{malaysian_date(now(db))}.json"
    if target.exists():
        return 0
    document = json.dumps(make(db), indent=2) + "\n"
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


def make(db: Session) -> dict[str, Any]:
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


def problems(db: Session, document: Mapping[str, Any]) -> list[str]:
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


def _ledger(db: Session, last: int) -> dict[str, Any]:
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


def _office_log(db: Session, last: int, since: datetime) -> dict[str, Any]:
    root, entries = sha256(), 0
    for row in log.written(db, last, since):
        root.update(seal_of(row, b"").encode())
        entries += 1
    covered = {"since": since.isoformat(), "last": last, "entries": entries, "root": root.hexdigest()}
    return covered | {"head": log.head(db, last)}


def _differs(then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether something that a digest says is not so; the first ones said nothing of the log's head."""
    return any(now[name] != value for name, value in then.items())


def _settle(db: Session) -> None:
    """Wait until what was being written has been, or not: PostgreSQL gives out ids before they are seen."""
    if db.get_bind().dialect.name != "postgresql":
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
