"""Sessions of the staff: begun by a passkey or a PIN, found by the cookie's token; and the challenges that
passkeys and tills answer.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, or_, select, update
from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people.models import AnyRow, Staff, StaffChallenge, StaffGrant, StaffSessionRow
from loyalty.backoffice.people.notices import notices
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotSignedIn
from loyalty.features.access.context import ClientContext
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.till import tills
from loyalty.features.till.models import Till
from loyalty.reach.passkeys import challenges
from loyalty.rules.codes import Code
from loyalty.rules.devices import device_of
from loyalty.rules.otp import HOUR, Limit
from loyalty.rules.staff import (
    FRESH_FOR,
    IDLE_IN_OFFICE,
    SEEN_TO,
    SESSION_LIFE,
    Grant,
    Permission,
    Role,
    StaffSession,
    at_counter,
    in_office,
    is_fresh,
    may_grant,
    operations_of,
    operator_of_staff,
)

# Challenges an address gets: the tills of an outlet share one, and each sign-in by PIN takes two.
CHALLENGES = Limit(600, HOUR)


def me(session: StaffSession, permissions: Mapping[str, Permission]) -> dict[str, Any]:
    """Who is signed in, what they may do where, and until when (`MeSchema`), of all `permissions`."""
    db = current_session()
    covered = {grant.outlet_id for grant in session.grants}
    at_till = tills.get_till(db, session.till_id) if session.till_id is not None else None
    is_verified = is_fresh(session.verified_at, session.at)
    return {
        "id": session.staff_id,
        "name": session.name,
        "grants": session.grants,
        "operations": operations_of(permissions, session.grants),
        "outlets": [each for each in outlet_queries.outlets(db) if covered & {None, each.id}],
        "till": at_till,
        "manages_till": at_till is not None
        and may_grant(grants_of(db, session.staff_id), Grant(Role.CASHIER, at_till.outlet_id)),
        "notices": () if at_till else notices(db, session.staff_id, session.at),
        "session_ends_at": session.ends_at,
        "verified_until": session.verified_at + FRESH_FOR if session.verified_at and is_verified else None,
    }


def grants_of(db: Session, staff_id: int) -> list[Grant]:
    """All roles of a person, in the order in which they were given."""
    query = select(StaffGrant.role, StaffGrant.outlet_id).where(StaffGrant.staff_id == staff_id)
    return [Grant(Role(row.role), row.outlet_id) for row in db.execute(query.order_by(StaffGrant.id))]


def begin(
    db: Session, person: Staff, client: ClientContext, at: datetime, *, counter: Till | None = None
) -> tuple[str, StaffSession]:
    """Sign somebody in, in the caller's transaction; returns the cookie's token and the session.

    At a counter they are a cashier of its outlet, and the cashier before is signed out. In the office
    a passkey has just verified them. Raises Conflict `no_office_role` for somebody who is a cashier only.
    """
    grants = grants_of(db, person.id)
    if counter is None:
        counted, where = in_office(grants), "the office"
        if not counted:
            raise Conflict(Code.NO_OFFICE_ROLE)
    else:
        counted = at_counter(grants, counter.outlet_id)
        where = f"till {counter.id} at outlet {counter.outlet_id}"
        tills.note_use(db, counter.id, at)
        end(db, StaffSessionRow.till_id == counter.id)
    token, device = secrets.token_urlsafe(32), device_of(client.user_agent)
    made = StaffSessionRow(
        staff_id=person.id,
        token_hash=_hash(token),
        till_id=counter.id if counter else None,
        browser=device.browser,
        system=device.system,
        created_at=at,
        last_seen_at=at,
        verified_at=None if counter else at,
    )
    db.add(made)
    db.flush()
    signature = Signature(operator_of_staff(person.id, person.name), "signed in")
    note(db, signature, "staff.sign-in", f"session {made.id} at {where}")
    session = StaffSession(
        made.id, person.id, person.name, counted, made.till_id, at, at, made.verified_at, at
    )
    return token, session


def load_session(token: str) -> StaffSession:
    """The session of a cookie's token; raises NotSignedIn."""
    db = current_session()
    at = now(db)
    session, is_alive = StaffSessionRow, and_(Staff.disabled_at.is_(None), _is_open(at))
    query = (
        select(
            *(session.id, session.staff_id, Staff.name, session.till_id, session.created_at),
            *(session.last_seen_at, session.verified_at, Till.outlet_id),
        )
        .join(Staff, Staff.id == session.staff_id)
        .outerjoin(Till, Till.id == session.till_id)
        .where(session.token_hash == _hash(token), is_alive)
    )
    row = db.execute(query).one_or_none()
    if row is None:
        raise NotSignedIn(Code.SESSION_ENDED)
    grants = grants_of(db, row.staff_id)
    counted = in_office(grants) if row.till_id is None else at_counter(grants, row.outlet_id)
    if not counted:
        raise NotSignedIn(Code.SESSION_ENDED)
    is_use_due = row.last_seen_at <= at - SEEN_TO
    return StaffSession(
        id=row.id,
        staff_id=row.staff_id,
        name=row.name,
        grants=counted,
        till_id=row.till_id,
        created_at=row.created_at,
        last_seen_at=at if is_use_due else row.last_seen_at,
        verified_at=row.verified_at,
        at=at,
        is_use_due=is_use_due,
    )


def note_use(db: Session, session: StaffSession) -> None:
    """Note that a session was used, and the till at which it is."""
    # The till is locked first, as by who signs in at it or revokes it: another order could deadlock.
    if session.till_id is not None:
        tills.note_use(db, session.till_id, session.at)
    used = update(StaffSessionRow).where(StaffSessionRow.id == session.id, StaffSessionRow.ended_at.is_(None))
    db.execute(used.values(last_seen_at=session.at))


def _is_open(at: datetime) -> ColumnElement[bool]:
    """The condition of a session that still counts; its query has the table `till_keys` outer joined."""
    session = StaffSessionRow
    in_use = or_(session.till_id.is_not(None), session.last_seen_at > at - IDLE_IN_OFFICE)
    till_works = or_(
        session.till_id.is_(None),
        and_(Till.revoked_at.is_(None), or_(Till.expires_at.is_(None), Till.expires_at > at)),
    )
    return and_(session.ended_at.is_(None), session.created_at > at - SESSION_LIFE, in_use, till_works)


def open_sessions(db: Session, at: datetime) -> list[AnyRow]:
    """Everybody's sessions that count now, the newest first, with the till's name where it is at one."""
    session = StaffSessionRow
    query = (
        select(
            *(session.id, session.staff_id, session.till_id, Till.given_name.label("till_name")),
            *(session.browser, session.system, session.created_at, session.last_seen_at),
        )
        .outerjoin(Till, Till.id == session.till_id)
        .where(_is_open(at))
    )
    return list(db.execute(query.order_by(session.id.desc())))


def sign_out(token: str) -> int | None:
    """End the session of a cookie's token; returns whose it was, None for a token of no open session."""
    with transaction() as db:
        for session_id, staff_id in end(db, StaffSessionRow.token_hash == _hash(token)):
            name = db.scalar(select(Staff.name).where(Staff.id == staff_id)) or ""
            signature = Signature(operator_of_staff(staff_id, name), "signed out")
            note(db, signature, "staff.sign-out", f"session {session_id}")
            return staff_id
        return None


def was_at_till(db: Session, staff_id: int, till_id: int, at: datetime, skew: timedelta) -> bool:
    """Whether somebody was signed in at a till then, by a clock that may be wrong by so much."""
    session = StaffSessionRow
    theirs = session.staff_id == staff_id, session.till_id == till_id
    began = session.created_at > at - skew - SESSION_LIFE, session.created_at <= at + skew
    not_ended = or_(session.ended_at.is_(None), session.ended_at >= at - skew)
    return db.scalar(select(session.id).where(*theirs, *began, not_ended).limit(1)) is not None


def end(db: Session, *which: ColumnElement[bool]) -> Sequence[Row[int, int]]:
    """End the open sessions that meet some conditions, in the caller's transaction; returns the id of each
    and of its account.
    """
    ended = update(StaffSessionRow).where(*which, StaffSessionRow.ended_at.is_(None))
    returned = ended.values(ended_at=now(db)).returning(StaffSessionRow.id, StaffSessionRow.staff_id)
    return db.execute(returned).all()


def verified(db: Session, session: StaffSession, at: datetime) -> StaffSession:
    """Note a verification by passkey, in the caller's transaction; returns the session as it is then."""
    mine = update(StaffSessionRow).where(StaffSessionRow.id == session.id, StaffSessionRow.ended_at.is_(None))
    if rows_changed(db, mine.values(verified_at=at)) != 1:
        raise NotSignedIn(Code.SESSION_ENDED)
    return StaffSession(**{**vars(session), "verified_at": at, "at": at})


def use_challenge(challenge: bytes, purpose: str, refusal: Code, **whose: int | None) -> None:
    """Use a challenge up, of the account or till in `whose`; raises Invalid `refusal` unless it is valid."""
    columns = {"staff_id": None, "till_id": None, **whose}
    if challenges.use(StaffChallenge, challenge, purpose, **columns) is None:
        raise Invalid(refusal)


def expired_rows(at: datetime) -> tuple[ExpiredRows, ...]:
    """Rows to delete at a moment: challenges that count for no limit, and sessions that ended a month ago."""
    return (
        ExpiredRows(
            "challenges of the staff", StaffChallenge, StaffChallenge.created_at <= at - CHALLENGES.window
        ),
        ExpiredRows(
            "sessions of the staff", StaffSessionRow, StaffSessionRow.created_at <= at - SESSION_LIFE * 60
        ),
    )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
