"""Signing in by a passkey, and a member's passkeys; `/.well-known/webauthn` names the hosts that use them."""

from typing import Any

from flask import Flask, jsonify
from flask.typing import ResponseReturnValue

from loyalty.db.session import current_session
from loyalty.features.access.routes import client
from loyalty.features.access.schemas import EntryHeaders, RequestHeaders, WelcomeSchema
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, own_member
from loyalty.http.client import from_mini
from loyalty.http.device_cookie import keeps_device_cookie
from loyalty.http.schemas import list_of
from loyalty.http.security_events import log_security_event
from loyalty.reach.passkeys import passkeys as passkey_service
from loyalty.reach.passkeys.models import Passkey
from loyalty.reach.passkeys.schemas import (
    NewPasskeySchema,
    PasskeyOptionsSchema,
    PasskeyProofSchema,
    PasskeySchema,
    PasskeySignInSchema,
)

blueprint = Blueprint("passkeys", __name__, description="Signing in without a code.")


@blueprint.route("/member/login/passkey/options", methods=["POST"])
@blueprint.response(200, PasskeyOptionsSchema)
@blueprint.alt_responses(429)
def options_to_sign_in() -> dict[str, Any]:
    """Return the options to use a passkey with; the challenge counts once, for five minutes."""
    return {"public_key": passkey_service.options_to_sign_in(client())}


@blueprint.route("/member/login/passkey", methods=["POST"])
@keeps_device_cookie
@blueprint.arguments(EntryHeaders, location="headers")
@blueprint.arguments(PasskeySignInSchema)
@blueprint.response(200, WelcomeSchema)
def sign_in(headers: dict[str, str], body: dict[str, Any]) -> Any:
    """Sign in by a passkey; the answer is that of a sign-in by a code."""
    welcome = passkey_service.sign_in(
        body["credential"],
        client(),
        language=headers.get("x_chosen_language"),
        at_mini=from_mini(),
    )
    log_security_event("signed_in", member_id=welcome.user.id)
    if welcome.is_new_device:
        log_security_event("new_device", member_id=welcome.user.id)
    return welcome


@blueprint.route("/member/<id:member_id>/passkey")
@own_member
@blueprint.response(200, list_of(PasskeySchema, "passkey_list"))
def passkeys(member_id: int) -> dict[str, Any]:
    """List the member's passkeys, the newest first."""
    return {"passkey_list": passkey_service.passkeys(current_session(), member_id)}


@blueprint.route("/member/<id:member_id>/passkey/options", methods=["POST"])
@own_member
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(PasskeyProofSchema)
@blueprint.response(200, PasskeyOptionsSchema)
@blueprint.alt_responses(409, 429)
def options_to_add(_headers: dict[str, str], proof: dict[str, str], member_id: int) -> dict[str, Any]:
    """Return the options to add a passkey; 409 `proof_needed` wants the code of POST /member/login/otp."""
    code = proof.get("otp_code")
    return {
        "public_key": passkey_service.options_to_add(
            member_id, client(), here=caller().sign_in_id, code=code
        ),
    }


@blueprint.route("/member/<id:member_id>/passkey", methods=["POST"])
@own_member
@blueprint.arguments(NewPasskeySchema)
@blueprint.response(201, PasskeySchema)
@blueprint.alt_responses(409)
def add(body: dict[str, Any], member_id: int) -> Passkey:
    """Keep a passkey that the browser has made."""
    added = passkey_service.add(member_id, body["credential"], client())
    log_security_event("passkey_added")
    return added


@blueprint.route("/member/<id:member_id>/passkey/<id:passkey_id>", methods=["DELETE"])
@own_member
@blueprint.response(204)
@blueprint.alt_responses(404)
def remove(member_id: int, passkey_id: int) -> None:
    """Remove a passkey."""
    passkey_service.remove(member_id, passkey_id)
    log_security_event("passkey_removed")


def init_app(app: Flask) -> None:
    """Answer browsers which other hosts use the passkeys of this one (WebAuthn level 3, §5.11)."""

    @app.get("/.well-known/webauthn")
    def related_origins() -> ResponseReturnValue:
        answer = jsonify(origins=passkey_service.origins())
        answer.headers["Cache-Control"] = "public, max-age=3600"
        return answer
