"""A member at the office's desk: shown, put right, given her data, erased. Each leaves a line in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection

from loyalty.db.clock import now
from loyalty.db.connections import transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.access import context, devices, sign_in
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.office import adjustments
from loyalty.features.office.log import BILL, BILL_VERIFIED, Signature, note, same_login
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.passkeys import passkeys as passkey_service
from loyalty.features.personal import data
from loyalty.features.points import activities as point_activities
from loyalty.features.points import bill_lists, bills, ledger
from loyalty.features.programme import settings
from loyalty.features.rewards import vouchers
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.features.till import keys
from loyalty.features.till.bills import settle
from loyalty.rules.bills import Status
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.points import ringgit
from loyalty.rules.signing import needs_second_operator

RECENT = 10
# Ids of up to 19 digits: as many as a line of the log has room for.
MOST_IDS = 15


@dataclass(frozen=True)
class File:
    """A member as the office sees them: the record, bills that wait, what moved lately, what can be used."""

    member: records.Record
    pending: list[bill_lists.BillFacts]
    activities: list[point_activities.Activity]
    vouchers: list[reward_vouchers.VoucherFacts]


def find(text: str, limit: int, signature: Signature) -> list[records.Found]:
    """Members by what they say of themselves, masked; the log keeps whom it showed, not what was typed."""
    with transaction() as db:
        found = records.find(db, text, limit)
        note(db, signature, "member.find", _shown([each.id for each in found]))
        return found


def _shown(ids: list[int]) -> str:
    """How many were shown and who, as far as a line of the log takes them."""
    some = ", ".join(map(str, ids[:MOST_IDS]))
    return f"{len(ids)} found" + (f": {some}" if some else "") + (" …" if len(ids) > MOST_IDS else "")


def show(member_id: int, signature: Signature) -> File:
    """A member's file; raises NotFound. Looking is logged like doing."""
    with transaction() as db:
        person = records.record(db, member_id)
        note(db, signature, "member.show", person=person)
        return File(
            person,
            bill_lists.listed(db, member_id=member_id, status=Status.PENDING),
            point_activities.activities(db, member_id, limit=RECENT),
            reward_vouchers.vouchers(db, member_id, is_valid=True),
        )


def correct(member_id: int, changes: Mapping[str, Any], signature: Signature) -> records.Record:
    """Change what only the office may change; gives the record as it is then.

    `changes` is keyed as `members.correct` takes it. A new number signs them out everywhere and forgets their
    passkeys: the old telephone proves nothing any more. Raises Invalid, Conflict and NotFound as
    that does.
    """
    with transaction() as db:
        person = records.record(db, member_id)
        changed = member_changes.correct(db, member_id, changes)
        if "mobile_number" in changed:
            sign_in.sign_out_everywhere(db, member_id, "number_changed")
            passkey_service.forget(db, member_id)
        note(db, signature, "member.correct", "changed " + (", ".join(changed) or "nothing"), person=person)
        return records.record(db, member_id)


def export(member_id: int, signature: Signature) -> data.Export:
    """Everything about a member, for her; raises NotFound."""
    with transaction() as db:
        found = data.export(db, member_id)
        note(db, signature, "member.export", person=found.member)
        return found


def erase(member_id: int, signature: Signature) -> None:
    """End a membership for a member who asks the office to; raises NotFound."""
    with transaction() as db:
        person = records.record(db, member_id)
        note(db, signature, "member.erase", person=person)
        data.forget(db, member_id)


def sign_out(member_id: int, signature: Signature) -> tuple[int, int]:
    """Sign a member out on every device; forget those, and every passkey, which a lost telephone may hold.

    Gives how many sign-ins that ended, and how many passkeys there were. Raises NotFound.
    """
    with transaction() as db:
        person = records.record(db, member_id)
        ended = devices.end_everywhere(db, member_id)
        forgotten = passkey_service.forget(db, member_id)
        what = f"ended {ended} sign-ins, forgot {forgotten} passkeys"
        note(db, signature, "member.sign-out", what, person=person)
        return ended, forgotten


def unlock(calling_code: str, typed: str, signature: Signature) -> int:
    """Forget the wrong codes at a number, a member's or not; gives how many there were.

    Raises Invalid with the country's sentence for what is no number.
    """
    number = context.number_of(calling_code, typed)
    with transaction() as db:
        failures = sign_in.forget_failures(db, number)
        member_id = member_changes.find_by_phone(db, number.calling_code, number.national)
        about = records.record(db, member_id) if member_id is not None else None
        note(db, signature, "member.unlock", f"forgot {failures} wrong codes", person=about)
        return failures


def add_till(
    outlet_id: int, name: str, signature: Signature, last_day: date | None = None
) -> tuple[keys.Till, str]:
    """Make a key for an outlet's till, until the end of `last_day` or without end; gives the till and the
    key.

    Raises as `tills.add` does.
    """
    with transaction() as db:
        till, key = keys.add(db, outlet_id, name, created_by=signature.operator, last_day=last_day)
        until = f", until {last_day}" if last_day else ""
        note(db, signature, "till.add", f"till {till.id} at outlet {outlet_id}: {till.name}{until}")
        return till, key


def revoke_till(till_id: int, signature: Signature) -> keys.Till:
    """End a till's key at once; raises NotFound when there is none that still opens."""
    with transaction() as db:
        till = keys.revoke(db, till_id)
        note(db, signature, "till.revoke", f"till {till.id} at outlet {till.outlet_id}: {till.name}")
        return till


def add_bill(
    signature: Signature,
    *,
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
) -> tuple[bill_lists.BillFacts, bool]:
    """Record a bill that no till has, pending; gives it, and whether it is new. `receipt` is tidy.

    Its receipt counts once, as a till's does; one that was taken back may be recorded anew. Raises NotFound
    for a member or an outlet that is none, Invalid for a time that cannot be, and Conflict `receipt_taken`,
    which names the bill that stands, for another amount or member.
    """
    with transaction() as db:
        person, place = records.record(db, member_id), outlet_queries.name_of(db, outlet_id)
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
            raise _names_the_bill(db, taken, outlet_id, receipt, malaysian_date(paid_at)) from taken
        if is_new:
            what = f"bill {bill.id}: receipt {receipt} at {place}, RM {ringgit(amount_sen)}"
            note(db, signature, "earn.add", what, person=person)
        return bill, is_new


def _names_the_bill(db: Connection, taken: Conflict, outlet_id: int, receipt: str, day: date) -> Conflict:
    same = bill_lists.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill.status_id is not Status.VOID:
            it = f"bill {bill.id} of member {bill.member_id}, RM {ringgit(bill.amount)}"
            told = f"This receipt is {it}. If that is wrong, take it back first: `bills void {bill.id}`."
            return Conflict(told, taken.code)
    return taken


def verify_bill(bill_id: int, signature: Signature) -> tuple[bill_lists.BillFacts, bool]:
    """Verify a bill at whichever outlet; gives it, and whether it was pending.

    Raises NotFound, Conflict for a bill taken back, and Conflict `four_eyes` for one that this operator
    recorded when it brings what they move alone on one day above the limit (`adjustments.moved_alone`).
    """
    with transaction() as db:
        ledger.lock(db, bill_lists.read(db, bill_id).member_id)
        bill = bill_lists.read(db, bill_id)
        if bill.recorded_by is not None and bill.status_id is Status.PENDING:
            _refuse_alone(db, bill, bill.recorded_by, signature)
        bill, done = settle(db, bill_id)
        if done:
            note(db, signature, BILL_VERIFIED, f"{BILL}{bill_id}", member_id=bill.member_id)
        return bill, done


def _refuse_alone(db: Connection, bill: bill_lists.BillFacts, recorded_by: str, signature: Signature) -> None:
    before = adjustments.moved_alone(db, bill.member_id, signature.operator, now(db))
    if needs_second_operator(bill.points, before, settings.current(db).adjust_limit) and (
        own := same_login(recorded_by, signature, f"This bill of {bill.points} points was recorded")
    ):
        raise own


def void_bill(bill_id: int, signature: Signature) -> bill_lists.BillFacts:
    """Take a bill back, at whichever outlet; raises NotFound, and Conflict when its points are spent."""
    with transaction() as db:
        bill, done = bills.void(db, bill_id, reason=signature.reason)
        if done:
            note(db, signature, "earn.void", f"bill {bill_id}", member_id=bill.member_id)
        return bill


def use_voucher(
    code: str, outlet_id: int, signature: Signature, *, net_sen: int | None, receipt: str | None
) -> vouchers.VoucherFacts:
    """Take a voucher for an outlet whose till cannot; raises NotFound, and Conflict with the reason."""
    with transaction() as db:
        if not outlet_queries.is_open(db, outlet_id):
            raise NotFound("There is no such outlet, or it is closed.")
        used = vouchers.use(db, code, outlet_id, now(db), net_sen=net_sen, receipt=receipt)
        where = f"voucher {used.id} at outlet {outlet_id}"
        note(db, signature, "voucher.use", where, member_id=used.member_id)
        return used


def release_voucher(code: str, signature: Signature) -> vouchers.VoucherFacts:
    """Give a presented voucher back to its member; raises NotFound, and Conflict when it was used."""
    with transaction() as db:
        freed = vouchers.release(db, code, now(db))
        note(db, signature, "voucher.release", f"voucher {freed.id}", member_id=freed.member_id)
        return freed


def cancel_voucher(code: str, signature: Signature) -> vouchers.VoucherFacts:
    """Cancel a voucher; its points go back with the reason. Raises NotFound, and Conflict when it ended."""
    with transaction() as db:
        ended = vouchers.cancel(db, code, signature.reason, now(db))
        note(db, signature, "voucher.cancel", f"voucher {ended.id}", member_id=ended.member_id)
        return ended


def set_outlet(outlet_id: int, signature: Signature, *, is_open: bool) -> None:
    """Open or close an outlet; raises NotFound."""
    with transaction() as db:
        outlet_queries.set_status(db, outlet_id, outlet_queries.OPEN if is_open else outlet_queries.CLOSED)
        note(db, signature, "outlet.open" if is_open else "outlet.close", f"outlet {outlet_id}")
