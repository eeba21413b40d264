"""/staff/…: signing in, accounts and tills of the staff app. Who may do what is in rules/staff.py."""

from typing import Any

from loyalty.backoffice.caller import office
from loyalty.backoffice.people import passkeys as passkey_service
from loyalty.backoffice.people import people, sessions
from loyalty.backoffice.people.people import Actor
from loyalty.backoffice.people.schemas import (
    AcceptSchema,
    InvitationSchema,
    InvitedSchema,
    InviteSchema,
    MadeInvitationSchema,
    MeSchema,
    NewPersonSchema,
    PersonChangeSchema,
    PersonSchema,
    PinSchema,
)
from loyalty.db.session import current_session
from loyalty.features.access.routes import client
from loyalty.http.api import StaffBlueprint
from loyalty.http.schemas import list_of
from loyalty.http.security_events import log_security_event
from loyalty.http.staff_auth import (
    keep_staff_session,
    keep_staff_token,
    permissions,
    sent_staff_token,
    staff,
)
from loyalty.reach.passkeys.schemas import (
    NewPasskeySchema,
    PasskeyOptionsSchema,
    PasskeySchema,
    PasskeySignInSchema,
)
from loyalty.rules.staff import MANAGERS, PUBLIC, SIGNED_IN, outlets_for

public = StaffBlueprint("staff_sign_in", __name__, description="Signing in to the staff app.")
blueprint = StaffBlueprint("staff", __name__, description="The people of the staff app.")


def _actor(reason: str | None = None) -> Actor:
    return Actor(office().signed(reason), staff())


@public.route("/staff/invitation/options", methods=["POST"], permission=PUBLIC)
@public.arguments(InvitationSchema)
@public.response(200, InvitedSchema)
@public.alt_responses(404, 409, 429)
def invitation(body: dict[str, str]) -> dict[str, Any]:
    """Return whom an invitation is for, and the options to make their passkey with."""
    name, options = passkey_service.invited(body["token"], client())
    return {"name": name, "public_key": options}


@public.route("/staff/invitation", methods=["POST"], permission=PUBLIC)
@public.arguments(AcceptSchema)
@public.response(201, MeSchema)
@public.alt_responses(404, 409)
def accept(body: dict[str, Any]) -> dict[str, Any]:
    """Keep the passkey of an invited person and sign them in."""
    accepted = passkey_service.accept(body["token"], body["credential"], client())
    log_security_event("staff_passkey_added", staff_id=accepted[1].staff_id)
    return sessions.me(keep_staff_session(*accepted), permissions())


@public.route("/staff/login/options", methods=["POST"], permission=PUBLIC)
@public.response(200, PasskeyOptionsSchema)
@public.alt_responses(429)
def options_to_sign_in() -> dict[str, Any]:
    """Return the options to sign in to the office with; the challenge counts once, for five minutes."""
    return {"public_key": passkey_service.options_to_sign_in(client())}


@public.route("/staff/login", methods=["POST"], permission=PUBLIC)
@public.arguments(PasskeySignInSchema)
@public.response(200, MeSchema)
@public.alt_responses(409)
def sign_in(body: dict[str, Any]) -> dict[str, Any]:
    """Sign in to the office by a passkey; the session is freshly verified."""
    signed_in = passkey_service.sign_in(body["credential"], client())
    return sessions.me(keep_staff_session(*signed_in), permissions())


@public.route("/staff/logout", methods=["POST"], permission=PUBLIC)
@public.response(204)
def sign_out() -> None:
    """Sign out; without a session it changes nothing."""
    staff_id = sessions.sign_out(sent_staff_token())
    keep_staff_token("")
    if staff_id is not None:
        log_security_event("staff_signed_out", staff_id=staff_id)


@blueprint.route("/staff/me", permission=SIGNED_IN)
@blueprint.response(200, MeSchema)
def me() -> dict[str, Any]:
    """Return who is signed in, what they may do where, and until when."""
    return sessions.me(staff(), permissions())


@blueprint.route("/staff/verify/options", methods=["POST"], permission=SIGNED_IN)
@blueprint.response(200, PasskeyOptionsSchema)
@blueprint.alt_responses(409, 429)
def options_to_verify() -> dict[str, Any]:
    """Return the options to verify again who is signed in, where a call answers `verification_needed`."""
    return {"public_key": passkey_service.options_to_verify(staff(), client())}


@blueprint.route("/staff/verify", methods=["POST"], permission=SIGNED_IN)
@blueprint.arguments(PasskeySignInSchema)
@blueprint.response(200, MeSchema)
def verify(body: dict[str, Any]) -> dict[str, Any]:
    """Note that who is signed in has just been verified; it holds for five minutes."""
    return sessions.me(passkey_service.verify(staff(), body["credential"]), permissions())


@blueprint.route("/staff/passkey", permission=SIGNED_IN)
@blueprint.response(200, list_of(PasskeySchema, "passkey_list"))
def passkeys() -> dict[str, Any]:
    """List one's own passkeys, the newest first."""
    return {"passkey_list": passkey_service.passkeys(current_session(), staff().staff_id)}


@blueprint.route("/staff/passkey/options", methods=["POST"], permission=SIGNED_IN, fresh=True)
@blueprint.response(200, PasskeyOptionsSchema)
@blueprint.alt_responses(409, 429)
def options_to_add() -> dict[str, Any]:
    """Return the options to add a passkey with, such as one of a second device."""
    return {"public_key": passkey_service.options_to_add(staff(), client())}


@blueprint.route("/staff/passkey", methods=["POST"], permission=SIGNED_IN, fresh=True)
@blueprint.arguments(NewPasskeySchema)
@blueprint.response(201, PasskeySchema)
@blueprint.alt_responses(409)
def add_passkey(body: dict[str, Any]) -> Any:
    """Keep a passkey that the browser has made."""
    added = passkey_service.add(staff(), body["credential"], client())
    log_security_event("staff_passkey_added")
    return added


@blueprint.route("/staff/passkey/<id:passkey_id>", methods=["DELETE"], permission=SIGNED_IN, fresh=True)
@blueprint.response(204)
@blueprint.alt_responses(404, 409)
def remove_passkey(passkey_id: int) -> None:
    """Remove one of one's own passkeys; the only one stays."""
    passkey_service.remove(staff(), passkey_id)
    log_security_event("staff_passkey_removed")


@blueprint.route("/staff/people", permission=MANAGERS)
@blueprint.response(200, list_of(PersonSchema, "person_list"))
def list_people() -> dict[str, Any]:
    """List the people of one's outlets with their roles, and where they are signed in; to whose roles are for
    every outlet, everybody.
    """
    own = outlets_for(MANAGERS, staff().grants)
    return {"person_list": people.people(current_session(), own, staff())}


@blueprint.route("/staff/people", methods=["POST"], permission=MANAGERS, fresh=True)
@blueprint.arguments(NewPersonSchema)
@blueprint.response(201, PersonSchema)
def add_person(body: dict[str, Any]) -> dict[str, Any]:
    """Add a person with their roles. Then give a cashier a PIN, and anybody else an invitation.

    An area manager or somebody of head office has no role until another person of head office approves it.
    """
    made = people.add(body["name"], body["grants"], _actor(), email=body["email"])
    return people.person(made, _actor())


@blueprint.route("/staff/people/<id:staff_id>", methods=["PATCH"], permission=MANAGERS, fresh=True)
@blueprint.arguments(PersonChangeSchema)
@blueprint.response(200, PersonSchema)
@blueprint.alt_responses(404, 409)
def change(body: dict[str, Any], staff_id: int) -> dict[str, Any]:
    """Change the roles of a person, each of which has to be one's own to give or take, or the address of
    their invitations and notices, until they have made a passkey.

    A new role of an area manager or of head office waits, with all the others, for another person of head
    office. Or disable the account for good; its sessions end at once.
    """
    if body.pop("disabled", False):
        people.disable(staff_id, _actor(body["reason"]))
    else:
        people.change(staff_id, _actor(), **body)
    return people.person(staff_id, _actor())


@blueprint.route("/staff/people/<id:staff_id>/invitation", methods=["POST"], permission=MANAGERS, fresh=True)
@blueprint.arguments(InviteSchema, required=False)
@blueprint.response(201, MadeInvitationSchema)
@blueprint.alt_responses(404, 409)
def invite(body: dict[str, bool], staff_id: int) -> dict[str, Any]:
    """Make a link by which a person makes a passkey, once, within 24 hours; one made before ends.

    For somebody who has made one before it waits for another person of head office.
    """
    forget = body.get("forget_passkeys", False)
    link, expires_at = people.invite(staff_id, _actor(), forget_passkeys=forget) or (None, None)
    return {"link": link, "expires_at": expires_at}


@blueprint.route("/staff/people/<id:staff_id>/pin", methods=["PUT"], permission=MANAGERS, fresh=True)
@blueprint.arguments(PinSchema)
@blueprint.response(204)
@blueprint.alt_responses(404, 409)
def set_pin(body: dict[str, str], staff_id: int) -> None:
    """Give a cashier a start PIN, also where theirs is locked or forgotten; they choose their own with it."""
    people.set_pin(staff_id, body["pin"], _actor())


@blueprint.route(
    "/staff/people/<id:staff_id>/session/<id:session_id>/end", methods=["POST"], permission=MANAGERS
)
@blueprint.response(204)
@blueprint.alt_responses(404)
def end_session(staff_id: int, session_id: int) -> None:
    """Sign a person out where they are signed in."""
    people.end_session(staff_id, session_id, _actor())
