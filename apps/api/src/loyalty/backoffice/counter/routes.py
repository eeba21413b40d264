"""/staff/counter/…: a cashier at an enrolled till; /staff/outlet/…: the manager of its outlet.

Who may do what is in rules/staff.py. A cashier's outlet is that of the till.
"""

from typing import Any

from flask import g
from sqlalchemy.orm import Session

from loyalty.backoffice.counter import service
from loyalty.backoffice.counter.schemas import (
    CounterBillSchema,
    CounterMemberSchema,
    CounterUseSchema,
    CounterVoucherSchema,
    RecordedSchema,
)
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.features.till.schemas import (
    MemberQuery,
    ReceiptClaimBodySchema,
    ReceiptClaimedSchema,
)
from loyalty.http.api import StaffBlueprint
from loyalty.http.idempotency import sent_key
from loyalty.http.staff_auth import staff
from loyalty.rules.staff import CASHIERS

blueprint = StaffBlueprint("counter", __name__, description="The counter of the staff app.")


def _counter() -> service.Counter:
    """The till at which the caller is signed in, looked up once a request."""
    if "counter" not in g:
        g.counter = service.counter_of(staff())
    found: service.Counter = g.counter
    return found


def counter_key_owner() -> str:
    """The till as the owner of Idempotency-Keys: what it queued is done once, with any cashier signed in when
    it is sent.
    """
    return f"till:{_counter().till.id}"


def _counter_of_sale(made_by: dict[str, Any] | None) -> service.Counter:
    """The counter at which a sale was made, with who made it."""
    return service.sold(_counter(), made_by, sent_key() or "")


@blueprint.route("/staff/counter/member", permission=CASHIERS)
@blueprint.arguments(MemberQuery, location="query")
@blueprint.response(200, CounterMemberSchema)
@blueprint.alt_responses(404, 429)
def member(query: dict[str, Any]) -> dict[str, Any]:
    """Find the member of a card's code or of a telephone number; the look-up is logged."""
    return service.member(_counter(), **query)


@blueprint.route("/staff/counter/earn", methods=["POST"], permission=CASHIERS)
@blueprint.arguments(CounterBillSchema)
@blueprint.transaction(key_owner=counter_key_owner)
@blueprint.response(201, RecordedSchema)
@blueprint.alt_response(200, schema=RecordedSchema, description="The same receipt was recorded before.")
@blueprint.alt_responses(404, 409, 429)
def earn(db: Session, bill: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Record a bill, pending, and use a voucher for it; the same receipt of the same business day again is a
    200 with the first.
    """
    recorded = service.record_bill(
        db,
        _counter_of_sale(bill.get("made_by")),
        member_id=bill.get("member_id"),
        code=bill.get("code", ""),
        receipt=bill["receipt_number"],
        amount_sen=bill["amount"],
        paid_at=bill.get("paid_at"),
        voucher_code=bill.get("voucher_code"),
    )
    return recorded, 201 if recorded["is_new"] else 200


@blueprint.route("/staff/counter/receipt", methods=["POST"], permission=CASHIERS)
@blueprint.arguments(ReceiptClaimBodySchema)
@blueprint.transaction(key_owner=counter_key_owner)
@blueprint.response(201, ReceiptClaimedSchema)
@blueprint.alt_response(200, schema=ReceiptClaimedSchema, description="The same receipt has a claim already.")
@blueprint.alt_responses(409)
def receipt_claim(db: Session, bill: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Make a claim for a bill without a member; the same receipt of the same business day again is a 200 with
    the first.
    """
    made, is_new = service.claim(
        db,
        _counter(),
        receipt=bill["receipt_number"],
        amount_sen=bill["amount"],
        paid_at=bill.get("paid_at"),
    )
    return {"receipt_claim": made}, 201 if is_new else 200


@blueprint.route("/staff/counter/receipt/<id:claim_id>/void", methods=["POST"], permission=CASHIERS)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, ReceiptClaimedSchema)
@blueprint.alt_responses(404, 409)
def void_receipt_claim(body: dict[str, str], claim_id: int) -> object:
    """Void a claim that one has made oneself, on its business day, and that nobody has used."""
    return {"receipt_claim": service.void_claim(_counter(), claim_id, body["reason"])}


@blueprint.route("/staff/counter/voucher/<string:code>", permission=CASHIERS)
@blueprint.response(200, CounterVoucherSchema)
@blueprint.alt_responses(404)
def voucher(code: str) -> dict[str, Any]:
    """Return what a voucher is, and why it cannot be used here and now; the look-up is logged."""
    return service.voucher(_counter(), code)


@blueprint.route("/staff/counter/voucher/<string:code>/use", methods=["POST"], permission=CASHIERS)
@blueprint.arguments(CounterUseSchema, required=False)
@blueprint.transaction(key_owner=counter_key_owner)
@blueprint.response(200, CounterVoucherSchema)
@blueprint.alt_responses(404, 409)
def use(db: Session, bill: dict[str, Any], code: str) -> dict[str, Any]:
    """Take a presented voucher, once ever. The bill is needed for a minimum spend only.

    With `signedCode` and `usedAt` it was taken without the network, and is noted also after its half hour.
    """
    return service.use(
        db,
        _counter_of_sale(bill.get("made_by")),
        code,
        receipt=bill.get("receipt"),
        net_sen=bill.get("net_sen"),
        signed_code=bill.get("signed_code"),
        used_at=bill.get("used_at"),
    )
