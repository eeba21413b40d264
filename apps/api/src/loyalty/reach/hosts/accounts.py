"""Signing in by a super-app: an attempt begins in one browser, its code is used once, and the member whose
account there is linked is signed in. Linking wants a fresh proof of the number and the member's consent.

`codes` asks the host whose account a code is. Attempts are rows, so that each counts once, for ten minutes.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Row, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.db.windows import wait_s
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.access import devices, otp, sessions
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.access.context import ClientContext, OtpRequest, PhoneNumber
from loyalty.features.access.rate_limits import please_wait
from loyalty.features.events import stream
from loyalty.features.members import records
from loyalty.reach.hosts import codes
from loyalty.reach.hosts.codes import keyed_hash
from loyalty.reach.hosts.models import HostAccount, HostAttempt, HostConsent
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.hosts import Host
from loyalty.rules.otp import HOUR, Limit, Purpose

# How long a host may take to come back with a code, and how long an account waits to be linked.
ATTEMPT_LIFE, LINK_LIFE = timedelta(minutes=10), timedelta(minutes=15)
# Attempts an address gets; each code needs one, so this limits codes too.
ATTEMPTS = Limit(120, HOUR)
# A sign-in by a code or a passkey this recent is proof enough; later a code is needed.
FRESH = timedelta(minutes=10)


@dataclass(frozen=True)
class SignedIn:
    """A member whom a host signed in: the ticket with which the mini goes on; whether the device is new."""

    member_id: int
    ticket: str
    is_new_device: bool


@dataclass(frozen=True)
class LinkedHost:
    """One host as its member sees it; `linked_at` is None where no account of theirs is linked."""

    name: str
    title: str
    linked_at: datetime | None
    last_used_at: datetime | None


def begin(name: str, client: ClientContext) -> tuple[Host, str]:
    """Begin an attempt in this browser; returns the host and the address where the browser gets a code.

    Raises NotFound and TooMany.
    """
    host = _host(name)
    state = secrets.token_urlsafe(32)
    with transaction() as db:
        at = now(db)
        _refuse_too_many(db, client, at)
        attempt = HostAttempt(
            state_hash=keyed_hash("state", state),
            host=host.name,
            device_hash=client.device_hash,
            network_hash=client.network_hash,
            created_at=at,
            expires_at=at + ATTEMPT_LIFE,
        )
        db.add(attempt)
    return host, codes.address(host, state)


def sign_in(name: str, code: str, state: str, client: ClientContext, *, language: str | None) -> SignedIn:
    """Sign in by a host's code, in the browser where the attempt began.

    The attempt is used up in any case. Raises Invalid `host_over` for one that is over, used or another
    browser's, Invalid `host_refused`, Unavailable `host_down`, and NotFound `host_not_linked` with a
    `linkTicket` for an account that is nobody's yet.
    """
    host = _host(name)
    attempt = _use_attempt(host, state, client)
    subject = codes.subject(host, code, state, attempt.created_at, now())
    with transaction() as db:
        at = now(db)
        mine = (HostAccount.host == host.name, HostAccount.subject == subject)
        used = update(HostAccount).where(*mine).values(last_used_at=at).returning(HostAccount.member_id)
        member_id = db.scalar(used)
        if member_id is not None:
            ticket, is_new = access_sign_in.sign_in_via_host(
                db, member_id, host.name, client, language=language
            )
            return SignedIn(member_id, ticket, is_new)
        link_ticket = secrets.token_urlsafe(32)
        db.execute(
            update(HostAttempt)
            .where(HostAttempt.state_hash == attempt.state_hash)
            .values(
                subject=subject, link_hash=keyed_hash("link", link_ticket), link_expires_at=at + LINK_LIFE
            )
        )
    raise NotFound(Code.HOST_UNLINKED, {"app": host.title}, details={"linkTicket": link_ticket})


def link(
    member_id: int,
    name: str,
    link_ticket: str,
    client: ClientContext,
    *,
    here: int,
    code: str | None,
    channel: str,
) -> LinkedHost:
    """Link the account that a `linkTicket` stands for to the member who agrees to it; again changes nothing.

    `here` is the sign-in that asks: when it is older than ten minutes, or a host's, a fresh sign-in code is
    wanted too. Raises Conflict `proof_needed` without one, Invalid for a wrong one, Invalid `host_over`,
    Conflict `host_of_another_member` and Conflict `other_host_account`.
    """
    host = _host(name)
    person = records.get_member(current_session(), member_id)
    request = OtpRequest(Purpose.LOGIN, PhoneNumber(person.calling_code, person.mobile_number), client)
    proof = otp.prove(request, code) if code is not None else None
    try:
        with transaction() as db:
            at = now(db)
            attempt = _attempt_of(db, host, link_ticket, client, at)
            account = _account(db, member_id, host.name)
            if attempt.linked_at is not None and account is not None and account.subject == attempt.subject:
                return _shown(host.name, host.title, account)
            if attempt.linked_at is not None:
                raise _over(host)
            if proof is not None:
                access_sign_in.use(db, request, proof, None)
            elif not devices.is_fresh(db, member_id, here, at - FRESH):
                raise Conflict(Code.PROOF_NEEDED)
            if account is not None and account.subject != attempt.subject:
                raise _other_account(host)
            if account is None:
                account = keep_account(db, member_id, host, str(attempt.subject), at, channel)
            db.execute(
                update(HostAttempt).where(HostAttempt.state_hash == attempt.state_hash).values(linked_at=at)
            )
            return _shown(host.name, host.title, account)
    except IntegrityError as error:
        raise _why_not_linked(host, member_id, link_ticket) from error


def unlink(member_id: int, name: str, *, here: int, channel: str) -> None:
    """Unlink a member's account at a host; its other sign-ins end. Raises NotFound where none is linked."""
    with transaction() as db:
        at = now(db)
        mine = (HostAccount.member_id == member_id, HostAccount.host == name)
        if rows_changed(db, delete(HostAccount).where(*mine)) != 1:
            raise NotFound(Code.HOST_NOT_LINKED)
        sessions.end_all_of_host(db, member_id, name, but=here)
        _note_unlinked(db, member_id, name, at, channel)


def hosts_of(db: Session, member_id: int) -> list[LinkedHost]:
    """The hosts that are set up, and those of which the member has an account linked still."""
    rows = db.scalars(select(HostAccount).where(HostAccount.member_id == member_id))
    linked = {row.host: row for row in rows}
    titles = {host.name: host.title for host in config.current().super_apps}
    return [_shown(name, titles.get(name, name), linked.get(name)) for name in {**titles, **linked}]


def unlink_all(db: Session, member_id: int, channel: str) -> list[str]:
    """Unlink every account of a member, in the caller's transaction; returns the names of the hosts."""
    gone = delete(HostAccount).where(HostAccount.member_id == member_id)
    names = list(db.scalars(gone.returning(HostAccount.host)))
    for name in names:
        _note_unlinked(db, member_id, name, now(db), channel)
    return names


def erase_member(db: Session, member_id: int) -> None:
    """Delete the accounts of a member with the attempts that led to them, in the caller's transaction. What
    they agreed to stays, without the account.
    """
    gone = delete(HostAccount).where(HostAccount.member_id == member_id)
    subjects = list(db.scalars(gone.returning(HostAccount.subject)))
    db.execute(delete(HostAttempt).where(HostAttempt.subject.in_(subjects)))


def expired_rows(at: datetime) -> tuple[ExpiredRows, ...]:
    """Rows to delete at a moment: attempts that count for no limit any more."""
    return (ExpiredRows("sign-ins by a host", HostAttempt, HostAttempt.created_at <= at - ATTEMPTS.window),)


def _host(name: str) -> Host:
    for host in config.current().super_apps:
        if host.name == name:
            return host
    raise NotFound(Code.NO_SUCH_HOST)


def _refuse_too_many(db: Session, client: ClientContext, at: datetime) -> None:
    if not config.current().rate_limits or client.is_local:
        return
    of_address = HostAttempt.network_hash == client.network_hash
    if wait := wait_s(db, ATTEMPTS, at, HostAttempt.created_at, of_address):
        raise please_wait(wait)


def _use_attempt(host: Host, state: str, client: ClientContext) -> Row[str, datetime]:
    """The attempt of a state, committed as used at once; raises Invalid unless this browser began it for this
    host less than ten minutes ago, and it was not used.
    """
    with transaction() as db:
        at = now(db)
        used = db.execute(
            update(HostAttempt)
            .where(
                HostAttempt.state_hash == keyed_hash("state", state),
                HostAttempt.host == host.name,
                HostAttempt.device_hash == client.device_hash,
                HostAttempt.used_at.is_(None),
                HostAttempt.expires_at > at,
            )
            .values(used_at=at)
            .returning(HostAttempt.state_hash, HostAttempt.created_at)
        ).one_or_none()
    if used is None:
        raise _over(host)
    return used


def _attempt_of(
    db: Session, host: Host, link_ticket: str, client: ClientContext, at: datetime
) -> HostAttempt:
    """The attempt whose account waits to be linked, locked; raises Invalid."""
    waiting = (
        HostAttempt.link_hash == keyed_hash("link", link_ticket),
        HostAttempt.host == host.name,
        HostAttempt.device_hash == client.device_hash,
        HostAttempt.link_expires_at > at,
    )
    attempt = db.scalar(select(HostAttempt).where(*waiting).with_for_update())
    if attempt is None:
        raise _over(host)
    return attempt


def _account(db: Session, member_id: int, host: str) -> HostAccount | None:
    mine = (HostAccount.member_id == member_id, HostAccount.host == host)
    return db.scalar(select(HostAccount).where(*mine))


def keep_account(
    db: Session, member_id: int, host: Host, subject: str, at: datetime, channel: str
) -> HostAccount:
    """Write the account, the consent and the event; raises IntegrityError when another was first."""
    row = HostAccount(member_id=member_id, host=host.name, subject=subject, linked_at=at)
    db.add(row)
    db.flush()
    _note_consent(db, member_id, host.name, at, channel, agreed=True)
    data = {"host": host.name, "title": host.title}
    stream.emit(db, EventType.MEMBER_HOST_LINKED, at, member_id=member_id, data=data)
    return row


def _why_not_linked(host: Host, member_id: int, link_ticket: str) -> Conflict:
    """Which of the two promises the row would have broken; read after the other request's commit."""
    db = current_session()
    subject = db.scalar(
        select(HostAttempt.subject).where(HostAttempt.link_hash == keyed_hash("link", link_ticket))
    )
    of_subject = (HostAccount.host == host.name, HostAccount.subject == subject)
    owner = db.scalar(select(HostAccount.member_id).where(*of_subject))
    if owner is not None and owner != member_id:
        return Conflict(Code.HOST_OF_ANOTHER_MEMBER, {"app": host.title})
    return _other_account(host)


def _other_account(host: Host) -> Conflict:
    return Conflict(Code.OTHER_HOST_ACCOUNT, {"app": host.title})


def _over(host: Host) -> Invalid:
    return Invalid(Code.HOST_OVER, {"app": host.title})


def _note_unlinked(db: Session, member_id: int, name: str, at: datetime, channel: str) -> None:
    _note_consent(db, member_id, name, at, channel, agreed=False)
    titles = {host.name: host.title for host in config.current().super_apps}
    data = {"host": name, "title": titles.get(name, name)}
    stream.emit(db, EventType.MEMBER_HOST_UNLINKED, at, member_id=member_id, data=data)


def _note_consent(
    db: Session, member_id: int, name: str, at: datetime, channel: str, *, agreed: bool
) -> None:
    version = config.current().notice_version
    how = {"notice_version": version, "channel": channel, "chosen_at": at}
    db.add(HostConsent(member_id=member_id, host=name, agreed=agreed, **how))


def _shown(name: str, title: str, account: HostAccount | None) -> LinkedHost:
    if account is None:
        return LinkedHost(name, title, None, None)
    return LinkedHost(name, title, account.linked_at, account.last_used_at)
