"""Tickets: what the site takes along when it sends a member to the mini (docs/handoff.md, rule A3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Db

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import hold, transaction
from loyalty.errors import Conflict, NotSignedIn, Refusal
from loyalty.features.access import sessions, tokens
from loyalty.features.access.budgets import please_wait
from loyalty.features.access.models import Ticket
from loyalty.features.access.session_rows import Live
from loyalty.features.access.sessions import HandedOff, SignedIn, Waits
from loyalty.features.access.tokens import Kind, Named
from loyalty.rules.codes import seconds_until

TICKET_LIFE = timedelta(seconds=60)
MOST_UNUSED = 10
MOST_AN_HOUR = 30
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Minted:
    """The site's session, and the ticket to travel with."""

    signed_in: SignedIn
    ticket: str


def mint(named: Named, waits: Waits) -> Minted:
    """A ticket for the session of the site (rule A3): 60 seconds, one use, at most 10 unused and 30 an
    hour.
    """
    if not config.current().handoff:
        raise Conflict("The members' app cannot be opened from here.", "handoff_off")
    if named.kind is not Kind.SITE:
        raise Conflict("You are in the members' app already.", "handoff_not_here")
    with transaction() as db:
        found, refusal = sessions.presented(db, named, waits)
        if found is not None and refusal is None and found.state == "handed_off":
            raise HandedOff
        minted = None
        if found is not None and refusal is None:
            hold(db, f"handoff.{found.family_id}")
            refusal = _too_many_tickets(db, found, now(db))
            minted = None if refusal else _minted(db, found, named)
    if minted is None:
        raise refusal or NotSignedIn()
    return minted


def new_ticket(db: Db, family_id: int, at: datetime, *, site_session_id: int | None = None) -> Ticket:
    """A ticket row of a family, or (with `site_session_id`) the row that stands for a travelling session."""
    ticket = Ticket(
        key=tokens.new_key(),
        family_id=family_id,
        site_session_id=site_session_id,
        state="new",
        minted_at=at,
        expires_at=at + TICKET_LIFE,
        opened_session=False,
    )
    db.add(ticket)
    db.flush()
    return ticket


def _minted(db: Db, found: Live, named: Named) -> Minted:
    ticket = new_ticket(db, found.family_id, now(db))
    if found.is_current(named):
        sessions.note_use(db, found, now(db))
    signed_in = SignedIn(found.member_id, found.token, found.is_first_login)
    return Minted(signed_in, tokens.write(Kind.TICKET, ticket.key, 0))


def _too_many_tickets(db: Db, found: Live, at: datetime) -> Refusal | None:
    """Why this family gets no ticket now, or None."""
    of_family = (Ticket.family_id == found.family_id, Ticket.site_session_id.is_(None))
    unused, oldest = db.execute(
        select(func.count(), func.min(Ticket.expires_at)).where(
            *of_family, Ticket.state == "new", Ticket.expires_at > at
        )
    ).one()
    if unused >= MOST_UNUSED:
        return please_wait(seconds_until(oldest, at))
    lately = db.scalars(
        select(Ticket.minted_at)
        .where(*of_family, Ticket.minted_at > at - HOUR)
        .order_by(Ticket.minted_at.desc())
        .limit(1)
        .offset(MOST_AN_HOUR - 1)
    ).one_or_none()
    return please_wait(seconds_until(lately + HOUR, at)) if lately else None
