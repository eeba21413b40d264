"""Whose data may have been read or changed in a window of time, and what to write to whom (trust.md P7).

Sessions count when they were open in the window, whether or not they were used: a notice too many does less
harm than one too few. What a till merely looked up leaves no trace here; the access log of the API has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Invalid
from loyalty.features.access import service as access
from loyalty.features.office import log
from loyalty.features.points import service as points
from loyalty.features.points.bill_figures import touched as bills_touched
from loyalty.features.rewards import service as rewards
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


def drill(db: Session, start: datetime, end: datetime) -> Breach:
    """Look a window up; the start counts, the end does not. Raises Invalid when it is none."""
    if end <= start:
        raise Invalid("The window ends before it begins.", "window")
    touched = {source: find(db, start, end) for source, find in SOURCES.items()}
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
