"""Whose data may have been read or changed in a window of time, and what to write to whom (trust.md P7).

Sessions count when they were open in the window, whether or not they were used: a notice too many does less
harm than one too few. When one till's key is in wrong hands, what it looked up is what it could read.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Invalid, NotFound
from loyalty.features.access import service as access
from loyalty.features.office import log
from loyalty.features.points import service as points
from loyalty.features.points.bill_figures import touched as bills_touched
from loyalty.features.rewards import service as rewards
from loyalty.features.till import lookups
from loyalty.features.till.keys import tills
from loyalty.rules.breach import SIGNIFICANT_ABOVE, Duties, duties
from loyalty.rules.calendar import MALAYSIA

_NOTICES = Path(__file__).parent / "notices"
NOTICES = ("commissioner", "members-en", "members-ms")
# Counted by any of these; one member may be in several.
SOURCES = {
    "sessions": access.with_sessions,
    "ledger": points.with_lines,
    "bills": bills_touched,
    "vouchers": rewards.with_vouchers,
    "tills": lookups.members_seen,
    "office": log.members_in,
}


@dataclass(frozen=True)
class Breach:
    """A window, whom it concerns (their ids, and how many by each source), the duties and draft notices."""

    start: datetime
    end: datetime
    affected: int
    by_source: dict[str, int]
    duties: Duties
    member_ids: list[int]
    notices: dict[str, str]


def drill(db: Session, start: datetime, end: datetime, till_id: int | None = None) -> Breach:
    """Look a window up; the start counts, the end does not. With a till, only whom that till looked up.

    Raises Invalid when the window is none, NotFound when the till is none.
    """
    if end <= start:
        raise Invalid("The window ends before it begins.", "window")
    if till_id is None:
        touched = {source: find(db, start, end) for source, find in SOURCES.items()}
    elif till_id in {each.id for each in tills(db)}:
        touched = {"tills": lookups.members_seen(db, start, end, till_id)}
    else:
        raise NotFound("There is no such till key.")
    ids = sorted(set().union(*touched.values()))
    counts = {source: len(found) for source, found in touched.items()}
    owed = duties(len(ids), now(db))
    return Breach(start, end, len(ids), counts, owed, ids, _notices(start, end, len(ids), counts, owed))


def _notices(
    start: datetime, end: datetime, affected: int, counts: dict[str, int], owed: Duties
) -> dict[str, str]:
    scale = (
        f"This is more than {SIGNIFICANT_ABOVE:,}: a breach of significant scale."
        if owed.is_significant
        else f"This is not more than {SIGNIFICANT_ABOVE:,}."
    )
    said = {
        "start": _spoken(start),
        "end": _spoken(end),
        "affected": f"{affected:,}",
        "scale": scale,
        "sources": ", ".join(f"{source} ({count:,})" for source, count in counts.items()),
    }
    return {name: (_NOTICES / f"{name}.txt").read_text(encoding="utf-8").format(**said) for name in NOTICES}


def _spoken(moment: datetime) -> str:
    return f"{moment.astimezone(MALAYSIA):%d/%m/%Y %H:%M}"
