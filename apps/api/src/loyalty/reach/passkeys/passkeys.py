"""Passkeys of members: added by a member who is signed in, and signing them in where codes do not arrive or
are locked.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import advisory_lock, current_session, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.access import devices, otp, rate_limits
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.access.context import ClientContext, OtpRequest, PhoneNumber
from loyalty.features.access.sign_in import SignInResult
from loyalty.features.events import stream
from loyalty.features.members import records
from loyalty.reach.passkeys import ceremonies, challenges
from loyalty.reach.passkeys.ceremonies import Json, RelyingParty
from loyalty.reach.passkeys.models import Passkey, PasskeyChallenge
from loyalty.rules import base64url
from loyalty.rules.codes import Code
from loyalty.rules.devices import Device, device_notice, device_of
from loyalty.rules.events import EventType
from loyalty.rules.notices import Notice
from loyalty.rules.otp import HOUR, Limit, Purpose

log = structlog.get_logger(__name__)

ADD, SIGN_IN = "add", "sign_in"
# The kind of message about a passkey in the outbox.
ADDED = "passkey_added"
# A sign-in this recent is proof enough; later a code is needed.
FRESH = timedelta(minutes=10)
MAX_PASSKEYS = 10
CHALLENGES = Limit(120, HOUR)


def passkeys(db: Session, member_id: int) -> Sequence[Passkey]:
    """A member's passkeys, the newest first."""
    own = select(Passkey).where(Passkey.member_id == member_id)
    return db.scalars(own.order_by(Passkey.id.desc())).all()


def options_to_add(member_id: int, client: ClientContext, *, here: int, code: str | None) -> Json:
    """What the browser's `navigator.credentials.create` takes, to add a passkey.

    `here` is the sign-in that asks. When it is older than ten minutes, a fresh sign-in code is wanted too:
    raises Conflict `proof_needed` without one, Invalid for a wrong one, TooMany.
    """
    request = OtpRequest(Purpose.LOGIN, _number_of(current_session(), member_id), client)
    proof = otp.prove(request, code) if code is not None else None
    with transaction() as db:
        if proof is not None:
            access_sign_in.use(db, request, proof, None)
        elif not devices.is_fresh(db, member_id, here, now(db) - FRESH):
            raise Conflict(Code.PROOF_NEEDED)
        known = passkeys(db, member_id)
        _refuse_too_many(len(known))
        handle = known[0].user_handle if known else base64url.encode(secrets.token_bytes(32))
        whose = {"member_id": member_id, "user_handle": handle}
        challenge = challenges.give(db, PasskeyChallenge, ADD, client, CHALLENGES, **whose)
        person = records.get_member(db, member_id)
    return ceremonies.creation_options(
        _party(),
        challenge,
        user_handle=handle,
        user_name=f"{person.name} …{person.mobile_number[-4:]}",
        display_name=person.name,
        known=[each.credential_id for each in reversed(known)],
    )


def add(member_id: int, credential: Json, client: ClientContext) -> Passkey:
    """Store a passkey that the browser has made by `options_to_add`.

    Raises Invalid for one of another origin, another challenge or another member's, and Conflict for one
    that is here already or one too many.
    """
    challenge, given = _use_challenge(credential, ADD, member_id)
    made = ceremonies.verified_creation(_party(), credential, challenge)
    device = device_of(client.user_agent)
    try:
        with transaction() as db:
            # Challenges asked for below the limit may be answered above it.
            advisory_lock(db, f"passkeys.{member_id}")
            mine = select(func.count()).select_from(Passkey).where(Passkey.member_id == member_id)
            _refuse_too_many(db.scalar(mine) or 0)
            at = now(db)
            row = Passkey(
                member_id=member_id,
                **vars(made),
                user_handle=given.user_handle,
                browser=device.browser,
                system=device.system,
                created_at=at,
            )
            db.add(row)
            db.flush()
            # Also to members who switched notices off: somebody with a stolen session could have done it.
            member, text = records.get_member(db, member_id), _notice(db, row).text
            devices.notify(db, member, kind=ADDED, reference=row.id, text=text)
            data = {"passkeyId": row.id}
            stream.emit(db, EventType.MEMBER_PASSKEY_ADDED, at, member_id=member_id, data=data)
            return row
    except IntegrityError as error:
        raise Conflict(Code.PASSKEY_KNOWN) from error


def compose(passkey_id: int) -> EmailMessage | None:
    """The mail about a passkey that was added; None when it was removed, or its member has no address."""
    db = current_session()
    passkey = db.get(Passkey, passkey_id)
    if passkey is None:
        return None
    notice, name = _notice(db, passkey), f"passkey-{passkey.id}"
    return devices.notice_mail(db, passkey.member_id, notice, at=passkey.created_at, name=name)


def _notice(db: Session, passkey: Passkey) -> Notice:
    formats = devices.formats_of(db, passkey.member_id)
    device, link = Device(passkey.browser, passkey.system), devices.link_to_devices()
    return device_notice(ADDED, formats, device, passkey.created_at, link)


def _refuse_too_many(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise Conflict(Code.TOO_MANY_PASSKEYS)


def remove(member_id: int, passkey_id: int) -> None:
    """Remove a member's passkey. Raises NotFound for another member's."""
    with transaction() as db:
        own = delete(Passkey).where(Passkey.id == passkey_id, Passkey.member_id == member_id)
        if rows_changed(db, own) != 1:
            raise NotFound(Code.NO_SUCH_PASSKEY)


def options_to_sign_in(client: ClientContext) -> Json:
    """What the browser's `navigator.credentials.get` takes, the same for everybody; raises TooMany.

    It names no credential: the device knows its passkeys for this host.
    """
    with transaction() as db:
        challenge = challenges.give(db, PasskeyChallenge, SIGN_IN, client, CHALLENGES)
    return ceremonies.request_options(_party(), challenge)


def sign_in(credential: Json, client: ClientContext, *, language: str | None, at_mini: bool) -> SignInResult:
    """Sign in by a passkey, also while codes are locked for the number, which are unlocked then.

    Raises Invalid `unknown_passkey`, `passkey_cloned` for one whose counter has not grown, and
    `invalid_passkey` for everything else. The challenge is used up in any case.
    """
    challenge, _ = _use_challenge(credential, SIGN_IN, None)
    known = current_session().scalar(select(Passkey).where(Passkey.credential_id == credential["id"]))
    if known is None:
        raise Invalid(Code.UNKNOWN_PASSKEY)
    count = ceremonies.verified_use(
        _party(), credential, challenge, public_key=known.public_key, user_handle=known.user_handle
    )
    with transaction() as db:
        if not ceremonies.count_use(db, known, count, now(db)):
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


def delete_all(db: Session, member_id: int) -> int:
    """Delete every passkey and challenge of a member, in the caller's transaction; returns how many
    passkeys there were.
    """
    db.execute(delete(PasskeyChallenge).where(PasskeyChallenge.member_id == member_id))
    return rows_changed(db, delete(Passkey).where(Passkey.member_id == member_id))


def expired_rows(at: datetime) -> tuple[ExpiredRows, ...]:
    """Rows to delete at a moment: challenges that count for no limit any more."""
    out_of_window = PasskeyChallenge.created_at <= at - CHALLENGES.window
    return (ExpiredRows("passkey challenges", PasskeyChallenge, out_of_window),)


def origins() -> list[str]:
    """The origins that use members' passkeys."""
    settings = config.current()
    return [each for each in (settings.site_origin, settings.mini_origin) if each]


def _use_challenge(credential: Json, purpose: str, member_id: int | None) -> tuple[bytes, PasskeyChallenge]:
    """The challenge that a credential answers, used up, and its row; raises Invalid."""
    challenge = ceremonies.challenge_of(_party(), credential)
    given = challenges.use(PasskeyChallenge, challenge, purpose, member_id=member_id)
    if given is None:
        raise Invalid(Code.INVALID_PASSKEY)
    return challenge, given


def _party() -> RelyingParty:
    return RelyingParty(config.current().rp_id, origins(), Code.INVALID_PASSKEY)


def _number_of(db: Session, member_id: int) -> PhoneNumber:
    person = records.get_member(db, member_id)
    return PhoneNumber(person.calling_code, person.mobile_number)
