"""/member/{id}/export, as JSON and for spreadsheets, and DELETE /member/{id}."""

from __future__ import annotations

from typing import Any

from flask import Response

from loyalty.backoffice.personal import data
from loyalty.backoffice.personal.data import archive
from loyalty.backoffice.personal.schemas import ErasureSchema, ExportSchema
from loyalty.db.session import current_session
from loyalty.features.access.routes import client, code_sent
from loyalty.features.access.schemas import CodeSentSchema, RequestHeaders
from loyalty.http import requests
from loyalty.http.api import Blueprint
from loyalty.http.auth import own_member
from loyalty.http.security_events import record

ZIP = "application/zip"
BYTES = {"type": "string", "format": "binary"}

blueprint = Blueprint("personal", __name__, description="A member's data are hers.")


@blueprint.route("/member/<id:member_id>/export")
@own_member
@blueprint.response(200, ExportSchema)
def export(member_id: int) -> data.Export:
    """Give the member everything that is held about them."""
    record("export")
    return data.export(current_session(), member_id)


@blueprint.route("/member/<id:member_id>/export/csv")
@own_member
@blueprint.response(200, BYTES, content_type=ZIP)
def export_for_spreadsheets(member_id: int) -> Response:
    """Give the member the same for spreadsheets: a ZIP with one CSV a table."""
    record("export")
    found = ExportSchema().dump(data.export(current_session(), member_id))
    named = {"Content-Disposition": 'attachment; filename="my-data.zip"'}
    return Response(archive(found), mimetype=ZIP, headers=named)


@blueprint.route("/member/<id:member_id>/erasure/otp", methods=["POST"])
@own_member
@requests.keeps_device
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.response(200, CodeSentSchema)
@blueprint.refuses(429)
def send_code(_headers: dict[str, str], member_id: int) -> dict[str, Any]:
    """Send the member the code that DELETE /member/{id} wants; it is good for nothing else."""
    return code_sent(data.send_code(member_id, client()))


@blueprint.route("/member/<id:member_id>", methods=["DELETE"])
@own_member
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(ErasureSchema)
@blueprint.response(204)
@blueprint.refuses(429)
def erase(_headers: dict[str, str], proof: dict[str, str], member_id: int) -> None:
    """End the membership for good: personal data, points and open vouchers go, every session ends."""
    data.erase(member_id, client(), proof["otp_code"])
    record("erasure")
