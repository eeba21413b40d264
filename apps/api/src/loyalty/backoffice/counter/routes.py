"""/staff/counter/…: a cashier at an enrolled till; /staff/outlet/…: the manager of its outlet.

Who may do what is in rules/staff.py. A cashier's outlet is that of the till.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from loyalty.backoffice.counter import service
from loyalty.backoffice.counter.schemas import (
    CounterBillSchema,
    CounterBillsQuery,
    CounterGuestSchema,
    CounterUseSchema,
    CounterVoucherSchema,
    ListedBillListSchema,
    RecordedSchema,
)
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.features.rewards.vouchers import VoucherColumns
from loyalty.features.till.schemas import (
    GuestQuery,
    ReceiptClaimBodySchema,
    ReceiptClaimedSchema,
)
from loyalty.http.api import Blueprint
from loyalty.http.requests import KeyHeaders, answered, key_of
from loyalty.http.staff_auth import by_staff, staff

blueprint = Blueprint("counter", __name__, description="The counter of the staff app.")


def _counter() -> service.Counter:
    return service.counter(staff())


def _sold(headers: dict[str, Any], sale: dict[str, Any]) -> service.Counter:
    return service.sold(staff(), sale, headers.get("key", ""))


def _key(headers: dict[str, Any], at: service.Counter) -> Any:
    """The keys of a till: what it queued is done once, with any cashier signed in when it is sent."""
    return key_of(headers, f"till:{at.till.id}")


@blueprint.route("/staff/counter/member")
@by_staff
@blueprint.arguments(GuestQuery, location="query")
@blueprint.response(200, CounterGuestSchema)
@blueprint.refuses(403, 404, 429)
def guest(query: dict[str, Any]) -> service.CounterGuest:
    """Find the member of a card's code or of a telephone number; the look-up is logged."""
    number = query.pop("mobile_number", "")
    return service.guest(_counter(), **query, number=number)


@blueprint.route("/staff/counter/earn", methods=["POST"])
@by_staff
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(CounterBillSchema)
@blueprint.response(201, RecordedSchema)
@blueprint.alt_response(200, schema=RecordedSchema, description="The same receipt was recorded before.")
@blueprint.refuses(403, 404, 409, 429)
def earn(headers: dict[str, Any], bill: dict[str, Any]) -> Response:
    """Record a bill, pending, and use a voucher for it; the same receipt of the same business day again is a
    200 with the first.
    """
    at = _sold(headers, bill)
    return answered(
        service.record(
            at,
            member_id=bill.get("member_id"),
            code=bill.get("code", ""),
            receipt=bill["receipt_number"],
            amount_sen=bill["amount"],
            paid_at=bill.get("paid_at"),
            voucher_code=bill.get("voucher_code"),
            key=_key(headers, at),
            serialize=lambda done: (201 if done.is_new else 200, RecordedSchema().dump(done)),
        )
    )


@blueprint.route("/staff/counter/earn")
@by_staff
@blueprint.arguments(CounterBillsQuery, location="query")
@blueprint.response(200, ListedBillListSchema)
@blueprint.refuses(403)
def earned(query: dict[str, Any]) -> dict[str, Any]:
    """List the outlet's bills of today, those taken back included."""
    receipt = query.pop("receipt_number", None)
    return {"bill_list": service.bills_of_today(_counter(), receipt=receipt, **query)}


@blueprint.route("/staff/counter/receipt", methods=["POST"])
@by_staff
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(ReceiptClaimBodySchema)
@blueprint.response(201, ReceiptClaimedSchema)
@blueprint.alt_response(200, schema=ReceiptClaimedSchema, description="The same receipt has a claim already.")
@blueprint.refuses(403, 409)
def receipt_claim(headers: dict[str, Any], bill: dict[str, Any]) -> Response:
    """Make a claim for a bill that is nobody's; the same receipt of the same business day again is a 200 with
    the first.
    """
    at = _counter()
    return answered(
        service.claim(
            at,
            receipt=bill["receipt_number"],
            amount_sen=bill["amount"],
            paid_at=bill.get("paid_at"),
            key=_key(headers, at),
            serialize=lambda made: (
                201 if made[1] else 200,
                ReceiptClaimedSchema().dump({"receipt_claim": made[0]}),
            ),
        )
    )


@blueprint.route("/staff/counter/receipt/<id:claim_id>/void", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, ReceiptClaimedSchema)
@blueprint.refuses(403, 404, 409)
def void_receipt_claim(body: dict[str, str], claim_id: int) -> object:
    """Void a claim that one has made oneself, on its business day, and that nobody has used."""
    return {"receipt_claim": service.void_claim(_counter(), claim_id, body["reason"])}


@blueprint.route("/staff/counter/voucher/<string:code>")
@by_staff
@blueprint.response(200, CounterVoucherSchema)
@blueprint.refuses(403, 404)
def voucher(code: str) -> VoucherColumns:
    """Say what a voucher is, and why it cannot be used here and now; the look-up is logged."""
    return service.look_at(_counter(), code)


@blueprint.route("/staff/counter/voucher/<string:code>/use", methods=["POST"])
@by_staff
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(CounterUseSchema, required=False)
@blueprint.response(200, CounterVoucherSchema)
@blueprint.refuses(403, 404, 409)
def use(headers: dict[str, Any], bill: dict[str, Any], code: str) -> Response:
    """Take a presented voucher, once ever. The bill is needed for a minimum spend only.

    With `signedCode` and `usedAt` it was taken without the network, and is noted also after its half hour.
    """
    at = _sold(headers, bill)
    return answered(
        service.use(
            at,
            code,
            net_sen=bill.get("net_amount"),
            receipt=bill.get("receipt_number"),
            signed_code=bill.get("signed_code"),
            used_at=bill.get("used_at"),
            key=_key(headers, at),
            serialize=_voucher,
        )
    )


def _voucher(offered: VoucherColumns) -> tuple[int, object]:
    return 200, CounterVoucherSchema().dump(offered)
