"""The devices of a member: each is one sign-in, on both hosts."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound
from loyalty.features.access import otp, sessions
from loyalty.features.access.context import ClientContext, PhoneNumber
from loyalty.features.access.models import BrowserSession, KnownDevice, SignIn
from loyalty.features.members import preferences, records
from loyalty.gateways import outbox
from loyalty.gateways.mails import Part, mail
from loyalty.rules.codes import Code
from loyalty.rules.devices import Device, device_notice
from loyalty.rules.formats import Formats
from loyalty.rules.notices import Notice
from loyalty.rules.notifications import after_quiet

# The reason of a sign-in that was ended from another device, or by the office.
ELSEWHERE, BY_OFFICE = "ended_elsewhere", "by_office"
NEW_DEVICE = "new_device"
DEVICES_PATH = "/settings/devices"
# A notice is of no use after this time.
NOTICE_LIFE = timedelta(days=1)


@dataclass(frozen=True)
class SignedInDevice:
    """One device that is signed in; `id` is no secret."""

    id: int
    browser: str | None
    system: str | None
    signed_in_at: datetime
    last_seen_at: datetime
    is_current: bool


def devices(db: Session, member_id: int, *, here: int) -> list[SignedInDevice]:
    """Where a member is signed in: the device of the sign-in `here` first, then the one seen last."""
    seen = func.max(BrowserSession.renewed_at)
    rows = db.execute(
        select(SignIn.id, SignIn.browser, SignIn.system, SignIn.created_at, seen)
        .join(
            BrowserSession,
            and_(BrowserSession.member_id == SignIn.member_id, BrowserSession.sign_in_id == SignIn.id),
        )
        .where(
            SignIn.member_id == member_id,
            SignIn.ended_at.is_(None),
            SignIn.expires_at > now(db),
            BrowserSession.state != "revoked",
        )
        .group_by(SignIn.id, SignIn.browser, SignIn.system, SignIn.created_at)
        .order_by(SignIn.id.desc())
    )
    found = [SignedInDevice(*row, is_current=row[0] == here) for row in rows]
    return sorted(found, key=lambda each: (each.is_current, each.last_seen_at), reverse=True)


def end(member_id: int, sign_in_id: int) -> None:
    """Sign one device of a member out: its sessions of both apps and its tickets end.

    It is unknown again as well, so that the member is notified of its next sign-in. One that was signed out
    already stays so. Raises NotFound for another member's.
    """
    with transaction() as db:
        mine = (SignIn.id == sign_in_id, SignIn.member_id == member_id)
        sign_in = db.scalar(select(SignIn).where(*mine))
        if sign_in is None:
            raise NotFound(Code.NO_SUCH_DEVICE)
        sessions.end_sign_in(db, member_id, sign_in.id, ELSEWHERE, now(db))
        if sign_in.device_hash is not None:
            number = _number_of(db, member_id)
            db.execute(
                delete(KnownDevice).where(
                    KnownDevice.number_hash == number.hash, KnownDevice.device_hash == sign_in.device_hash
                )
            )


def end_others(member_id: int, *, here: int) -> int:
    """Sign a member out everywhere but in the sign-in `here`; returns how many sign-ins that ended."""
    with transaction() as db:
        ended = sessions.end_all(db, member_id, ELSEWHERE, but=here)
        mine = SignIn.member_id == member_id, SignIn.id == here
        this_one = db.scalar(select(SignIn.device_hash).where(*mine))
        known = KnownDevice.number_hash == _number_of(db, member_id).hash
        db.execute(delete(KnownDevice).where(known, KnownDevice.device_hash != (this_one or "")))
    return ended


def is_signed_in(
    member_id: InstrumentedAttribute[int], sign_in_id: InstrumentedAttribute[int], at: datetime
) -> ColumnElement[bool]:
    """The condition that the sign-in which a row of another feature names lasts at a moment."""
    its = SignIn.member_id == member_id, SignIn.id == sign_in_id
    return exists().where(*its, SignIn.ended_at.is_(None), SignIn.expires_at > at)


def is_fresh(db: Session, member_id: int, sign_in_id: int, since: datetime) -> bool:
    """Whether a sign-in since a moment proves who it is: one by code or passkey does, by a host not."""
    its = SignIn.member_id == member_id, SignIn.id == sign_in_id
    fresh = SignIn.created_at >= since, SignIn.host.is_(None)
    return db.scalar(select(SignIn.id).where(*its, *fresh)) is not None


def end_everywhere(db: Session, member_id: int) -> int:
    """Sign a member out everywhere for the office, in the caller's transaction, and forget their devices.

    Returns how many sign-ins that ended; raises NotFound.
    """
    number = _number_of(db, member_id)
    ended = sessions.end_all(db, member_id, BY_OFFICE)
    otp.forget_devices(db, number.hash)
    return ended


def is_new_by_ticket(db: Session, client: ClientContext, member_id: int) -> bool:
    """Whether a member who signs in by a ticket has not signed in on this device before.

    The device proved the number minutes ago, when the ticket was given, so the member's sign-ins decide.
    """
    before = select(SignIn.id).where(
        SignIn.member_id == member_id,
        SignIn.device_hash == client.device_hash,
        or_(SignIn.end_reason.is_(None), SignIn.end_reason.not_in((ELSEWHERE, BY_OFFICE))),
    )
    return db.scalar(before.limit(1)) is None


def notify_sign_in(db: Session, member: records.Record, sign_in_id: int) -> None:
    """Notify a member of a sign-in on a new device, in its transaction. No setting switches this off."""
    its = SignIn.member_id == member.id, SignIn.id == sign_in_id
    text = _notice(db, db.scalars(select(SignIn).where(*its)).one()).text
    notify(db, member, kind=NEW_DEVICE, reference=sign_in_id, text=text)


def notify(
    db: Session, member: records.Record, *, kind: str, reference: int, text: str, mail_text: str = ""
) -> None:
    """Notify a member about the row `reference`, in its transaction; `mail_text` is what composing their mail
    needs of this moment.

    By mail where they gave an address: it costs nothing, and somebody who took the telephone over does not
    read it. Else by the channel of the codes, where that carries texts, after the member's quiet hours.
    """
    if member.email:
        outbox.put_email(db, kind=kind, reference=reference, text=mail_text)
    elif config.current().carries_texts:
        to = f"+{member.calling_code}{member.mobile_number}"
        at = now(db)
        due_at = after_quiet(at, preferences.read(db, member.id).notifications)
        outbox.put(
            db,
            to=to,
            kind=kind,
            text=text,
            reference=reference,
            expires_at=due_at + NOTICE_LIFE,
            at=at,
            due_at=due_at,
        )


def compose(sign_in_id: int) -> EmailMessage | None:
    """The mail about a sign-in; None when the sign-in was deleted, or its member has no address any more."""
    db = current_session()
    sign_in = db.scalar(select(SignIn).where(SignIn.id == sign_in_id))
    if sign_in is None:
        return None
    name = f"sign-in-{sign_in.id}"
    return notice_mail(db, sign_in.member_id, _notice(db, sign_in), at=sign_in.created_at, name=name)


def notice_mail(
    db: Session, member_id: int, notice: Notice, *, at: datetime, name: str
) -> EmailMessage | None:
    """The mail with a notice to a member; None when they have no address."""
    email, language = records.get_member(db, member_id).email, formats_of(db, member_id).language
    if not email:
        return None
    part = Part(notice.subject, notice.text, link_to_devices())
    return mail(email, notice.subject, [part], language=language, at=at, name=name)


def _notice(db: Session, sign_in: SignIn) -> Notice:
    device = Device(sign_in.browser, sign_in.system)
    formats, at = formats_of(db, sign_in.member_id), sign_in.created_at
    return device_notice(NEW_DEVICE, formats, device, at, link_to_devices())


def formats_of(db: Session, member_id: int) -> Formats:
    """The language and the formats of messages to a member."""
    return Formats.of(preferences.read(db, member_id).language)


def link_to_devices() -> str:
    """The address of the page with a member's devices and passkeys."""
    return f"{config.current().mini_origin}{DEVICES_PATH}"


def _number_of(db: Session, member_id: int) -> PhoneNumber:
    member = records.get_member(db, member_id)
    return PhoneNumber(member.calling_code, member.mobile_number)
