"""One message in the outbox: put there, and read. Both are called inside `with database.bound():`."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.gateways import outbox
from loyalty.gateways.channels import Channel


def leave(**values: Any) -> None:
    """Put a code that is valid for two minutes, with the values a test names."""
    with transaction() as db:
        defaults = {"to": "+60123456789", "kind": "otp", "text": "493817 is it.", "code": "493817"}
        outbox.put(db, **{**defaults, "expires_at": now(db) + timedelta(seconds=120), **values})


def row(queue: str = outbox.PHONE) -> Job:
    """The only job of a queue, as it is now."""
    query = select(Job).where(Job.queue == queue).execution_options(populate_existing=True)
    return current_session().scalars(query).one()


def drain(channel: Channel, queue: str = outbox.PHONE) -> int:
    """Send what is due in a queue, one after another; how many were tried."""
    count = 0
    while outbox.send_next(channel, queue):
        count += 1
    return count
