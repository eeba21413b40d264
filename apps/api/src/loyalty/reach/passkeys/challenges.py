"""Challenges that passkeys and tills sign, each for one purpose, once, for five minutes."""

import secrets
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.db.windows import wait_s
from loyalty.errors import TooMany
from loyalty.features.access.context import ClientContext
from loyalty.reach.passkeys.ceremonies import CHALLENGE_LIFE
from loyalty.reach.passkeys.models import Challenge
from loyalty.rules.codes import Code
from loyalty.rules.otp import Limit

C = TypeVar("C", bound=Challenge)


def give(
    db: Session, table: type[Challenge], purpose: str, client: ClientContext, limit: Limit, **columns: Any
) -> bytes:
    """Add a challenge and return it, in the caller's transaction; `columns` say whose it is.

    An address gets no more than `limit`: raises TooMany. Each check uses one up, so this limits checks too.
    """
    at = now(db)
    is_limited, of_address = config.current().rate_limits, table.network_hash == client.network_hash
    if is_limited and not client.is_local and (wait := wait_s(db, limit, at, table.created_at, of_address)):
        raise TooMany(Code.WAIT_MINUTES, {"count": -(-wait // 60)}, retry_after_s=wait)
    challenge = secrets.token_bytes(32)
    given = table(
        challenge_hash=sha256(challenge).hexdigest(),
        purpose=purpose,
        network_hash=client.network_hash,
        created_at=at,
        expires_at=at + CHALLENGE_LIFE,
        **columns,
    )
    db.add(given)
    return challenge


def use(table: type[C], challenge: bytes, purpose: str, **columns: Any) -> C | None:
    """Use a challenge up and return its row, committed at once, also when what answers it turns out wrong.

    None unless it exists, for this purpose and with these columns, unused and younger than five minutes.
    """
    with transaction() as db:
        at = now(db)
        valid = (
            table.challenge_hash == sha256(challenge).hexdigest(),
            table.purpose == purpose,
            table.used_at.is_(None),
            table.expires_at > at,
            *(getattr(table, name).is_not_distinct_from(value) for name, value in columns.items()),
        )
        return db.scalar(update(table).where(*valid).values(used_at=at).returning(table))
