"""A data breach: the members whose data were read or changed, what the law asks, and draft notices."""

from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Invalid, NotFound
from loyalty.features.access import sessions
from loyalty.features.points import activities, bill_lists
from loyalty.features.rewards import figures
from loyalty.features.till import lookups, tills
from loyalty.rules.calendar import ZONE, iso_utc
from loyalty.rules.codes import Code
from loyalty.rules.incidents import SIGNIFICANT_ABOVE, Duties, duties

_NOTICES = Path(__file__).parent / "notices"
NOTICES = ("commissioner", "members-en", "members-ms")
# Each returns the members with traces of that kind in a period; a member may be in several.
SOURCES = {
    "sessions": sessions.with_sessions,
    "ledger": activities.with_lines,
    "bills": bill_lists.touched,
    "vouchers": figures.with_vouchers,
    "tills": lookups.members_seen,
    "office": log.members_in,
}


def affected_members(
    db: Session, start: datetime, end: datetime, till_id: int | None = None
) -> dict[str, Any]:
    """Whom a breach affects (`BreachSchema`), from `start` on and before `end`; with a till only members it
    looked up.

    Raises Invalid when `end` is not after `start`, NotFound for an unknown till.
    """
    if end <= start:
        raise Invalid(Code.WINDOW_ENDS_FIRST)
    if till_id is None:
        touched = {source: find(db, start, end) for source, find in SOURCES.items()}
    elif till_id in {each.id for each in tills.all_tills(db)}:
        touched = {"tills": lookups.members_seen(db, start, end, till_id)}
    else:
        raise NotFound(Code.NO_SUCH_TILL_KEY)
    ids = sorted(set().union(*touched.values()))
    counts = {source: len(found) for source, found in touched.items()}
    due = duties(len(ids), now(db))
    notices = _notices(start, end, len(ids), counts, due)
    return {
        "affected": len(ids),
        "source_list": [{"source": source, "count": count} for source, count in counts.items()],
        "duties": due,
        "member_ids": ids,
        "notices": [{"name": name, "text": text} for name, text in notices.items()],
    }


def _notices(
    start: datetime, end: datetime, affected: int, counts: dict[str, int], due: Duties
) -> dict[str, str]:
    scale = (
        f"This is more than {SIGNIFICANT_ABOVE:,}: a breach of significant scale."
        if due.is_significant
        else f"This is not more than {SIGNIFICANT_ABOVE:,}."
    )
    values = {
        "start": _local(start),
        "end": _local(end),
        "affected": f"{affected:,}",
        "scale": scale,
        "sources": ", ".join(f"{source} ({count:,})" for source, count in counts.items()),
    }
    return {name: (_NOTICES / f"{name}.txt").read_text(encoding="utf-8").format(**values) for name in NOTICES}


def _local(moment: datetime) -> str:
    return f"{moment.astimezone(ZONE):%d/%m/%Y %H:%M}"


ASSESSING = "a data breach is assessed"


def breach(start: datetime, end: datetime, till_id: int | None, operator: str) -> dict[str, Any]:
    """Whom a data breach affects, as `affected_members`; that somebody asked is logged."""
    found = affected_members(current_session(), start, end, till_id)
    what = f"{iso_utc(start)} to {iso_utc(end)}, {found['affected']} members"
    of_till = "" if till_id is None else f", till {till_id}"
    with transaction() as db:
        log.note(db, Signature(operator, ASSESSING), "breach.list", what + of_till)
    return found
