"""What is kept no longer: members who stay away, when that is switched on, and old rows of log and outbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.features.members import service as members
from loyalty.features.office import log, settings
from loyalty.features.office.log import Signature
from loyalty.features.personal import service as personal
from loyalty.features.till import lookups
from loyalty.gateways import outbox
from loyalty.rules import retention as rules

# So many members are erased in one run: a run is one transaction, and others want to write as well.
AT_ONCE = 200


@dataclass(frozen=True)
class Retained:
    """How many of what have gone."""

    members: int
    messages: int
    log_entries: int
    lookups: int


def retain(db: Session, now: datetime) -> Retained:
    """Let go of what has been kept long enough, in the caller's transaction; safe late, safe twice.

    Members go only when the programme says after how many months, each with a line in the log.
    """
    log_before = rules.months_before(now, rules.OFFICE_LOG_KEPT_MONTHS)
    return Retained(
        members=_forget_inactive(db, now),
        messages=outbox.forget(db, rules.messages_before(now)),
        log_entries=log.forget(db, log_before),
        lookups=lookups.forget(db, log_before),
    )


def _forget_inactive(db: Session, now: datetime) -> int:
    months = settings.current(db).inactive_months
    if not months:
        return 0
    gone = members.inactive_since(db, rules.months_before(now, months), AT_ONCE)
    signature = Signature("retention", f"not seen for {months} months")
    for member_id in gone:
        log.note(db, signature, "member.erase", member_id=member_id)
        personal.forget(db, member_id)
    return len(gone)
