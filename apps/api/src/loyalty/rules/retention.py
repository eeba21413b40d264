"""How long what is kept, counted back from a moment; what a law may ask for stays longer."""

from __future__ import annotations

from datetime import datetime, timedelta

from loyalty.rules.calendar import malaysian_date, months_after, start_of

# A message that has left says nothing any more; its row only tells that it did.
MESSAGES_KEPT_FOR = timedelta(days=30)
# Records of a breach are asked for during two years (PDPA as amended in 2024).
OFFICE_LOG_KEPT_MONTHS = 24


def months_before(now: datetime, months: int) -> datetime:
    """The moment before which something is older than so many months: whole Malaysian days."""
    return start_of(months_after(malaysian_date(now), -months))


def messages_before(now: datetime) -> datetime:
    """The moment before which a message that has left or failed is forgotten."""
    return now - MESSAGES_KEPT_FOR
