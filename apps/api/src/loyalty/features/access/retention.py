"""How long what belongs to signing in is kept, and which rows are past it."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import or_

from loyalty.db.forgetting import Old
from loyalty.features.access.models import (
    Challenge,
    CodeAttempt,
    CodePause,
    CodeSend,
    FailureCounter,
    Family,
    KnownDevice,
    NumberProof,
)
from loyalty.rules import codes

# A dead session opens nothing; for a month it still tells who was signed in when, should somebody ask.
ENDED_SESSIONS_KEPT = timedelta(days=30)
# A browser that has not been seen for so long is a stranger (trust.md: 24 months without activity).
DEVICES_KEPT = timedelta(days=730)


def old(at: datetime) -> tuple[Old, ...]:
    """What may go at a moment. Codes of a challenge and sessions of a sign-in go with it."""
    day, month = at - codes.KEPT_FOR, at - ENDED_SESSIONS_KEPT
    return (
        Old("code challenges", Challenge, Challenge.created_at <= day),
        Old("sent codes", CodeSend, CodeSend.sent_at <= day),
        Old("entered codes", CodeAttempt, CodeAttempt.tried_at <= day),
        Old(
            "counted wrong codes",
            FailureCounter,
            or_(FailureCounter.last_failed_at.is_(None), FailureCounter.last_failed_at <= day),
        ),
        Old("pauses of a range", CodePause, CodePause.until <= at),
        Old("proofs of a number", NumberProof, NumberProof.expires_at <= at),
        Old("sessions", Family, or_(Family.ended_at <= month, Family.expires_at <= month)),
        Old("known devices", KnownDevice, KnownDevice.seen_at <= at - DEVICES_KEPT),
    )
