"""Refusals with their facts, for people at a counter: "This voucher was used at 14:10 at Publika."""

from __future__ import annotations

from datetime import date

from sqlalchemy.orm import Session

from loyalty.errors import Conflict
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists
from loyalty.features.rewards.catalogue import outlets_of
from loyalty.features.rewards.vouchers import VoucherColumns
from loyalty.rules.bills import Status
from loyalty.rules.calendar import iso_utc, last_day, malaysian_date, spoken_day, spoken_time
from loyalty.rules.points import ringgit


def with_facts(db: Session, offered: VoucherColumns, outlet_id: int) -> VoucherColumns:
    """A voucher as `till.service.offered` gives it, with `outlet_name`, where it is presented or was used,
    and `facts`: the sentence that takes the place of `why_not` where there is more to say, else None.
    """
    place = None if offered["outlet_id"] is None else outlet_queries.name_of(db, offered["outlet_id"])
    facts = _facts(db, {**offered, "outlet_name": place}, outlet_id)
    return {**offered, "outlet_name": place, "facts": facts, "why_not": facts or offered["why_not"]}


def with_facts_of_use(refusal: Conflict, voucher: VoucherColumns) -> Conflict:
    """A refusal with the facts of `with_facts`; of a used voucher also as `usedAt` and `outletName`, for
    other languages.
    """
    details: dict[str, object] = (
        {}
        if voucher["used_at"] is None
        else {"usedAt": iso_utc(voucher["used_at"]), "outletName": voucher["outlet_name"]}
    )
    return Conflict(voucher["facts"] or refusal.message, refusal.code, details=details)


def _facts(db: Session, voucher: VoucherColumns, outlet_id: int) -> str | None:
    """When and where a voucher was used, when it ended or begins, or where it is good; None when it could be
    used here and now. The order is that of `rules.rewards.why_not_redeemable`.
    """
    at = voucher["read_at"]
    if voucher["cancelled_at"] is not None:
        return f"This voucher was cancelled {spoken_time(voucher['cancelled_at'], at)}."
    if voucher["used_at"] is not None:
        return f"This voucher was used {spoken_time(voucher['used_at'], at)} at {voucher['outlet_name']}."
    if at >= voucher["expires_at"]:
        return f"This voucher could be used until {spoken_day(last_day(voucher['expires_at']))}."
    if at < voucher["usable_from"]:
        first = malaysian_date(voucher["usable_from"])
        return f"This voucher can be used from {spoken_day(first)} on."
    if voucher["outlet_ids"] and outlet_id not in voucher["outlet_ids"]:
        places = [each.name for each in outlets_of(db, voucher["outlet_ids"])]
        return f"This voucher cannot be used here. It is good at {_listed(places)}." if places else None
    return None


def with_facts_of_receipt(
    db: Session, refusal: Conflict, outlet_id: int, receipt: str, day: date, *, member_id: int | None
) -> Conflict:
    """A refused bill: when its receipt was recorded, and whether for another member or another amount.

    The same as `recordedAt` and `amount`, null for another member.
    """
    same = bill_lists.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill_lists.status(bill) is not Status.VOID:
            when = spoken_time(bill.created_at, bill.created_at)
            amount = ringgit(bill.amount_sen) if bill.member_id == member_id else None
            whose = "a member" if member_id is None else "another member"
            differs = f"with RM {amount}" if amount else f"for {whose}"
            sentence = f"Receipt {receipt} was recorded {when} {differs}."
            return Conflict(
                f"{sentence} If that is wrong, take that bill back first.",
                refusal.code,
                details={"recordedAt": iso_utc(bill.created_at), "amount": amount},
            )
    return refusal


def _listed(names: list[str]) -> str:
    """Names in a sentence; many are shortened."""
    shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
