"""Accounts of the staff: added, given roles, invited, given a PIN, disabled; never deleted."""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from werkzeug.security import check_password_hash, generate_password_hash

from loyalty import config
from loyalty.backoffice.approvals.approvals import ProposalKind
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import grants, invitations, passkeys, proposals, sessions
from loyalty.backoffice.people.models import (
    AnyRow,
    Staff,
    StaffGrant,
    StaffPasskey,
    StaffPin,
    StaffSessionRow,
)
from loyalty.db.clock import now
from loyalty.db.inserts import upsert
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Forbidden, Invalid, NotFound
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.rules import base64url
from loyalty.rules.codes import Code
from loyalty.rules.people import problem_with_email
from loyalty.rules.problems import Problem
from loyalty.rules.staff import (
    PIN_TRIES,
    Grant,
    Role,
    StaffSession,
    account_of,
    in_office,
    may_grant,
    may_manage,
    needs_second_person,
    operator_of_staff,
    problem_with_grants,
    problem_with_name,
    problem_with_pin,
)
from loyalty.rules.visible_text import visible_line

MAX_GRANTS = 60
# The entry of a new account in the log.
ADDED = "staff.add"
PIN_SET, PIN_CHOSEN = "staff.pin", "staff.pin-chosen"
# Each try takes 32 MiB and about a tenth of a second.
PIN_HASH = "scrypt:32768:8:1"


@dataclass(frozen=True)
class Actor:
    """Who acts on an account: somebody who is signed in, by their roles, or the command line, which may do
    everything.
    """

    signature: Signature
    session: StaffSession | None = None

    def refuse_unless(self, allowed: bool) -> None:
        """Raise Forbidden for somebody who is signed in and not allowed."""
        if self.session is not None and not allowed:
            raise Forbidden(Code.OTHER_PERSON)

    def refuse_own(self, staff_id: int) -> None:
        """Raise Conflict for one's own account, which is another person's to change."""
        if self.session is not None and self.session.staff_id == staff_id:
            raise Conflict(Code.OWN_ACCOUNT)

    @property
    def grants(self) -> tuple[Grant, ...]:
        """The roles of the caller."""
        return self.session.grants if self.session else ()


def people(db: Session, outlets: frozenset[int | None], session: StaffSession | None) -> list[dict[str, Any]]:
    """Everybody with a role at some outlets (None: everybody, also without a role), by name, and where they
    are signed in (`PersonSchema`).

    `session` is the caller's; None: the command line.
    """
    at = now(db)
    roles: dict[int, list[Grant]] = {}
    for grant in db.scalars(select(StaffGrant).order_by(StaffGrant.id)):
        roles.setdefault(grant.staff_id, []).append(Grant(Role(grant.role), grant.outlet_id))
    pins = {pin.staff_id: pin.tries for pin in db.scalars(select(StaffPin))}
    keys = Counter(db.scalars(select(StaffPasskey.staff_id)))
    signed_in: dict[int, list[AnyRow]] = {}
    for open_session in sessions.open_sessions(db, at):
        signed_in.setdefault(open_session.staff_id, []).append(open_session)
    asked = proposals.waiting_grants(db)
    found = []
    for row in db.scalars(select(Staff).order_by(Staff.disabled_at.is_not(None), Staff.name, Staff.id)):
        theirs = roles.get(row.id, [])
        if None not in outlets and not outlets & {each.outlet_id for each in theirs}:
            continue
        is_other = session is None or (session.staff_id != row.id and may_manage(session.grants, theirs))
        found.append(
            {
                "id": row.id,
                "name": row.name,
                "email": row.email,
                "created_at": row.created_at,
                "disabled_at": row.disabled_at,
                "grants": theirs,
                "waiting_grants": asked.get(row.id, ()),
                "passkey_count": keys[row.id],
                "has_pin": row.id in pins,
                "is_pin_locked": pins.get(row.id, 0) >= PIN_TRIES,
                "sessions": () if row.disabled_at else signed_in.get(row.id, ()),
                "may_change": row.disabled_at is None and is_other,
            }
        )
    return found


def person(staff_id: int, actor: Actor) -> dict[str, Any]:
    """One account as `people` lists it; raises NotFound."""
    everybody = people(current_session(), frozenset({None}), actor.session)
    found = next((each for each in everybody if each["id"] == staff_id), None)
    if found is None:
        raise NotFound(Code.NO_SUCH_ACCOUNT)
    return found


def add(name: str, wanted: Sequence[Grant], actor: Actor, *, email: str | None = None) -> int:
    """Add an account with its roles; returns its id. Roles that one person does not give alone are proposed,
    all of them. Raises Invalid, and Forbidden for roles that are not the actor's to give.
    """
    name = visible_line(name)
    if problem := problem_with_name(name):
        raise Invalid(problem, field="name")
    with transaction() as db:
        _check_grants(db, wanted)
        actor.refuse_unless(all(may_grant(actor.grants, each) for each in wanted))
        made = Staff(
            name=name,
            user_handle=base64url.encode(secrets.token_bytes(32)),
            email=_checked_email(email),
            created_at=now(db),
            created_by=actor.signature.operator,
        )
        db.add(made)
        db.flush()
        note(db, actor.signature, ADDED, f"staff {made.id}")
        _give(db, made.id, wanted, (), actor)
        return made.id


def _give(db: Session, staff_id: int, given: Sequence[Grant], taken: Sequence[Grant], actor: Actor) -> None:
    if actor.session is not None and needs_second_person(given):
        proposals.ask(db, ProposalKind.ROLES, staff_id, actor.signature, given=given, taken=taken)
    else:
        grants.change(db, staff_id, given, taken, actor.signature)


def change(
    staff_id: int,
    actor: Actor,
    *,
    grants: Sequence[Grant] | None = None,
    seen_grants: Sequence[Grant] | None = None,
    **more: str | None,
) -> None:
    """Change an account: `grants`, its roles, and `email`, where its invitations and notices go (None:
    nowhere).

    Raises NotFound, and what `_change_grants` and `_set_email` do.
    """
    with transaction() as db:
        account = _account(db, staff_id)
        if grants is not None:
            _change_grants(db, staff_id, grants, seen_grants, actor)
        if "email" in more:
            _set_email(db, account, more["email"], actor)


def _set_email(db: Session, account: Staff, email: str | None, actor: Actor) -> None:
    """Raises Invalid, Forbidden, and Conflict `email_kept` in the app once its person has made a passkey:
    with another address, somebody else would get their next invitation.
    """
    actor.refuse_unless(may_manage(actor.grants, sessions.grants_of(db, account.id)))
    if actor.session and account.email is not None and invitations.was_used(db, account.id):
        raise Conflict(Code.EMAIL_KEPT)
    account.email = _checked_email(email)
    note(db, actor.signature, "staff.email", f"staff {account.id}")


def _checked_email(email: str | None) -> str | None:
    if email is not None and (problem := problem_with_email(email)):
        raise Invalid(problem, field="email")
    return email


def _change_grants(
    db: Session, staff_id: int, wanted: Sequence[Grant], seen: Sequence[Grant] | None, actor: Actor
) -> None:
    """Make these the roles of a person. Who is signed in keeps only what is still theirs. A change that gives
    roles that one person does not give alone is proposed as a whole.

    Raises Invalid, Conflict for one's own account, (`edited_meanwhile`) when the roles are no longer those
    that were `seen` and (`asked_already`) when a change waits, and Forbidden when a role that is given or
    taken is not the actor's to give.
    """
    actor.refuse_own(staff_id)
    _check_grants(db, wanted)
    before = sessions.grants_of(db, staff_id)
    if seen is not None and set(seen) != set(before):
        raise Conflict(Code.EDITED_MEANWHILE)
    given = [each for each in wanted if each not in before]
    taken = [each for each in before if each not in wanted]
    actor.refuse_unless(all(may_grant(actor.grants, each) for each in (*given, *taken) or before))
    _give(db, staff_id, given, taken, actor)


def disable(staff_id: int, actor: Actor) -> None:
    """Disable an account for good: its sessions, passkeys, PIN and invitation end. Raises NotFound, Conflict
    for one's own, and Forbidden.
    """
    actor.refuse_own(staff_id)
    with transaction() as db:
        account = _account(db, staff_id)
        actor.refuse_unless(may_manage(actor.grants, sessions.grants_of(db, staff_id)))
        account.disabled_at = at = now(db)
        db.execute(delete(StaffPin).where(StaffPin.staff_id == staff_id))
        invitations.end(db, staff_id, at)
        note(db, actor.signature, "staff.disable", _end_access(db, staff_id))


def _end_access(db: Session, staff_id: int) -> str:
    """End the sessions of an account and delete its passkeys; returns what the log says of it."""
    ended = len(sessions.end(db, StaffSessionRow.staff_id == staff_id))
    return f"staff {staff_id}: ended {ended} sessions, forgot {passkeys.delete_all(db, staff_id)} passkeys"


def invite(staff_id: int, actor: Actor, *, forget_passkeys: bool = False) -> tuple[str, datetime] | None:
    """A link by which a person makes a passkey, once, within 24 hours, and when it expires. None: they have
    made one before, so another person of head office decides first; then it is mailed to them or, without an
    address, made by calling this again.

    `forget_passkeys` is for a device that was lost: their passkeys and sessions end at once. Raises NotFound,
    Forbidden, and Conflict for one's own account, for somebody who is a cashier only, and `asked_already`.
    """
    actor.refuse_own(staff_id)
    with transaction() as db:
        _account(db, staff_id)
        theirs, at, signature = sessions.grants_of(db, staff_id), now(db), actor.signature
        actor.refuse_unless(may_manage(actor.grants, theirs))
        if not in_office(theirs):
            raise Conflict(Code.PIN_ONLY)
        if forget_passkeys:
            note(db, signature, "staff.forget-passkeys", _end_access(db, staff_id))
        if actor.session is None or not invitations.was_used(db, staff_id):
            return invitations.make(db, staff_id, signature)
        if (allowed := proposals.approved(db, staff_id, signature.operator, at)) is not None:
            return invitations.make(db, staff_id, signature, proposal_id=allowed)
        proposals.ask(db, ProposalKind.INVITATION, staff_id, signature)
        return None


def set_pin(staff_id: int, pin: str, actor: Actor) -> None:
    """Give a cashier a start PIN, with which they choose one of their own: it unlocks, and ends what the PIN
    before began.

    Raises NotFound, Invalid, Conflict for somebody who is no cashier, and Forbidden unless they are one where
    the actor manages cashiers.
    """
    hashed = _hashed(staff_id, pin, "pin")
    with transaction() as db:
        _account(db, staff_id)
        cashier = [each for each in sessions.grants_of(db, staff_id) if each.role is Role.CASHIER]
        if not cashier:
            raise Conflict(Code.NO_CASHIER)
        actor.refuse_unless(any(may_grant(actor.grants, each) for each in cashier))
        set_by = actor.signature.operator
        values = {"pin_hash": hashed, "tries": 0, "set_at": now(db), "set_by": set_by, "chosen_at": None}
        upsert(db, StaffPin, {"staff_id": staff_id, **values}, values)
        at_counters = StaffSessionRow.staff_id == staff_id, StaffSessionRow.till_id.is_not(None)
        ended = len(sessions.end(db, *at_counters))
        note(db, actor.signature, PIN_SET, f"{pin_details(staff_id, hashed)}; ended {ended} sessions")


def choose_pin(db: Session, staff_id: int, name: str, new_pin: str, *, known_hash: str | None = None) -> None:
    """Make a cashier's PIN one of their own, in the caller's transaction.

    With `known_hash`, that of the PIN which they typed (`try_pin`), raises Conflict `pin_changed` when it is
    not theirs any more. Raises Invalid `pin_too_easy` for one that is easy to guess, or the same.
    """
    pin = _locked_pin(db, staff_id, known_hash)
    if check_password_hash(pin.pin_hash, _peppered(staff_id, new_pin)):
        raise Invalid(Code.SAME_PIN, field="newPin")
    pin.pin_hash, pin.tries, pin.chosen_at = _hashed(staff_id, new_pin, "newPin"), 0, now(db)
    signature = Signature(operator_of_staff(staff_id, name), "a PIN of their own")
    note(db, signature, PIN_CHOSEN, pin_details(staff_id, pin.pin_hash))


def pin_details(staff_id: int, pin_hash: str) -> str:
    """What the log says of a PIN: whose it is, and a digest of its hash."""
    return f"PIN of staff {staff_id}, key {hashlib.sha256(pin_hash.encode()).hexdigest()[:16]}"


def refuse_start_pin(db: Session, staff_id: int, known_hash: str) -> None:
    """Raise Conflict `new_pin_needed` unless a cashier's PIN is one that they have chosen themselves, and
    `pin_changed` when it is not the one of `known_hash` any more, which they typed.
    """
    if _locked_pin(db, staff_id, known_hash).chosen_at is None:
        raise Conflict(Code.NEW_PIN_NEEDED)


def _locked_pin(db: Session, staff_id: int, known_hash: str | None) -> StaffPin:
    pin = db.get(StaffPin, staff_id, with_for_update=True, populate_existing=True)
    if pin is None or known_hash not in (None, pin.pin_hash):
        raise Conflict(Code.PIN_CHANGED)
    return pin


def _hashed(staff_id: int, pin: str, field: str) -> str:
    """What is stored of a PIN; raises Invalid `pin_too_easy` for one that is easy to guess."""
    if problem := problem_with_pin(pin):
        raise Invalid(problem, field=field)
    return generate_password_hash(_peppered(staff_id, pin), method=PIN_HASH)


def try_pin(staff_id: int, pin: str) -> str:
    """The stored hash that a right PIN has matched; raises Invalid `wrong_pin` with the tries that are left.

    The try is committed before it is judged, so that tries at the same time count as well. Raises Conflict
    `no_pin`, and `pin_locked` after the fifth wrong try, also for the right PIN.
    """
    mine = StaffPin.staff_id == staff_id
    with transaction() as db:
        counted = update(StaffPin).where(mine, StaffPin.tries < PIN_TRIES).values(tries=StaffPin.tries + 1)
        tried = db.execute(counted.returning(StaffPin.pin_hash, StaffPin.tries)).one_or_none()
    if tried is None:
        if current_session().scalar(select(StaffPin.staff_id).where(mine)) is None:
            raise Conflict(Code.NO_PIN)
        raise Conflict(Code.PIN_LOCKED)
    found: str = tried.pin_hash
    if not check_password_hash(found, _peppered(staff_id, pin)):
        left = PIN_TRIES - tried.tries
        if left == 0:
            raise Conflict(Code.PIN_LOCKED)
        raise Invalid(Code.WRONG_PIN, {"count": left})
    with transaction() as db:
        db.execute(update(StaffPin).where(mine, StaffPin.pin_hash == found).values(tries=0))
    return found


def end_session(staff_id: int, session_id: int, actor: Actor) -> None:
    """End one session of a person; raises NotFound and Forbidden."""
    with transaction() as db:
        _account(db, staff_id)
        is_own = actor.session is not None and actor.session.staff_id == staff_id
        actor.refuse_unless(is_own or may_manage(actor.grants, sessions.grants_of(db, staff_id)))
        if not sessions.end(db, StaffSessionRow.id == session_id, StaffSessionRow.staff_id == staff_id):
            raise NotFound(Code.NO_SUCH_SESSION)
        note(db, actor.signature, "staff.session-end", f"session {session_id} of staff {staff_id}")


def account_named(db: Session, typed: str) -> str | None:
    """The account that a name or `staff:12` on the command line means, as `staff:12`; None for nobody's.

    Raises Invalid for a name that several have.
    """
    wanted = " ".join(typed.split()).casefold()
    rows = db.execute(select(Staff.id, Staff.name).where(Staff.disabled_at.is_(None))).all()
    found = [account_of(row.id) for row in rows if wanted in (row.name.casefold(), account_of(row.id))]
    if len(found) > 1:
        raise Invalid(Code.SEVERAL_PEOPLE, {"accounts": " or ".join(sorted(found))})
    return found[0] if found else None


def _account(db: Session, staff_id: int) -> Staff:
    """An account that is not disabled, locked until the transaction ends; raises NotFound, Conflict."""
    found = db.get(Staff, staff_id, with_for_update=True)
    if found is None:
        raise NotFound(Code.NO_SUCH_ACCOUNT)
    if found.disabled_at is not None:
        raise Conflict(Code.ACCOUNT_DISABLED)
    return found


def _check_grants(db: Session, grants: Sequence[Grant]) -> None:
    problem = problem_with_grants(grants)
    if problem is None and len(grants) > MAX_GRANTS:
        problem = Problem(Code.TOO_MANY_ROLES, {"max": MAX_GRANTS})
    known = {outlet.id for outlet in outlet_queries.outlets(db)}
    if problem is None and any(each.outlet_id not in {None, *known} for each in grants):
        problem = Problem(Code.OUTLET_NOT_FOUND)
    if problem is not None:
        raise Invalid(problem, field="grants")


def _peppered(staff_id: int, pin: str) -> str:
    """What is hashed: with a key of the settings, since a few digits are quickly tried against a copy of the
    database.
    """
    key = config.current().hash_key.encode()
    return hmac.new(key, f"staff-pin\n{staff_id}\n{pin}".encode(), hashlib.sha256).hexdigest()
