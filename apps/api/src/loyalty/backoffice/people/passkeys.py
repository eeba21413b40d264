"""Passkeys of the staff: made by an invitation, signing in, and verifying again that it is still they.

The ceremonies are those of members (reach/passkeys/ceremonies.py); the relying party is the host of the
staff app, so that neither kind of passkey can be used in place of the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

import structlog
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import invitations, notices, sessions
from loyalty.backoffice.people.models import AnyRow, Staff, StaffInvitation, StaffPasskey
from loyalty.db.clock import now
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.access.context import ClientContext
from loyalty.reach.passkeys import ceremonies
from loyalty.reach.passkeys.ceremonies import Json, NewCredential, RelyingParty
from loyalty.rules.calendar import spoken_time
from loyalty.rules.codes import Code
from loyalty.rules.devices import device_of
from loyalty.rules.signing import person_of
from loyalty.rules.staff import MAX_PASSKEYS, StaffSession, operator_of_staff

log = structlog.get_logger(__name__)

# The entry of a new passkey in the log.
ADDED = "staff.passkey-add"
INVITATION, SIGN_IN, VERIFY, ADD = "invitation", "sign-in", "verify", "add"

# What a person sees of a passkey: the columns of `StaffPasskeySchema`.
SHOWN = (
    StaffPasskey.id,
    StaffPasskey.browser,
    StaffPasskey.system,
    StaffPasskey.created_at,
    StaffPasskey.last_used_at,
)


def _party() -> RelyingParty:
    settings = config.current()
    return RelyingParty(settings.staff_rp_id, [settings.staff_origin], Code.PASSKEY_REFUSED)


def invited(token: str, client: ClientContext) -> tuple[str, Json]:
    """The name of whom an invitation is for, and what `navigator.credentials.create` takes.

    Raises Conflict for an invitation that was used or has expired, NotFound for one that never was, TooMany.
    """
    with transaction() as db:
        invitation = _invitation(db, token)
        known = _credential_ids(db, invitation.staff_id)
        challenge, _ = sessions.give_challenge(db, INVITATION, client, staff_id=invitation.staff_id)
    return invitation.name, _creation_options(invitation, challenge, known)


def accept(token: str, credential: Json, client: ClientContext) -> tuple[str, StaffSession]:
    """Keep the passkey that was made by `invited`, use the invitation up and sign its person in.

    Raises as `invited` does, and Invalid `invalid_passkey`, `passkey_refused`. Of two who use one invitation
    at once, one is refused.
    """
    invitation = _invitation(current_session(), token)
    made = _made(credential, INVITATION, invitation.staff_id)
    try:
        with transaction() as db:
            at = now(db)
            is_first = not invitations.was_used(db, invitation.staff_id)
            used = update(StaffInvitation).where(
                StaffInvitation.id == invitation.id, StaffInvitation.used_at.is_(None)
            )
            if rows_changed(db, used.values(used_at=at)) != 1:
                raise _used_up()
            person = _person(db, invitation.staff_id)
            kept = _keep(db, person, made, client, at, invitation=invitation)
            if not is_first:
                by, when = person_of(invitation.created_by), spoken_time(at, at)
                text = (
                    f"A passkey was added to your account in the staff app {when}, by an invitation of {by}. "
                    "If that was not you, tell head office at once."
                )
                subject = "A passkey was added to your account"
                notices.mail(db, person.id, notices.PASSKEY, kept.id, subject, text)
            return sessions.begin(db, person, client, at)
    except IntegrityError as error:
        raise Conflict(Code.PASSKEY_KNOWN) from error


def _invitation(db: Session, token: str) -> AnyRow:
    """An invitation that still counts, with its person's `name` and `user_handle`."""
    at, invitation = now(db), StaffInvitation
    query = (
        select(
            *(invitation.id, invitation.staff_id, invitation.used_at, invitation.expires_at),
            invitation.created_by,
            *(Staff.name, Staff.user_handle, Staff.disabled_at),
        )
        .join(Staff, Staff.id == invitation.staff_id)
        .where(invitation.token_hash == hashlib.sha256(token.encode()).hexdigest())
    )
    found = db.execute(query).one_or_none()
    if found is None:
        raise NotFound(Code.NO_SUCH_INVITATION)
    if found.used_at is not None:
        raise _used_up()
    if found.expires_at <= at or found.disabled_at is not None:
        raise Conflict(Code.INVITATION_EXPIRED)
    return found


def _used_up() -> Conflict:
    return Conflict(Code.INVITATION_USED)


def options_to_sign_in(client: ClientContext) -> Json:
    """What `navigator.credentials.get` takes, the same for everybody; raises TooMany."""
    with transaction() as db:
        challenge, _ = sessions.give_challenge(db, SIGN_IN, client)
    return ceremonies.request_options(_party(), challenge)


def sign_in(credential: Json, client: ClientContext) -> tuple[str, StaffSession]:
    """Sign in by a passkey: a session of the office, freshly verified; returns the cookie's token and it.

    Raises Invalid `unknown_passkey`, `passkey_cloned`, `passkey_refused` and `invalid_passkey`, and Conflict
    `no_office_role`.
    """
    challenge = ceremonies.challenge_of(_party(), credential)
    sessions.use_challenge(challenge, SIGN_IN, Code.PASSKEY_REFUSED)
    passkey, count = _checked(credential, challenge)
    with transaction() as db:
        at = now(db)
        _count_up(db, passkey, count, at)
        return sessions.begin(db, _person(db, passkey.staff_id), client, at)


def options_to_verify(session: StaffSession, client: ClientContext) -> Json:
    """What `navigator.credentials.get` takes to verify who is signed in; raises Conflict `no_passkey`, and
    `at_till`: a tablet is shared, so nothing that needs a fresh verification is done at it.
    """
    if session.till_id is not None:
        raise Conflict(Code.AT_TILL)
    with transaction() as db:
        known = _credential_ids(db, session.staff_id)
        if not known:
            raise Conflict(Code.NO_PASSKEY)
        challenge, _ = sessions.give_challenge(db, VERIFY, client, staff_id=session.staff_id)
    return ceremonies.request_options(_party(), challenge, known)


def verify(session: StaffSession, credential: Json) -> StaffSession:
    """Note that who is signed in has verified themselves again; returns the session as it is then.

    Raises as `sign_in` does, also for another person's passkey.
    """
    challenge = ceremonies.challenge_of(_party(), credential)
    sessions.use_challenge(challenge, VERIFY, Code.PASSKEY_REFUSED, staff_id=session.staff_id)
    passkey, count = _checked(credential, challenge)
    if passkey.staff_id != session.staff_id:
        raise Invalid(Code.PASSKEY_OF_ANOTHER)
    with transaction() as db:
        at = now(db)
        _count_up(db, passkey, count, at)
        return sessions.verified(db, session, at)


def passkeys(db: Session, staff_id: int) -> Sequence[AnyRow]:
    """A person's passkeys, the newest first."""
    mine = select(*SHOWN).where(StaffPasskey.staff_id == staff_id)
    return db.execute(mine.order_by(StaffPasskey.id.desc())).all()


def options_to_add(session: StaffSession, client: ClientContext) -> Json:
    """What `navigator.credentials.create` takes, for one more passkey; raises Conflict for too many."""
    with transaction() as db:
        person, known = _person(db, session.staff_id), _credential_ids(db, session.staff_id)
        _refuse_too_many(len(known))
        challenge, _ = sessions.give_challenge(db, ADD, client, staff_id=session.staff_id)
    return _creation_options(person, challenge, known)


def add(session: StaffSession, credential: Json, client: ClientContext) -> AnyRow:
    """Keep one more passkey; raises as `accept` does."""
    made = _made(credential, ADD, session.staff_id)
    try:
        with transaction() as db:
            person = _person(db, session.staff_id, locked=True)
            mine = select(func.count()).select_from(StaffPasskey)
            _refuse_too_many(db.scalar(mine.where(StaffPasskey.staff_id == session.staff_id)) or 0)
            return _keep(db, person, made, client, now(db))
    except IntegrityError as error:
        raise Conflict(Code.PASSKEY_KNOWN) from error


def remove(session: StaffSession, passkey_id: int) -> None:
    """Remove one of one's own passkeys; raises NotFound, and Conflict `last_passkey` for the only one."""
    with transaction() as db:
        person = _person(db, session.staff_id, locked=True)
        mine = [each.id for each in passkeys(db, session.staff_id)]
        if passkey_id not in mine:
            raise NotFound(Code.NO_SUCH_PASSKEY)
        if len(mine) == 1:
            raise Conflict(Code.LAST_PASSKEY)
        db.execute(delete(StaffPasskey).where(StaffPasskey.id == passkey_id))
        signature = Signature(operator_of_staff(person.id, person.name), "removed by its owner")
        note(db, signature, "staff.passkey-remove", f"passkey {passkey_id} of staff {person.id}")


def forget(db: Session, staff_id: int) -> int:
    """Delete all passkeys of a person, in the caller's transaction; returns how many."""
    gone = delete(StaffPasskey).where(StaffPasskey.staff_id == staff_id).returning(StaffPasskey.id)
    return len(db.scalars(gone).all())


def _person(db: Session, staff_id: int, *, locked: bool = False) -> AnyRow:
    """An account that is not disabled; `locked` until the transaction ends. Raises NotFound."""
    query = select(Staff.id, Staff.name, Staff.user_handle)
    query = query.where(Staff.id == staff_id, Staff.disabled_at.is_(None))
    found = db.execute(query.with_for_update() if locked else query).one_or_none()
    if found is None:
        raise NotFound(Code.ACCOUNT_GONE)
    return found


def _credential_ids(db: Session, staff_id: int) -> list[str]:
    mine = select(StaffPasskey.credential_id).where(StaffPasskey.staff_id == staff_id)
    return list(db.scalars(mine.order_by(StaffPasskey.id)))


def _creation_options(person: AnyRow, challenge: bytes, known: list[str]) -> Json:
    return ceremonies.creation_options(
        _party(),
        challenge,
        user_handle=person.user_handle,
        user_name=person.name,
        display_name=person.name,
        known=known,
    )


def _made(credential: Json, purpose: str, staff_id: int) -> NewCredential:
    challenge = ceremonies.challenge_of(_party(), credential)
    sessions.use_challenge(challenge, purpose, Code.PASSKEY_REFUSED, staff_id=staff_id)
    return ceremonies.verified_creation(_party(), credential, challenge)


def _keep(
    db: Session,
    person: AnyRow,
    made: NewCredential,
    client: ClientContext,
    at: datetime,
    *,
    invitation: AnyRow | None = None,
) -> AnyRow:
    device = device_of(client.user_agent)
    row = {
        **vars(made),
        "staff_id": person.id,
        "browser": device.browser,
        "system": device.system,
        "invitation_id": invitation.id if invitation else None,
        "created_at": at,
    }
    kept = db.execute(insert(StaffPasskey).values(row).returning(*SHOWN)).one()
    how = f"made by the invitation of {invitation.created_by}" if invitation else "added by its owner"
    signature = Signature(operator_of_staff(person.id, person.name), how)
    note(db, signature, ADDED, details(kept.id, person.id, made.credential_id, made.public_key))
    return kept


def details(passkey_id: int, staff_id: int, credential_id: str, public_key: str) -> str:
    """What the log says of a new passkey: whose it is, and what is known of its key."""
    key = hashlib.sha256(f"{credential_id}\n{public_key}".encode()).hexdigest()[:16]
    return f"passkey {passkey_id} of staff {staff_id}, key {key}"


def _checked(credential: Json, challenge: bytes) -> tuple[AnyRow, int]:
    """The passkey that a credential is of, whose signature is right, and its new counter."""
    passkey = StaffPasskey
    query = (
        select(passkey.id, passkey.staff_id, passkey.public_key, Staff.user_handle)
        .join(Staff, Staff.id == passkey.staff_id)
        .where(passkey.credential_id == credential["id"], Staff.disabled_at.is_(None))
    )
    found = current_session().execute(query).one_or_none()
    if found is None:
        raise Invalid(Code.PASSKEY_NOT_KNOWN)
    count = ceremonies.verified_use(
        _party(), credential, challenge, public_key=found.public_key, user_handle=found.user_handle
    )
    return found, count


def _count_up(db: Session, passkey: AnyRow, count: int, at: datetime) -> None:
    """Note a use; raises Invalid when the counter has not grown, as with a copy. Some always stay at 0."""
    moved_on = (StaffPasskey.sign_count < count) if count else (StaffPasskey.sign_count == 0)
    counted = update(StaffPasskey).where(StaffPasskey.id == passkey.id, moved_on)
    if rows_changed(db, counted.values(sign_count=count, last_used_at=at)) != 1:
        log.error("passkey cloned", staff_id=passkey.staff_id, passkey_id=passkey.id)
        raise Invalid(Code.STAFF_PASSKEY_CLONED)


def _refuse_too_many(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise Conflict(Code.TOO_MANY_PASSKEYS)
