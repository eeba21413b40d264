"""/wallet: passes for members, and below /apple the web service that Apple's devices ask.

The service's calls are as Apple documents them, status by status, without its log (docs/integrations.md).
"""

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any

from flask import Response, request

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import NotFound
from loyalty.gateways import apple_wallet, wallet_keys
from loyalty.http.api import Blueprint
from loyalty.http.auth import own_member
from loyalty.http.files import attachment
from loyalty.reach.wallet import apple, devices, google, passes
from loyalty.reach.wallet.models import WalletPass
from loyalty.reach.wallet.schemas import (
    MAX_DEVICE,
    ChangedPassesQuery,
    ChangedPassesSchema,
    NewWalletPassSchema,
    WalletDeviceSchema,
    WalletPassLinkSchema,
    WalletsSchema,
)
from loyalty.rules.codes import Code
from loyalty.rules.wallet import APPLE, GOOGLE, is_unchanged

blueprint = Blueprint("wallet", __name__, description="Passes in Apple Wallet and Google Wallet.")
_FILE = {"type": "string", "format": "binary"}
_REGISTRATION = "/apple/v1/devices/<string:id>/registrations/<string:type>/<string:serial>"


@blueprint.before_request
def refuse_without_apple_wallet() -> None:
    """Answer the calls of Apple's devices only where passes are made for them."""
    if "/apple/" in request.path and APPLE not in config.current().wallets:
        raise NotFound(Code.NO_WALLET)


@blueprint.route("/wallet")
@blueprint.cached_when_public()
@blueprint.response(200, WalletsSchema)
def list_wallets() -> dict[str, Any]:
    """List the wallets that passes can be added to; none without the settings of one."""
    return {"wallet_list": list(config.current().wallets)}


@blueprint.route("/member/<id:member_id>/walletPass", methods=["POST"])
@own_member
@blueprint.arguments(NewWalletPassSchema)
@blueprint.response(201, WalletPassLinkSchema)
@blueprint.alt_responses(404, 409)
def add_pass(wanted: dict[str, Any], member_id: int) -> dict[str, str]:
    """Make the member's pass, or find it; returns a link that adds it to the wallet."""
    given = passes.give(member_id, **wanted)
    keys = wallet_keys.google_keys(config.current())
    if given.wallet == GOOGLE and keys is not None:
        return {"url": google.link(given, google.language_of(current_session(), member_id), keys)}
    return {"url": passes.link(given)}


@blueprint.route("/wallet/pass/<string:token>")
@blueprint.response(200, _FILE, content_type=apple_wallet.TYPE)
@blueprint.alt_responses(404)
def read_pass(token: str) -> Response:
    """Read the file of a pass by its link."""
    return _file(passes.of_link(current_session(), token))


def _file(row: WalletPass) -> Response:
    keys = wallet_keys.apple_keys(config.current())
    if keys is None or row.wallet != APPLE:
        raise NotFound(Code.NO_WALLET)
    db = current_session()
    of = passes.state_of(db, row, now(db))
    content = apple.file_of(of, keys)
    passes.note_sent(of.serial)
    answer = attachment("pass.pkpass", content, apple_wallet.TYPE)
    answer.headers["Last-Modified"] = format_datetime(of.changed_at.astimezone(UTC), usegmt=True)
    return answer


def _token() -> str:
    """The token of a pass that a device has sent; empty when it sent none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "applepass" else ""


@blueprint.route(_REGISTRATION, methods=["POST"])
@blueprint.arguments(WalletDeviceSchema)
@blueprint.response(200, description="The device is registered already.")
@blueprint.alt_response(201, description="The device is notified of changes from now on.", schema=None)
@blueprint.alt_responses(401, 404)
def register_device(sent: dict[str, str], id: str, type: str, serial: str) -> Response:
    """Notify a device of changes of a pass."""
    if len(id) > MAX_DEVICE:
        raise NotFound(Code.NO_SUCH_PASS_DEVICE)
    is_new = devices.register(type, serial, _token(), id, sent["push_token"])
    return Response(status=201 if is_new else 200)


@blueprint.route(_REGISTRATION, methods=["DELETE"])
@blueprint.response(200, description="The device is not notified any more.")
@blueprint.alt_responses(401)
def unregister_device(id: str, type: str, serial: str) -> Response:
    """Stop notifying a device of a pass that was removed from it."""
    devices.unregister(type, serial, _token(), id)
    return Response(status=200)


@blueprint.route("/apple/v1/devices/<string:id>/registrations/<string:type>")
@blueprint.arguments(ChangedPassesQuery, location="query")
@blueprint.response(200, ChangedPassesSchema)
@blueprint.alt_response(204, description="No pass on the device has changed.", schema=None)
def list_updated(query: dict[str, Any], id: str, type: str) -> Any:
    """List the passes on a device that have changed since a tag."""
    found = devices.updated(current_session(), type, id, query["since"])
    return found or Response(status=204)


@blueprint.route("/apple/v1/passes/<string:type>/<string:serial>")
@blueprint.response(200, _FILE, content_type=apple_wallet.TYPE)
@blueprint.alt_response(304, description="The device has this state of the pass.", schema=None)
@blueprint.alt_responses(401)
def read_updated_pass(type: str, serial: str) -> Response:
    """Read the newest file of a pass, unless the device has it (If-Modified-Since)."""
    row = devices.authorised(current_session(), type, serial, _token())
    seen: datetime | None = request.if_modified_since
    if is_unchanged(row.changed_at, seen):
        return Response(status=304)
    return _file(row)
