"""One member at a time: found, read, corrected, adjusted, exported, erased, signed out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.models import Approval
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import note, nth_newest
from loyalty.backoffice.members import actions, adjustments, corrections, data, lookups
from loyalty.backoffice.people import people
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.errors import Conflict, Invalid, NotFound, TooMany
from loyalty.features.access.context import number_of
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_review, movements
from loyalty.features.till import keys
from loyalty.reach.hosts.accounts import LinkedHost, hosts_of
from loyalty.rules.cards import masked_code
from loyalty.rules.codes import Code
from loyalty.rules.otp import wait_for
from loyalty.rules.people import masked_email, masked_number
from loyalty.rules.staff import LOOKUP_HOLDS, SIGN_OUTS, has_to_say_why, may_correct, sees_whole_record


@dataclass(frozen=True)
class Sources:
    """The names of outlets, tills and accounts by their ids, for a list of what they did."""

    outlets: Mapping[int, str]
    tills: Mapping[int, str]
    staff: Mapping[int, str]


@dataclass(frozen=True)
class SourcedLookup:
    """A look-up of a member at a till, and what outlet, till and cashier are called."""

    at: datetime
    what: str
    outlet_id: int
    outlet_name: str | None
    till_id: int
    till_name: str | None
    staff_name: str | None


@dataclass(frozen=True)
class MemberView:
    """A member as somebody may see them. Not `is_whole`: number, e-mail and card are masked, and there are no
    birthday, race, occupation and linked hosts.

    `may_alone`: what this person changes is done at once; else it is proposed.
    """

    record: records.Record
    is_whole: bool
    may_alone: bool
    member_code: str
    number: str
    email: str | None
    date_of_birth: date | None
    race_id: int | None
    occupation: str | None
    outlet_name: str | None
    hosts: Sequence[LinkedHost]
    file: actions.MemberFile
    lookups: Sequence[SourcedLookup]


@dataclass(frozen=True)
class SourcedMovement:
    """A ledger entry, and what its outlet, till and cashier are called."""

    movement: movements.Movement
    outlet_name: str | None
    till_name: str | None
    staff_name: str | None


def sources(db: Session) -> Sources:
    """Every name, by three statements."""
    return Sources(
        {each.id: each.name for each in outlet_queries.outlets(db)},
        {each.id: each.name for each in keys.tills(db)},
        people.names(db),
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
) -> MemberView:
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
            lookups.count(office, writing, found, keys.MEMBER)
        if found is None:
            note(writing, signature, "member.find", "0 found")
    if not is_open:
        raise lookups.number_needed()
    if found is None:
        raise NotFound(Code.NO_SUCH_MEMBER)
    notify_unless_read = LOOKUP_HOLDS if has_to_say_why(office.session.grants) else None
    return _view(office, actions.show(found, signature, notify_unless_read=notify_unless_read))


def _view(office: OfficeContext, file: actions.MemberFile) -> MemberView:
    record, is_whole = file.member, sees_whole_record(office.session.grants)
    names = sources(current_session())
    lookups = [
        SourcedLookup(
            each.at,
            each.what,
            each.outlet_id,
            names.outlets.get(each.outlet_id),
            each.till_id,
            names.tills.get(each.till_id),
            names.staff.get(each.staff_id or 0),
        )
        for each in file.lookups
    ]
    number = f"+{record.calling_code} {record.mobile_number}"
    return MemberView(
        record,
        is_whole,
        office.may_decide(record.outlet_id),
        record.member_code if is_whole else masked_code(record.member_code),
        number if is_whole else masked_number(record.calling_code, record.mobile_number),
        record.email if is_whole else masked_email(record.email),
        record.date_of_birth if is_whole else None,
        record.race_id if is_whole else None,
        record.occupation if is_whole else None,
        names.outlets.get(record.outlet_id or 0),
        [each for each in hosts_of(current_session(), record.id) if each.linked_at] if is_whole else [],
        file,
        lookups,
    )


def history(office: OfficeContext, member_id: int, **page: Any) -> list[SourcedMovement]:
    """A page of a member's entries; raises Conflict `lookup_needed` unless they have just looked them up."""
    db = current_session()
    lookups.refuse_unless_looked_up(office, db, member_id)
    names = sources(db)
    return [
        SourcedMovement(
            each,
            names.outlets.get(each.outlet_id or 0),
            names.tills.get(each.till_id or 0),
            names.staff.get(each.staff_id or 0),
        )
        for each in movements.movements(db, member_id, **page)
    ]


@dataclass(frozen=True)
class Corrected:
    """What became of a correction: the number of the proposal that waits, or None when it is done."""

    proposal_id: int | None

    @property
    def is_done(self) -> bool:
        """Whether the record is changed."""
        return self.proposal_id is None


def correct(office: OfficeContext, member_id: int, changes: Mapping[str, Any], reason: str) -> Corrected:
    """Correct a member, or propose it; raises as `lookups.refuse_bare_id`, `actions.correct` and
    `corrections.propose` do.
    """
    signature = office.signed(reason)
    with transaction() as db:
        lookups.refuse_bare_id(office, db, member_id)
        outlet_id = records.record(db, member_id).outlet_id
        if may_correct(office.session.grants, outlet_id, changes):
            actions.correct(db, member_id, changes, signature)
            return Corrected(None)
        return Corrected(corrections.propose(db, member_id, changes, signature, outlet_id).id)


def adjust(
    db: Session, office: OfficeContext, member_id: int, points: int, reason: str, *, counts_for_tier: bool
) -> Approval:
    """Adjust a member's points in the caller's transaction or propose it, above the limit in any case; raises
    as `lookups.refuse_bare_id` and `adjustments.adjust`.
    """
    lookups.refuse_bare_id(office, db, member_id)
    may_alone = office.may_decide(records.record(db, member_id).outlet_id)
    signature = office.signed(reason)
    return adjustments.adjust(
        db, member_id, points, signature, counts_for_tier=counts_for_tier, may_alone=may_alone
    )


def export(office: OfficeContext, member_id: int, reason: str) -> data.Export:
    """Everything stored about a member, for them; raises NotFound."""
    return actions.export(member_id, office.signed(reason))


def erase(office: OfficeContext, member_id: int, reason: str) -> None:
    """Erase a member who asked for it; raises NotFound."""
    actions.erase(member_id, office.signed(reason))


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


def unlock(office: OfficeContext, calling_code: str, mobile_number: str, reason: str) -> int:
    """Clear the count of wrong codes of a number; returns how many there were. Raises Invalid."""
    return actions.unlock(calling_code, mobile_number, office.signed(reason))
