"""Retention: inactive members are warned and erased; old rows of log, outbox and lookups are deleted."""

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import data
from loyalty.db import clock
from loyalty.db.jobs import Job
from loyalty.db.session import current_session
from loyalty.features.members import changes, preferences, records
from loyalty.features.programme import settings
from loyalty.gateways import outbox
from loyalty.gateways.channels import Refused
from loyalty.gateways.mails import Part, mail
from loyalty.rules import retention as rules
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.formats import Formats
from loyalty.rules.notices import Notice

# So many members are warned or erased in one transaction, so that it does not lock others out for long.
AT_ONCE = 200
# The kind of a warning in the outbox.
WARNED = "inactive"


@dataclass(frozen=True)
class Retained:
    """How many were warned, erased and deleted."""

    warned: int
    members: int
    messages: int
    log_entries: int
    # Not erased, although it is time: their warning did not arrive.
    unreached: int


def retain(db: Session, now: datetime) -> Retained:
    """Erase and delete what has been kept long enough, in the caller's transaction. Running late or twice
    does no harm.

    Members are erased after the programme's `inactive_months`, `WARNING` after they were warned, each with a
    log entry.
    """
    log_before = rules.months_before(now, rules.OFFICE_LOG_KEPT_MONTHS)
    return Retained(
        warned=_warn_inactive(db, now),
        members=_forget_inactive(db, now),
        messages=outbox.delete_before(
            db, rules.messages_before(now), undelivered_before=rules.undelivered_before(now)
        ),
        log_entries=log.delete_before(db, log_before),
        unreached=len(unreached(db, now)),
    )


@dataclass(frozen=True)
class Unreached:
    """A member who is not erased because the warning did not arrive: when and by which channel it was sent,
    its state and the id of its job.
    """

    member_id: int
    warned_at: datetime
    channel: str
    state: str
    last_error: str | None
    job_id: int


def unreached(db: Session, now: datetime) -> list[Unreached]:
    """The members whose warning could not be delivered, by id, without those who have come back since."""
    months = settings.current(db).inactive_months
    if not months:
        return []
    lost = [row for row in db.execute(_undelivered(now)) if row.state in ("failed", "expired")]
    kept = records.not_reached(db, rules.warn_before(now, months), [row.reference for row in lost])
    found = [
        Unreached(row.reference, row.created_at, row.queue, row.state, row.last_error, row.id)
        for row in lost
        if row.reference in kept
    ]
    return sorted(found, key=lambda each: each.member_id)


def _undelivered(now: datetime) -> outbox.Undelivered:
    """The warnings that would count if they had arrived in time, and did not."""
    return outbox.undelivered(WARNED, put_after=now - rules.WARNING_HOLDS, left_by=now - rules.WARNING)


def _warn_inactive(db: Session, now: datetime) -> int:
    """Warn the members who would be erased in a month, in the daytime: by e-mail if they gave an address,
    otherwise by the channel of the codes if it carries texts.

    A member who can be reached by neither counts as warned; the others count once the message has arrived
    (`_undelivered`).
    """
    months = settings.current(db).inactive_months
    if not months or not rules.may_warn(now):
        return 0
    found = records.unwarned_since(
        db, rules.warn_before(now, months), AT_ONCE, warned_after=now - rules.WARNING_HOLDS
    )
    for member_id in found:
        changes.note_warning(db, member_id, now)
        member = records.get_member(db, member_id)
        if member.email:
            outbox.put_email(db, kind=WARNED, reference=member_id)
        elif config.current().carries_texts:
            outbox.put(
                db,
                to=f"+{member.calling_code}{member.mobile_number}",
                kind=WARNED,
                text=_warning(_formats(db, member_id), now).text,
                expires_at=now + rules.WARNING,
                reference=member_id,
            )
    return len(found)


def compose(member_id: int) -> EmailMessage | None:
    """The e-mail that warns a member; None when they have been seen since, or were erased. The day in it is
    counted from now, so that an e-mail that leaves late is no shorter warning.

    Raises Refused when they have no address any more, so that the warning does not count.
    """
    db = current_session()
    if records.warning_of(db, member_id) is None:
        return None
    email = records.get_member(db, member_id).email
    if not email:
        raise Refused
    at = clock.now(db)
    formats, link = _formats(db, member_id), _link_to_sign_in()
    warning = _warning(formats, at)
    name, parts = f"inactive-{member_id}", [Part(warning.subject, warning.text, link)]
    return mail(email, warning.subject, parts, language=formats.language, at=at, name=name)


def _formats(db: Session, member_id: int) -> Formats:
    return Formats.of(preferences.read(db, member_id).language)


def _link_to_sign_in() -> str:
    return f"{config.current().mini_origin}/login"


def _warning(formats: Formats, sent_at: datetime) -> Notice:
    return rules.inactive_warning(formats, malaysian_date(sent_at + rules.WARNING), _link_to_sign_in())


def _forget_inactive(db: Session, now: datetime) -> int:
    months = settings.current(db).inactive_months
    if not months:
        return 0
    warned = (now - rules.WARNING_HOLDS, now - rules.WARNING)
    lost = _undelivered(now).with_only_columns(Job.reference)
    seen_before = rules.months_before(now, months)
    gone = records.inactive_since(db, seen_before, AT_ONCE, warned_between=warned, but=lost)
    signature = Signature("retention", f"not seen for {months} months")
    for member_id in gone:
        log.note(db, signature, "member.erase", member_id=member_id)
        data.erase_member(db, member_id)
    return len(gone)
