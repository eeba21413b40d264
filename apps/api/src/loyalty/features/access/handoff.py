"""The token's arrival at the mini (docs/handoff.md): what a presented ticket opens, and what it ends.

The rules A3 to A13 are those of docs/handoff.md. What a presentation changes is committed before its answer,
also when it is refused: the functions that decide return an error, which is raised after the transaction.
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, rows_changed, transaction
from loyalty.errors import Conflict, DomainError, Invalid, NotSignedIn
from loyalty.features.access import sessions, tokens
from loyalty.features.access.models import BrowserSession, HandoffAlarm, HandoffTicket, SignIn
from loyalty.features.access.rate_limits import please_wait
from loyalty.features.access.sessions import ClientConnected, HandedOff, SignedIn
from loyalty.features.access.tokens import Kind, SessionToken, keyed_hash
from loyalty.features.members import records
from loyalty.rules.codes import Code
from loyalty.rules.otp import seconds_until

TICKET_LIFE = timedelta(seconds=60)
MAX_UNUSED = 10
MAX_AN_HOUR = 30
HOUR = timedelta(hours=1)


def mint(parsed: SessionToken, is_connected: ClientConnected) -> tuple[SignedIn, str]:
    """The site's session and a ticket for it (rule A3): 60 seconds, one use, at most 10 unused and 30 an
    hour.
    """
    if not config.current().handoff:
        raise Conflict(Code.HANDOFF_OFF)
    if parsed.kind is not Kind.SITE:
        raise Conflict(Code.HANDOFF_NOT_HERE)
    with transaction() as db:
        found, refusal = sessions.presented(db, parsed, is_connected)
        if found is not None and refusal is None and found.state == "handed_off":
            raise HandedOff
        minted = None
        if found is not None and refusal is None:
            advisory_lock(db, f"handoff.{found.sign_in_id}")
            refusal = _too_many_tickets(db, found, now(db))
            minted = None if refusal else _minted(db, found, parsed)
    if minted is None:
        raise refusal or NotSignedIn()
    return minted


def ticket_of_host(db: Session, member_id: int, sign_in_id: int, at: datetime) -> str:
    """The ticket with which a member whom a host signs in goes on: its sign-in has no session before."""
    return tokens.write(Kind.TICKET, member_id, new_ticket(db, member_id, sign_in_id, at).key, 0)


def new_ticket(
    db: Session, member_id: int, sign_in_id: int, at: datetime, *, site_session_id: int | None = None
) -> HandoffTicket:
    """A ticket row of a sign_in, or (with `site_session_id`) of a session that was handed off itself."""
    ticket = insert(HandoffTicket).values(
        key=tokens.new_key(),
        member_id=member_id,
        sign_in_id=sign_in_id,
        site_session_id=site_session_id,
        state="new",
        minted_at=at,
        expires_at=at + TICKET_LIFE,
        opened_session=False,
    )
    return db.scalars(ticket.returning(HandoffTicket)).one()


def _minted(db: Session, found: BrowserSession, parsed: SessionToken) -> tuple[SignedIn, str]:
    ticket = new_ticket(db, found.member_id, found.sign_in_id, now(db))
    if found.is_current(parsed):
        sessions.note_use(db, found.member_id, found.id, found.counter)
    signed_in = SignedIn(found.member_id, found.token, found.sign_in.is_first_login)
    return signed_in, tokens.write(Kind.TICKET, found.member_id, ticket.key, 0)


def _too_many_tickets(db: Session, found: BrowserSession, at: datetime) -> DomainError | None:
    """Why this sign-in gets no ticket now, or None."""
    of_sign_in = (
        HandoffTicket.member_id == found.member_id,
        HandoffTicket.sign_in_id == found.sign_in_id,
        HandoffTicket.site_session_id.is_(None),
    )
    unused, oldest = db.execute(
        select(func.count(), func.min(HandoffTicket.expires_at)).where(
            *of_sign_in, HandoffTicket.state == "new", HandoffTicket.expires_at > at
        )
    ).one()
    if unused >= MAX_UNUSED:
        return please_wait(seconds_until(oldest, at))
    lately = db.scalars(
        select(HandoffTicket.minted_at)
        .where(*of_sign_in, HandoffTicket.minted_at > at - HOUR)
        .order_by(HandoffTicket.minted_at.desc())
        .limit(1)
        .offset(MAX_AN_HOUR - 1)
    ).one_or_none()
    return please_wait(seconds_until(lately + HOUR, at)) if lately else None


log = structlog.get_logger(__name__)

SAME_ANSWER = timedelta(seconds=60)
RESERVED = timedelta(seconds=120)
WATCHED = timedelta(minutes=10)
ALARMS_UNTIL_THE_END = 3
NONCE = re.compile(r"[A-Za-z0-9_-]{22,200}", re.ASCII)  # 22 characters of base64 are 128 bits


@dataclass(frozen=True)
class Presentation:
    """How the mini presents the token of its address."""

    nonce: str
    current: str | None = None
    confirmed: bool = False

    @property
    def nonce_hash(self) -> str:
        """The nonce's hash in tables."""
        return keyed_hash("nonce", self.nonce)


def present(parsed: SessionToken, how: Presentation, is_connected: ClientConnected) -> SignedIn:
    """Open a mini session by a ticket, or by a site session that was handed off itself (rules A4 to A12)."""
    if not NONCE.fullmatch(how.nonce):
        raise Invalid(Code.INVALID_NONCE)
    if parsed.kind is Kind.MINI:
        raise _over()
    with transaction() as db:
        if parsed.kind is Kind.TICKET:
            ticket, refusal = _ticket(db, parsed)
        else:
            ticket, refusal = _literal_ticket(db, parsed, is_connected)
        answer = refusal or _decide(db, ticket, how)
    if isinstance(answer, DomainError):
        raise answer
    return answer


def _decide(db: Session, ticket: HandoffTicket | None, how: Presentation) -> SignedIn | DomainError:
    """One presentation: what it changes is written, what it answers is returned."""
    at = now(db)
    sign_in = sessions.sign_in_of(db, ticket.member_id, ticket.sign_in_id) if ticket else None
    if ticket is None or sign_in is None or not sign_in.is_alive(at):
        return _over()
    if ticket.state == "used":
        return _answer_used(db, ticket, how, at)
    if ticket.state == "reserved" and ticket.nonce_hash != how.nonce_hash and at < ticket.expires_at:
        return _burn_reserved(db, ticket, at)
    if at >= ticket.expires_at and ticket.site_session_id is None:
        return _over()
    mine = _current_session(db, how, at)
    if mine is not None and mine.member_id != sign_in.member_id:
        agreed = how.confirmed and ticket.state == "reserved" and ticket.nonce_hash == how.nonce_hash
        if not agreed:
            return _reserve(db, ticket, how, at, sign_in.member_id)
    return _open(db, ticket, how, at, sign_in, mine)


def _open(
    db: Session,
    ticket: HandoffTicket,
    how: Presentation,
    at: datetime,
    sign_in: SignIn,
    mine: BrowserSession | None,
) -> SignedIn | DomainError:
    """Use the ticket up and answer the mini's session: the one it has (A5), or a new one (A4, A5b, A7)."""
    burnt = rows_changed(
        db,
        update(HandoffTicket)
        .where(*_is_ticket(ticket), HandoffTicket.state != "used")
        .values(state="used", nonce_hash=how.nonce_hash, used_at=at),
    )
    if burnt != 1:
        return _used()
    if ticket.site_session_id is not None:
        is_site_session = (
            BrowserSession.member_id == ticket.member_id,
            BrowserSession.id == ticket.site_session_id,
        )
        db.execute(update(BrowserSession).where(*is_site_session).values(state="handed_off"))
    if mine is not None and mine.sign_in_id == sign_in.id and sessions.step(db, mine, at):
        kind, key, session_id, counter, opened = mine.kind, mine.key, mine.id, mine.counter + 1, False
    else:
        if mine is not None:
            sessions.revoke(db, mine.member_id, mine.id)
        # One sign-in is one browser: another session of the mini in it would be another browser's.
        sessions.revoke_all_of(db, sign_in.member_id, sign_in.id, Kind.MINI)
        session = sessions.add_session(db, sign_in.member_id, sign_in.id, Kind.MINI, at)
        kind, key, session_id, counter, opened = session.kind, session.key, session.id, session.counter, True
    db.execute(
        update(HandoffTicket)
        .where(*_is_ticket(ticket))
        .values(session_id=session_id, session_counter=counter, opened_session=opened)
    )
    token = tokens.write(kind, sign_in.member_id, key, counter)
    return SignedIn(sign_in.member_id, token, sign_in.is_first_login)


def _is_ticket(ticket: HandoffTicket) -> tuple[ColumnElement[bool], ...]:
    """That a row is this ticket."""
    return HandoffTicket.member_id == ticket.member_id, HandoffTicket.id == ticket.id


def _answer_used(
    db: Session, ticket: HandoffTicket, how: Presentation, at: datetime
) -> SignedIn | DomainError:
    """A used ticket: the same answer for the same nonce (A8), the end of its session for another (A9)."""
    opened = None
    if ticket.session_id is not None:
        opened = sessions.by_id(db, ticket.member_id, ticket.session_id)
    used_at = ticket.used_at or at
    if ticket.nonce_hash == how.nonce_hash:
        unused = (
            opened is not None
            and opened.state == "live"
            and opened.counter == ticket.session_counter
            and opened.current_used_at is None
        )
        if opened is None or not unused or at > used_at + SAME_ANSWER:
            return _used()
        return SignedIn(opened.member_id, opened.token, opened.sign_in.is_first_login)
    if at > (ticket.minted_at if ticket.site_session_id is None else used_at) + WATCHED:
        return _over()
    _raise_alarm(db, ticket, at)
    return _used()


def _burn_reserved(db: Session, ticket: HandoffTicket, at: datetime) -> DomainError:
    """A ticket that waits for one browser's confirmation is presented by another: there is a copy (A9).

    Neither of them gets a session. An attacker who reserved it with a session of their own account would
    otherwise wait until the member has been refused, and then confirm.
    """
    db.execute(
        update(HandoffTicket)
        .where(*_is_ticket(ticket), HandoffTicket.state == "reserved")
        .values(state="used", used_at=at)
    )
    _raise_alarm(db, ticket, at)
    return _used()


def _raise_alarm(db: Session, ticket: HandoffTicket, at: datetime) -> None:
    """Another browser has this token: end its session; the third time, or without a ticket, the sign-in."""
    db.execute(
        insert(HandoffAlarm).values(member_id=ticket.member_id, sign_in_id=ticket.sign_in_id, raised_at=at)
    )
    log.warning("handoff presented twice", sign_in_id=ticket.sign_in_id)
    if ticket.opened_session and ticket.session_id is not None:
        sessions.revoke(db, ticket.member_id, ticket.session_id)
    alarms = db.scalar(
        select(func.count()).where(
            HandoffAlarm.member_id == ticket.member_id,
            HandoffAlarm.sign_in_id == ticket.sign_in_id,
            HandoffAlarm.raised_at > at - WATCHED,
        )
    )
    if ticket.site_session_id is not None or (alarms or 0) >= ALARMS_UNTIL_THE_END:
        sessions.end_sign_in(db, ticket.member_id, ticket.sign_in_id, "handoff_alarm", at)


def _reserve(
    db: Session, ticket: HandoffTicket, how: Presentation, at: datetime, member_id: int
) -> DomainError:
    """Ask first (A6): keep the ticket for this browser while the member decides, once."""
    db.execute(
        update(HandoffTicket)
        .where(*_is_ticket(ticket), HandoffTicket.state == "new")
        .values(state="reserved", nonce_hash=how.nonce_hash, expires_at=at + RESERVED)
    )
    member = records.get_member(db, member_id)
    return Conflict(
        Code.HANDOFF_OTHER_MEMBER,
        details={"maskedName": f"{member.name[:2]}***", "lastDigits": member.mobile_number[-4:]},
    )


def _current_session(db: Session, how: Presentation, at: datetime) -> BrowserSession | None:
    """The session the mini has, if it is alive."""
    parsed = tokens.read(how.current) if how.current else None
    if parsed is None or parsed.kind is Kind.TICKET:
        return None
    is_current_session = BrowserSession.member_id == parsed.member_id, BrowserSession.key == parsed.key
    db.execute(select(BrowserSession.id).where(*is_current_session).with_for_update())
    found = sessions.read(db, parsed)
    return found if found is not None and found.accepts(parsed, at) else None


def _ticket(db: Session, parsed: SessionToken) -> tuple[HandoffTicket | None, DomainError | None]:
    """The ticket of this name, locked against other presentations of it."""
    is_this_ticket = HandoffTicket.member_id == parsed.member_id, HandoffTicket.key == parsed.key
    ticket = db.scalar(select(HandoffTicket).where(*is_this_ticket).with_for_update())
    return ticket, None if ticket else _over()


def _literal_ticket(
    db: Session, parsed: SessionToken, is_connected: ClientConnected
) -> tuple[HandoffTicket | None, DomainError | None]:
    """The site's session token in the place of a ticket (A12): the same rules by a ticket made for it now."""
    found, refusal = sessions.presented(db, parsed, is_connected)
    if found is None or refusal is not None:
        return None, refusal
    is_site_session = BrowserSession.member_id == found.member_id, BrowserSession.id == found.id
    db.execute(select(BrowserSession.id).where(*is_site_session).with_for_update())
    of_site_session = HandoffTicket.member_id == found.member_id, HandoffTicket.site_session_id == found.id
    ticket = db.scalar(select(HandoffTicket).where(*of_site_session))
    if ticket is None:
        ticket = new_ticket(db, found.member_id, found.sign_in_id, now(db), site_session_id=found.id)
    return ticket, None


def _used() -> NotSignedIn:
    return NotSignedIn(Code.HANDOFF_USED)


def _over() -> NotSignedIn:
    return NotSignedIn(Code.HANDOFF_EXPIRED)
