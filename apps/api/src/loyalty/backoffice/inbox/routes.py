"""/staff/enquiry/…: applications and feedback. Who may do what is in rules/staff.py.

Applications are for the roles that may open their files; feedback also for the managers of its outlet.
"""

from typing import Any

from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.inbox import service
from loyalty.backoffice.inbox.schemas import (
    EnquiriesQuery,
    EnquiryChangeSchema,
    EnquiryExportQuery,
    EnquirySchema,
    EnquirySummarySchema,
    ForwardEnquirySchema,
)
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.features.enquiries.inbox import Readable, readable_by
from loyalty.http.api import StaffBlueprint
from loyalty.http.files import attachment, spreadsheet
from loyalty.http.schemas import list_of
from loyalty.http.staff_auth import staff
from loyalty.rules.staff import HEAD_OFFICE, MANAGERS

BYTES = {"type": "string", "format": "binary"}

blueprint = StaffBlueprint("inbox", __name__, description="Applications and feedback, for the staff.")


def _readable() -> Readable:
    return readable_by(staff().grants)


@blueprint.route("/staff/enquiry", permission=MANAGERS)
@blueprint.arguments(EnquiriesQuery, location="query")
@blueprint.response(200, list_of(EnquirySummarySchema, "enquiry_list"))
def list_enquiries(query: dict[str, Any]) -> dict[str, Any]:
    """List the applications and feedback that one may read, by default the newest first."""
    return {"enquiry_list": service.listed(_readable(), **query)}


@blueprint.route("/staff/enquiry/csv", permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(EnquiryExportQuery, location="query")
@blueprint.response(200, BYTES, content_type="text/csv")
def export(query: dict[str, str]) -> Response:
    """Return the enquiries of a list for a spreadsheet, the oldest first; it is logged."""
    titles, rows = service.export_enquiries(office().signed(), **query)
    return spreadsheet("enquiries.csv", titles, rows)


@blueprint.route("/staff/enquiry/<id:enquiry_id>", permission=MANAGERS)
@blueprint.response(200, EnquirySchema)
@blueprint.alt_responses(404)
def show(enquiry_id: int) -> dict[str, Any]:
    """Return an enquiry and its history; reading it is logged."""
    return service.show(enquiry_id, _readable(), office().signed())


@blueprint.route("/staff/enquiry/<id:enquiry_id>/file", permission=HEAD_OFFICE, fresh=True)
@blueprint.response(200, BYTES, content_type="application/octet-stream")
@blueprint.alt_responses(404)
def file(enquiry_id: int) -> Response:
    """Return what is attached to an application, to be saved; it is logged."""
    found = service.attached(enquiry_id, _readable(), office().signed())
    return attachment(found.name, found.content, "application/octet-stream")


@blueprint.route("/staff/enquiry/<id:enquiry_id>", methods=["PATCH"], permission=MANAGERS)
@blueprint.arguments(EnquiryChangeSchema)
@blueprint.response(200, EnquirySchema)
@blueprint.alt_responses(404, 409)
def change(body: dict[str, Any], enquiry_id: int) -> dict[str, Any]:
    """Mark an enquiry as open, answered or closed, refused when somebody has marked it meanwhile; add a note
    that only the staff read; or both.
    """
    return service.change(enquiry_id, _readable(), office().signed(), **body)


# It can send somebody's data anywhere.
@blueprint.route(
    "/staff/enquiry/<id:enquiry_id>/forward", methods=["POST"], permission=HEAD_OFFICE, fresh=True
)
@blueprint.arguments(ForwardEnquirySchema)
@blueprint.response(200, EnquirySchema)
@blueprint.alt_responses(404)
def forward(body: dict[str, str], enquiry_id: int) -> dict[str, Any]:
    """Mark an enquiry as forwarded, and send it on by e-mail where an address is given."""
    return service.forward(enquiry_id, body["to"], body.get("mail_to"), _readable(), office().signed())


@blueprint.route("/staff/enquiry/<id:enquiry_id>/erase", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(ReasonSchema)
@blueprint.response(204)
@blueprint.alt_responses(404)
def erase(body: dict[str, str], enquiry_id: int) -> None:
    """Delete an enquiry, its attachment and its history for good."""
    service.erase_enquiry(enquiry_id, office().signed(body["reason"]))
