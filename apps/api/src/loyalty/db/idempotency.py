"""A write that is done once, however often it is asked for under the same key (docs/promises.md I-14)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

import orjson
from sqlalchemy import String, Text, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.clock import moved_now
from loyalty.db.maintenance import Old
from loyalty.db.session import current_session, transaction
from loyalty.db.tables import Base, UtcDateTime, table_of
from loyalty.errors import Invalid

T = TypeVar("T")

# The contract promises a day; a member's phone may be off for a night and a morning.
KEPT_FOR = timedelta(hours=48)


class KeptAnswer(Base):
    """The answer to a write that carried a key. `owner` is who asked: keys of two callers never meet."""

    __tablename__ = "kept_answers"

    owner: Mapped[str] = mapped_column(String(40), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


_ANSWERS = KeptAnswer.__table__.c
_TAKE = insert(table_of(KeptAnswer)).values(
    {
        **{name: bindparam(name) for name in ("owner", "key", "fingerprint")},
        "status": 0,
        "body": "",
        "created_at": func.coalesce(bindparam("at", type_=UtcDateTime()), func.clock_timestamp()),
    }
)
_KEEP = (
    update(table_of(KeptAnswer))
    .where(_ANSWERS.owner == bindparam("of_owner"), _ANSWERS.key == bindparam("of_key"))
    .values(status=bindparam("new_status"), body=bindparam("new_body"))
)


@dataclass(frozen=True)
class Key:
    """Whose key it is, the key, and a hash of what is asked for under it."""

    owner: str
    key: str
    fingerprint: str


@dataclass(frozen=True)
class Answer:
    """An answer as it goes out: its HTTP status and its JSON."""

    status: int
    body: str


class _Taken(Exception):
    pass


def once(
    key: Key | None, act: Callable[[Session], T], serialize: Callable[[T], tuple[int, object]]
) -> Answer:
    """Do `act` in a transaction of its own and store its answer, or give the stored one.

    `serialize` turns the result into status and plain values. The key is taken before anything else, so that
    a second request waits for the first. An error is not stored, because nothing was done. Raises Invalid
    `idempotency_mismatch` when this key was used for another request.
    """
    try:
        with transaction() as db:
            if key is not None:
                _take(db, key)
            status, plain = serialize(act(db))
            answer = Answer(status, orjson.dumps(plain).decode())
            if key is not None:
                kept = {"new_status": status, "new_body": answer.body}
                db.execute(_KEEP, {"of_owner": key.owner, "of_key": key.key, **kept})
            return answer
    except _Taken:
        assert key is not None  # noqa: S101  # only a key can be taken
        return _kept(key)


def old(at: datetime) -> Old:
    """The answers that nobody will ask for again."""
    return Old("kept answers", KeptAnswer, KeptAnswer.created_at < at - KEPT_FOR)


def forget(db: Session, owner: str) -> None:
    """Forget every answer kept for an owner, in the caller's transaction."""
    db.execute(delete(KeptAnswer).where(KeptAnswer.owner == owner))


def _take(db: Session, key: Key) -> None:
    try:
        db.execute(_TAKE, {**vars(key), "at": moved_now(db)})
    except IntegrityError as error:
        raise _Taken from error


def _kept(key: Key) -> Answer:
    row = (
        current_session()
        .execute(
            select(KeptAnswer.fingerprint, KeptAnswer.status, KeptAnswer.body).where(
                KeptAnswer.owner == key.owner, KeptAnswer.key == key.key
            )
        )
        .one()
    )
    if row.fingerprint != key.fingerprint:
        raise Invalid("This key was used for another request.", "idempotency_mismatch")
    return Answer(row.status, row.body)
