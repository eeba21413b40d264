"""Signing in by a one-time code, checking a session, signing out."""

import re
from typing import Any

from flask import request

from loyalty.db.session import current_session
from loyalty.errors import BadRequest, NotSignedIn
from loyalty.features.access import context, devices, otp, sessions, tokens
from loyalty.features.access import handoff as access_handoff
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.access.schemas import (
    CheckedSessionSchema,
    CodeSentSchema,
    DeviceSchema,
    EntryHeaders,
    HandoffHeaders,
    NotRegisteredSchema,
    NumberSchema,
    OtherMemberSchema,
    RequestHeaders,
    SignInSchema,
    WelcomeSchema,
)
from loyalty.http.api import Blueprint
from loyalty.http.auth import SECURITY, caller, every_sent_token, member_required, sent_token
from loyalty.http.client import client_connected, client_network, from_mini, is_own_machine
from loyalty.http.device_cookie import device_cookie, has_device_cookie, keeps_device_cookie
from loyalty.http.schemas import list_of
from loyalty.http.security_events import log_security_event
from loyalty.rules import otp as otp_rules
from loyalty.rules.codes import Code

blueprint = Blueprint("access", __name__, description="Signing in and out.")

SENT = "OTP sent successfully! Please check your phone."
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)


def client() -> context.ClientContext:
    """The caller of the request at hand."""
    sent_id = request.headers.get("x-otp-request", "")
    request_id = sent_id if _REQUEST_ID.fullmatch(sent_id) else None
    if request_id is None and has_device_cookie():
        request_id = tokens.otp_request_id_of(device_cookie())
    solved_puzzle = request.headers.get("x-proof-of-work")
    user_agent = request.headers.get("User-Agent", "")
    return context.ClientContext(
        client_network(), device_cookie(), request_id, is_own_machine(), solved_puzzle, user_agent=user_agent
    )


def code_sent(sent: otp.CodeSent) -> dict[str, Any]:
    """The answer to a code that is on its way."""
    return {"message": SENT, "expired_at": sent.expires_at, "request_id": sent.request_id}


@blueprint.route("/member/login/otp", methods=["POST"])
@keeps_device_cookie
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(NumberSchema)
@blueprint.response(200, CodeSentSchema)
@blueprint.alt_responses(429)
def send_code(_headers: dict[str, str], number: dict[str, Any]) -> dict[str, Any]:
    """Send a code to sign in with; known and unknown numbers are answered alike."""
    phone = context.phone_number(number["calling_code_id"], number["mobile_number"])
    return code_sent(access_sign_in.send_code(otp_rules.Purpose.LOGIN, phone, client()))


@blueprint.route("/member/login", methods=["POST"])
@keeps_device_cookie
@blueprint.arguments(EntryHeaders, location="headers")
@blueprint.arguments(SignInSchema)
@blueprint.response(200, WelcomeSchema)
@blueprint.alt_response(404, schema=NotRegisteredSchema)
@blueprint.alt_responses(429)
def sign_in(headers: dict[str, str], proof: dict[str, Any]) -> Any:
    """Sign in by a code; 404 `not_registered` brings a registrationTicket for POST /member."""
    phone = context.phone_number(proof["calling_code_id"], proof["mobile_number"])
    result = access_sign_in.sign_in(
        phone,
        client(),
        code=proof.get("otp_code"),
        ticket=proof.get("sign_in_ticket"),
        language=headers.get("x_chosen_language"),
        at_mini=from_mini(),
    )
    log_security_event("signed_in", member_id=result.user.id)
    if result.is_new_device:
        log_security_event("new_device", member_id=result.user.id)
    return result


@blueprint.route("/member/checksession")
@blueprint.doc(security=SECURITY)
@blueprint.arguments(HandoffHeaders, location="headers")
@blueprint.response(200, CheckedSessionSchema)
@blueprint.alt_response(409, schema=OtherMemberSchema)
@blueprint.alt_responses(429)
def check_session(headers: dict[str, str]) -> Any:
    """Check the session and renew its token; also mints and takes handoff tickets (docs/handoff.md)."""
    _refuse_navigations()
    token = sent_token()
    if not token:
        raise NotSignedIn
    handoff = headers.get("x_handoff")
    try:
        if handoff == "mint":
            return _checked(access_sign_in.mint_handoff(token, client_connected))
        if handoff is not None:
            how = access_handoff.Presentation(
                handoff, headers.get("x_handoff_current"), headers.get("x_handoff_confirm") == "1"
            )
            return _checked(access_sign_in.present_handoff(token, how, client_connected))
        return _checked(access_sign_in.check_session(token, client_connected))
    except sessions.HandedOff:
        return {"handed_off": True}


@blueprint.route("/member/logout", methods=["POST"])
@blueprint.doc(security=SECURITY)
@blueprint.response(204)
def sign_out() -> None:
    """Sign out everywhere this sign-in reached; always 204."""
    for token in every_sent_token():
        member_id = sessions.sign_out(token)
        if member_id is not None:
            log_security_event("signed_out", member_id=member_id)


@blueprint.route("/member/session")
@member_required
@blueprint.response(200, list_of(DeviceSchema, "device_list"))
def list_devices() -> dict[str, Any]:
    """List the devices where the member is signed in: this one first, then the one seen last."""
    here = caller()
    return {"device_list": devices.devices(current_session(), here.member_id, here=here.sign_in_id)}


@blueprint.route("/member/session/<id:device_id>/end", methods=["POST"])
@member_required
@blueprint.response(204)
@blueprint.alt_responses(404)
def end_device(device_id: int) -> None:
    """Sign one device out, in both apps, at once."""
    devices.end(caller().member_id, device_id)
    log_security_event("signed_out_elsewhere")


@blueprint.route("/member/session/end-others", methods=["POST"])
@member_required
@blueprint.response(204)
def end_other_devices() -> None:
    """Sign out everywhere but here."""
    here = caller()
    if devices.end_others(here.member_id, here=here.sign_in_id):
        log_security_event("signed_out_elsewhere")


def _checked(result: access_sign_in.SignInResult) -> dict[str, Any]:
    answer = {
        "user": result.user,
        "login_token": result.login_token,
        "is_first_login": result.is_first_login,
    }
    return answer if result.handoff_token is None else {**answer, "handoff_token": result.handoff_token}


def _refuse_navigations() -> None:
    """A session is checked by a call of the apps, never by an address that a browser opens or prefetches."""
    if "prefetch" in request.headers.get("Sec-Purpose", "") or (
        request.headers.get("Sec-Fetch-Mode") == "navigate"
    ):
        raise BadRequest(Code.NOT_A_CALL)
