"""/staff/till and /staff/outlet/{outlet_id}/till: tills of the staff app, and signing in at them."""

from typing import Any

from loyalty.backoffice.caller import office
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.backoffice.people import sessions
from loyalty.backoffice.people.schemas import LinkSchema, MeSchema, StaffTillSchema
from loyalty.backoffice.tills import tills
from loyalty.backoffice.tills.schemas import (
    CashierSchema,
    EnrolledSchema,
    EnrolmentSchema,
    EnrolSchema,
    TillChallengeQuery,
    TillChallengeSchema,
    TillLoginSchema,
    TillProofSchema,
)
from loyalty.db.session import current_session
from loyalty.features.access.routes import client
from loyalty.http.api import StaffBlueprint
from loyalty.http.schemas import list_of
from loyalty.http.staff_auth import keep_staff_session, permissions, staff
from loyalty.rules.staff import MANAGERS, PUBLIC

public = StaffBlueprint("tablets", __name__, description="Tablets that become tills, and signing in at them.")
blueprint = StaffBlueprint("tills", __name__, description="The tills of the outlets.")


@blueprint.route("/staff/outlet/<id:outlet_id>/till", permission=MANAGERS)
@blueprint.response(200, list_of(StaffTillSchema, "till_list"))
def list_tills(outlet_id: int) -> dict[str, Any]:
    """List the tills of an outlet, the newest first, revoked ones included."""
    return {"till_list": tills.of_outlet(current_session(), outlet_id)}


@blueprint.route(
    "/staff/outlet/<id:outlet_id>/till/enrolment", methods=["POST"], permission=MANAGERS, fresh=True
)
@blueprint.arguments(EnrolmentSchema)
@blueprint.response(201, LinkSchema)
@blueprint.alt_responses(404, 409)
def enrolment(body: dict[str, str], outlet_id: int) -> dict[str, Any]:
    """Make a link, shown as a QR code, by which a tablet becomes a till, once, within ten minutes."""
    link, expires_at = tills.enrolment(staff(), outlet_id, body["name"], office().signed())
    return {"link": link, "expires_at": expires_at}


@blueprint.route(
    "/staff/outlet/<id:outlet_id>/till/<id:till_id>/revoke", methods=["POST"], permission=MANAGERS
)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, StaffTillSchema)
@blueprint.alt_responses(404)
def revoke(body: dict[str, str], outlet_id: int, till_id: int) -> Any:
    """Revoke a till at once, and end the session of the cashier at it."""
    return tills.revoke(till_id, office().signed(body["reason"]), outlet_id)


@public.route("/staff/till", methods=["POST"], permission=PUBLIC)
@public.arguments(EnrolSchema)
@public.response(201, EnrolledSchema)
@public.alt_responses(404, 409)
def enrol(body: dict[str, str]) -> dict[str, Any]:
    """Make the tablet that sends its key a till of the outlet that the code is for."""
    return tills.enrol(body["code"], body["public_key"])


@public.route("/staff/till/challenge", methods=["POST"], permission=PUBLIC)
@public.arguments(TillChallengeQuery)
@public.response(200, TillChallengeSchema)
@public.alt_responses(401, 429)
def challenge(body: dict[str, int]) -> dict[str, Any]:
    """Return a challenge for an enrolled till to sign; it counts once, for five minutes."""
    given, expires_at = tills.challenge(body["till_id"], client())
    return {"challenge": given, "expires_at": expires_at}


@public.route("/staff/till/cashiers", methods=["POST"], permission=PUBLIC)
@public.arguments(TillProofSchema)
@public.response(200, list_of(CashierSchema, "cashier_list"))
@public.alt_responses(401)
def cashiers(body: dict[str, Any]) -> dict[str, Any]:
    """List who may sign in at a till, which proves itself by its key."""
    return {"cashier_list": tills.cashiers(body["till_id"], body["challenge"], body["signature"])}


@public.route("/staff/till/login", methods=["POST"], permission=PUBLIC)
@public.arguments(TillLoginSchema)
@public.response(200, MeSchema)
@public.alt_responses(401, 404, 409)
def sign_in_at_till(body: dict[str, Any]) -> dict[str, Any]:
    """Sign a cashier in by PIN at an enrolled till; the cashier before is signed out.

    A start PIN is answered with 409 `new_pin_needed` until `newPin` comes with it.
    """
    signed_in = tills.sign_in(
        body["till_id"],
        body["challenge"],
        body["signature"],
        staff_id=body["staff_id"],
        pin=body["pin"],
        new_pin=body.get("new_pin"),
        client=client(),
    )
    return sessions.me(keep_staff_session(*signed_in), permissions())
