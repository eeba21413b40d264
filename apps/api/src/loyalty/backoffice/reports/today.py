"""What needs somebody today at their outlets, as facts: the app makes the sentences."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.approvals import ON_OWN_SCREENS, Kind, how_many_to_decide
from loyalty.backoffice.approvals.approvals import waiting as approvals_waiting
from loyalty.backoffice.bills import sales
from loyalty.backoffice.bills.bills import with_names as bills_with_names
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.vouchers.vouchers import with_names as vouchers_with_names
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.enquiries import inbox
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_review
from loyalty.features.rewards import offline, vouchers
from loyalty.features.till import keys
from loyalty.rules.bills import is_report_late, is_silent
from loyalty.rules.staff import is_head_office

# So many rows of each kind; the counts say how many there are.
FIRST = 5


@dataclass(frozen=True)
class QuietTill:
    """A till that has not been seen for a while, or whose report is behind. `last_seen_at` is right to the
    hour for a till that does not report.
    """

    id: int
    name: str
    outlet_id: int
    outlet_name: str
    last_seen_at: datetime | None
    reported_at: datetime | None
    queue_length: int
    oldest_at: datetime | None
    is_silent: bool
    is_report_late: bool


@dataclass(frozen=True)
class Today:
    """The counts and first rows. `open_enquiries` are those they may read; None: their role reads none.
    `waiting_drafts` of the programme and `waiting_broadcasts` are those that they may approve, without their
    own; None: their role approves none.
    """

    at: datetime
    bills: bill_review.Waiting
    first_bills: Sequence[dict[str, Any]]
    stuck_vouchers: int
    first_vouchers: Sequence[dict[str, Any]]
    tills: Sequence[QuietTill]
    approvals: int
    first_approvals: Sequence[dict[str, Any]]
    unreconciled_days: int
    open_enquiries: int | None
    waiting_drafts: int | None
    waiting_broadcasts: int | None


def today(office: OfficeContext, outlet_id: int | None = None) -> Today:
    """What waits at one's outlets, or at one of them; raises Forbidden for another."""
    db = current_session()
    at, outlet_ids = now(db), office.outlet_ids(outlet_id)
    waits = bill_review.waiting(db, at, outlet_ids)
    unverified = bill_review.reviewed(
        db, at, bill_review.Chosen(outlet_ids, "unverified"), descending=False, limit=FIRST
    )
    stuck = vouchers.how_many_stuck(db, at, outlet_ids)
    shown = vouchers.listed(db, at, state="stuck", outlet_ids=outlet_ids, limit=FIRST) if stuck else []
    by_kind = how_many_to_decide(office)
    to_decide = sum(count for kind, count in by_kind.items() if kind not in ON_OWN_SCREENS)
    asked = approvals_waiting(office, limit=FIRST, only_to_decide=True) if to_decide else []
    readable = inbox.readable_by(office.session.grants)
    is_of_head_office = is_head_office(office.session.grants)
    return Today(
        at,
        waits,
        bills_with_names(unverified),
        stuck,
        vouchers_with_names(shown),
        _quiet(db, at, outlet_ids),
        to_decide,
        asked,
        sales.how_many_unreconciled(db, outlet_ids),
        inbox.how_many_open(db, readable) if readable.outlets else None,
        by_kind.get(Kind.PROGRAMME, 0) if is_of_head_office else None,
        by_kind.get(Kind.BROADCAST, 0) if is_of_head_office else None,
    )


def _quiet(db: Session, at: datetime, outlet_ids: Collection[int] | None) -> list[QuietTill]:
    reports = offline.reports(db)
    places = {each.id: each.name for each in outlet_queries.outlets(db)}
    found = []
    for till in keys.tills(db):
        if not till.works_at(at) or (outlet_ids is not None and till.outlet_id not in outlet_ids):
            continue
        report = reports.get(till.id)
        reported_at = report.reported_at if report else None
        seen = max(filter(None, (till.last_used_at, reported_at)), default=None)
        silent, late = is_silent(seen, at), is_report_late(reported_at, at)
        if silent or late:
            found.append(
                QuietTill(
                    till.id,
                    till.name,
                    till.outlet_id,
                    places[till.outlet_id],
                    seen,
                    reported_at,
                    report.queue_length if report else 0,
                    report.oldest_at if report else None,
                    silent,
                    late,
                )
            )
    return found
