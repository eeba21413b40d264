"""One-time codes: sending, checking, and using up the proof of a number."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    and_,
    case,
    delete,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now, now_in_sql
from loyalty.db.inserts import insert_for, upsert
from loyalty.db.session import rows_changed, transaction
from loyalty.errors import Invalid, TooMany
from loyalty.features.access import rate_limits
from loyalty.features.access.context import ClientContext, OtpRequest
from loyalty.features.access.models import KnownDevice, NumberTicket, OtpChallenge
from loyalty.features.access.rate_limits import Sending
from loyalty.features.access.tokens import keyed_hash, otp_request_id_of
from loyalty.features.members import changes
from loyalty.gateways import outbox
from loyalty.rules import otp
from loyalty.rules.codes import Code
from loyalty.rules.otp import Purpose

# What the message calls the code, so that a member who is asked for it by a caller sees what it would do.
_CALLED = {
    otp.Purpose.LOGIN: "your verification code",
    otp.Purpose.REGISTER: "your verification code",
    otp.Purpose.ERASE: "the code that DELETES your membership and all its points",
}


@dataclass(frozen=True)
class CodeSent:
    """A code is on its way: until when it counts, and the id that ties the next request to it."""

    expires_at: datetime
    request_id: str


@dataclass(frozen=True)
class VerifiedCode:
    """The right code for a challenge, not used up yet."""

    request: OtpRequest
    challenge_began: datetime
    tried_at: datetime
    try_id: int
    is_known: bool


def send(request: OtpRequest) -> CodeSent:
    """Send a code, or raise TooMany with the seconds to wait, or with a puzzle to solve first.

    A request without an id gets one, and its code also counts when it is entered without an id: the
    specification has no ids. Whether the number has a member decides no more than whether the message really
    leaves (LOYALTY_OTP_UNKNOWN=silent, or only members are sent codes for now): everything else, the answer
    included, is the same.
    """
    code = f"{secrets.randbelow(10**otp.DIGITS):0{otp.DIGITS}}"
    request_id = request.client.otp_request_id or otp_request_id_of(request.client.device)
    with transaction() as db:
        sending = rate_limits.begin_sending(db, request)
        at = sending.at
        from_reserve = rate_limits.refuse_early(sending)
        _add_code(db, sending, request_id, code)
        stage = rate_limits.stage_for(db, sending)
        members_only = config.current().otp_unknown == "silent" or stage is otp.Stage.MEMBERS_ONLY
        is_unsent = (
            members_only
            and request.purpose is not otp.Purpose.REGISTER
            and changes.find_by_phone(db, request.number.calling_code, request.number.national) is None
        )
        rate_limits.count_code(db, sending, from_reserve=from_reserve, is_unsent=is_unsent)
        if not is_unsent:
            outbox.put(
                db,
                to=request.number.e164,
                kind="otp",
                text=f"{code} is {_CALLED[request.purpose]}. It is valid for 2 minutes. Never share it.",
                code=code,
                expires_at=at + otp.LIFE,
                at=at,
            )
    return CodeSent(at + otp.LIFE, request_id)


def _add_code(db: Session, sending: Sending, request_id: str, code: str) -> None:
    """Add a code to the client's challenge; raise TooMany when its tries are used up.

    Without a request id it counts in the common challenge too, unless others have guessed those tries away.
    """
    request, at = sending.request, sending.at
    own = keyed_hash("requester", request_id)
    requesters = [own] if request.client.otp_request_id else sorted((own, ""))
    rows = [
        {
            "number_hash": request.number.hash,
            "purpose": request.purpose,
            "requester_hash": requester,
            "tries": 0,
            "created_at": at,
            "expires_at": at + otp.CHALLENGE_LIFE,
            "closed_at": None,
            "known_device": sending.is_known,
            "code_hash": _code_hash(requester, request, code),
            "sent_at": at,
            "previous_code_hash": None,
            "previous_sent_at": None,
        }
        for requester in requesters
    ]
    # A challenge takes one more code or, when it is over, begins anew; one whose tries are gone takes none.
    statement = insert_for(db, OtpChallenge)
    new, there = statement.excluded, OtpChallenge
    is_open = and_(there.closed_at.is_(None), there.expires_at > new.created_at)
    statement = statement.on_conflict_do_update(
        index_elements=["number_hash", "purpose", "requester_hash"],
        set_={
            "tries": case((is_open, there.tries), else_=new.tries),
            "created_at": case((is_open, there.created_at), else_=new.created_at),
            "expires_at": case((is_open, there.expires_at), else_=new.expires_at),
            "closed_at": new.closed_at,
            "known_device": new.known_device,
            "previous_code_hash": case((is_open, there.code_hash)),
            "previous_sent_at": case((is_open, there.sent_at)),
            "code_hash": new.code_hash,
            "sent_at": new.sent_at,
        },
        where=or_(not_(is_open), there.tries < otp.TRIES),
    )
    took = db.scalars(statement.returning(there.requester_hash), rows).all()
    if own not in took and (no_tries := _no_tries_left(db, request, own, at)):
        raise no_tries


def prove(request: OtpRequest, entered: str) -> VerifiedCode:
    """Check an entered code; raise Invalid when it is wrong and TooMany when there are no tries left.

    The try is counted and committed before the code is looked at, so that neither a crash, nor the
    refusal's own rollback, nor two hundred requests at once give a sixth one (SECURITY.md O1).
    """
    requester = request.client.requester_hash
    with transaction() as db:
        trying = (
            update(OtpChallenge)
            .where(*_open_of(request), OtpChallenge.requester_hash == requester)
            .where(OtpChallenge.tries < otp.TRIES)
            .values(tries=OtpChallenge.tries + 1)
        )
        challenge = db.scalar(trying.returning(OtpChallenge))
        at = now(db)  # after the wait for the challenge's lock
        if challenge is not None and challenge.expires_at <= at:
            challenge = None
        no_tries = None if challenge else _no_tries_left(db, request, requester, at)
        if no_tries is None:
            try_id, is_known = rate_limits.count_try(db, request, at, at_challenge=challenge is not None)
    if no_tries is not None:
        raise no_tries
    if not _matches(request, challenge, entered, at) or challenge is None:
        raise Invalid(Code.INVALID_CODE)
    return VerifiedCode(request, challenge.created_at, at, try_id, is_known)


def use_up(db: Session, verified: VerifiedCode) -> datetime:
    """Use a verified code once, in the transaction of what it allows; the number's other codes end with it.

    Returns the time at which that began. Raises Invalid when another request used the same code first.
    """
    request, own = verified.request, verified.request.client.requester_hash
    # Locked in one order, so that two codes of one number cannot deadlock.
    locked = select(OtpChallenge.requester_hash).where(*_open_of(request))
    locked = locked.order_by(OtpChallenge.requester_hash).with_for_update()
    closing = (
        update(OtpChallenge)
        .where(*_open_of(request), OtpChallenge.requester_hash.in_(locked))
        .values(closed_at=now_in_sql(db))
        .execution_options(synchronize_session=False)
    )
    closed = db.scalars(closing.returning(OtpChallenge)).all()
    if not any(row.requester_hash == own and row.created_at == verified.challenge_began for row in closed):
        raise Invalid(Code.INVALID_CODE)
    at = closed[0].closed_at or verified.tried_at
    rate_limits.count_success(db, request, at, try_id=verified.try_id)
    remember_device(db, request.client, request.number.hash, at)
    return at


def _open_of(request: OtpRequest) -> tuple[ColumnElement[bool], ...]:
    """The condition of the open challenges of a number for a purpose."""
    return (
        OtpChallenge.number_hash == request.number.hash,
        OtpChallenge.purpose == request.purpose,
        OtpChallenge.closed_at.is_(None),
    )


def _no_tries_left(db: Session, request: OtpRequest, requester: str, at: datetime) -> TooMany | None:
    """The refusal of a challenge whose tries are gone; None where there is no such challenge."""
    expires_at = db.scalar(
        select(OtpChallenge.expires_at).where(
            OtpChallenge.number_hash == request.number.hash,
            OtpChallenge.purpose == request.purpose,
            OtpChallenge.requester_hash == requester,
            OtpChallenge.closed_at.is_(None),
            OtpChallenge.expires_at > at,
        )
    )
    if expires_at is None:
        return None
    return rate_limits.please_wait(max(1, otp.seconds_until(expires_at, at)))


def _matches(request: OtpRequest, challenge: OtpChallenge | None, entered: str, at: datetime) -> bool:
    """Compare with every valid code, in the same time whether right or wrong, with a challenge or without."""
    sent = []
    if challenge is not None:
        sent = [(challenge.sent_at, challenge.code_hash)]
        if challenge.previous_code_hash is not None and challenge.previous_sent_at is not None:
            sent.append((challenge.previous_sent_at, challenge.previous_code_hash))
    candidates = [*otp.live(sent, at), "", ""][: otp.LIVE_CODES]
    wanted = _code_hash(request.client.requester_hash, request, entered)
    return any([hmac.compare_digest(wanted, candidate or "0" * 64) for candidate in candidates])


def _code_hash(requester: str, request: OtpRequest, code: str) -> str:
    return keyed_hash("code", requester, request.purpose, request.number.e164, code)


def give_number_ticket(db: Session, request: OtpRequest, purpose: Purpose) -> str:
    """A ticket that proves the same number for the other purpose, once."""
    ticket = secrets.token_urlsafe(32)
    db.execute(
        insert(NumberTicket).values(
            proof_hash=keyed_hash("proof", ticket),
            purpose=purpose,
            number_hash=request.number.hash,
            expires_at=now(db) + otp.PROOF_LIFE,
        )
    )
    return ticket


def use_number_ticket(db: Session, request: OtpRequest, ticket: str) -> datetime:
    """Use a ticket in the place of a code, and remember its device; returns the time.

    Raises Invalid unless it is this number's and unused.
    """
    at = now(db)
    used = rows_changed(
        db,
        update(NumberTicket)
        .where(
            NumberTicket.proof_hash == keyed_hash("proof", ticket),
            NumberTicket.purpose == request.purpose,
            NumberTicket.number_hash == request.number.hash,
            NumberTicket.used_at.is_(None),
            NumberTicket.expires_at > at,
        )
        .values(used_at=at),
    )
    if used != 1:
        raise Invalid(Code.INVALID_TICKET)
    remember_device(db, request.client, request.number.hash, at)
    return at


def remember_device(db: Session, client: ClientContext, number_hash: str, at: datetime) -> None:
    """Note that this device proved this number, so that nobody else can lock it out."""
    row = {"device_hash": client.device_hash, "number_hash": number_hash, "seen_at": at}
    upsert(db, KnownDevice, row, {"seen_at": at})


def forget_devices(db: Session, number_hash: str) -> None:
    """Delete the devices and tickets that proved this number."""
    db.execute(delete(KnownDevice).where(KnownDevice.number_hash == number_hash))
    db.execute(delete(NumberTicket).where(NumberTicket.number_hash == number_hash))
