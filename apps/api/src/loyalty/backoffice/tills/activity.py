"""What a till did on some days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from loyalty.backoffice.people.names import names
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Invalid, NotFound
from loyalty.features.points.models import Bill
from loyalty.features.rewards.models import Voucher
from loyalty.features.till import service as till_service
from loyalty.features.till.models import Till
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code

# What a till did is listed for so many days and entries.
MAX_TILL_DAYS = 31


MAX_DONE = 1_000


@dataclass(frozen=True)
class TillActivity:
    """What a till did on some days; `is_cut`: a list had more than fits. `names` are cashiers by account."""

    till: Till
    bills: Sequence[Bill]
    vouchers: Sequence[Voucher]
    lookups: Sequence[Row[Any]]
    names: Sequence[dict[str, Any]]
    is_cut: bool


def till_activity(outlet_id: int, till_id: int, first: date, last: date | None) -> TillActivity:
    """What a till of an outlet did on Malaysian days; raises NotFound, and Invalid for too many days."""
    db = current_session()
    days = days_of(db, first, last, MAX_TILL_DAYS)
    done = till_service.activity(db, till_id, days, MAX_DONE + 1)
    if done.till.outlet_id != outlet_id:
        raise NotFound(Code.NO_SUCH_TILL)
    by: set[int | None] = {each.staff_id for each in done.lookups}
    by |= {each.staff_id for each in done.bills} | {each.used_staff_id for each in done.vouchers}
    cashiers = [{"staff_id": each, "name": name} for each, name in names(db).staff.items() if each in by]
    is_cut = max(len(done.bills), len(done.vouchers), len(done.lookups)) > MAX_DONE
    bills, vouchers, lookups = done.bills[:MAX_DONE], done.vouchers[:MAX_DONE], done.lookups[:MAX_DONE]
    return TillActivity(done.till, bills, vouchers, lookups, cashiers, is_cut)


def days_of(db: Session, first: date, last: date | None, most: int) -> Days:
    """Malaysian days up to today where `last` is None; raises Invalid for none and for too many."""
    last = last or malaysian_date(now(db))
    if last < first:
        raise Invalid(Code.LAST_BEFORE_FIRST, field="last")
    if (last - first).days >= most:
        raise Invalid(Code.TOO_MANY_DAYS, {"max": most}, field="last")
    return Days(first, last)
