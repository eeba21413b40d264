"""What head office does: with members, tills, bills, vouchers, outlets and enquiries. Each call is logged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.office.log import Signature, has_noted, note
from loyalty.backoffice.office.verification import described, note_of
from loyalty.backoffice.personal import data
from loyalty.db.clock import now
from loyalty.db.session import current_session, empty_wal_after, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.access import context, devices, rate_limits, sessions
from loyalty.features.enquiries import inbox
from loyalty.features.events import stream
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import activities as point_activities
from loyalty.features.points import bill_lists, bills
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.features.till import keys
from loyalty.reach.hosts import accounts as host_accounts
from loyalty.reach.notifications import former
from loyalty.reach.passkeys import passkeys as passkey_service
from loyalty.rules.bills import Status
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.events import EventType
from loyalty.rules.points import ringgit

RECENT = 10
SIGNED_OUT = "member.sign-out"
# So many ids of up to 19 digits fit into a log entry.
MOST_IDS = 15


@dataclass(frozen=True)
class MemberFile:
    """A member as head office sees them: record, pending bills, recent activity, open vouchers, recent
    look-ups.
    """

    member: records.Record
    pending: list[bill_lists.BillRow]
    activities: list[point_activities.Activity]
    vouchers: list[VoucherRow]
    lookups: list[keys.LookedUp]


def find(text: str, limit: int, signature: Signature) -> list[records.Found]:
    """The members that `text` describes, masked; the log keeps their ids, not the text."""
    found = records.find(current_session(), text, limit)
    with transaction() as db:
        note(db, signature, "member.find", _ids_shown([each.id for each in found]))
    return found


def _ids_shown(ids: list[int]) -> str:
    """How many were shown, and as many ids as fit into a log entry."""
    some = ", ".join(map(str, ids[:MOST_IDS]))
    return f"{len(ids)} found" + (f": {some}" if some else "") + (" …" if len(ids) > MOST_IDS else "")


def show(member_id: int, signature: Signature, *, notify_unless_read: timedelta | None = None) -> MemberFile:
    """A member's file; raises NotFound. Reading is logged too.

    With `notify_unless_read` the member is notified, unless the same person has read it within so long.
    """
    db = current_session()
    person = records.record(db, member_id)
    found = MemberFile(
        person,
        bill_lists.listed(db, member_id=member_id, status=Status.PENDING),
        point_activities.activities(db, member_id, limit=RECENT),
        vouchers.vouchers(db, member_id, is_valid=True),
        keys.of_member(db, member_id, RECENT),
    )
    with transaction() as db:
        if notify_unless_read is not None:
            at = now(db)
            if not has_noted(db, signature, "member.show", member_id, at - notify_unless_read):
                stream.emit(EventType.MEMBER_RECORD_READ, at, member_id=member_id)
        note(db, signature, "member.show", person=person)
    return found


def correct(member_id: int, changes: Mapping[str, Any], signature: Signature) -> records.Record:
    """Change a member's record, also what they cannot change themselves; gives the new record.

    `changes` is keyed as `members.correct` takes it. A new number signs them out everywhere and deletes their
    passkeys, since the old telephone proves nothing any more; the old number, or the
    old address, is notified. Raises Invalid, Conflict and NotFound as
    that does.
    """
    with transaction() as db:
        return corrected(db, member_id, changes, signature)


def corrected(
    db: Session, member_id: int, changes: Mapping[str, Any], signature: Signature
) -> records.Record:
    """What `correct` does, in the caller's transaction."""
    person = records.record(db, member_id)
    changed = member_changes.correct(db, member_id, changes)
    if "mobile_number" in changed:
        sessions.end_all(db, member_id, "number_changed")
        former.notify(db, person, now(db))
        passkey_service.forget(db, member_id)
    note(db, signature, "member.correct", "changed " + (", ".join(changed) or "nothing"), person=person)
    return records.record(db, member_id)


def export(member_id: int, signature: Signature) -> data.Export:
    """Everything stored about a member, for them; raises NotFound."""
    found = data.export(current_session(), member_id)
    with transaction() as db:
        note(db, signature, "member.export", person=found.member)
    return found


def erase(member_id: int, signature: Signature) -> None:
    """Erase a member who asked head office for it; raises NotFound."""
    with transaction() as db:
        person = records.record(db, member_id)
        note(db, signature, "member.erase", person=person)
        data.forget(db, member_id)


def sign_out(member_id: int, signature: Signature) -> tuple[int, int]:
    """Sign a member out on every device, delete their known devices and passkeys, and unlink their accounts
    at super-apps.

    Gives how many sign-ins ended and how many passkeys were deleted. Raises NotFound.
    """
    with transaction() as db:
        return signed_out(db, member_id, signature)


def signed_out(db: Session, member_id: int, signature: Signature) -> tuple[int, int]:
    """What `sign_out` does, in the caller's transaction."""
    person = records.record(db, member_id)
    ended = devices.end_everywhere(db, member_id)
    deleted = passkey_service.forget(db, member_id)
    host_accounts.unlink_all(db, member_id, "office")
    what = f"ended {ended} sign-ins, forgot {deleted} passkeys"
    note(db, signature, SIGNED_OUT, what, person=person)
    return ended, deleted


def unlock(calling_code: str, national: str, signature: Signature) -> int:
    """Clear the count of wrong codes of a number, a member's or not; gives how many there were.

    Raises Invalid with the sentence of the country for an invalid number.
    """
    number = context.number_of(calling_code, national)
    with transaction() as db:
        failures = rate_limits.forget_failures(db, number.hash)
        member_id = member_changes.find_by_phone(db, number.calling_code, number.national)
        about = records.record(db, member_id) if member_id is not None else None
        note(db, signature, "member.unlock", f"forgot {failures} wrong codes", person=about)
        return failures


def add_till(
    outlet_id: int, name: str, signature: Signature, last_day: date | None = None
) -> tuple[keys.Till, str]:
    """Create a till of an outlet, valid until the end of `last_day` or without end; gives it and its key.

    Raises as `keys.add` does.
    """
    with transaction() as db:
        till, key = keys.add(db, outlet_id, name, created_by=signature.operator, last_day=last_day)
        until = f", until {last_day}" if last_day else ""
        what = f"till {till.id} at outlet {outlet_id}: {till.name}{until}"
        note(db, signature, "till.add", what, outlet_id=outlet_id)
        return till, key


def revoke_till(till_id: int, signature: Signature) -> keys.Till:
    """Revoke a till's key at once; raises NotFound when it has no valid key."""
    with transaction() as db:
        till = keys.revoke(db, till_id)
        what = f"till {till.id} at outlet {till.outlet_id}: {till.name}"
        note(db, signature, "till.revoke", what, outlet_id=till.outlet_id)
        return till


def add_bill(
    signature: Signature,
    *,
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
) -> tuple[bill_lists.BillRow, bool]:
    """Record a pending bill that is in no till; gives it, and whether it is new. `receipt` is normalised.

    A receipt counts once, as a till's does; a voided one may be recorded again. Raises NotFound for an
    unknown member or outlet, Invalid for an impossible time or amount, and Conflict `receipt_taken`, which
    names the existing bill, for another amount or member.
    """
    with transaction() as db:
        person = records.record(db, member_id)
        outlet_queries.name_of(db, outlet_id)
        try:
            bill, is_new = bills.post(
                db,
                outlet_id=outlet_id,
                member_id=member_id,
                receipt=receipt,
                amount_sen=amount_sen,
                paid_at=paid_at,
                recorded_by=signature.operator,
            )
        except Conflict as taken:
            raise _conflict_with(db, taken, outlet_id, receipt, malaysian_date(paid_at)) from taken
        if is_new:
            note(db, signature, "earn.add", described(bill), person=person, outlet_id=outlet_id)
        return bill, is_new


def _conflict_with(db: Session, taken: Conflict, outlet_id: int, receipt: str, day: date) -> Conflict:
    same = bill_lists.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill_lists.status(bill) is not Status.VOID:
            whose, amount = bill.member_id, ringgit(bill.amount_sen)
            return Conflict(
                f"This receipt is bill {bill.id} of member {whose}, RM {amount}. "
                "If that is wrong, take that bill back first, or move it to the right member.",
                taken.code,
                details={"billId": bill.id, "memberId": whose, "amount": amount},
            )
    return taken


def void_bill(bill_id: int, signature: Signature, outlet_id: int | None = None) -> bill_lists.BillRow:
    """Void a bill of an outlet, None: of any; raises NotFound, and Conflict when its points are spent."""
    with transaction() as db:
        return voided(db, bill_id, signature, outlet_id)[0]


def voided(
    db: Session, bill_id: int, signature: Signature, outlet_id: int | None
) -> tuple[bill_lists.BillRow, bool]:
    """What `void_bill` does, in the caller's transaction; gives also whether the bill counted until now."""
    bill, done = bills.void(db, bill_id, outlet_id, signature.reason)
    if done:
        note_of(db, bill, signature, "earn.void")
    return bill, done


def use_voucher(
    code: str, outlet_id: int, signature: Signature, *, net_sen: int | None, receipt: str | None
) -> VoucherRow:
    """Use a voucher for an outlet whose till cannot; raises NotFound, and Conflict with the reason."""
    with transaction() as db:
        if not outlet_queries.is_open(db, outlet_id):
            raise NotFound("There is no such outlet, or it is closed.")
        used = vouchers.use(db, code, outlet_id, now(db), net_sen=net_sen, receipt=receipt)
        where = f"voucher {used.id} at outlet {outlet_id}"
        note(db, signature, "voucher.use", where, member_id=used.member_id, outlet_id=outlet_id)
        return used


def release_voucher(code: str, signature: Signature) -> VoucherRow:
    """End the presentation of a voucher; raises NotFound, and Conflict when it was used."""
    with transaction() as db:
        return released(db, code, signature)


def released(db: Session, code: str, signature: Signature, outlet_id: int | None = None) -> VoucherRow:
    """What `release_voucher` does, in the caller's transaction; `outlet_id` is a till's, which releases what
    it could use.
    """
    freed = vouchers.release(db, code, now(db), outlet_id)
    note(db, signature, "voucher.release", f"voucher {freed.id}", member_id=freed.member_id)
    return freed


def cancel_voucher(code: str, signature: Signature) -> VoucherRow:
    """Cancel a voucher and refund its points; raises NotFound, and Conflict when it has ended."""
    with transaction() as db:
        ended = vouchers.cancel(db, code, signature.reason, now(db))
        note(db, signature, "voucher.cancel", f"voucher {ended.id}", member_id=ended.member_id)
        return ended


def set_outlet(outlet_id: int, signature: Signature, *, is_open: bool) -> None:
    """Open or close an outlet; raises NotFound."""
    with transaction() as db:
        outlet_queries.set_status(db, outlet_id, outlet_queries.OPEN if is_open else outlet_queries.CLOSED)
        action = "outlet.open" if is_open else "outlet.close"
        note(db, signature, action, f"outlet {outlet_id}", outlet_id=outlet_id)


def show_enquiry(
    enquiry_id: int, signature: Signature, *, with_file: bool
) -> tuple[list[tuple[str, str]], inbox.File | None]:
    """An enquiry as names and values, and its attachment when `with_file`.

    Raises NotFound for an unknown enquiry and for a missing attachment.
    """
    fields = inbox.enquiry(current_session(), enquiry_id)
    attached = inbox.file_of(current_session(), enquiry_id) if with_file else None
    with transaction() as db:
        note(db, signature, "inbox.show", f"enquiry {enquiry_id}{' and its file' if attached else ''}")
    return fields, attached


def export_enquiries(kind: str | None, signature: Signature) -> tuple[list[str], list[list[str]]]:
    """All enquiries for a spreadsheet, the oldest first: titles and rows."""
    titles, rows = inbox.table(current_session(), kind)
    with transaction() as db:
        note(db, signature, "inbox.export", f"{kind or 'everything'}, {len(rows)} in all")
    return titles, rows


def mark_enquiry(enquiry_id: int, state: str, signature: Signature) -> None:
    """Set the state of an enquiry: open, answered, closed, forwarded. Raises NotFound."""
    with transaction() as db:
        inbox.set_state(db, enquiry_id, state, signature.operator)
        note(db, signature, "inbox.mark", f"enquiry {enquiry_id}: {state}")


def erase_enquiry(enquiry_id: int, signature: Signature) -> None:
    """Delete an enquiry and its attachment, as its sender asked; raises NotFound."""
    with transaction() as db:
        inbox.erase(db, enquiry_id)
        note(db, signature, "inbox.erase", f"enquiry {enquiry_id}")
        empty_wal_after(db)
