"""What needs somebody today at their outlets, as facts: the app makes the sentences."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.approvals import ON_OWN_SCREENS, Kind, how_many_to_decide
from loyalty.backoffice.bills import sales
from loyalty.backoffice.context import OfficeContext
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.enquiries import inbox
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_review
from loyalty.features.rewards import offline, vouchers
from loyalty.features.till import tills
from loyalty.rules.bills import is_report_late, is_silent
from loyalty.rules.staff import is_head_office


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
    is_silent: bool


@dataclass(frozen=True)
class Today:
    """The counts, and the quiet tills. `open_enquiries` are those they may read; None: their role reads none.
    `waiting_drafts` of the programme and `waiting_broadcasts` are those that they may approve, without their
    own; None: their role approves none.
    """

    bills: bill_review.Waiting
    stuck_vouchers: int
    tills: Sequence[QuietTill]
    approvals: int
    unreconciled_days: int
    open_enquiries: int | None
    waiting_drafts: int | None
    waiting_broadcasts: int | None


def today(office: OfficeContext) -> Today:
    """What waits at one's outlets."""
    db = current_session()
    at, outlet_ids = now(db), office.outlet_ids()
    by_kind = how_many_to_decide(office)
    readable = inbox.readable_by(office.session.grants)
    is_of_head_office = is_head_office(office.session.grants)
    return Today(
        bill_review.waiting(db, at, outlet_ids),
        vouchers.stuck_count(db, at, outlet_ids),
        _quiet(db, at, outlet_ids),
        sum(count for kind, count in by_kind.items() if kind not in ON_OWN_SCREENS),
        sales.how_many_unreconciled(db, outlet_ids),
        inbox.how_many_open(db, readable) if readable.outlets else None,
        by_kind.get(Kind.PROGRAMME, 0) if is_of_head_office else None,
        by_kind.get(Kind.BROADCAST, 0) if is_of_head_office else None,
    )


def _quiet(db: Session, at: datetime, outlet_ids: Collection[int] | None) -> list[QuietTill]:
    reports = offline.reports(db)
    places = {each.id: each.name for each in outlet_queries.outlets(db)}
    found = []
    for till in tills.all_tills(db):
        if not till.works_at(at) or (outlet_ids is not None and till.outlet_id not in outlet_ids):
            continue
        report = reports.get(till.id)
        reported_at = report.reported_at if report else None
        seen = max(filter(None, (till.last_used_at, reported_at)), default=None)
        silent = is_silent(seen, at)
        if silent or is_report_late(reported_at, at):
            place = places[till.outlet_id]
            found.append(QuietTill(till.id, till.name, till.outlet_id, place, seen, reported_at, silent))
    return found
