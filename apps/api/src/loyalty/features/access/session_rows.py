"""Sessions and families as one query of columns reads them, and which of their tokens are good."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session as Db

from loyalty.db.clock import ReadAt
from loyalty.db.quick import Statement
from loyalty.features.access import tokens
from loyalty.features.access.models import Family, Session
from loyalty.features.access.tokens import Named

PREVIOUS_STAYS_GOOD = timedelta(seconds=60)


class Live(NamedTuple):
    """A session row with its family, as one query reads it. `kind` is the word of a tokens.Kind."""

    id: int
    key: str
    kind: str
    state: str
    counter: int
    renewed_at: datetime
    current_used_at: datetime | None
    family_id: int
    member_id: int
    family_ended_at: datetime | None
    family_expires_at: datetime
    first_login: bool
    first_login_seen_at: datetime | None
    read_at: datetime | None

    def family_alive(self, at: datetime) -> bool:
        """Whether the sign-in it comes from still stands."""
        return self.family_ended_at is None and at < self.family_expires_at

    def is_current(self, named: Named) -> bool:
        """Whether this is the newest token."""
        return named.counter == self.counter

    def is_good_previous(self, named: Named, at: datetime) -> bool:
        """Whether it is the token before, and its successor may not have arrived yet (rule A1)."""
        unused = self.current_used_at is None or at < self.renewed_at + PREVIOUS_STAYS_GOOD
        return named.counter == self.counter - 1 and unused

    def accepts(self, named: Named, at: datetime) -> bool:
        """Whether this token opens the session now."""
        return (
            self.state == "live"
            and self.family_alive(at)
            and (self.is_current(named) or self.is_good_previous(named, at))
        )

    @property
    def is_first_login(self) -> bool:
        """Whether this is the member's first sign-in and no mini session has been told so yet."""
        return self.first_login and self.first_login_seen_at is None

    @property
    def token(self) -> str:
        """The current token."""
        return tokens.write(self.kind, self.key, self.counter)


@dataclass(frozen=True)
class FamilyFacts:
    """One sign-in."""

    id: int
    member_id: int
    ended_at: datetime | None
    expires_at: datetime
    first_login: bool
    first_login_seen_at: datetime | None

    def alive(self, at: datetime) -> bool:
        """Whether it still stands."""
        return self.ended_at is None and at < self.expires_at

    @property
    def is_first_login(self) -> bool:
        """Whether it is the member's first, and no mini session has been told so yet."""
        return self.first_login and self.first_login_seen_at is None


# Tables and not entities, and the statements made once: every call with a token begins with one of them.
_SESSIONS, _FAMILIES = Session.__table__.c, Family.__table__.c
_LIVE = select(
    _SESSIONS.id,
    _SESSIONS.key,
    _SESSIONS.kind,
    _SESSIONS.state,
    _SESSIONS.counter,
    _SESSIONS.renewed_at,
    _SESSIONS.current_used_at,
    _SESSIONS.family_id,
    _FAMILIES.member_id,
    _FAMILIES.ended_at.label("family_ended_at"),
    _FAMILIES.expires_at.label("family_expires_at"),
    _FAMILIES.first_login,
    _FAMILIES.first_login_seen_at,
    ReadAt().label("read_at"),
).join_from(Session.__table__, Family.__table__, _FAMILIES.id == _SESSIONS.family_id)
_BY_KEY = Statement(_LIVE.where(_SESSIONS.key == bindparam("of_key")), row=Live)
_BY_ID = Statement(_LIVE.where(_SESSIONS.id == bindparam("of_id")), row=Live)


def read(db: Db, key: str) -> Live | None:
    """The session of this key, by one indexed read of columns."""
    found: Live | None = _BY_KEY.one(db, of_key=key)
    return found


def by_id(db: Db, session_id: int) -> Live | None:
    """The session of this id."""
    found: Live | None = _BY_ID.one(db, of_id=session_id)
    return found


def family(db: Db, family_id: int) -> FamilyFacts | None:
    """The sign-in of this id."""
    columns = (getattr(Family, field.name) for field in fields(FamilyFacts))
    row = db.execute(select(*columns).where(Family.id == family_id)).one_or_none()
    return FamilyFacts(*row) if row else None


def with_sessions(db: Db, start: datetime, end: datetime) -> set[int]:
    """The members who had a session open at some time of a window."""
    ended = func.coalesce(Family.ended_at, Family.expires_at)
    open_then = (Family.created_at < end, Family.expires_at > start, ended >= start)
    return set(db.scalars(select(Family.member_id).where(*open_then).distinct()))
