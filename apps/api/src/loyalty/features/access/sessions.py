"""Sessions: opened by a sign-in, renewed by every check, ended with their whole family (docs/handoff.md).

Every change of state is one conditional UPDATE in a transaction of its own; refusals are raised after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog
from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from loyalty.db.clock import READ_AT, moment, now
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.db.tables import table_of
from loyalty.errors import DomainError, NotSignedIn, Unavailable
from loyalty.features.access import tokens
from loyalty.features.access.models import BrowserSession, Family
from loyalty.features.access.tokens import Kind, SessionToken
from loyalty.rules.devices import SESSION_LIFE, Device

PREVIOUS_STAYS_GOOD = timedelta(seconds=60)


class LiveSession(NamedTuple):
    """A session row with its family, as one query reads it. `kind` is the value of a tokens.Kind."""

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
    read_at: datetime

    def family_alive(self, at: datetime) -> bool:
        """Whether its family has not ended."""
        return self.family_ended_at is None and at < self.family_expires_at

    def is_current(self, parsed: SessionToken) -> bool:
        """Whether this is the newest token."""
        return parsed.counter == self.counter

    def is_good_previous(self, parsed: SessionToken, at: datetime) -> bool:
        """Whether it is the previous token, and the current one may not have arrived yet (rule A1)."""
        unused = self.current_used_at is None or at < self.renewed_at + PREVIOUS_STAYS_GOOD
        return parsed.counter == self.counter - 1 and unused

    def accepts(self, parsed: SessionToken, at: datetime) -> bool:
        """Whether this token opens the session now."""
        return (
            self.state == "live"
            and self.family_alive(at)
            and (self.is_current(parsed) or self.is_good_previous(parsed, at))
        )

    @property
    def is_first_login(self) -> bool:
        """Whether this is the member's first sign-in and no mini session has received that yet."""
        return self.first_login and self.first_login_seen_at is None

    @property
    def token(self) -> str:
        """The current token."""
        return tokens.write(self.kind, self.member_id, self.key, self.counter)


@dataclass(frozen=True)
class SessionFamily:
    """One sign-in."""

    id: int
    member_id: int
    ended_at: datetime | None
    expires_at: datetime
    first_login: bool
    first_login_seen_at: datetime | None

    def alive(self, at: datetime) -> bool:
        """Whether it has not ended."""
        return self.ended_at is None and at < self.expires_at

    @property
    def is_first_login(self) -> bool:
        """Whether it is the member's first, and no mini session has received that yet."""
        return self.first_login and self.first_login_seen_at is None


# Statements built once: every call with a token begins with one of them.
_SESSIONS = BrowserSession.__table__.c
_FAMILIES = Family.__table__.c
_LIVE: Select[Any] = select(
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
    READ_AT,
).join_from(
    BrowserSession.__table__,
    Family.__table__,
    and_(_FAMILIES.member_id == _SESSIONS.member_id, _FAMILIES.id == _SESSIONS.family_id),
)
_OF_MEMBER = _LIVE.where(_SESSIONS.member_id == bindparam("of_member"))
_BY_KEY = _OF_MEMBER.where(_SESSIONS.key == bindparam("of_key"))
_BY_ID = _OF_MEMBER.where(_SESSIONS.id == bindparam("of_id"))


def read(db: Session, parsed: SessionToken) -> LiveSession | None:
    """The session that a token names, by one indexed read of columns."""
    found = db.execute(_BY_KEY, {"of_member": parsed.member_id, "of_key": parsed.key}).first()
    return LiveSession(*found) if found else None


def by_id(db: Session, member_id: int, session_id: int) -> LiveSession | None:
    """A member's session of this id."""
    found = db.execute(_BY_ID, {"of_member": member_id, "of_id": session_id}).first()
    return LiveSession(*found) if found else None


def family(db: Session, member_id: int, family_id: int) -> SessionFamily | None:
    """A member's sign-in of this id."""
    columns = (getattr(Family, field.name) for field in fields(SessionFamily))
    is_this_family = Family.member_id == member_id, Family.id == family_id
    row = db.execute(select(*columns).where(*is_this_family)).one_or_none()
    return SessionFamily(*row) if row else None


def with_sessions(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members who had a session open at some time of a window."""
    ended = func.coalesce(Family.ended_at, Family.expires_at)
    open_then = (Family.created_at < end, Family.expires_at > start, ended >= start)
    return set(db.scalars(select(Family.member_id).where(*open_then).distinct()))


log = structlog.get_logger(__name__)

EXPIRED = "Your session has ended. Please sign in again."

# Whether the client of the request is still connected.
ClientConnected = Callable[[], bool]


@dataclass(frozen=True)
class SignedIn:
    """A session that was opened or renewed."""

    member_id: int
    token: str
    is_first_login: bool


class HandedOff(Exception):
    """The site's session was handed off itself (rule A13): it opens nothing here any more, which is no
    error.
    """


@dataclass(frozen=True)
class Caller:
    """The member and family of a request, and the time at which they were read."""

    member_id: int
    at: datetime
    family_id: int


def open_family(
    db: Session,
    member_id: int,
    kind: Kind,
    at: datetime,
    *,
    first_login: bool,
    device: Device | None = None,
    device_hash: str | None = None,
) -> tuple[int, SignedIn]:
    """Sign a member in: a new family with its first session. Gives the family's id too."""
    family_id = new_family(db, member_id, at, first_login=first_login, device=device, device_hash=device_hash)
    _, key = open_session(db, member_id, family_id, kind, at)
    return family_id, SignedIn(member_id, tokens.write(kind, member_id, key, 1), first_login)


def new_family(
    db: Session,
    member_id: int,
    at: datetime,
    *,
    first_login: bool,
    device: Device | None = None,
    device_hash: str | None = None,
    host: str | None = None,
) -> int:
    """A new family without a session, which a ticket opens where a host signs the member in; gives its id."""
    family = {
        "member_id": member_id,
        "created_at": at,
        "expires_at": at + SESSION_LIFE,
        "first_login": first_login,
        "browser": device.browser if device else None,
        "system": device.system if device else None,
        "device_hash": device_hash,
        "host": host,
    }
    family_id: int = db.execute(_OPEN_FAMILY, family).scalar_one()
    return family_id


def open_session(db: Session, member_id: int, family_id: int, kind: Kind, at: datetime) -> tuple[int, str]:
    """One more session of a family; gives its id and key. Its first token has the counter 1."""
    key = tokens.new_key()
    of = {"member_id": member_id, "family_id": family_id}
    session = {**of, "key": key, "kind": kind, "state": "live", "counter": 1, "renewed_at": at}
    return db.execute(_OPEN_SESSION, session).scalar_one(), key


_OPEN_FAMILY = insert(table_of(Family)).returning(table_of(Family).c.id)
_OPEN_SESSION = insert(table_of(BrowserSession)).returning(table_of(BrowserSession).c.id)


def caller_of(token: str) -> Caller:
    """The caller of a token; raises NotSignedIn for an ended one, a ticket or garbage.

    No session changes its state here, except that the arrival of the newest token is noted once, so that the
    previous one expires.
    """
    parsed = tokens.read(token)
    if parsed is None or parsed.kind is Kind.TICKET:
        raise NotSignedIn
    found = read(current_session(), parsed)
    if found is None or found.kind != parsed.kind:
        raise NotSignedIn(EXPIRED, "session_ended")
    at = moment(found.read_at)
    if not found.accepts(parsed, at):
        raise NotSignedIn(EXPIRED, "session_ended")
    if found.is_current(parsed) and found.current_used_at is None:
        _note_arrival(found)
    return Caller(found.member_id, at, found.family_id)


def renew(parsed: SessionToken, is_connected: ClientConnected) -> SignedIn:
    """Answer a session check with a fresh token (rules A1, A2).

    Raises NotSignedIn for a dead session and HandedOff for one that was handed off itself (rule A13).
    """
    with transaction() as db:
        found, refusal = presented(db, parsed, is_connected)
        signed_in = None
        while found is not None and refusal is None and signed_in is None:
            if found.state == "handed_off":
                raise HandedOff
            signed_in = _renewed(db, found, parsed, now(db))
            if signed_in is None:
                found, refusal = presented(db, parsed, is_connected)
    if signed_in is None:
        raise refusal or NotSignedIn()
    return signed_in


def presented(
    db: Session, parsed: SessionToken, is_connected: ClientConnected
) -> tuple[LiveSession | None, DomainError | None]:
    """The session an authentic token names, and why the token does not open it, if so."""
    found = read(db, parsed)
    if found is None or found.kind != parsed.kind:
        return None, NotSignedIn()
    return found, why_refused(db, found, parsed, now(db), is_connected)


def why_refused(
    db: Session, found: LiveSession, parsed: SessionToken, at: datetime, is_connected: ClientConnected
) -> DomainError | None:
    """Why this authentic token does not open its session; an old one ends the family (rule A2).

    Unless the client has disconnected: then it is the check of a page that was left, processed late. A thief
    who disconnects gets no answer.
    """
    if not found.family_alive(at) or found.state == "revoked":
        return NotSignedIn(EXPIRED, "session_ended")
    if found.is_current(parsed) or found.is_good_previous(parsed, at):
        return None
    if not is_connected():
        log.info("check came too late", family_id=found.family_id)
        return NotSignedIn(EXPIRED, "session_ended")
    end_family(db, found.member_id, found.family_id, "reused", at)
    log.warning("session reused", family_id=found.family_id)
    return NotSignedIn(EXPIRED, "session_reused")


def end_family(db: Session, member_id: int, family_id: int, reason: str, at: datetime) -> None:
    """End every session and ticket of a member's family at once; a family ends once."""
    db.execute(
        update(Family)
        .where(Family.member_id == member_id, Family.id == family_id, Family.ended_at.is_(None))
        .values(ended_at=at, end_reason=reason)
    )


def revoke(db: Session, member_id: int, session_id: int) -> None:
    """End one session of a member and leave its family."""
    is_this_session = BrowserSession.member_id == member_id, BrowserSession.id == session_id
    db.execute(update(BrowserSession).where(*is_this_session).values(state="revoked"))


def revoke_all_of(db: Session, member_id: int, family_id: int, kind: Kind) -> None:
    """End every session of this kind in a member's family, and leave the family."""
    of_family = BrowserSession.member_id == member_id, BrowserSession.family_id == family_id
    db.execute(
        update(BrowserSession)
        .where(*of_family, BrowserSession.kind == kind, BrowserSession.state == "live")
        .values(state="revoked")
    )


def _unchanged(found: LiveSession) -> tuple[ColumnElement[bool], ...]:
    """That a session is the one that was read, and no request has stepped it since."""
    return (
        BrowserSession.member_id == found.member_id,
        BrowserSession.id == found.id,
        BrowserSession.counter == found.counter,
    )


def step(db: Session, found: LiveSession, at: datetime) -> bool:
    """Increase a session's counter; False when another request did it first."""
    stepped = rows_changed(
        db,
        update(BrowserSession)
        .where(*_unchanged(found), BrowserSession.state == "live")
        .values(counter=BrowserSession.counter + 1, renewed_at=at, current_used_at=None),
    )
    return stepped == 1


def note_use(db: Session, found: LiveSession, at: datetime) -> None:
    """Note that the newest token has arrived at its browser."""
    db.execute(
        update(BrowserSession)
        .where(*_unchanged(found), BrowserSession.current_used_at.is_(None))
        .values(current_used_at=at)
    )


def sign_out(token: str) -> int | None:
    """End the family of any authentic session token, however old (rule A15); gives its member.

    Anything else changes nothing and gives None.
    """
    parsed = tokens.read(token)
    if parsed is None or parsed.kind is Kind.TICKET:
        return None
    with transaction() as db:
        found = read(db, parsed)
        at = now(db)
        if found is None or not found.family_alive(at):
            return None
        end_family(db, found.member_id, found.family_id, "signed_out", at)
        return found.member_id


def end_all(db: Session, member_id: int, reason: str, *, but: int | None = None) -> int:
    """Sign a member out everywhere, but in the family `but`; gives how many sign-ins that ended."""
    at = now(db)
    alive = (Family.member_id == member_id, Family.ended_at.is_(None), Family.expires_at > at)
    others = () if but is None else (Family.id != but,)
    ended = rows_changed(db, update(Family).where(*alive, *others).values(ended_at=at, end_reason=reason))
    return int(ended)


def end_all_of_host(db: Session, member_id: int, host: str, *, but: int) -> None:
    """End every sign-in of a member by a host, but the family `but`."""
    by_host = (Family.member_id == member_id, Family.host == host, Family.id != but)
    ended = update(Family).where(*by_host, Family.ended_at.is_(None))
    db.execute(ended.values(ended_at=now(db), end_reason="host_unlinked"))


def delete_all(db: Session, member_id: int) -> None:
    """Delete every sign-in of a member with its sessions and tickets."""
    db.execute(delete(Family).where(Family.member_id == member_id))


def _renewed(db: Session, found: LiveSession, parsed: SessionToken, at: datetime) -> SignedIn | None:
    """The next token for the newest one, the newest for the one before it; None when another tab was
    first.
    """
    counter = found.counter
    if found.is_current(parsed):
        if not step(db, found, at):
            return None
        counter += 1
    first = found.is_first_login
    if first and found.kind == Kind.MINI:
        # The answer that opened this session had it already.
        its = Family.member_id == found.member_id, Family.id == found.family_id
        db.execute(update(Family).where(*its).values(first_login_seen_at=at))
        first = False
    token = tokens.write(found.kind, found.member_id, found.key, counter)
    return SignedIn(found.member_id, token, first)


def _note_arrival(found: LiveSession) -> None:
    """Best effort: a database that cannot write at the moment does not refuse a reader."""
    try:
        with transaction() as db:
            note_use(db, found, now(db))
    except (OperationalError, Unavailable):
        log.warning("arrival not noted")
