"""What is kept no longer: members who stay away, after a warning, and old rows of log and outbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

from sqlalchemy import Connection

from loyalty import config
from loyalty.db import clock
from loyalty.db.connections import connection
from loyalty.features.members import changes, preferences, records
from loyalty.features.office import log
from loyalty.features.office.log import Signature
from loyalty.features.personal import data
from loyalty.features.programme import settings
from loyalty.features.till import keys
from loyalty.gateways import outbox
from loyalty.gateways.channels import Refused, plain_mail
from loyalty.rules import retention as rules
from loyalty.rules.calendar import malaysian_date

# So many members are erased in one run: a run is one transaction, and others want to write as well.
AT_ONCE = 200
# The kind of the message that warns somebody.
WARNED = "inactive"


@dataclass(frozen=True)
class Retained:
    """How many of what have gone."""

    warned: int
    members: int
    messages: int
    log_entries: int
    lookups: int
    # Not gone, although it is time: their warning did not arrive.
    unreached: int


def retain(db: Connection, now: datetime) -> Retained:
    """Let go of what has been kept long enough, in the caller's transaction; safe late, safe twice.

    Members go after as many months as the programme says, `WARNING` after they were told, each with a line in
    the log.
    """
    log_before = rules.months_before(now, rules.OFFICE_LOG_KEPT_MONTHS)
    return Retained(
        warned=_warn_inactive(db, now),
        members=_forget_inactive(db, now),
        messages=outbox.forget(
            db, rules.messages_before(now), undelivered_before=rules.undelivered_before(now)
        ),
        log_entries=log.forget(db, log_before),
        lookups=keys.forget(db, log_before),
        unreached=len(unreached(db, now)),
    )


@dataclass(frozen=True)
class Unreached:
    """A member who is not erased because the warning did not arrive: when it was put, by mail or to their
    telephone, what became of it, and the outbox's number of it.
    """

    member_id: int
    warned_at: datetime
    channel: str
    state: str
    last_error: str | None
    outbox_id: int


def unreached(db: Connection, now: datetime) -> list[Unreached]:
    """The members whose warning was given up, by their ids. Whoever has come back since is not among them."""
    months = settings.current(db).inactive_months
    if not months:
        return []
    lost = [row for row in db.execute(_undelivered(now)) if row.state in ("dead", "expired")]
    kept = changes.warned_in_vain(db, rules.warn_before(now, months), [row.reference for row in lost])
    found = [
        Unreached(row.reference, row.created_at, row.lane, row.state, row.last_error, row.id)
        for row in lost
        if row.reference in kept
    ]
    return sorted(found, key=lambda each: each.member_id)


def _undelivered(now: datetime) -> outbox.Undelivered:
    """The warnings that would count if they had arrived, and have not, or not for as long as one holds."""
    return outbox.undelivered(WARNED, put_after=now - rules.WARNING_HOLDS, left_by=now - rules.WARNING)


def _warn_inactive(db: Connection, now: datetime) -> int:
    """Tell those who would go in a month, by day: by mail where they gave an address, else by the channel
    of the codes where that carries words. Whoever can be reached by neither counts as told; whom a message
    is on its way to, once it has arrived (`_undelivered`).
    """
    months = settings.current(db).inactive_months
    if not months or not rules.may_warn(now):
        return 0
    found = changes.unwarned_since(
        db, rules.warn_before(now, months), AT_ONCE, warned_after=now - rules.WARNING_HOLDS
    )
    for member_id in found:
        changes.note_warning(db, member_id, now)
        member = records.record(db, member_id)
        if member.email:
            outbox.put_letter(db, kind=WARNED, reference=member_id)
        elif config.current().carries_texts:
            outbox.put(
                db,
                to=f"+{member.calling_code}{member.mobile_number}",
                kind=WARNED,
                text=_warning(db, member_id, now)[1],
                expires_at=now + rules.WARNING,
                reference=member_id,
            )
    return len(found)


def compose(member_id: int) -> EmailMessage | None:
    """The mail that warns a member; None when they have been seen since, or have left. The day it names is
    counted from now: a mail that left late is no shorter warning.

    Raises Refused when they have no address any more: a warning that nobody got is none.
    """
    db = connection()
    told = changes.warning_of(db, member_id)
    if told is None:
        return None
    email = records.record(db, member_id).email
    if not email:
        raise Refused
    at = clock.now(db)
    subject, text = _warning(db, member_id, at)
    return plain_mail(email, subject, text, at=at, name=f"inactive-{member_id}")


def _warning(db: Connection, member_id: int, told: datetime) -> tuple[str, str]:
    language = preferences.read(db, member_id).language["selected_language"]
    day = malaysian_date(told + rules.WARNING)
    return rules.inactive_warning(language, day, f"{config.current().mini_origin}/login")


def _forget_inactive(db: Connection, now: datetime) -> int:
    months = settings.current(db).inactive_months
    if not months:
        return 0
    warned = (now - rules.WARNING_HOLDS, now - rules.WARNING)
    lost = _undelivered(now).with_only_columns(outbox.OutboxRow.reference)
    seen_before = rules.months_before(now, months)
    gone = changes.inactive_since(db, seen_before, AT_ONCE, warned_between=warned, but=lost)
    signature = Signature("retention", f"not seen for {months} months")
    for member_id in gone:
        log.note(db, signature, "member.erase", member_id=member_id)
        data.forget(db, member_id)
    return len(gone)
