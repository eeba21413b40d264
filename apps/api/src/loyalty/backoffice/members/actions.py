"""What the office does with a member. Each call is logged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, has_noted, note
from loyalty.backoffice.members import data
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.access import context, devices, rate_limits, sessions
from loyalty.features.events import stream
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.points import bill_lists
from loyalty.features.points.models import Bill
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher
from loyalty.features.till import lookups
from loyalty.reach.hosts import accounts as host_accounts
from loyalty.reach.notifications import security_notices
from loyalty.reach.passkeys import passkeys as passkey_service
from loyalty.rules.bills import Status
from loyalty.rules.events import EventType

LOOKUPS_SHOWN = 10
SIGNED_OUT = "member.sign-out"


@dataclass(frozen=True)
class MemberFile:
    """A member's record, pending bills, open vouchers and recent look-ups."""

    record: records.Record
    pending: list[Bill]
    vouchers: list[Voucher]
    lookups: Sequence[Row[Any]]


def show(member_id: int, signature: Signature, *, notify_unless_read: timedelta | None = None) -> MemberFile:
    """A member's file; raises NotFound. Reading is logged too.

    With `notify_unless_read` the member is notified, unless the same person has read it within so long.
    """
    db = current_session()
    person = records.get_member(db, member_id)
    found = MemberFile(
        person,
        bill_lists.listed(db, member_id=member_id, status=Status.PENDING),
        vouchers.vouchers(db, member_id, now(db), is_valid=True),
        lookups.of_member(db, member_id, LOOKUPS_SHOWN),
    )
    with transaction() as db:
        if notify_unless_read is not None:
            at = now(db)
            if not has_noted(db, signature, "member.show", member_id, at - notify_unless_read):
                stream.emit(db, EventType.MEMBER_RECORD_READ, at, member_id=member_id)
        note(db, signature, "member.show", person=person)
    return found


def correct(db: Session, member_id: int, changes: Mapping[str, Any], signature: Signature) -> records.Record:
    """Change a member's record, also what they cannot change themselves, in the caller's transaction; returns
    the new record.

    `changes` is keyed as `members.changes.correct` takes it. A new number signs them out everywhere and
    deletes their passkeys, since the old telephone proves nothing any more; the old number, or the old
    address, is notified. Raises Invalid, Conflict and NotFound as that does.
    """
    person = records.get_member(db, member_id)
    changed = member_changes.correct(db, member_id, changes)
    if "mobile_number" in changed:
        sessions.end_all(db, member_id, "number_changed")
        security_notices.notify_former(db, person, now(db))
        passkey_service.delete_all(db, member_id)
    note(db, signature, "member.correct", "changed " + (", ".join(changed) or "nothing"), person=person)
    return records.get_member(db, member_id)


def export(member_id: int, signature: Signature) -> data.Export:
    """Everything stored about a member, for them; raises NotFound."""
    found = data.export(current_session(), member_id)
    with transaction() as db:
        note(db, signature, "member.export", person=found.member)
    return found


def erase(member_id: int, signature: Signature) -> None:
    """Erase a member who asked head office for it; raises NotFound."""
    with transaction() as db:
        person = records.get_member(db, member_id)
        note(db, signature, "member.erase", person=person)
        data.erase_member(db, member_id)


def sign_out(db: Session, member_id: int, signature: Signature) -> tuple[int, int]:
    """Sign a member out on every device, delete their known devices and passkeys, and unlink their accounts
    at super-apps, in the caller's transaction.

    Returns how many sign-ins ended and how many passkeys were deleted. Raises NotFound.
    """
    person = records.get_member(db, member_id)
    ended = devices.end_everywhere(db, member_id)
    deleted = passkey_service.delete_all(db, member_id)
    host_accounts.unlink_all(db, member_id, "office")
    what = f"ended {ended} sign-ins, forgot {deleted} passkeys"
    note(db, signature, SIGNED_OUT, what, person=person)
    return ended, deleted


def unlock(calling_code: str, national: str, signature: Signature) -> int:
    """Clear the count of wrong codes of a number, a member's or not; returns how many there were.

    Raises Invalid with the sentence of the country for an invalid number.
    """
    number = context.number_of(calling_code, national)
    with transaction() as db:
        failures = rate_limits.forget_failures(db, number.hash)
        member_id = member_changes.find_by_phone(db, number.calling_code, number.national)
        about = records.get_member(db, member_id) if member_id is not None else None
        note(db, signature, "member.unlock", f"forgot {failures} wrong codes", person=about)
        return failures
