"""Wallet passes: what events change them, and what devices prove their pass by."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from loyalty.rules.events import EventType

APPLE, GOOGLE = "apple", "google"
WALLETS: Final = (APPLE, GOOGLE)
# A link to a pass is for the press that asked for it.
LINK_LIFE = timedelta(minutes=2)
# The pass of an erased membership is kept so long, for devices to hear that it is void.
VOID_KEPT_FOR = timedelta(days=30)


_CARD = frozenset(
    {
        EventType.POINTS_EARNED,
        EventType.POINTS_SPENT,
        EventType.POINTS_ADDED,
        EventType.POINTS_TAKEN_BACK,
        EventType.TIER_CHANGED,
    }
)
_VOUCHER = frozenset(
    {
        EventType.VOUCHER_USED,
        EventType.VOUCHER_RESTORED,
        EventType.VOUCHER_CANCELLED,
        EventType.VOUCHER_LAPSED,
    }
)


def changes(event_type: str, data: Mapping[str, Any], voucher_id: int | None) -> bool:
    """Whether an event changes a member's pass: of this voucher of theirs, or (None) their card."""
    if event_type == EventType.MEMBER_ERASED:
        return True
    if voucher_id is None:
        return event_type in _CARD
    return event_type in _VOUCHER and data.get("voucherId") == voucher_id


def changed_at(previous: datetime, at: datetime) -> datetime:
    """The moment of a change that happened `at`, after one of `previous`.

    HTTP dates are whole seconds: two changes never have the same one, so that a device that has seen the
    first never gets the answer that nothing has changed.
    """
    return max(at, previous.replace(microsecond=0) + timedelta(seconds=1))


def is_unchanged(changed: datetime, seen: datetime | None) -> bool:
    """Whether a device that has what was changed at `seen`, a whole second, has this state of a pass."""
    return seen is not None and changed.replace(microsecond=0) <= seen


def token(hash_key: str, serial: str) -> str:
    """What a pass authorises its device by: 64 characters, the same for the whole life of a pass."""
    return hmac.new(hash_key.encode(), f"loyalty.wallet\x01{serial}".encode(), hashlib.sha256).hexdigest()
