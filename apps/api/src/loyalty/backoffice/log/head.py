"""A signed line about the whole ledger and the office's log, to be kept where nobody of ours can change it.

Somebody with the database and the keys can rewrite both, and not a line that has left the machine.
"""

import hmac
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log import log
from loyalty.db.clock import now
from loyalty.features.points import audit
from loyalty.rules.ledger import seal_of
from loyalty.rules.retention import months_before

# The id of a younger entry may be smaller than one that can be read already: its transaction runs.
SETTLED_AFTER = timedelta(minutes=1)
# The log keeps its entries for two years.
LOG_CHECKED_MONTHS = 12


def make(db: Session) -> dict[str, Any]:
    """What was written until a minute ago: the newest entries, and the seals of all chains as one hash;
    signed with the first key of the ledger.
    """
    at = now(db)
    last, last_logged = audit.last_entry(db, at - SETTLED_AFTER), log.last_entry(db, at - SETTLED_AFTER)
    document = {"at": at.isoformat(), "ledger": _ledger(db, last), "log": _log(db, last_logged)}
    return document | {"signature": _sign(document, config.current().ledger_ring[0])}


def problems(db: Session, document: Mapping[str, Any]) -> list[str]:
    """Where the database differs from a line of before, in sentences.

    Raises KeyError, TypeError and ValueError for what is no such line.
    """
    signed = {name: value for name, value in document.items() if name != "signature"}
    if not any(
        hmac.compare_digest(_sign(signed, key), document["signature"]) for key in config.current().ledger_ring
    ):
        return ["The signature is by none of our keys: this is not what was written."]
    at, ledger, logged = datetime.fromisoformat(document["at"]), document["ledger"], document["log"]
    found = []
    if _ledger(db, ledger["last"]) != ledger:
        found.append(f"The ledger up to entry {ledger['last']} is not what it was at {at}.")
    if at > months_before(now(db), LOG_CHECKED_MONTHS) and _log(db, logged["last"]) != logged:
        found.append(f"The log up to entry {logged['last']} is not what it was at {at}.")
    return found


def _ledger(db: Session, last: int) -> dict[str, Any]:
    """How much the chains of all members are, and the hash of their newest seals, by the members' ids."""
    members = entries = points = 0
    heads = sha256()
    for head in audit.heads(db, last):
        members, entries, points = members + 1, entries + head.seq, points + head.moved
        heads.update(f"{head.member_id}:{head.seq}:{head.seal}\n".encode())
    found = {"last": last, "members": members, "entries": entries, "points": points}
    return {**found, "heads": heads.hexdigest()}


def _log(db: Session, last: int) -> dict[str, Any]:
    return {"last": last, "head": log.head(db, last)}


def _sign(document: Mapping[str, Any], key: bytes) -> str:
    return seal_of([json.dumps(document, sort_keys=True, separators=(",", ":"))], key)
