"""Refusals with their facts, for people at a counter: "This voucher was used at 14:10 at Publika."""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from loyalty.errors import Conflict
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists
from loyalty.features.rewards.catalogue import outlets_of
from loyalty.features.rewards.models import Voucher
from loyalty.rules.bills import Status
from loyalty.rules.calendar import iso_utc, last_day, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem


def with_facts(db: Session, offered: dict[str, Any]) -> dict[str, Any]:
    """A voucher as `till.service.voucher_at` returns it, with `outlet_name`, where it is presented or was
    used, and `facts`: what takes the place of `why_not` where there is more to say, else None.
    """
    voucher: Voucher = offered["voucher"]
    outlet_name = None if voucher.outlet_id is None else outlet_queries.name_of(db, voucher.outlet_id)
    facts = _facts(db, voucher, offered["why_not"], outlet_name)
    return {**offered, "outlet_name": outlet_name, "facts": facts, "why_not": facts or offered["why_not"]}


def _facts(db: Session, voucher: Voucher, why_not: Problem | None, outlet_name: str | None) -> Problem | None:
    """When and where a voucher was used, when it ended or begins, or where it is good; None when it could be
    used here and now.
    """
    code = why_not.code if why_not else None
    if code is Code.VOUCHER_CANCELLED and voucher.cancelled_at:
        return Problem(Code.VOUCHER_CANCELLED_AT, {"cancelledAt": iso_utc(voucher.cancelled_at)})
    if code is Code.VOUCHER_USED and voucher.used_at:
        facts = {"usedAt": iso_utc(voucher.used_at), "outlet": outlet_name or ""}
        return Problem(Code.VOUCHER_USED_AT, facts)
    if code is Code.VOUCHER_EXPIRED:
        return Problem(Code.VOUCHER_EXPIRED_ON, {"lastDay": last_day(voucher.expires_at).isoformat()})
    if code is Code.VOUCHER_TOO_EARLY:
        first = malaysian_date(voucher.usable_from)
        return Problem(Code.VOUCHER_USABLE_FROM, {"firstDay": first.isoformat()})
    if code is Code.VOUCHER_OTHER_OUTLET:
        places = [each.name for each in outlets_of(db, voucher.outlet_ids)]
        return Problem(Code.VOUCHER_GOOD_ELSEWHERE, {"outlets": places}) if places else None
    return None


def with_facts_of_receipt(
    db: Session, refusal: Conflict, outlet_id: int, receipt: str, day: date, *, member_id: int | None
) -> Conflict:
    """A refused bill: when its receipt was recorded, and whether for another member or another amount. Other
    refusals stay as they are.
    """
    if refusal.code not in (Code.RECEIPT_TAKEN, Code.RECEIPT_RECORDED):
        return refusal
    same = bill_lists.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill_lists.status(bill) is not Status.VOID:
            facts = {"receipt": receipt, "recordedAt": iso_utc(bill.created_at)}
            if bill.member_id == member_id:
                return Conflict(Code.RECEIPT_RECORDED_FOR_AMOUNT, {**facts, "amount": bill.amount_sen})
            if member_id is None:
                return Conflict(Code.RECEIPT_RECORDED_FOR_MEMBER, facts)
            return Conflict(Code.RECEIPT_RECORDED_FOR_ANOTHER, facts)
    return refusal
