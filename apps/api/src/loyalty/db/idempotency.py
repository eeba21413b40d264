"""The responses to writes that carried an Idempotency-Key (SECURITY.md I-14)."""

from datetime import datetime, timedelta

from sqlalchemy import String, Text, delete, insert
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.maintenance import ExpiredRows
from loyalty.db.tables import Base

# The contract promises a day; a member's phone may be off for a night and a morning.
KEPT_FOR = timedelta(hours=48)


class IdempotentResponse(Base):
    """The response to a write that carried a key. `owner` is who asked: keys of two callers never meet.

    `fingerprint` is a hash of the request, so that a key is not used for another one.
    """

    __tablename__ = "idempotent_responses"

    owner: Mapped[str] = mapped_column(String(40), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


def store(
    db: Session, *, owner: str, key: str, fingerprint: str, status: int, body: str, at: datetime
) -> None:
    """Store a response in the caller's transaction; raises IntegrityError when the key has one already. `at`
    is when it was asked for.
    """
    row = {"owner": owner, "key": key, "fingerprint": fingerprint, "status": status, "body": body}
    db.execute(insert(IdempotentResponse.__table__), {**row, "created_at": at})


def find(db: Session, owner: str, key: str) -> IdempotentResponse | None:
    """The response that is stored under a key."""
    return db.get(IdempotentResponse, (owner, key))


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: responses that are older than they are kept for."""
    too_old = IdempotentResponse.created_at < at - KEPT_FOR
    return ExpiredRows("idempotent responses", IdempotentResponse, too_old)


def delete_all(db: Session, owner: str) -> None:
    """Delete every response stored for an owner, in the caller's transaction."""
    db.execute(delete(IdempotentResponse).where(IdempotentResponse.owner == owner))
