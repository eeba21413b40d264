"""What needs somebody today at their outlets, as facts: the app makes the sentences."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.approvals import ON_OWN_SCREENS, ProposalKind, how_many_to_decide
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


def today(office: OfficeContext) -> dict[str, Any]:
    """What waits at one's outlets (`TodaySchema`): counts, and the quiet tills. Enquiries are those that they
    may read, approvals those that they may decide, without their own; None: not for their role.
    """
    db = current_session()
    at, outlet_ids = now(db), office.outlet_ids()
    by_kind = how_many_to_decide(office)
    readable = inbox.readable_by(office.session.grants)
    is_of_head_office = is_head_office(office.session.grants)
    return {
        "bills": bill_review.waiting(db, at, outlet_ids),
        "stuck_vouchers": vouchers.stuck_count(db, at, outlet_ids),
        "tills": _quiet(db, at, outlet_ids),
        "approvals": sum(count for kind, count in by_kind.items() if kind not in ON_OWN_SCREENS),
        "unreconciled_days": sales.how_many_unreconciled(db, outlet_ids),
        "open_enquiries": inbox.how_many_open(db, readable) if readable.outlets else None,
        "waiting_drafts": by_kind.get(ProposalKind.PROGRAMME, 0) if is_of_head_office else None,
        "waiting_broadcasts": by_kind.get(ProposalKind.BROADCAST, 0) if is_of_head_office else None,
    }


def _quiet(db: Session, at: datetime, outlet_ids: Collection[int] | None) -> list[dict[str, Any]]:
    """The tills that were not seen for a while, or whose report is behind (`QuietTillSchema`)."""
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
            of_till = {"till": till, "outlet_name": places[till.outlet_id], "last_seen_at": seen}
            found.append({**of_till, "reported_at": reported_at, "is_silent": silent})
    return found
