"""Limits on rows: how long until a sliding window allows one more."""

from datetime import datetime

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from loyalty.rules.otp import Limit, wait_for


def wait_s(
    db: Session,
    limit: Limit,
    at: datetime,
    moments: InstrumentedAttribute[datetime],
    *which: ColumnElement[bool],
) -> int:
    """Seconds until the limit allows another of these rows, by the moments of those that there are."""
    newest = select(moments).where(moments > at - limit.window, *which).order_by(moments.desc())
    return wait_for(limit, db.scalar(newest.offset(limit.count - 1).limit(1)), at)
