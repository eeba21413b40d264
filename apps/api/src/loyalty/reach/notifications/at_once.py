"""Messages whose e-mail or text was written with the fact itself, and what becomes of it.

Their pushes leave like all others. The outbox names the row that such a notice is about by its `reference`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import exists, update
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import advisory_lock
from loyalty.gateways import outbox
from loyalty.reach.notifications.models import Notification, NotificationDelivery
from loyalty.reach.notifications.written import its_message
from loyalty.rules.notifications import KINDS

# By what the data of an event names that row; of the others it is the member.
_NAMES = {"new_device": "signInId", "passkey_added": "passkeyId"}
# What a delivery is while the outbox has its notice in a state.
_STATES = {
    "waiting": "leaving",
    "running": "leaving",
    "done": "sent",
    "expired": "failed",
    "failed": "failed",
}


def reference_of(message: Mapping[str, Any]) -> int | None:
    """What the outbox names for the notice of a message (its `kind`, `member_id` and `data`); None for a kind
    that has none.
    """
    if not KINDS[message["kind"]].is_sent_at_once:
        return None
    name = _NAMES.get(message["kind"])
    return int(message["data"][name]) if name else int(message["member_id"])


def notice_deliveries(
    db: Session, messages: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, int], dict[str, Any]]:
    """The delivery of each notice that was written, as a row of its table, by kind and reference.

    What becomes of them after that is noted by `_ended`, which waits for the end of this transaction.
    """
    wanted = {(each["kind"], reference) for each in messages if (reference := reference_of(each)) is not None}
    if not wanted:
        return {}
    _one_at_a_time(db)
    kinds, references = {kind for kind, _ in wanted}, {reference for _, reference in wanted}
    return {
        (row.kind, row.reference): _delivery_row(row)
        for row in outbox.messages_about(db, kinds, references)
        if row.reference is not None and (row.kind, row.reference) in wanted
    }


def _delivery_row(row: Job) -> dict[str, Any]:
    state = _STATES[row.state]
    return {
        "channel": row.queue,
        "is_digest": False,
        "state": state,
        "sent_at": row.finished_at if state == "sent" else None,
        "reference": row.reference,
    }


def _ended(db: Session, reference: int, state: str, *, kind: str) -> None:
    """Note what has become of a notice, in the transaction that ends it in the outbox. One that failed can be
    sent later, by `queues retry`. Before the message is written there is nothing to note:
    `notice_deliveries` sees it.
    """
    _one_at_a_time(db)
    its_kind = exists().where(its_message(), Notification.kind == kind)
    changed = update(NotificationDelivery).where(NotificationDelivery.reference == reference, its_kind)
    if state == "done":
        db.execute(changed.values(state="sent", sent_at=now(db)))
    else:
        open_ones = NotificationDelivery.state == "leaving"
        db.execute(changed.where(open_ones).values(state=_STATES[state]))


def _one_at_a_time(db: Session) -> None:
    advisory_lock(db, "notifications.at_once")


for _kind in KINDS.values():
    if _kind.is_sent_at_once:
        jobs.when_ended(_kind.name, partial(_ended, kind=_kind.name))
