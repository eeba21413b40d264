"""Sessions: opened by a sign-in, renewed by every check, ended with their whole sign-in (docs/handoff.md).

Every change of state is one conditional UPDATE in a transaction of its own; refusals are raised after it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy import and_, bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import READ_AT, moment, now
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.errors import DomainError, NotSignedIn
from loyalty.features.access import tokens
from loyalty.features.access.models import BrowserSession, SignIn, is_good_previous
from loyalty.features.access.tokens import Kind, SessionToken
from loyalty.rules.callers import Caller
from loyalty.rules.codes import Code
from loyalty.rules.devices import SESSION_LIFE, Device


def read(db: Session, parsed: SessionToken) -> BrowserSession | None:
    """The session that a token names."""
    is_it = BrowserSession.member_id == parsed.member_id, BrowserSession.key == parsed.key
    query = select(BrowserSession).where(*is_it).execution_options(populate_existing=True)
    return db.scalars(query).one_or_none()


def by_id(db: Session, member_id: int, session_id: int) -> BrowserSession | None:
    """A member's session of this id."""
    is_it = BrowserSession.member_id == member_id, BrowserSession.id == session_id
    query = select(BrowserSession).where(*is_it).execution_options(populate_existing=True)
    return db.scalars(query).one_or_none()


def sign_in_of(db: Session, member_id: int, sign_in_id: int) -> SignIn | None:
    """A member's sign-in of this id."""
    is_it = SignIn.member_id == member_id, SignIn.id == sign_in_id
    return db.scalars(select(SignIn).where(*is_it).execution_options(populate_existing=True)).one_or_none()


def with_sessions(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members who had a session open at some time of a window."""
    ended = func.coalesce(SignIn.ended_at, SignIn.expires_at)
    open_then = (SignIn.created_at < end, SignIn.expires_at > start, ended >= start)
    return set(db.scalars(select(SignIn.member_id).where(*open_then).distinct()))


log = structlog.get_logger(__name__)


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


def create_session(
    db: Session,
    member_id: int,
    kind: Kind,
    at: datetime,
    *,
    first_login: bool,
    device: Device | None = None,
    device_hash: str | None = None,
) -> tuple[int, SignedIn]:
    """Sign a member in: a new sign-in with its first session. Returns the sign-in's id too."""
    sign_in_id = create_sign_in(
        db, member_id, at, first_login=first_login, device=device, device_hash=device_hash
    )
    session = add_session(db, member_id, sign_in_id, kind, at)
    return sign_in_id, SignedIn(member_id, session.token, first_login)


def create_sign_in(
    db: Session,
    member_id: int,
    at: datetime,
    *,
    first_login: bool,
    device: Device | None = None,
    device_hash: str | None = None,
    host: str | None = None,
) -> int:
    """A new sign-in without a session; where a host signs a member in, a ticket opens one. Returns its id."""
    sign_in = SignIn(
        member_id=member_id,
        created_at=at,
        expires_at=at + SESSION_LIFE,
        first_login=first_login,
        browser=device.browser if device else None,
        system=device.system if device else None,
        device_hash=device_hash,
        host=host,
    )
    db.add(sign_in)
    db.flush()
    return sign_in.id


def add_session(db: Session, member_id: int, sign_in_id: int, kind: Kind, at: datetime) -> BrowserSession:
    """One more session of a sign-in. Its first token has the counter 1."""
    session = BrowserSession(
        member_id=member_id,
        sign_in_id=sign_in_id,
        key=tokens.new_key(),
        kind=kind,
        state="live",
        counter=1,
        renewed_at=at,
    )
    db.add(session)
    db.flush()
    return session


_SESSIONS, _SIGN_INS = BrowserSession.__table__.c, SignIn.__table__.c
# Put together once: every call of a member begins with it.
_LIVE = (
    select(
        _SESSIONS.id,
        _SESSIONS.sign_in_id,
        _SESSIONS.counter,
        _SESSIONS.renewed_at,
        _SESSIONS.current_used_at,
        _SIGN_INS.expires_at,
        READ_AT,
    )
    .join(
        SignIn.__table__,
        and_(_SIGN_INS.member_id == _SESSIONS.member_id, _SIGN_INS.id == _SESSIONS.sign_in_id),
    )
    .where(
        _SESSIONS.member_id == bindparam("member_id"),
        _SESSIONS.key == bindparam("key"),
        _SESSIONS.kind == bindparam("kind"),
        _SESSIONS.state == "live",
        _SIGN_INS.ended_at.is_(None),
    )
)


def load_caller(token: str) -> Caller:
    """The caller of a token; raises NotSignedIn for an ended one, a ticket or garbage."""
    parsed = tokens.read(token)
    if parsed is None or parsed.kind is Kind.TICKET:
        raise NotSignedIn
    named = {"member_id": parsed.member_id, "key": parsed.key, "kind": parsed.kind}
    found = current_session().execute(_LIVE, named).one_or_none()
    if found is None:
        raise NotSignedIn(Code.SESSION_ENDED)
    at, is_current = moment(found.read_at), parsed.counter == found.counter
    if at >= found.expires_at or not (is_current or is_good_previous(found, parsed, at)):
        raise NotSignedIn(Code.SESSION_ENDED)
    is_use_due = is_current and not found.current_used_at
    return Caller(parsed.member_id, found.sign_in_id, found.id, found.counter, at, is_use_due)


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
) -> tuple[BrowserSession | None, DomainError | None]:
    """The session an authentic token names, and why the token does not open it, if so."""
    found = read(db, parsed)
    if found is None or found.kind != parsed.kind:
        return None, NotSignedIn()
    return found, why_refused(db, found, parsed, now(db), is_connected)


def why_refused(
    db: Session, found: BrowserSession, parsed: SessionToken, at: datetime, is_connected: ClientConnected
) -> DomainError | None:
    """Why this authentic token does not open its session; an old one ends the sign-in (rule A2).

    Not when the client has disconnected: then it may be the check of a page that was left, processed late,
    and nobody receives the answer.
    """
    if not found.sign_in.is_alive(at) or found.state == "revoked":
        return NotSignedIn(Code.SESSION_ENDED)
    if found.is_current(parsed) or is_good_previous(found, parsed, at):
        return None
    if not is_connected():
        log.info("check came too late", sign_in_id=found.sign_in_id)
        return NotSignedIn(Code.SESSION_ENDED)
    end_sign_in(db, found.member_id, found.sign_in_id, "reused", at)
    log.warning("session reused", sign_in_id=found.sign_in_id)
    return NotSignedIn(Code.SESSION_REUSED)


def end_sign_in(db: Session, member_id: int, sign_in_id: int, reason: str, at: datetime) -> None:
    """End every session and ticket of a member's sign-in at once; a sign-in ends once."""
    db.execute(
        update(SignIn)
        .where(SignIn.member_id == member_id, SignIn.id == sign_in_id, SignIn.ended_at.is_(None))
        .values(ended_at=at, end_reason=reason)
    )


def revoke(db: Session, member_id: int, session_id: int) -> None:
    """End one session of a member and leave its sign-in."""
    is_this_session = BrowserSession.member_id == member_id, BrowserSession.id == session_id
    db.execute(update(BrowserSession).where(*is_this_session).values(state="revoked"))


def revoke_all_of(db: Session, member_id: int, sign_in_id: int, kind: Kind) -> None:
    """End every session of this kind in a member's sign-in, and leave the sign-in."""
    of_sign_in = BrowserSession.member_id == member_id, BrowserSession.sign_in_id == sign_in_id
    db.execute(
        update(BrowserSession)
        .where(*of_sign_in, BrowserSession.kind == kind, BrowserSession.state == "live")
        .values(state="revoked")
    )


def step(db: Session, found: BrowserSession, at: datetime) -> bool:
    """Increase a session's counter; False when another request did it first."""
    stepped = rows_changed(
        db,
        update(BrowserSession)
        .where(
            BrowserSession.member_id == found.member_id,
            BrowserSession.id == found.id,
            BrowserSession.counter == found.counter,
            BrowserSession.state == "live",
        )
        .values(counter=BrowserSession.counter + 1, renewed_at=at, current_used_at=None)
        .execution_options(synchronize_session=False),
    )
    return stepped == 1


def note_use(db: Session, member_id: int, session_id: int, counter: int) -> None:
    """Note that a session's newest token, that of this counter, has arrived at its browser: the one before it
    expires.
    """
    db.execute(
        update(BrowserSession)
        .where(
            BrowserSession.member_id == member_id,
            BrowserSession.id == session_id,
            BrowserSession.counter == counter,
            BrowserSession.current_used_at.is_(None),
        )
        .values(current_used_at=now(db))
    )


def sign_out(token: str) -> int | None:
    """End the sign-in of any authentic session token, however old (rule A15); returns its member.

    Anything else changes nothing and returns None.
    """
    parsed = tokens.read(token)
    if parsed is None or parsed.kind is Kind.TICKET:
        return None
    with transaction() as db:
        found = read(db, parsed)
        at = now(db)
        if found is None or not found.sign_in.is_alive(at):
            return None
        end_sign_in(db, found.member_id, found.sign_in_id, "signed_out", at)
        return found.member_id


def end_all(db: Session, member_id: int, reason: str, *, but: int | None = None) -> int:
    """Sign a member out everywhere, but in the sign-in `but`; returns how many sign-ins that ended."""
    at = now(db)
    alive = (SignIn.member_id == member_id, SignIn.ended_at.is_(None), SignIn.expires_at > at)
    others = () if but is None else (SignIn.id != but,)
    ended = rows_changed(db, update(SignIn).where(*alive, *others).values(ended_at=at, end_reason=reason))
    return int(ended)


def end_all_of_host(db: Session, member_id: int, host: str, *, but: int) -> None:
    """End every sign-in of a member by a host, but the sign-in `but`."""
    by_host = (SignIn.member_id == member_id, SignIn.host == host, SignIn.id != but)
    ended = update(SignIn).where(*by_host, SignIn.ended_at.is_(None))
    db.execute(ended.values(ended_at=now(db), end_reason="host_unlinked"))


def delete_all(db: Session, member_id: int) -> None:
    """Delete every sign-in of a member with its sessions and tickets."""
    db.execute(delete(SignIn).where(SignIn.member_id == member_id))


def _renewed(db: Session, found: BrowserSession, parsed: SessionToken, at: datetime) -> SignedIn | None:
    """The next token for the newest one, the newest for the one before it; None when another tab was
    first.
    """
    counter = found.counter
    if found.is_current(parsed):
        if not step(db, found, at):
            return None
        counter += 1
    first = found.sign_in.is_first_login
    if first and found.kind == Kind.MINI:
        # The answer that opened this session had it already.
        its = SignIn.member_id == found.member_id, SignIn.id == found.sign_in_id
        db.execute(update(SignIn).where(*its).values(first_login_seen_at=at))
        first = False
    token = tokens.write(found.kind, found.member_id, found.key, counter)
    return SignedIn(found.member_id, token, first)
