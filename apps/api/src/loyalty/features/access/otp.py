"""One-time codes: sending one, proving a number with one, using the proof up."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, transaction
from loyalty.db.tables import upsert
from loyalty.errors import Invalid, TooMany
from loyalty.features.access import rate_limits
from loyalty.features.access.context import ClientContext, OtpRequest
from loyalty.features.access.models import Challenge, CodeSend, KnownDevice, NumberProof, SentCode
from loyalty.features.access.tokens import keyed_hash, request_id_of
from loyalty.gateways import outbox
from loyalty.rules import otp
from loyalty.rules.otp import Purpose

WRONG = "Invalid verification code. Please try again."  # spec 000 §8
# What the message calls the code: whoever is asked for one on the telephone shall see what it would do.
_CALLED = {
    otp.Purpose.LOGIN: "your verification code",
    otp.Purpose.REGISTER: "your verification code",
    otp.Purpose.ERASE: "the code that DELETES your membership and all its points",
}


@dataclass(frozen=True)
class Sent:
    """A code is on its way: until when it counts, and the id that ties the next request to it."""

    expires_at: datetime
    request_id: str


@dataclass(frozen=True)
class Proof:
    """The right code for a challenge, not used up yet."""

    request: OtpRequest
    challenge_id: int
    attempt_id: int


def send(request: OtpRequest, *, is_member: Callable[[Connection], bool]) -> Sent:
    """Send a code, or raise TooMany with the seconds to wait, or with a puzzle to solve first.

    A request without an id gets one, and its code also counts for whoever enters it without an id: the
    literal contract knows no ids. `is_member` tells whether the number has a member; it decides no more than
    whether the message really leaves (LOYALTY_OTP_UNKNOWN=silent, or only members are sent codes for now):
    all else, and the answer, is the same.
    """
    code = f"{secrets.randbelow(10**otp.DIGITS):0{otp.DIGITS}}"
    request_id = request.client.request_id or request_id_of(request.client.device)
    with transaction() as db:
        advisory_lock(db, "codes.send")
        at = now(db)
        known = rate_limits.is_known(db, request)
        wait, from_reserve = rate_limits.wait_before_sending(db, request, at, known=known)
        if wait:
            raise rate_limits.please_wait(wait)
        stage = otp.Stage.OPEN
        traffic = rate_limits.traffic(db, at)
        if config.current().rate_limits and not known and not request.client.is_local:
            stage = otp.stage_of(traffic, config.current().codes_per_day)
            rate_limits.hold_to_stage(db, request, stage, at)
        members_only = config.current().otp_unknown == "silent" or stage is otp.Stage.MEMBERS_ONLY
        leaves = not members_only or request.purpose is otp.Purpose.REGISTER or is_member(db)
        bound = replace(request, client=replace(request.client, request_id=request_id))
        _add_code(db, bound, code, at)
        if request.client.request_id is None:
            _add_common_code(db, request, code, at)
        _book(db, request, at, known=known, from_reserve=from_reserve, was_sent=leaves)
        if leaves:
            rate_limits.watch(traffic, traffic.plus_one(known_device=known))
            outbox.put(
                db,
                to=request.number.e164,
                kind="otp",
                text=f"{code} is {_CALLED[request.purpose]}. It is valid for 2 minutes. Never share it.",
                code=code,
                expires_at=at + otp.LIFE,
            )
    return Sent(at + otp.LIFE, request_id)


def prove(request: OtpRequest, entered: str) -> Proof:
    """Check an entered code; raise Invalid when it is wrong and TooMany when there are no tries left.

    The try is counted and committed before the code is looked at, so that neither a crash, nor the
    refusal's own rollback, nor two hundred requests at once give a sixth one (docs/promises.md O1).
    """
    with transaction() as db:
        at = now(db)
        if not rate_limits.is_known(db, request):
            rate_limits.refuse_guessers(db, request, at)
        challenge = _challenge(db, request, at)
        counted = challenge is None or _count_try(db, challenge.id)
        attempt_id = (
            rate_limits.note_failure(db, request, at, at_challenge=challenge is not None) if counted else 0
        )
        rate_limits.watch_failures(db, at)
    if challenge is not None and not counted:
        raise _no_tries_left(challenge, at)
    right = _matches(request, challenge, entered, at)
    if challenge is None or not right:
        raise Invalid(WRONG, "invalid_code")
    return Proof(request, challenge.id, attempt_id)


def use_up(db: Connection, proof: Proof) -> None:
    """Use a proof once, in the transaction of what it allows; every other code of the number dies with it.

    Raises Invalid when somebody else was quicker with the same code.
    """
    request, at = proof.request, now(db)
    open_challenges = (
        Challenge.number_hash == request.number.hash,
        Challenge.purpose == request.purpose,
        Challenge.closed_at.is_(None),
    )
    # Held in the order of their ids, so that two codes of one number cannot wait for each other.
    held = db.scalars(select(Challenge.id).where(*open_challenges).order_by(Challenge.id).with_for_update())
    if proof.challenge_id not in set(held):
        raise Invalid(WRONG, "invalid_code")
    db.execute(update(Challenge).where(*open_challenges).values(closed_at=at))
    rate_limits.note_success(db, request, proof.attempt_id, at)
    remember_device(db, request.client, request.number.hash)


def _challenge(db: Connection, request: OtpRequest, at: datetime) -> Row[Any] | None:
    """The open challenge of this asker, or None."""
    return db.execute(
        select(Challenge)
        .where(
            Challenge.number_hash == request.number.hash,
            Challenge.purpose == request.purpose,
            Challenge.requester_hash == request.client.requester_hash,
            Challenge.closed_at.is_(None),
            Challenge.created_at > at - otp.CHALLENGE_LIFE,
        )
        .order_by(Challenge.created_at.desc())
        .limit(1)
    ).first()


def _add_code(db: Connection, request: OtpRequest, code: str, at: datetime) -> None:
    """Put a code to the asker's challenge; raise TooMany when its tries are gone, for no code would help."""
    challenge = _challenge(db, request, at)
    if challenge is not None and challenge.tries >= otp.TRIES:
        raise _no_tries_left(challenge, at)
    if challenge is None:
        new = insert(Challenge).values(
            purpose=request.purpose,
            number_hash=request.number.hash,
            requester_hash=request.client.requester_hash,
            tries=0,
            created_at=at,
        )
        challenge = db.execute(new.returning(Challenge)).one()
    code_hash = _code_hash(challenge.id, request, code)
    db.execute(insert(SentCode).values(challenge_id=challenge.id, code_hash=code_hash, sent_at=at))


def _add_common_code(db: Connection, request: OtpRequest, code: str, at: datetime) -> None:
    """Let the code count without an id too, unless strangers have guessed those tries away: it still counts
    with the id.
    """
    challenge = _challenge(db, request, at)
    if challenge is None or challenge.tries < otp.TRIES:
        _add_code(db, request, code, at)


def _book(
    db: Connection, request: OtpRequest, at: datetime, *, known: bool, from_reserve: bool, was_sent: bool
) -> None:
    db.execute(
        insert(CodeSend).values(
            purpose=request.purpose,
            number_hash=request.number.hash,
            network_hash=request.client.network_hash,
            wide_network_hash=request.client.wide_network_hash,
            prefix_hash=request.number.prefix_hash,
            calling_code=request.number.calling_code,
            known_device=known,
            from_reserve=from_reserve,
            was_sent=was_sent,
            sent_at=at,
        )
    )
    rate_limits.rest_pumped_ranges(db, request, at)


def _count_try(db: Connection, challenge_id: int) -> bool:
    counted = db.execute(
        update(Challenge)
        .where(Challenge.id == challenge_id, Challenge.closed_at.is_(None), Challenge.tries < otp.TRIES)
        .values(tries=Challenge.tries + 1)
    )
    return bool(counted.rowcount == 1)


def _no_tries_left(challenge: Row[Any], at: datetime) -> TooMany:
    return rate_limits.please_wait(max(1, otp.seconds_until(challenge.created_at + otp.CHALLENGE_LIFE, at)))


def _matches(request: OtpRequest, challenge: Row[Any] | None, entered: str, at: datetime) -> bool:
    """Compare with every live code in the same time, right or wrong, challenge or none."""
    challenge_id = challenge.id if challenge else 0
    sent = connection().execute(
        select(SentCode.sent_at, SentCode.code_hash).where(SentCode.challenge_id == challenge_id)
    )
    alive = otp.live([(row.sent_at, row.code_hash) for row in sent], at)
    candidates = [*alive, "", ""][: otp.LIVE_CODES]
    wanted = _code_hash(challenge_id, request, entered)
    return any([hmac.compare_digest(wanted, candidate or "0" * 64) for candidate in candidates])


def _code_hash(challenge_id: int, request: OtpRequest, code: str) -> str:
    return keyed_hash("code", str(challenge_id), request.purpose, request.number.e164, code)


def give_ticket(db: Connection, request: OtpRequest, purpose: Purpose) -> str:
    """A ticket that proves the same number for the other purpose, once."""
    ticket = secrets.token_urlsafe(32)
    db.execute(
        insert(NumberProof).values(
            proof_hash=keyed_hash("proof", ticket),
            purpose=purpose,
            number_hash=request.number.hash,
            expires_at=now(db) + otp.PROOF_LIFE,
        )
    )
    return ticket


def use_ticket(db: Connection, request: OtpRequest, ticket: str) -> None:
    """Use a ticket in the place of a code; raises Invalid unless it is this number's and unused."""
    at = now(db)
    used = db.execute(
        update(NumberProof)
        .where(
            NumberProof.proof_hash == keyed_hash("proof", ticket),
            NumberProof.purpose == request.purpose,
            NumberProof.number_hash == request.number.hash,
            NumberProof.used_at.is_(None),
            NumberProof.expires_at > at,
        )
        .values(used_at=at)
    )
    if used.rowcount != 1:
        raise Invalid("Please verify your number again.", "invalid_ticket")


def remember_device(db: Connection, client: ClientContext, number_hash: str) -> None:
    """Note that this device proved this number, so that strangers cannot lock it out."""
    at = now(db)
    row = {"device_hash": client.device_hash, "number_hash": number_hash, "seen_at": at}
    upsert(db, KnownDevice, row, {"seen_at": at})


def forget_devices(db: Connection, number_hash: str) -> None:
    """Forget the devices and tickets that proved this number."""
    db.execute(delete(KnownDevice).where(KnownDevice.number_hash == number_hash))
    db.execute(delete(NumberProof).where(NumberProof.number_hash == number_hash))
