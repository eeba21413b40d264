"""One member at a time: found, read, corrected, adjusted, exported, erased, signed out."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import note, nth_newest
from loyalty.backoffice.members import actions, adjustments, corrections, lookups
from loyalty.backoffice.people.names import names
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from loyalty.features.access.context import number_of
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.points import bill_review
from loyalty.features.points.movements import movements
from loyalty.features.till.lookups import MEMBER
from loyalty.reach.hosts.accounts import hosts_of
from loyalty.rules.cards import masked_code
from loyalty.rules.codes import Code
from loyalty.rules.otp import wait_for
from loyalty.rules.people import masked_email, masked_name, masked_number
from loyalty.rules.staff import (
    LOOKUP_HOLDS,
    SHOWN_FIELDS,
    SIGN_OUTS,
    has_to_say_why,
    may_correct,
    sees_whole_record,
)


def find(
    office: OfficeContext,
    *,
    member_id: int | None = None,
    code: str | None = None,
    calling_code: str = "",
    mobile_number: str | None = None,
    receipt: str | None = None,
    outlet_id: int | None = None,
    business_day: date | None = None,
    reason: str | None = None,
) -> dict[str, Any]:
    """The one member of an id, a card's code, a telephone number, or a receipt of one's outlets.

    The look-up is logged with its reason, and so is a miss; of the help desk's the member is notified. One of
    a member whom they have just looked up does not count.

    Raises Invalid for a number that is none and for a reason that is missing, NotFound, Forbidden
    `number_needed` for an id of which they know nothing else, Conflict `several_members` for a receipt number
    of more than one, and TooMany (`lookups.count`).
    """
    if reason is None and has_to_say_why(office.session.grants):
        raise Invalid(Code.REASON_NEEDED, field="reason")
    signature, db = office.signed(reason), current_session()
    found: int | None = member_id
    if code is not None:
        found = member_changes.find_by_card(db, code)
    elif mobile_number is not None:
        number = number_of(calling_code, mobile_number)
        found = member_changes.find_by_phone(db, number.calling_code, number.national)
    elif receipt is not None:
        theirs = bill_review.with_receipt(db, receipt, office.outlet_ids(outlet_id), business_day)
        if len(theirs) > 1:
            raise Conflict(Code.SEVERAL_MEMBERS)
        found = theirs[0] if theirs else None
    is_open = member_id is None or lookups.may_find_by_id(office, db, member_id)
    if found is not None and not (is_open and member_changes.is_member(db, found)):
        found = None
    with transaction() as writing:
        if found is None or not lookups.has_looked_up(office, writing, found, now(writing)):
            lookups.count(office, writing, found, MEMBER)
        if found is None:
            note(writing, signature, "member.find", "0 found")
    if not is_open:
        raise Forbidden(Code.NUMBER_NEEDED)
    if found is None:
        raise NotFound(Code.UNKNOWN_MEMBER)
    notify_unless_read = LOOKUP_HOLDS if has_to_say_why(office.session.grants) else None
    return _view(office, actions.show(found, signature, notify_unless_read=notify_unless_read))


def _view(office: OfficeContext, file: actions.MemberFile) -> dict[str, Any]:
    """A member as somebody may see them (`MemberViewSchema`): unless they see the whole record, number,
    e-mail and card are masked, and of the rest and of linked hosts there is what `SHOWN_FIELDS` names.
    """
    record, db = file.record, current_session()
    is_whole, all_names = sees_whole_record(office.session.grants), names(db)
    number = f"+{record.calling_code} {record.mobile_number}"
    hosts = [each for each in hosts_of(db, record.id) if each.linked_at] if is_whole else []
    return {
        "record": record if is_whole else _masked(record),
        "is_whole": is_whole,
        "may_alone": office.may_decide(record.outlet_id),
        "number": number if is_whole else masked_number(record.calling_code, record.mobile_number),
        "outlet_name": all_names.outlets.get(record.outlet_id or 0),
        "hosts": hosts,
        "file": file,
        "waiting": _waiting(db, office, record.id),
        "lookups": [
            {
                **each._mapping,
                **all_names.of(outlet_id=each.outlet_id, till_id=each.till_id, staff_id=each.staff_id),
            }
            for each in file.lookups
        ],
    }


def _masked(record: records.Record) -> records.Record:
    """A record as every role sees it: e-mail and card masked, None for what `SHOWN_FIELDS` does not name."""
    unseen: dict[str, Any] = {each.name: None for each in fields(record) if each.name not in SHOWN_FIELDS}
    email, card = masked_email(record.email), masked_code(record.member_code)
    return replace(record, **{**unseen, "email": email, "member_code": card})


def _waiting(db: Session, office: OfficeContext, member_id: int) -> list[dict[str, Any]]:
    """What waits about a member for a second person (`WaitingSchema`); other members' names are shortened."""
    found = approvals.waiting_about(db, member_id)
    deciders = approvals.deciders(db, found)
    return [
        {
            "id": each["approval"].id,
            "kind": each["approval"].kind,
            "deciders": deciders[each["approval"].id],
            "points": each["points"],
            "bill_id": getattr(each["bill"], "id", None),
            "receipt_number": getattr(each["bill"], "receipt_number", None),
            "from_id": each["bill"] and each["member_id"],
            "from_name": each["bill"] and _shortened(each["member_name"]),
            "to_name": _shortened(each["to_member_name"]),
            "voucher_name": getattr(each["voucher"], "name", None),
        }
        for each in approvals.shown(db, office, found)
    ]


def _shortened(name: str | None) -> str | None:
    return masked_name(name) if name else None


def history(office: OfficeContext, member_id: int, **page: Any) -> list[dict[str, Any]]:
    """A page of a member's entries; raises Conflict `lookup_needed` unless they have just looked them up."""
    db = current_session()
    lookups.refuse_unless_looked_up(office, db, member_id)
    all_names = names(db)
    return [
        {
            **each,
            **all_names.of(**{name: each[name] for name in ("outlet_id", "till_id", "staff_id")}),
        }
        for each in movements(db, member_id, **page)
    ]


def correct(
    office: OfficeContext, member_id: int, changes: Mapping[str, Any], reason: str
) -> Proposal | None:
    """Correct a member, or propose it; returns the proposal that waits, None when it is done.

    Raises as `lookups.refuse_bare_id`, `actions.correct` and `corrections.propose` do.
    """
    signature = office.signed(reason)
    with transaction() as db:
        lookups.refuse_bare_id(office, db, member_id)
        outlet_id = records.get_member(db, member_id).outlet_id
        if may_correct(office.session.grants, outlet_id, changes):
            actions.correct(db, member_id, changes, signature)
            return None
        return corrections.propose(db, member_id, changes, signature, outlet_id)


def adjust(
    db: Session, office: OfficeContext, member_id: int, points: int, reason: str, *, counts_for_tier: bool
) -> Proposal:
    """Adjust a member's points in the caller's transaction or propose it, above the limit in any case; raises
    as `lookups.refuse_bare_id` and `adjustments.adjust`.
    """
    lookups.refuse_bare_id(office, db, member_id)
    may_alone = office.may_decide(records.get_member(db, member_id).outlet_id)
    signature = office.signed(reason)
    return adjustments.adjust(
        db, member_id, points, signature, counts_for_tier=counts_for_tier, may_alone=may_alone
    )


def sign_out(office: OfficeContext, member_id: int, reason: str) -> tuple[int, int]:
    """Sign a member out everywhere; returns the ended sign-ins and deleted passkeys.

    Raises NotFound, Conflict `lookup_needed` unless they have just looked the member up, and TooMany beyond
    `rules.staff.SIGN_OUTS`.
    """
    signature = office.signed(reason)
    with transaction() as db:
        lookups.refuse_unless_looked_up(office, db, member_id)
        advisory_lock(db, f"sign-outs.{office.session.staff_id}")
        at = now(db)
        reached_at = nth_newest(db, signature, actions.SIGNED_OUT, at - SIGN_OUTS.window, SIGN_OUTS.count)
        if wait := wait_for(SIGN_OUTS, reached_at, at):
            raise TooMany(Code.SIGN_OUTS, retry_after_s=wait)
        return actions.sign_out(db, member_id, signature)
