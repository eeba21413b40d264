"""Passkeys: added by a member who is signed in, and signing them in where codes do not arrive or are locked.

`ceremonies` checks what a credential proves. Challenges are rows, so that each counts once, for its purpose,
for five minutes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import structlog
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import Old
from loyalty.db.session import advisory_lock, current_session, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotFound, TooMany
from loyalty.features.access import devices, otp, rate_limits
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.access.context import ClientContext, OtpRequest, PhoneNumber
from loyalty.features.access.sign_in import SignInResult
from loyalty.features.events import stream
from loyalty.features.members import records
from loyalty.reach.passkeys import ceremonies
from loyalty.reach.passkeys.ceremonies import CHALLENGE_LIFE, Json, RelyingParty
from loyalty.reach.passkeys.models import Passkey, PasskeyChallenge
from loyalty.rules.codes import Code
from loyalty.rules.devices import Device, Notice, device_of, passkey_notice
from loyalty.rules.events import EventType
from loyalty.rules.otp import Purpose

log = structlog.get_logger(__name__)

ADD, SIGN_IN = "add", "sign_in"
# The kind of message about a passkey in the outbox.
ADDED = "passkey_added"
# A sign-in this recent is proof enough; later a code is needed.
FRESH = timedelta(minutes=10)
MAX_PASSKEYS = 10
# Challenges an address gets; each check uses one up, so this limits checks too.
MAX_CHALLENGES, CHALLENGE_WINDOW = 120, timedelta(hours=1)


# What the member sees of a passkey: the columns of `PasskeySchema`.
SHOWN = (Passkey.id, Passkey.browser, Passkey.system, Passkey.created_at, Passkey.last_used_at)


def passkeys(db: Session, member_id: int) -> Sequence[Row[*tuple[Any, ...]]]:
    """A member's passkeys, the newest first."""
    own = select(*SHOWN).where(Passkey.member_id == member_id)
    return db.execute(own.order_by(Passkey.id.desc())).all()


def options_to_add(member_id: int, client: ClientContext, *, here: int, code: str | None) -> Json:
    """What the browser's `navigator.credentials.create` takes, to add a passkey.

    `here` is the sign-in that asks. When it is older than ten minutes, a fresh sign-in code is wanted too:
    raises Conflict `proof_needed` without one, Invalid for a wrong one, TooMany.
    """
    number = _number_of(current_session(), member_id)
    request = OtpRequest(Purpose.LOGIN, number, client)
    proof = otp.prove(request, code) if code is not None else None
    with transaction() as db:
        at = now(db)
        if proof is not None:
            access_sign_in.use(db, request, proof, None)
        elif not devices.is_fresh(db, member_id, here, at - FRESH):
            raise Conflict(Code.PROOF_NEEDED)
        known = db.execute(
            select(Passkey.credential_id, Passkey.user_handle).where(Passkey.member_id == member_id)
        ).all()
        _refuse_too_many(len(known))
        handle = known[0].user_handle if known else ceremonies.encoded(secrets.token_bytes(32))
        challenge = _give_challenge(db, ADD, client, at, member_id=member_id, user_handle=handle)
        person = records.record(db, member_id)
    return ceremonies.creation_options(
        _party(),
        challenge,
        user_handle=handle,
        user_name=f"{person.name} …{person.mobile_number[-4:]}",
        display_name=person.name,
        known=[each.credential_id for each in known],
    )


def add(member_id: int, credential: Json, client: ClientContext) -> Passkey:
    """Store a passkey that the browser has made by `options_to_add`.

    Raises Invalid for one of another origin, another challenge or another member's, and Conflict for one
    that is here already or one too many.
    """
    challenge, handle = _use_challenge(credential, ADD, member_id)
    made = ceremonies.verified_creation(_party(), credential, challenge)
    device = device_of(client.user_agent)
    passkey = insert(Passkey).values(
        member_id=member_id,
        **vars(made),
        user_handle=handle,
        browser=device.browser,
        system=device.system,
    )
    try:
        with transaction() as db:
            # Challenges asked for below the limit may be answered above it.
            advisory_lock(db, f"passkeys.{member_id}")
            mine = select(func.count()).select_from(Passkey).where(Passkey.member_id == member_id)
            _refuse_too_many(db.scalar(mine) or 0)
            at = now(db)
            row = db.scalars(passkey.values(created_at=at).returning(Passkey)).one()
            # Also to members who switched notices off: somebody with a stolen session could have done it.
            member, text = records.record(db, member_id), _notice(db, row).text
            devices.notify(db, member, kind=ADDED, reference=row.id, text=text)
            data = {"passkeyId": row.id}
            stream.emit(EventType.MEMBER_PASSKEY_ADDED, at, member_id=member_id, data=data)
            return row
    except IntegrityError as error:
        raise Conflict(Code.PASSKEY_KNOWN) from error


def compose(passkey_id: int) -> EmailMessage | None:
    """The mail about a passkey that was added; None when it was removed, or its member has no address."""
    db = current_session()
    passkey = db.scalar(select(Passkey).where(Passkey.id == passkey_id))
    if passkey is None:
        return None
    name = f"passkey-{passkey.id}"
    notice = _notice(db, passkey)
    return devices.notice_mail(db, passkey.member_id, notice, at=passkey.created_at, name=name)


def _notice(db: Session, passkey: Passkey) -> Notice:
    formats = devices.formats_of(db, passkey.member_id)
    device, link = Device(passkey.browser, passkey.system), devices.link_to_devices()
    return passkey_notice(formats, device, passkey.created_at, link)


def _refuse_too_many(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise Conflict(Code.TOO_MANY_PASSKEYS)


def remove(member_id: int, passkey_id: int) -> None:
    """Remove a member's passkey. Raises NotFound for another member's."""
    with transaction() as db:
        gone = rows_changed(
            db, delete(Passkey).where(Passkey.id == passkey_id, Passkey.member_id == member_id)
        )
        if gone != 1:
            raise NotFound(Code.NO_SUCH_PASSKEY)


def options_to_sign_in(client: ClientContext) -> Json:
    """What the browser's `navigator.credentials.get` takes, the same for everybody; raises TooMany.

    It names no credential: the device knows its passkeys for this host.
    """
    with transaction() as db:
        challenge = _give_challenge(db, SIGN_IN, client, now(db))
    return ceremonies.request_options(_party(), challenge)


def sign_in(credential: Json, client: ClientContext, *, language: str | None, at_mini: bool) -> SignInResult:
    """Sign in by a passkey, also while codes are locked for the number, which are unlocked then.

    Raises Invalid `unknown_passkey`, `passkey_cloned` for one whose counter has not grown, and
    `invalid_passkey` for everything else. The challenge is used up in any case.
    """
    challenge, _ = _use_challenge(credential, SIGN_IN, None)
    known = (
        current_session()
        .execute(
            select(
                Passkey.id, Passkey.member_id, Passkey.public_key, Passkey.user_handle, Passkey.sign_count
            ).where(Passkey.credential_id == credential["id"])
        )
        .one_or_none()
    )
    if known is None:
        raise Invalid(Code.UNKNOWN_PASSKEY)
    count = ceremonies.verified_use(
        _party(), credential, challenge, public_key=known.public_key, user_handle=known.user_handle
    )
    with transaction() as db:
        if not _count_up(db, known.id, count, now(db)):
            log.error("passkey cloned", member_id=known.member_id, passkey_id=known.id)
            raise Invalid(Code.PASSKEY_CLONED)
        number = _number_of(db, known.member_id)
        request = OtpRequest(Purpose.LOGIN, number, client)
        is_new = not rate_limits.is_known(db, request)
        rate_limits.forget_failures(db, number.hash)
        otp.remember_device(db, client, number.hash, now(db))
        return access_sign_in.begin(
            db, known.member_id, client, language=language, at_mini=at_mini, is_new_device=is_new
        )


def forget(db: Session, member_id: int) -> int:
    """Delete every passkey and challenge of a member, in the caller's transaction; returns how many
    passkeys there were.
    """
    gone = db.scalars(delete(Passkey).where(Passkey.member_id == member_id).returning(Passkey.id)).all()
    db.execute(delete(PasskeyChallenge).where(PasskeyChallenge.member_id == member_id))
    return len(gone)


def old(at: datetime) -> tuple[Old, ...]:
    """What may go at a moment: challenges that count for no limit any more."""
    return (
        Old("passkey challenges", PasskeyChallenge, PasskeyChallenge.created_at <= at - CHALLENGE_WINDOW),
    )


def related_origins() -> list[str]:
    """The origins that use our passkeys, for a browser that asks the host they are named for."""
    return _origins()


def _count_up(db: Session, passkey_id: int, count: int, at: datetime) -> bool:
    """Note a use; False when the counter has not grown, as with a copy. Some always stay at 0."""
    moved_on = (Passkey.sign_count < count) if count else (Passkey.sign_count == 0)
    counted = rows_changed(
        db,
        update(Passkey).where(Passkey.id == passkey_id, moved_on).values(sign_count=count, last_used_at=at),
    )
    return counted == 1


def _give_challenge(
    db: Session,
    purpose: str,
    client: ClientContext,
    at: datetime,
    *,
    member_id: int | None = None,
    user_handle: str | None = None,
) -> bytes:
    if config.current().rate_limits and not client.is_local:
        since = select(func.count(), func.min(PasskeyChallenge.created_at)).where(
            PasskeyChallenge.network_hash == client.network_hash,
            PasskeyChallenge.created_at > at - CHALLENGE_WINDOW,
        )
        count, oldest = db.execute(since).one()
        if count >= MAX_CHALLENGES:
            wait = max(1, int((oldest + CHALLENGE_WINDOW - at).total_seconds()))
            raise TooMany(Code.WAIT_MINUTES, {"count": -(-wait // 60)}, retry_after_s=wait)
    challenge = secrets.token_bytes(32)
    db.execute(
        insert(PasskeyChallenge).values(
            challenge_hash=hashlib.sha256(challenge).hexdigest(),
            purpose=purpose,
            member_id=member_id,
            user_handle=user_handle,
            network_hash=client.network_hash,
            created_at=at,
            expires_at=at + CHALLENGE_LIFE,
        )
    )
    return challenge


def _use_challenge(credential: Mapping[str, Any], purpose: str, member_id: int | None) -> tuple[bytes, str]:
    """The challenge that a credential answers, and its account; committed as used at once.

    Raises Invalid unless it exists, for this purpose and member, unused and younger than five minutes.
    """
    challenge = ceremonies.challenge_of(_party(), credential)
    with transaction() as db:
        at = now(db)
        used = db.execute(
            update(PasskeyChallenge)
            .where(
                PasskeyChallenge.challenge_hash == hashlib.sha256(challenge).hexdigest(),
                PasskeyChallenge.purpose == purpose,
                PasskeyChallenge.member_id.is_not_distinct_from(member_id),
                PasskeyChallenge.used_at.is_(None),
                PasskeyChallenge.expires_at > at,
            )
            .values(used_at=at)
            .returning(PasskeyChallenge.user_handle)
        ).one_or_none()
    if used is None:
        raise Invalid(Code.INVALID_PASSKEY)
    return challenge, used.user_handle or ""


def _party() -> RelyingParty:
    return RelyingParty(config.current().rp_id, _origins(), Code.INVALID_PASSKEY)


def _origins() -> list[str]:
    settings = config.current()
    return [each for each in (settings.site_origin, settings.mini_origin) if each]


def _number_of(db: Session, member_id: int) -> PhoneNumber:
    person = records.record(db, member_id)
    return PhoneNumber(person.calling_code, person.mobile_number)
