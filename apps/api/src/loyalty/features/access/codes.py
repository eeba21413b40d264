"""One-time codes: sending one, proving a number with one, using the proof up."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import hold, session, transaction
from loyalty.errors import Invalid, TooMany
from loyalty.features.access import budgets, guessing
from loyalty.features.access.asking import Ask
from loyalty.features.access.models import Challenge, CodeSend, SentCode
from loyalty.features.access.proofs import remember_device
from loyalty.features.access.tokens import keyed_hash, request_id_of
from loyalty.gateways import outbox
from loyalty.rules import codes

WRONG = "Invalid verification code. Please try again."  # spec 000 §8
# What the message calls the code: whoever is asked for one on the telephone shall see what it would do.
_CALLED = {
    codes.Purpose.LOGIN: "your verification code",
    codes.Purpose.REGISTER: "your verification code",
    codes.Purpose.ERASE: "the code that DELETES your membership and all its points",
}


@dataclass(frozen=True)
class Sent:
    """A code is on its way: until when it counts, and the id that ties the next request to it."""

    expires_at: datetime
    request_id: str


@dataclass(frozen=True)
class Proof:
    """The right code for a challenge, not used up yet."""

    ask: Ask
    challenge_id: int
    attempt_id: int


def send(ask: Ask, *, is_member: Callable[[Session], bool]) -> Sent:
    """Send a code, or raise TooMany with the seconds to wait, or with a puzzle to solve first.

    A request without an id gets one, and its code also counts for whoever enters it without an id: the
    literal contract knows no ids. `is_member` tells whether the number has a member; it decides no more than
    whether the message really leaves (LOYALTY_OTP_UNKNOWN=silent, or only members are sent codes for now):
    all else, and the answer, is the same.
    """
    code = f"{secrets.randbelow(10**codes.DIGITS):0{codes.DIGITS}}"
    request_id = ask.asker.request_id or request_id_of(ask.asker.device)
    with transaction() as db:
        hold(db, "codes.send")
        at = now(db)
        known = budgets.is_known(db, ask)
        wait, from_reserve = budgets.wait_before_sending(db, ask, at, known=known)
        if wait:
            raise budgets.please_wait(wait)
        stage = codes.Stage.OPEN
        traffic = budgets.traffic(db, at)
        if config.current().rate_limits and not known and not ask.asker.is_local:
            stage = codes.stage_of(traffic, config.current().codes_per_day)
            budgets.hold_to_stage(db, ask, stage, at)
        members_only = config.current().otp_unknown == "silent" or stage is codes.Stage.MEMBERS_ONLY
        leaves = not members_only or ask.purpose is codes.Purpose.REGISTER or is_member(db)
        bound = replace(ask, asker=replace(ask.asker, request_id=request_id))
        _add_code(db, bound, code, at)
        if ask.asker.request_id is None:
            _add_common_code(db, ask, code, at)
        _book(db, ask, at, known=known, from_reserve=from_reserve, was_sent=leaves)
        if leaves:
            budgets.watch(traffic, traffic.plus_one(known_device=known))
            outbox.put(
                db,
                to=ask.number.e164,
                kind="otp",
                text=f"{code} is {_CALLED[ask.purpose]}. It is valid for 2 minutes. Never share it.",
                code=code,
                expires_at=at + codes.LIFE,
            )
    return Sent(at + codes.LIFE, request_id)


def prove(ask: Ask, entered: str) -> Proof:
    """Check an entered code; raise Invalid when it is wrong and TooMany when there are no tries left.

    The try is counted and committed before the code is looked at, so that neither a crash, nor the
    refusal's own rollback, nor two hundred requests at once give a sixth one (trust.md, "Order").
    """
    with transaction() as db:
        at = now(db)
        if not budgets.is_known(db, ask):
            guessing.refuse_guessers(db, ask, at)
        challenge = _challenge(db, ask, at)
        counted = challenge is None or _count_try(db, challenge.id)
        attempt_id = guessing.note_failure(db, ask, at, at_challenge=challenge is not None) if counted else 0
        guessing.watch_failures(db, at)
    if challenge is not None and not counted:
        raise _no_tries_left(challenge, at)
    right = _matches(ask, challenge, entered, at)
    if challenge is None or not right:
        raise Invalid(WRONG, "invalid_code")
    return Proof(ask, challenge.id, attempt_id)


def use_up(db: Session, proof: Proof) -> None:
    """Use a proof once, in the transaction of what it allows; every other code of the number dies with it.

    Raises Invalid when somebody else was quicker with the same code.
    """
    ask, at = proof.ask, now(db)
    open_challenges = (
        Challenge.number_hash == ask.number.hash,
        Challenge.purpose == ask.purpose,
        Challenge.closed_at.is_(None),
    )
    # Held in the order of their ids, so that two codes of one number cannot wait for each other.
    held = db.scalars(select(Challenge.id).where(*open_challenges).order_by(Challenge.id).with_for_update())
    if proof.challenge_id not in set(held):
        raise Invalid(WRONG, "invalid_code")
    db.execute(update(Challenge).where(*open_challenges).values(closed_at=at))
    guessing.note_success(db, ask, proof.attempt_id, at)
    remember_device(db, ask.asker, ask.number.hash)


def _challenge(db: Session, ask: Ask, at: datetime) -> Challenge | None:
    """The open challenge of this asker, or None."""
    return db.scalar(
        select(Challenge)
        .where(
            Challenge.number_hash == ask.number.hash,
            Challenge.purpose == ask.purpose,
            Challenge.requester_hash == ask.asker.requester_hash,
            Challenge.closed_at.is_(None),
            Challenge.created_at > at - codes.CHALLENGE_LIFE,
        )
        .order_by(Challenge.created_at.desc())
        .limit(1)
    )


def _add_code(db: Session, ask: Ask, code: str, at: datetime) -> None:
    """Put a code to the asker's challenge; raise TooMany when its tries are gone, for no code would help."""
    challenge = _challenge(db, ask, at)
    if challenge is not None and challenge.tries >= codes.TRIES:
        raise _no_tries_left(challenge, at)
    if challenge is None:
        challenge = Challenge(
            purpose=ask.purpose,
            number_hash=ask.number.hash,
            requester_hash=ask.asker.requester_hash,
            tries=0,
            created_at=at,
        )
        db.add(challenge)
        db.flush()
    db.add(SentCode(challenge_id=challenge.id, code_hash=_code_hash(challenge.id, ask, code), sent_at=at))


def _add_common_code(db: Session, ask: Ask, code: str, at: datetime) -> None:
    """Let the code count without an id too, unless strangers have guessed those tries away: it still counts
    with the id.
    """
    challenge = _challenge(db, ask, at)
    if challenge is None or challenge.tries < codes.TRIES:
        _add_code(db, ask, code, at)


def _book(db: Session, ask: Ask, at: datetime, *, known: bool, from_reserve: bool, was_sent: bool) -> None:
    db.add(
        CodeSend(
            purpose=ask.purpose,
            number_hash=ask.number.hash,
            network_hash=ask.asker.network_hash,
            wide_network_hash=ask.asker.wide_network_hash,
            prefix_hash=ask.number.prefix_hash,
            calling_code=ask.number.calling_code,
            known_device=known,
            from_reserve=from_reserve,
            was_sent=was_sent,
            sent_at=at,
        )
    )
    db.flush()
    budgets.rest_pumped_ranges(db, ask, at)


def _count_try(db: Session, challenge_id: int) -> bool:
    counted = db.execute(
        update(Challenge)
        .where(Challenge.id == challenge_id, Challenge.closed_at.is_(None), Challenge.tries < codes.TRIES)
        .values(tries=Challenge.tries + 1)
        .execution_options(synchronize_session=False)
    )
    return bool(counted.rowcount == 1)  # type: ignore[attr-defined]


def _no_tries_left(challenge: Challenge, at: datetime) -> TooMany:
    return budgets.please_wait(max(1, codes.seconds_until(challenge.created_at + codes.CHALLENGE_LIFE, at)))


def _matches(ask: Ask, challenge: Challenge | None, entered: str, at: datetime) -> bool:
    """Compare with every live code in the same time, right or wrong, challenge or none."""
    challenge_id = challenge.id if challenge else 0
    sent = session().execute(
        select(SentCode.sent_at, SentCode.code_hash).where(SentCode.challenge_id == challenge_id)
    )
    alive = codes.live([(row.sent_at, row.code_hash) for row in sent], at)
    candidates = [*alive, "", ""][: codes.LIVE_CODES]
    wanted = _code_hash(challenge_id, ask, entered)
    return any([hmac.compare_digest(wanted, candidate or "0" * 64) for candidate in candidates])


def _code_hash(challenge_id: int, ask: Ask, code: str) -> str:
    return keyed_hash("code", str(challenge_id), ask.purpose, ask.number.e164, code)
