"""What the law asks after a breach (PDPA 2010 as amended in 2024, in force since 1 June 2025)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from loyalty.rules.group import GROUP

SIGNIFICANT_ABOVE = GROUP.law.significant_breach_above
COMMISSIONER_WITHIN = timedelta(hours=GROUP.law.authority_within_hours)
MEMBERS_WITHIN = timedelta(days=GROUP.law.members_within_days)


@dataclass(frozen=True)
class Duties:
    """Whether it is of significant scale, and until when who has to know."""

    is_significant: bool
    commissioner_by: datetime
    members_by: datetime


def duties(affected: int, noticed_at: datetime) -> Duties:
    """The duties after a breach of so many members, who are informed within a week of the Commissioner."""
    commissioner_by = noticed_at + COMMISSIONER_WITHIN
    return Duties(affected > SIGNIFICANT_ABOVE, commissioner_by, commissioner_by + MEMBERS_WITHIN)
