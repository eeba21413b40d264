"""Members in a list: who came last, or who joined last.

It shows what bills and reports show each role anyway: of managers the members with a bill at their outlets,
by a shortened name. A record is opened by a look-up (`members.find`).
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import Select, func, select

from loyalty.backoffice.context import OfficeContext
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.features.members.models import Member
from loyalty.features.points.models import Bill, PointAccount
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.people import masked_name
from loyalty.rules.staff import is_head_office

# Of outlets those are listed who came within so many days.
LISTED_DAYS = 90
SORTS = ("lastVisitAt", "createdAt")


def listed(
    office: OfficeContext, *, outlet_id: int | None = None, sort: str, descending: bool, **page: int
) -> list[dict[str, Any]]:
    """A page of members (`ListedMemberSchema`): of every outlet those who ever came, or for head office all
    by when they joined; of some outlets those with a bill there in the last 90 days.

    Raises Forbidden for an outlet that is not theirs, and NotFound.
    """
    db, sees_more = current_session(), is_head_office(office.session.grants)
    outlet_ids, by_visit = office.outlet_ids(outlet_id), sort == "lastVisitAt" or not sees_more
    visit: Any = PointAccount.last_earned_at
    query: Select[Any] = select(Member.id, visit).join(PointAccount, PointAccount.member_id == Member.id)
    if outlet_ids is not None:
        since = malaysian_date(now(db)) - timedelta(days=LISTED_DAYS - 1)
        there = Bill.outlet_id.in_(outlet_ids), Bill.business_day >= since, Bill.voided_at.is_(None)
        last = select(Bill.member_id, func.max(Bill.paid_at).label("at")).where(*there)
        visits = last.group_by(Bill.member_id).subquery()
        visit = visits.c.at
        query = select(Member.id, visit).join(visits, visits.c.member_id == Member.id)
    elif by_visit:
        query = query.where(visit.is_not(None))
    key = visit if by_visit else Member.created_at
    order = (key.desc(), Member.id.desc()) if descending else (key, Member.id)
    query = query.where(Member.erased_at.is_(None)).order_by(*order)
    rows = db.execute(query.limit(page["limit"]).offset(page["offset"])).all()
    found = records.by_ids(db, [row.id for row in rows])
    return [
        {
            "id": member_id,
            "name": masked_name(found[member_id].name),
            "last_visit_at": at,
            "record": found[member_id] if sees_more else None,
        }
        for member_id, at in rows
    ]
