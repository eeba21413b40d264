"""Receipt claims: the signed code on a receipt with which a guest makes the bill theirs afterwards.

The code is `LR1.<key>.<signature>`: a random name of the claim and an HMAC-SHA-256 of it, of which 128 bits
are kept (RFC 2104, section 5). It says nothing by itself, so that it can be printed.
"""

import hmac
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from loyalty.rules import base64url
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

# Counted from the payment, so that asking for the claim again prolongs nothing.
CLAIMED_WITHIN = timedelta(days=7)

PREFIX = "LR1"
_SIGNS = 22  # 128 bits in base64url
_SHAPE = re.compile(rf"{PREFIX}\.([A-Za-z0-9_-]{{{_SIGNS}}})\.([A-Za-z0-9_-]{{{_SIGNS}}})", re.ASCII)
_PURPOSE = b"loyalty.receipt\x01"

UNREADABLE = Problem(Code.RECEIPT_UNREADABLE)
FORGED = Problem(Code.RECEIPT_FORGED)
VOID = Problem(Code.RECEIPT_VOID)
YOURS = Problem(Code.RECEIPT_ALREADY_YOURS)
CLAIMED = Problem(Code.RECEIPT_CLAIMED)
EXPIRED = Problem(Code.RECEIPT_EXPIRED, {"days": CLAIMED_WITHIN.days})


def sign(key: str, secrets: Sequence[str]) -> str:
    """The code of the claim that is called `key`, by the first secret; the same one each time."""
    return f"{PREFIX}.{key}.{_signature(key, secrets[0])}"


def read(text: str, secrets: Sequence[str]) -> str | Problem:
    """What the claim of a code is called, or why it is none: any of the secrets may have signed it."""
    found = _SHAPE.fullmatch(text)
    if found is None:
        return UNREADABLE
    key, signature = found.groups()
    known = [hmac.compare_digest(_signature(key, secret), signature) for secret in secrets]
    return key if any(known) else FORGED


def _signature(key: str, secret: str) -> str:
    own = hmac.digest(secret.encode(), _PURPOSE, "sha256")
    return base64url.encode(hmac.digest(own, key.encode(), "sha256")[:16])


def expires_at(paid_at: datetime) -> datetime:
    """The first moment at which the bill of a payment can be claimed no more."""
    return paid_at + CLAIMED_WITHIN


def why_not_claimable(
    paid_at: datetime,
    at: datetime,
    *,
    is_void: bool = False,
    owner_id: int | None = None,
    member_id: int | None = None,
) -> Problem | None:
    """Why a member cannot claim a bill at a moment, or None.

    `owner_id` is the member whose bill it is already; `member_id` None is a visitor, who may still sign in.
    """
    if owner_id is not None:
        return YOURS if owner_id == member_id else CLAIMED
    if is_void:
        return VOID
    return EXPIRED if at >= expires_at(paid_at) else None
