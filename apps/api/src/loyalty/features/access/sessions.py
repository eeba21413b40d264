"""Sessions: opened by a sign-in, renewed by every check, ended with their whole family (docs/handoff.md).

Every change of state is one conditional UPDATE in a transaction of its own; refusals are raised after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session as Db

from loyalty.db.clock import moment, now
from loyalty.db.session import session, transaction
from loyalty.errors import NotSignedIn, Refusal, Unavailable
from loyalty.features.access import tokens
from loyalty.features.access.models import Family, Session
from loyalty.features.access.session_rows import Live, read
from loyalty.features.access.tokens import Kind, Named
from loyalty.rules.devices import Device

log = structlog.get_logger(__name__)

FAMILY_LIFE = timedelta(days=30)  # NIST SP 800-63B AAL1
EXPIRED = "Your session has ended. Please sign in again."

# Whether whoever sent the request is still there to hear the answer.
Waits = Callable[[], bool]


@dataclass(frozen=True)
class SignedIn:
    """Somebody holds a session."""

    member_id: int
    token: str
    is_first_login: bool


class HandedOff(Exception):
    """The site's session has travelled itself (rule A13): it opens nothing here any more, and nothing is
    wrong.
    """


@dataclass(frozen=True)
class Caller:
    """Who is behind a request, by which sign-in, and when that was looked up."""

    member_id: int
    at: datetime
    family_id: int


def open_family(
    db: Db,
    member_id: int,
    kind: Kind,
    *,
    first_login: bool,
    device: Device | None = None,
    device_hash: str | None = None,
) -> tuple[int, SignedIn]:
    """Sign a member in: a new family with its first session. Gives the family's id too."""
    at = now(db)
    family = Family(
        member_id=member_id,
        created_at=at,
        expires_at=at + FAMILY_LIFE,
        first_login=first_login,
        browser=device.browser if device else None,
        system=device.system if device else None,
        device_hash=device_hash,
    )
    db.add(family)
    db.flush()
    _, key = open_session(db, family.id, kind)
    return family.id, SignedIn(member_id, tokens.write(kind, key, 1), first_login)


def open_session(db: Db, family_id: int, kind: Kind) -> tuple[int, str]:
    """One more session of a family; gives its id and key. Its first token has the counter 1."""
    key = tokens.new_key()
    session_id = db.execute(
        insert(Session)
        .values(family_id=family_id, key=key, kind=kind, state="live", counter=1, renewed_at=now(db))
        .returning(Session.id)
    ).scalar_one()
    return session_id, key


def caller_of(token: str) -> Caller:
    """Whose token this is; raises NotSignedIn for a dead one, a ticket or garbage.

    No session changes its state here. That the newest token has arrived is noted once, so that the one before
    it stops being good.
    """
    named = tokens.read(token)
    if named is None or named.kind is Kind.TICKET:
        raise NotSignedIn
    found = read(session(), named.key)
    if found is None or found.kind != named.kind:
        raise NotSignedIn(EXPIRED, "session_ended")
    at = moment(found.read_at)
    if not found.accepts(named, at):
        raise NotSignedIn(EXPIRED, "session_ended")
    if found.is_current(named) and found.current_used_at is None:
        _note_arrival(found)
    return Caller(found.member_id, at, found.family_id)


def renew(named: Named, waits: Waits) -> SignedIn:
    """Answer a session check with a fresh token (rules A1, A2).

    Raises NotSignedIn for a dead session and HandedOff for one that has travelled itself (rule A13).
    """
    with transaction() as db:
        found, refusal = presented(db, named, waits)
        signed_in = None
        while found is not None and refusal is None and signed_in is None:
            if found.state == "handed_off":
                raise HandedOff
            signed_in = _renewed(db, found, named, now(db))
            if signed_in is None:
                found, refusal = presented(db, named, waits)
    if signed_in is None:
        raise refusal or NotSignedIn()
    return signed_in


def presented(db: Db, named: Named, waits: Waits) -> tuple[Live | None, Refusal | None]:
    """The session an authentic token names, and why the token does not open it, if so."""
    found = read(db, named.key)
    if found is None or found.kind != named.kind:
        return None, NotSignedIn()
    return found, why_refused(db, found, named, now(db), waits)


def why_refused(db: Db, found: Live, named: Named, at: datetime, waits: Waits) -> Refusal | None:
    """Why this authentic token does not open its session; an old one ends the family (rule A2).

    Unless nobody waits for the answer: then it is the check of a page that was left since, worked off late.
    Whoever stole a token and hangs up learns nothing by it.
    """
    if not found.family_alive(at) or found.state == "revoked":
        return NotSignedIn(EXPIRED, "session_ended")
    if found.is_current(named) or found.is_good_previous(named, at):
        return None
    if not waits():
        log.info("check came too late", family_id=found.family_id)
        return NotSignedIn(EXPIRED, "session_ended")
    end_family(db, found.family_id, "reused", at)
    log.warning("session reused", family_id=found.family_id)
    return NotSignedIn(EXPIRED, "session_reused")


def end_family(db: Db, family_id: int, reason: str, at: datetime) -> None:
    """End every session and ticket of a family at once; a family ends once."""
    db.execute(
        update(Family)
        .where(Family.id == family_id, Family.ended_at.is_(None))
        .values(ended_at=at, end_reason=reason)
    )


def revoke(db: Db, session_id: int) -> None:
    """End one session and leave its family."""
    db.execute(update(Session).where(Session.id == session_id).values(state="revoked"))


def revoke_all_of(db: Db, family_id: int, kind: Kind) -> None:
    """End every session of this kind in a family, and leave the family."""
    db.execute(
        update(Session)
        .where(Session.family_id == family_id, Session.kind == kind, Session.state == "live")
        .values(state="revoked")
    )


def step(db: Db, found: Live, at: datetime) -> bool:
    """Count a session up by one; False when another request was quicker."""
    stepped = db.execute(
        update(Session)
        .where(Session.id == found.id, Session.counter == found.counter, Session.state == "live")
        .values(counter=Session.counter + 1, renewed_at=at, current_used_at=None)
        .execution_options(synchronize_session=False)
    )
    return bool(stepped.rowcount == 1)  # type: ignore[attr-defined]


def note_use(db: Db, found: Live, at: datetime) -> None:
    """Note that the newest token has arrived at its browser."""
    db.execute(
        update(Session)
        .where(Session.id == found.id, Session.counter == found.counter, Session.current_used_at.is_(None))
        .values(current_used_at=at)
    )


def sign_out(token: str) -> int | None:
    """End the family of any authentic session token, however old (rule A15); gives its member.

    Anything else changes nothing and gives None.
    """
    named = tokens.read(token)
    if named is None or named.kind is Kind.TICKET:
        return None
    with transaction() as db:
        found = read(db, named.key)
        at = now(db)
        if found is None or not found.family_alive(at):
            return None
        end_family(db, found.family_id, "signed_out", at)
        return found.member_id


def end_all(db: Db, member_id: int, reason: str, *, but: int | None = None) -> int:
    """Sign a member out everywhere, but in the family `but`; gives how many sign-ins that ended."""
    at = now(db)
    alive = (Family.member_id == member_id, Family.ended_at.is_(None), Family.expires_at > at)
    others = () if but is None else (Family.id != but,)
    ended = db.execute(update(Family).where(*alive, *others).values(ended_at=at, end_reason=reason))
    return int(ended.rowcount)  # type: ignore[attr-defined]


def delete_all(db: Db, member_id: int) -> None:
    """Delete every sign-in of a member with its sessions and tickets; their tokens open nothing any more."""
    db.execute(delete(Family).where(Family.member_id == member_id))


def _renewed(db: Db, found: Live, named: Named, at: datetime) -> SignedIn | None:
    """The next token for the newest one, the newest for the one before it; None when another tab was
    quicker.
    """
    counter = found.counter
    if found.is_current(named):
        if not step(db, found, at):
            return None
        counter += 1
    first = found.is_first_login
    if first and found.kind == Kind.MINI:
        # The answer that opened this session said so already: the mini has seen it.
        db.execute(update(Family).where(Family.id == found.family_id).values(first_login_seen_at=at))
        first = False
    return SignedIn(found.member_id, tokens.write(found.kind, found.key, counter), first)


def _note_arrival(found: Live) -> None:
    """Best effort: a database that cannot write at the moment does not turn a reader away."""
    try:
        with transaction() as db:
            note_use(db, found, now(db))
    except (OperationalError, Unavailable):
        log.warning("arrival not noted")
