"""Passkeys of the staff: made by an invitation, signing in, and verifying again that it is still they.

The ceremonies are those of members (reach/passkeys/ceremonies.py); the relying party is the host of the
staff app, so that neither kind of passkey can be used in place of the other.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime

import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import invitations, notices, sessions
from loyalty.backoffice.people.models import Staff, StaffChallenge, StaffInvitation, StaffPasskey
from loyalty.db.clock import now
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.access.context import ClientContext
from loyalty.reach.passkeys import ceremonies, challenges
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


def _party() -> RelyingParty:
    settings = config.current()
    return RelyingParty(settings.staff_rp_id, [settings.staff_origin], Code.PASSKEY_REFUSED)


def invited(token: str, client: ClientContext) -> tuple[str, Json]:
    """The name of whom an invitation is for, and what `navigator.credentials.create` takes.

    Raises Conflict for an invitation that was used or has expired, NotFound for one that never was, TooMany.
    """
    with transaction() as db:
        _, person = _invitation(db, token)
        return person.name, _creation_options(db, person, INVITATION, client)


def accept(token: str, credential: Json, client: ClientContext) -> tuple[str, StaffSession]:
    """Keep the passkey that was made by `invited`, use the invitation up and sign its person in.

    Raises as `invited` does, and Invalid `invalid_passkey`, `passkey_refused`. Of two who use one invitation
    at once, one is refused.
    """
    invitation, _ = _invitation(current_session(), token)
    made = _made(credential, INVITATION, invitation.staff_id)
    try:
        with transaction() as db:
            at = now(db)
            is_first = not invitations.was_used(db, invitation.staff_id)
            unused = StaffInvitation.id == invitation.id, StaffInvitation.used_at.is_(None)
            if rows_changed(db, update(StaffInvitation).where(*unused).values(used_at=at)) != 1:
                raise Conflict(Code.INVITATION_USED)
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


def _invitation(db: Session, token: str) -> tuple[StaffInvitation, Staff]:
    """An invitation that is still valid, and its person; raises NotFound, Conflict."""
    query = select(StaffInvitation, Staff).join(Staff, Staff.id == StaffInvitation.staff_id)
    of_token = StaffInvitation.token_hash == hashlib.sha256(token.encode()).hexdigest()
    found = db.execute(query.where(of_token)).one_or_none()
    if found is None:
        raise NotFound(Code.NO_SUCH_INVITATION)
    invitation, person = found
    if invitation.used_at is not None:
        raise Conflict(Code.INVITATION_USED)
    if invitation.expires_at <= now(db) or person.disabled_at is not None:
        raise Conflict(Code.INVITATION_EXPIRED)
    return invitation, person


def options_to_sign_in(client: ClientContext) -> Json:
    """What `navigator.credentials.get` takes, the same for everybody; raises TooMany."""
    with transaction() as db:
        challenge = challenges.give(db, StaffChallenge, SIGN_IN, client, sessions.CHALLENGES)
    return ceremonies.request_options(_party(), challenge)


def sign_in(credential: Json, client: ClientContext) -> tuple[str, StaffSession]:
    """Sign in by a passkey: a session of the office, freshly verified; returns the cookie's token and it.

    Raises Invalid `unknown_passkey`, `passkey_cloned`, `passkey_refused` and `invalid_passkey`, and Conflict
    `no_office_role`.
    """
    passkey, count = _checked(credential, SIGN_IN, None)
    with transaction() as db:
        at = now(db)
        _count_use(db, passkey, count, at)
        return sessions.begin(db, _person(db, passkey.staff_id), client, at)


def options_to_verify(session: StaffSession, client: ClientContext) -> Json:
    """What `navigator.credentials.get` takes to verify who is signed in; raises Conflict `no_passkey`, and
    `at_till`: a tablet is shared, so nothing that needs a fresh verification is done at it.
    """
    if session.till_id is not None:
        raise Conflict(Code.AT_TILL)
    whose = {"staff_id": session.staff_id}
    with transaction() as db:
        known = [each.credential_id for each in reversed(passkeys(db, session.staff_id))]
        if not known:
            raise Conflict(Code.NO_PASSKEY)
        challenge = challenges.give(db, StaffChallenge, VERIFY, client, sessions.CHALLENGES, **whose)
    return ceremonies.request_options(_party(), challenge, known)


def verify(session: StaffSession, credential: Json) -> StaffSession:
    """Note that who is signed in has verified themselves again; returns the session as it is then.

    Raises as `sign_in` does, also for another person's passkey.
    """
    passkey, count = _checked(credential, VERIFY, session.staff_id)
    if passkey.staff_id != session.staff_id:
        raise Invalid(Code.PASSKEY_OF_ANOTHER)
    with transaction() as db:
        at = now(db)
        _count_use(db, passkey, count, at)
        return sessions.verified(db, session, at)


def passkeys(db: Session, staff_id: int) -> Sequence[StaffPasskey]:
    """A person's passkeys, the newest first."""
    mine = select(StaffPasskey).where(StaffPasskey.staff_id == staff_id)
    return db.scalars(mine.order_by(StaffPasskey.id.desc())).all()


def options_to_add(session: StaffSession, client: ClientContext) -> Json:
    """What `navigator.credentials.create` takes, for one more passkey; raises Conflict for too many."""
    with transaction() as db:
        _refuse_too_many(db, session.staff_id)
        return _creation_options(db, _person(db, session.staff_id), ADD, client)


def add(session: StaffSession, credential: Json, client: ClientContext) -> StaffPasskey:
    """Keep one more passkey; raises as `accept` does."""
    made = _made(credential, ADD, session.staff_id)
    try:
        with transaction() as db:
            person = _person(db, session.staff_id, locked=True)
            _refuse_too_many(db, session.staff_id)
            return _keep(db, person, made, client, now(db))
    except IntegrityError as error:
        raise Conflict(Code.PASSKEY_KNOWN) from error


def remove(session: StaffSession, passkey_id: int) -> None:
    """Remove one of one's own passkeys; raises NotFound, and Conflict `last_passkey` for the only one."""
    with transaction() as db:
        person = _person(db, session.staff_id, locked=True)
        mine = {each.id: each for each in passkeys(db, session.staff_id)}
        if passkey_id not in mine:
            raise NotFound(Code.NO_SUCH_PASSKEY)
        if len(mine) == 1:
            raise Conflict(Code.LAST_PASSKEY)
        db.delete(mine[passkey_id])
        signature = Signature(operator_of_staff(person.id, person.name), "removed by its owner")
        note(db, signature, "staff.passkey-remove", f"passkey {passkey_id} of staff {person.id}")


def delete_all(db: Session, staff_id: int) -> int:
    """Delete all passkeys of a person, in the caller's transaction; returns how many."""
    return rows_changed(db, delete(StaffPasskey).where(StaffPasskey.staff_id == staff_id))


def _person(db: Session, staff_id: int, *, locked: bool = False) -> Staff:
    """An account that is not disabled; `locked` until the transaction ends. Raises NotFound."""
    found = db.get(Staff, staff_id, with_for_update=locked)
    if found is None or found.disabled_at is not None:
        raise NotFound(Code.ACCOUNT_GONE)
    return found


def _creation_options(db: Session, person: Staff, purpose: str, client: ClientContext) -> Json:
    whose = {"staff_id": person.id}
    return ceremonies.creation_options(
        _party(),
        challenges.give(db, StaffChallenge, purpose, client, sessions.CHALLENGES, **whose),
        user_handle=person.user_handle,
        user_name=person.name,
        display_name=person.name,
        known=[each.credential_id for each in reversed(passkeys(db, person.id))],
    )


def _use_challenge(credential: Json, purpose: str, staff_id: int | None) -> bytes:
    challenge = ceremonies.challenge_of(_party(), credential)
    sessions.use_challenge(challenge, purpose, Code.PASSKEY_REFUSED, staff_id=staff_id)
    return challenge


def _made(credential: Json, purpose: str, staff_id: int) -> NewCredential:
    challenge = _use_challenge(credential, purpose, staff_id)
    return ceremonies.verified_creation(_party(), credential, challenge)


def _keep(
    db: Session,
    person: Staff,
    made: NewCredential,
    client: ClientContext,
    at: datetime,
    *,
    invitation: StaffInvitation | None = None,
) -> StaffPasskey:
    device = device_of(client.user_agent)
    kept = StaffPasskey(
        **vars(made),
        staff_id=person.id,
        browser=device.browser,
        system=device.system,
        invitation_id=invitation.id if invitation else None,
        created_at=at,
    )
    db.add(kept)
    db.flush()
    how = f"made by the invitation of {invitation.created_by}" if invitation else "added by its owner"
    note(db, Signature(operator_of_staff(person.id, person.name), how), ADDED, details(kept))
    return kept


def details(passkey: StaffPasskey) -> str:
    """What the log says of a new passkey: whose it is, and what is known of its key."""
    key = hashlib.sha256(f"{passkey.credential_id}\n{passkey.public_key}".encode()).hexdigest()[:16]
    return f"passkey {passkey.id} of staff {passkey.staff_id}, key {key}"


def _checked(credential: Json, purpose: str, staff_id: int | None) -> tuple[StaffPasskey, int]:
    """The passkey that a credential is of, whose signature is right, and its new counter; the challenge is
    used up.
    """
    challenge = _use_challenge(credential, purpose, staff_id)
    query = select(StaffPasskey, Staff.user_handle).join(Staff, Staff.id == StaffPasskey.staff_id)
    known = StaffPasskey.credential_id == credential["id"], Staff.disabled_at.is_(None)
    found = current_session().execute(query.where(*known)).one_or_none()
    if found is None:
        raise Invalid(Code.PASSKEY_NOT_KNOWN)
    passkey, user_handle = found
    count = ceremonies.verified_use(
        _party(), credential, challenge, public_key=passkey.public_key, user_handle=user_handle
    )
    return passkey, count


def _count_use(db: Session, passkey: StaffPasskey, count: int, at: datetime) -> None:
    if not ceremonies.count_use(db, passkey, count, at):
        log.error("passkey cloned", staff_id=passkey.staff_id, passkey_id=passkey.id)
        raise Invalid(Code.STAFF_PASSKEY_CLONED)


def _refuse_too_many(db: Session, staff_id: int) -> None:
    if len(passkeys(db, staff_id)) >= MAX_PASSKEYS:
        raise Conflict(Code.TOO_MANY_PASSKEYS)
