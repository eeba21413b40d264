"""Signing in, renewing, handing off and signing out, as the routes of access and joining call them."""

from dataclasses import dataclass, replace
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound, NotSignedIn
from loyalty.features.access import devices, handoff, otp, sessions, tokens
from loyalty.features.access.context import ClientContext, OtpRequest, PhoneNumber
from loyalty.features.access.handoff import Presentation
from loyalty.features.access.otp import CodeSent, VerifiedCode
from loyalty.features.access.rate_limits import is_known
from loyalty.features.access.sessions import ClientConnected, SignedIn
from loyalty.features.access.tokens import Kind
from loyalty.features.events import stream
from loyalty.features.members import changes, preferences, records
from loyalty.rules.codes import Code
from loyalty.rules.devices import Device, device_of
from loyalty.rules.events import EventType
from loyalty.rules.otp import Purpose

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class SignInResult:
    """A signed-in member: their record, their token, and the ticket when one was asked for."""

    user: records.Record
    login_token: str
    is_first_login: bool
    handoff_token: str | None = None
    is_new_device: bool = False


def send_code(purpose: Purpose, number: PhoneNumber, client: ClientContext) -> CodeSent:
    """Send a code to sign in, to join or to end a membership with; raises TooMany with the seconds to wait.

    A number gets one whether or not it has a member, so that the answer does not reveal it.
    """
    return otp.send(OtpRequest(purpose, number, client))


def sign_in(
    number: PhoneNumber,
    client: ClientContext,
    *,
    code: str | None,
    ticket: str | None,
    language: str | None = None,
    at_mini: bool,
) -> SignInResult:
    """Sign in by a code, or by the ticket of a registration that found its number registered.

    `language` is what was chosen in this browser before, if anything was.

    Raises Invalid for a wrong code, TooMany when there are no tries left, and NotFound `not_registered`
    with a `registrationTicket` after a right code for a number without a member.
    """
    request = OtpRequest(Purpose.LOGIN, number, client)
    verified = otp.prove(request, code) if code is not None else None
    registration_ticket = None
    with transaction() as db:
        at = use(db, request, verified, ticket)
        member_id = changes.find_by_phone(db, number.calling_code, number.national, is_locked=True)
        if member_id is None:
            registration_ticket = otp.give_number_ticket(db, request, Purpose.REGISTER)
        else:
            member = records.get_member(db, member_id)
            is_new = not verified.is_known if verified else devices.is_new_by_ticket(db, client, member.id)
            welcome = _begin(db, member, client, at, language=language, at_mini=at_mini, is_new_device=is_new)
    if registration_ticket is not None:
        raise NotFound(Code.NOT_REGISTERED, details={"registrationTicket": registration_ticket})
    return welcome


def use(db: Session, request: OtpRequest, verified: VerifiedCode | None, ticket: str | None) -> datetime:
    """Use up the proof of a number, a code or a ticket, in the caller's transaction; returns the time."""
    return (
        otp.use_up(db, verified) if verified is not None else otp.use_number_ticket(db, request, ticket or "")
    )


def begin(
    db: Session,
    member_id: int,
    client: ClientContext | None = None,
    *,
    language: str | None = None,
    at_mini: bool,
    is_new_device: bool = False,
) -> SignInResult:
    """Open a session for a member in the caller's transaction, and save the language chosen as a visitor.

    The member is notified of a sign-in on a new device, unless it is their first one ever.
    """
    member = records.get_member(db, member_id)
    return _begin(
        db, member, client, now(db), language=language, at_mini=at_mini, is_new_device=is_new_device
    )


def _begin(
    db: Session,
    member: records.Record,
    client: ClientContext | None,
    at: datetime,
    *,
    language: str | None,
    at_mini: bool,
    is_new_device: bool,
) -> SignInResult:
    changes.note_sign_in(db, member.id, at)
    preferences.bring_language(db, member.id, language)
    first = member.last_login_at is None
    sign_in_id, signed_in = sessions.create_session(
        db,
        member.id,
        Kind.MINI if at_mini else Kind.SITE,
        at,
        first_login=first,
        device=device_of(client.user_agent) if client else None,
        device_hash=client.device_hash if client else None,
    )
    is_new_device = is_new_device and not first
    if is_new_device:
        _notify_of_device(db, member, sign_in_id, client, at)
    user = replace(member, last_login_at=at)
    return SignInResult(user, signed_in.token, first, is_new_device=is_new_device)


def sign_in_via_host(
    db: Session, member_id: int, host: str, client: ClientContext, *, language: str | None = None
) -> tuple[str, bool]:
    """Sign a member in whom a host has vouched for, in the caller's transaction.

    Returns a ticket, which opens the session of the mini (docs/handoff.md A4), and whether the device is new.
    """
    member, at = records.get_member(db, member_id), now(db)
    number = PhoneNumber(member.calling_code, member.mobile_number)
    is_new = not is_known(db, OtpRequest(Purpose.LOGIN, number, client))
    otp.remember_device(db, client, number.hash, at)
    changes.note_sign_in(db, member.id, at)
    preferences.bring_language(db, member.id, language)
    sign_in_id = sessions.create_sign_in(
        db,
        member.id,
        at,
        first_login=False,
        device=device_of(client.user_agent),
        device_hash=client.device_hash,
        host=host,
    )
    if is_new:
        _notify_of_device(db, member, sign_in_id, client, at)
    return handoff.ticket_of_host(db, member.id, sign_in_id, at), is_new


def _notify_of_device(
    db: Session, member: records.Record, sign_in_id: int, client: ClientContext | None, at: datetime
) -> None:
    """Notify a member of a sign-in on a new device."""
    devices.notify_sign_in(db, member, sign_in_id)
    device = device_of(client.user_agent) if client else Device(None, None)
    data = {"signInId": sign_in_id, "browser": device.browser, "system": device.system}
    stream.emit(db, EventType.MEMBER_NEW_DEVICE, at, member_id=member.id, data=data)


def check_session(token: str, is_connected: ClientConnected) -> SignInResult:
    """Renew a session (docs/handoff.md A1, A2); `is_connected` says whether the client still is.

    Raises NotSignedIn, or HandedOff for one that was handed off (A13).
    """
    return _sign_in_result(sessions.renew(_session_token(token), is_connected))


def mint_handoff(token: str, is_connected: ClientConnected) -> SignInResult:
    """A ticket for the mini (rule A3)."""
    return _sign_in_result(*handoff.mint(_session_token(token), is_connected))


def present_handoff(token: str, how: Presentation, is_connected: ClientConnected) -> SignInResult:
    """Open a mini session by the token of the address (rules A4 to A12)."""
    parsed = tokens.read(token)
    if parsed is None:
        raise NotSignedIn(Code.HANDOFF_EXPIRED)
    return _sign_in_result(handoff.present(parsed, how, is_connected))


def erase_member(db: Session, member_id: int, number: PhoneNumber) -> None:
    """End every session of a member and forget their devices, in the caller's transaction.

    The rate windows of the number stay for their day: a keyed hash and no name.
    """
    # In the order of a sign-in, its device, the member, its session: another order could deadlock.
    otp.forget_devices(db, number.hash)
    changes.lock(db, member_id)
    sessions.delete_all(db, member_id)


def _session_token(token: str) -> tokens.SessionToken:
    parsed = tokens.read(token)
    if parsed is None or parsed.kind is Kind.TICKET:
        raise NotSignedIn
    return parsed


def _sign_in_result(signed_in: SignedIn, ticket: str | None = None) -> SignInResult:
    user = records.get_member(current_session(), signed_in.member_id)
    return SignInResult(user, signed_in.token, signed_in.is_first_login, ticket)
