"""/pos/…: what the machine at the counter does, with its key in Authorization: Bearer."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from loyalty.db.session import session
from loyalty.errors import NotSignedIn
from loyalty.features.till import service
from loyalty.features.till.schemas import GuestQuery, GuestSchema, OfferedSchema, UseSchema
from loyalty.http.api import Blueprint
from loyalty.http.idempotency import KeyHeaders, answered, key_of

blueprint = Blueprint("till", __name__, description="The till at the counter, with its own key.")
WITH_A_KEY: dict[str, Any] = {"security": [{"bearer": []}]}


@blueprint.route("/pos/member")
@blueprint.doc(**WITH_A_KEY)
@blueprint.arguments(GuestQuery, location="query")
@blueprint.response(200, GuestSchema)
@blueprint.alt_response(404)
def guest(query: dict[str, str]) -> service.Guest:
    """Find the member of a card's code or of a telephone number."""
    _till()
    number = query.pop("mobile_number", "")
    return service.guest(session(), **query, number=number)


@blueprint.route("/pos/voucher/<string:code>")
@blueprint.doc(**WITH_A_KEY)
@blueprint.response(200, OfferedSchema)
@blueprint.alt_response(404)
def voucher(code: str) -> service.Offered:
    """Say what a voucher is, and why it cannot be used here and now."""
    return service.look_at(session(), _till(), code)


@blueprint.route("/pos/voucher/<string:code>/use", methods=["POST"])
@blueprint.doc(**WITH_A_KEY)
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(UseSchema)
@blueprint.response(200, OfferedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def use(headers: dict[str, Any], bill: dict[str, Any], code: str) -> Response:
    """Take a presented voucher, once ever."""
    till = _till()
    return answered(
        service.use(
            till,
            code,
            net_sen=bill.get("net_amount"),
            receipt=bill.get("receipt_number"),
            key=key_of(headers, f"till:{till.id}"),
            spell=_spell,
        )
    )


@blueprint.route("/pos/voucher/<string:code>/release", methods=["POST"])
@blueprint.doc(**WITH_A_KEY)
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.response(200, OfferedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def release(headers: dict[str, Any], code: str) -> Response:
    """Give a presented voucher back to its member."""
    till = _till()
    return answered(service.release(till, code, key_of(headers, f"till:{till.id}"), _spell))


def _till() -> service.Till:
    """The till that asks; a member's token is no till key. Raises NotSignedIn."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise NotSignedIn("A till needs its key.", "unknown_till")
    return service.till_of(session(), key.strip())


def _spell(offered: service.Offered) -> tuple[int, object]:
    return 200, OfferedSchema().dump(offered)
