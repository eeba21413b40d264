"""Signing in inside a super-app, and a member's linked accounts (docs/integrations.md)."""

from typing import Any

from loyalty.db.session import current_session
from loyalty.features.access.routes import client
from loyalty.features.access.schemas import EntryHeaders, RequestHeaders
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, own_member
from loyalty.http.client import channel
from loyalty.http.device_cookie import keeps_device_cookie
from loyalty.http.schemas import ErrorSchema, list_of
from loyalty.http.security_events import log_security_event
from loyalty.reach.hosts import accounts
from loyalty.reach.hosts.accounts import LinkedHost
from loyalty.reach.hosts.schemas import (
    HostAddressSchema,
    HostCodeSchema,
    HostLinkSchema,
    HostSchema,
    HostSessionSchema,
    NotLinkedSchema,
)

blueprint = Blueprint("hosts", __name__, description="Signing in inside a super-app.")


@blueprint.route("/host/<string:name>/start", methods=["POST"])
@keeps_device_cookie
@blueprint.response(200, HostAddressSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_responses(429)
def start(name: str) -> dict[str, Any]:
    """Begin to sign in by a host; the code comes back to this browser, once, within ten minutes."""
    host, address = accounts.begin(name, client())
    return {"address": address, "title": host.title, "origins": host.origins}


@blueprint.route("/host/<string:name>/session", methods=["POST"])
@blueprint.arguments(EntryHeaders, location="headers")
@blueprint.arguments(HostCodeSchema)
@blueprint.response(200, HostSessionSchema)
@blueprint.alt_response(404, schema=NotLinkedSchema)
@blueprint.alt_response(503, schema=ErrorSchema)
def sign_in(headers: dict[str, str], body: dict[str, str], name: str) -> dict[str, Any]:
    """Sign in by a host's code; 404 `host_not_linked` brings a linkTicket."""
    language = headers.get("x_chosen_language")
    signed_in = accounts.sign_in(name, body["code"], body["state"], client(), language=language)
    log_security_event("signed_in", member_id=signed_in.member_id)
    if signed_in.is_new_device:
        log_security_event("new_device", member_id=signed_in.member_id)
    return {"handoff_token": signed_in.ticket}


@blueprint.route("/member/<id:member_id>/host")
@own_member
@blueprint.response(200, list_of(HostSchema, "host_list"))
def hosts(member_id: int) -> dict[str, Any]:
    """List the hosts, and which of them sign this member in."""
    return {"host_list": accounts.hosts_of(current_session(), member_id)}


@blueprint.route("/member/<id:member_id>/host/<string:name>", methods=["POST"])
@own_member
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(HostLinkSchema)
@blueprint.response(201, HostSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@blueprint.alt_response(409, schema=ErrorSchema)
@blueprint.alt_responses(429)
def link(_headers: dict[str, str], body: dict[str, Any], member_id: int, name: str) -> LinkedHost:
    """Link an account at a host, so that it signs the member in; 409 `proof_needed` wants the code of
    POST /member/login/otp.
    """
    linked = accounts.link(
        member_id,
        name,
        body["link_ticket"],
        client(),
        here=caller().sign_in_id,
        code=body.get("otp_code"),
        channel=channel(),
    )
    log_security_event("host_linked")
    return linked


@blueprint.route("/member/<id:member_id>/host/<string:name>", methods=["DELETE"])
@own_member
@blueprint.response(204)
@blueprint.alt_response(404, schema=ErrorSchema)
def unlink(member_id: int, name: str) -> None:
    """Unlink an account at a host; the sessions that it began elsewhere end."""
    accounts.unlink(member_id, name, here=caller().sign_in_id, channel=channel())
    log_security_event("host_unlinked")
