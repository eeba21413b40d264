"""/staff/voucher. Who may do what is in rules/staff.py, the outlet of a voucher is checked here."""

from typing import Any

from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.backoffice.vouchers import exports, vouchers
from loyalty.backoffice.vouchers.schemas import (
    OfficeUseSchema,
    OfficeVoucherSchema,
    OfficeVouchersQuery,
    RestorationSchema,
    VoucherCodeSchema,
    VoucherFileQuery,
)
from loyalty.http.api import StaffBlueprint
from loyalty.http.files import XLSX, sheet_file
from loyalty.http.schemas import list_of
from loyalty.rules.staff import DECIDERS, MANAGERS, MANAGERS_AND_CASHIERS, MANAGERS_AND_HELP_DESK

BYTES = {"type": "string", "format": "binary"}

blueprint = StaffBlueprint("vouchers", __name__, description="Vouchers in the office.")


@blueprint.route("/staff/voucher", permission=MANAGERS)
@blueprint.arguments(OfficeVouchersQuery, location="query")
@blueprint.response(200, list_of(OfficeVoucherSchema, "voucher_list"))
@blueprint.alt_responses(404)
def list_vouchers(query: dict[str, Any]) -> dict[str, Any]:
    """List vouchers that are shown or were used at one's outlets; with every outlet also the others."""
    return {"voucher_list": vouchers.listed(office(), **query)}


@blueprint.route("/staff/voucher/file", permission=MANAGERS, fresh=True)
@blueprint.arguments(VoucherFileQuery, location="query")
@blueprint.response(200, BYTES, content_type=XLSX)
@blueprint.alt_responses(404)
def vouchers_file(query: dict[str, Any]) -> Response:
    """Return the vouchers of a list for a spreadsheet, CSV or XLSX, with its columns; it is logged."""
    file_format, columns = query.pop("file_format"), query.pop("columns")
    return sheet_file("vouchers", [exports.sheet(office(), columns, **query)], file_format)


@blueprint.route("/staff/voucher/find", methods=["POST"], permission=MANAGERS_AND_HELP_DESK)
@blueprint.arguments(VoucherCodeSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.alt_responses(404, 429)
def find_voucher(body: dict[str, str]) -> dict[str, Any]:
    """Show the voucher of a code."""
    return vouchers.by_code(office(), body["code"])


@blueprint.route("/staff/voucher/<id:voucher_id>/use", methods=["POST"], permission=MANAGERS)
@blueprint.arguments(OfficeUseSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.alt_responses(404, 409)
def use_voucher(body: dict[str, Any], voucher_id: int) -> dict[str, Any]:
    """Use a voucher that the member is showing, for an outlet whose till cannot."""
    return vouchers.use(office(), voucher_id, **body)


@blueprint.route("/staff/voucher/<id:voucher_id>/release", methods=["POST"], permission=MANAGERS_AND_CASHIERS)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.alt_responses(404, 409)
def release_voucher(body: dict[str, str], voucher_id: int) -> dict[str, Any]:
    """Release a voucher that is shown or stuck to its member. A cashier releases what their till has just
    looked up.
    """
    return vouchers.release(office(), voucher_id, body["reason"])


@blueprint.route("/staff/voucher/<id:voucher_id>/cancel", methods=["POST"], permission=DECIDERS)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.alt_responses(404, 409)
def cancel_voucher(body: dict[str, str], voucher_id: int) -> dict[str, Any]:
    """Cancel a voucher for good; its points are refunded."""
    return vouchers.cancel(office(), voucher_id, body["reason"])


@blueprint.route("/staff/voucher/<id:voucher_id>/restore", methods=["POST"], permission=MANAGERS)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, RestorationSchema)
@blueprint.alt_responses(404, 409)
def restore_voucher(body: dict[str, str], voucher_id: int) -> Any:
    """Propose that a used voucher can be used again; another person approves."""
    return vouchers.restore(office(), voucher_id, body["reason"])
