"""The daily digest: a signed summary of the ledger and the office log, kept somewhere else.

An attacker who rewrites the ledger afterwards, even with the key, cannot rewrite a digest that has left.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from sqlalchemy import Connection, text

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, ledger_keys, transaction
from loyalty.errors import Unavailable
from loyalty.features.office import log
from loyalty.features.points import audit
from loyalty.gateways import outbox
from loyalty.gateways.channels import plain_mail
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.ledger import seal_of
from loyalty.rules.merkle import root_of
from loyalty.rules.retention import months_before

FILE, MAILTO = "file:", "mailto:"
# The kind of a digest's e-mail in the outbox; its reference is the day, as 20260314.
KIND = "digest"
# The log keeps its entries for two years; for so long a digest's part about it can be checked.
LOG_COVERED_MONTHS = LOG_CHECKED_MONTHS = 12
_SETTLES_WITHIN_S = 20.0


def write(to: str) -> int:
    """Write today's digest into the folder `to` (file:/path), or put an e-mail with it (mailto:address)
    in the outbox, unless that was done; gives how many were written.

    Raises OSError where the folder cannot be written to, and Unavailable when a transaction does not end.
    """
    day = malaysian_date(now())
    return _mail(day) if to.startswith(MAILTO) else _file(Path(to.removeprefix(FILE)), day)


def _file(folder: Path, day: date) -> int:
    """A file is never overwritten, and it is whole or missing."""
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
    if outbox.email_states(connection(), [KIND], [reference]):
        return 0
    document = json.dumps(make(connection()), separators=(",", ":"))
    with transaction() as db:
        advisory_lock(db, KIND)
        if outbox.email_states(db, [KIND], [reference]):  # another node was quicker
            return 0
        outbox.put_email(db, kind=KIND, reference=reference, text=document)
    return 1


def compose(reference: int) -> EmailMessage | None:
    """The e-mail of a day's digest; None when LOYALTY_DIGEST_TO is no mailbox any more.

    One that was dropped and is retried has lost its text: its digest is made again, of today.
    """
    db, to = connection(), config.current().digest_to
    if not to.startswith(MAILTO):
        return None
    kept = outbox.email_text(db, KIND, reference)
    document = json.loads(kept) if kept else make(db)
    at, day = datetime.fromisoformat(document["at"]), document["date"]
    text = (
        f"The signed digest of the points ledger and the office log on {day}.\n\n"
        "Keep this mail where no operator can delete it. To hold the database against\n"
        "it, save the mail or its text as a file:\n\n"
        "    flask --app loyalty audit digest verify FILE\n\n"
        # No line is longer than 80 characters, so that no mail program breaks a seal.
        f"{json.dumps(document, indent=1)}"
    )
    to, subject = to.removeprefix(MAILTO), f"Digest of the points ledger, {day}"
    return plain_mail(to, subject, text, at=at, name=f"digest-{reference}")


def read(content: bytes) -> Any:
    """The digest in a file as it was written or sent: the whole e-mail, or its text, quoted or not.

    Raises LookupError, TypeError, ValueError and AttributeError for a file without a digest.
    """
    body = message_from_bytes(content, policy=policy.default).get_body(("plain",))
    if body is None:
        raise ValueError("a mail without a text")
    text = re.sub(r"(?m)^[> ]+", "", body.get_content())
    document, _end = json.JSONDecoder().raw_decode(text, text.index("{"))
    return document


def make(db: Connection) -> dict[str, Any]:
    """The digest of everything written so far, signed with the first key of the ledger."""
    at, last, last_logged = now(db), audit.last_entry(db), log.last_entry(db)
    _settle(db)
    since = months_before(at, LOG_COVERED_MONTHS)
    document = {
        "version": 2,
        "date": str(malaysian_date(at)),
        "at": at.isoformat(),
        "ledger": _ledger(db, last),
        "officeLog": _office_log(db, last_logged, since),
        "key": _id_of(ledger_keys()[0]),
    }
    return document | {"signature": _sign(document, ledger_keys()[0])}


def problems(db: Connection, document: Mapping[str, Any]) -> list[str]:
    """Where the database differs from the digest, in sentences.

    Raises KeyError, TypeError and ValueError for a document that is no digest.
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
    """The chains of all members: how much they are, and the Merkle root over their heads in the order of the
    members' ids, each as `member:entries:seal`.
    """
    found = {"last": last, "members": 0, "entries": 0, "points": 0}

    def heads() -> Iterator[bytes]:
        for head in audit.heads(db, last):
            found["members"] += 1
            found["entries"] += head.seq
            found["points"] += head.moved
            yield f"{head.member_id}:{head.seq}:{head.seal}".encode()

    root = root_of(heads())
    return {**found, "root": root.hex()}


def _office_log(db: Connection, last: int, since: datetime) -> dict[str, Any]:
    root, entries = sha256(), 0
    for row in log.written(db, last, since):
        root.update(seal_of(row, b"").encode())
        entries += 1
    covered = {"since": since.isoformat(), "last": last, "entries": entries, "root": root.hexdigest()}
    return covered | {"head": log.head(db, last)}


def _differs(then: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a value of the digest differs now; the first digests had no head of the log."""
    return any(now[name] != value for name, value in then.items())


def _settle(db: Connection) -> None:
    """Wait for running transactions: PostgreSQL gives out ids before others can see their rows."""
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
    """A name of a key that reveals nothing of it."""
    return seal_of(["key id"], key)[:8]
