"""The outbox as an operator sees it: what waits, what is dead, what is tried again, what is given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Conflict, NotFound
from loyalty.gateways.outbox import LETTERS_LIVE, MAIL, OutboxRow

UNFINISHED = ("waiting", "sending", "dead", "expired")
DROPPED = "Dropped"


@dataclass(frozen=True)
class Waiting:
    """One message or letter, without what it says; `recipient` shows the last two digits of a number."""

    id: int
    kind: str
    recipient: str
    reference: int | None
    state: str
    tries: int
    created_at: datetime
    due_at: datetime
    last_error: str | None


def entries(db: Session, states: Sequence[str], limit: int) -> list[Waiting]:
    """What is in these states, the newest first."""
    rows = db.scalars(
        select(OutboxRow).where(OutboxRow.state.in_(states)).order_by(OutboxRow.id.desc()).limit(limit)
    )
    return [
        Waiting(
            row.id,
            row.kind,
            f"…{row.recipient[-2:]}",
            row.reference,
            row.state,
            row.tries,
            row.created_at,
            row.due_at,
            row.last_error,
        )
        for row in rows
    ]


def undelivered(db: Session) -> list[int]:
    """The letters that did not leave and that nobody gave up, the oldest first."""
    which = OutboxRow.lane == MAIL, OutboxRow.state.in_(("dead", "expired"))
    given_up = OutboxRow.last_error.is_not_distinct_from(DROPPED)
    return list(db.scalars(select(OutboxRow.id).where(*which, ~given_up).order_by(OutboxRow.id)))


def retry(db: Session, row_id: int) -> None:
    """Let a letter leave at once, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.lane != MAIL and row.state != "waiting":
        raise Conflict(f"Message {row_id} has been wiped. The member asks for a new code.")
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    at = now(db)
    change = {"state": "waiting", "due_at": at}
    if row.lane == MAIL:
        change |= {"tries": 0, "expires_at": at + LETTERS_LIVE, "finished_at": None}
    db.execute(update(OutboxRow).where(OutboxRow.id == row_id).values(**change))


def drop(db: Session, row_id: int) -> None:
    """Give a message up and wipe it, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    db.execute(
        update(OutboxRow)
        .where(OutboxRow.id == row_id)
        .values(
            state="dead",
            text="",
            code=None,
            recipient=f"…{row.recipient[-2:]}",
            finished_at=now(db),
            last_error=DROPPED,
        )
    )


def _row(db: Session, row_id: int) -> OutboxRow:
    row = db.scalar(select(OutboxRow).where(OutboxRow.id == row_id).with_for_update())
    if row is None:
        raise NotFound(f"There is no message {row_id}.")
    return row
