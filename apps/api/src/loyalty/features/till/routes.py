"""/pos/…: what the machine at the counter does, with its key in Authorization: Bearer.

/receipt: the guest's side of a receipt claim.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import g, request
from sqlalchemy.orm import Session

from loyalty.db.session import current_session, transaction
from loyalty.errors import Forbidden, NotSignedIn
from loyalty.features.members.records import Record
from loyalty.features.outlets import outlets
from loyalty.features.points import bills as points_bills
from loyalty.features.points.bill_lists import of_outlet
from loyalty.features.points.models import Bill
from loyalty.features.rewards import offline
from loyalty.features.rewards.models import OfflineTill
from loyalty.features.rewards.programme import rewards_now
from loyalty.features.till import bills, receipts, service, tills
from loyalty.features.till.models import Till
from loyalty.features.till.schemas import (
    ClaimedBillSchema,
    EarnedSchema,
    EarnSchema,
    MemberQuery,
    OfferedSchema,
    OwnTillSchema,
    ReceiptClaimedSchema,
    ReceiptCodeSchema,
    ReceiptSchema,
    ReportedSchema,
    ReportSchema,
    TillBillSchema,
    TillBillsQuery,
    TillMemberSchema,
    TillReceiptClaimBodySchema,
    UseSchema,
    VoucherKeysSchema,
)
from loyalty.http import rate_limits
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, caller_if_any, member_key_owner, member_required
from loyalty.http.schemas import list_of
from loyalty.rules import base64url
from loyalty.rules.codes import Code

blueprint = Blueprint("till", __name__, description="The till at the counter, with its own key.")
P = ParamSpec("P")
R = TypeVar("R")
SECURITY: list[dict[str, list[str]]] = [{"bearer": []}]


def till_required(view: Callable[P, R]) -> Callable[P, R]:
    """Require a till's key, before anything else is read; `_till()` then returns the till."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        _till()
        return view(*args, **kwargs)

    documented: Callable[P, R] = blueprint.doc(security=SECURITY)(guarded)
    return documented


def other_till_required(view: Callable[P, R]) -> Callable[P, R]:
    """Require the key of a till that is no tablet of the staff app: a tablet's key can be read out of it, and
    what is done there needs a cashier (/staff/counter).
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if _till().public_key is not None:
            raise Forbidden(Code.TABLET_KEY)
        return view(*args, **kwargs)

    documented: Callable[P, R] = blueprint.doc(security=SECURITY)(guarded)
    return documented


def _till() -> Till:
    """The till that asks; a member's token is no till key. Raises NotSignedIn. Looked up once a request."""
    if "till" not in g:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise NotSignedIn(Code.TILL_KEY_NEEDED)
        g.till, g.asked_at = tills.of_key(current_session(), key.strip())
    found: Till = g.till
    return found


def till_key_owner() -> str:
    """The till as the owner of Idempotency-Keys."""
    return f"till:{_till().id}"


@blueprint.route("/pos/me")
@till_required
@blueprint.response(200, OwnTillSchema)
def me() -> dict[str, Any]:
    """Return whose key this is: the till and its outlet. It changes nothing: a key is tried with it."""
    till = _till()
    return {
        "till_id": till.id,
        "till_name": till.name,
        "outlet_id": till.outlet_id,
        "outlet_name": outlets.name_of(current_session(), till.outlet_id),
        "key_expires_at": till.expires_at,
    }


@blueprint.route("/pos/member")
@other_till_required
@blueprint.arguments(MemberQuery, location="query")
@blueprint.response(200, TillMemberSchema)
@blueprint.alt_responses(403, 404, 429)
def member(query: dict[str, Any]) -> Record:
    """Find the member of a card's code or of a telephone number."""
    return service.look_up_member(_till(), **query)


@blueprint.route("/pos/voucher/<string:code>")
@other_till_required
@blueprint.response(200, OfferedSchema)
@blueprint.alt_responses(403, 404)
def voucher(code: str) -> dict[str, Any]:
    """Return what a voucher is, and why it cannot be used here and now."""
    return service.look_up_voucher(_till(), code)


@blueprint.route("/pos/voucher/<string:code>/use", methods=["POST"])
@other_till_required
@blueprint.arguments(UseSchema, required=False)
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(200, OfferedSchema)
@blueprint.alt_responses(403, 404, 409)
def use(db: Session, bill: dict[str, Any], code: str) -> dict[str, Any]:
    """Take a presented voucher, once ever. The bill is needed for a minimum spend only.

    With `signedCode` and `usedAt` it was taken without the network, and is noted also after its half hour.
    """
    return service.use_voucher(db, _till(), code, **bill)


@blueprint.route("/pos/voucher-keys")
@till_required
@blueprint.response(200, VoucherKeysSchema)
def voucher_keys() -> dict[str, Any]:
    """Return the public keys of signed voucher codes and the names of rewards, for a till that takes vouchers
    without the network.
    """
    return {
        "keys": [
            {
                "kty": "OKP",
                "crv": "Ed25519",
                "alg": "EdDSA",
                "use": "sig",
                "kid": kid.hex(),
                "x": base64url.encode(key),
            }
            for kid, key in offline.public_keys().items()
        ],
        "rewards": rewards_now(current_session()),
    }


@blueprint.route("/pos/report", methods=["POST"])
@till_required
@blueprint.arguments(ReportSchema)
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(200, ReportedSchema)
def report(db: Session, reported: dict[str, Any]) -> OfflineTill:
    """Report what waits in the till's queue: it makes this till one that works without the network.

    What it may have taken is not given back to the members before it has reported after their half hour.
    """
    till = _till()
    return offline.report(db, till_id=till.id, outlet_id=till.outlet_id, name=till.name, **reported)


@blueprint.route("/pos/voucher/<string:code>/release", methods=["POST"])
@other_till_required
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(200, OfferedSchema)
@blueprint.alt_responses(403, 404, 409)
def release(db: Session, code: str) -> dict[str, Any]:
    """Return a presented voucher to its member."""
    return service.release_voucher(db, _till(), code)


@blueprint.route("/pos/earn", methods=["POST"])
@other_till_required
@blueprint.arguments(EarnSchema)
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(201, EarnedSchema)
@blueprint.alt_response(200, schema=EarnedSchema, description="The same receipt was recorded before.")
@blueprint.alt_responses(403, 404, 409)
def earn(db: Session, bill: dict[str, Any]) -> tuple[dict[str, Bill], int]:
    """Record a bill, pending; the same receipt of the same business day again is a 200 with the first."""
    recorded, is_new = bills.record_bill(
        db,
        _till(),
        member_id=bill["member_id"],
        receipt=bill["receipt_number"],
        amount_sen=bill["amount"],
        paid_at=bill.get("paid_at"),
    )
    return {"member_earn": recorded}, 201 if is_new else 200


@blueprint.route("/pos/earn")
@other_till_required
@blueprint.arguments(TillBillsQuery, location="query")
@blueprint.response(200, list_of(TillBillSchema, "member_earn_list"))
@blueprint.alt_responses(403)
def earned(query: dict[str, Any]) -> dict[str, Any]:
    """List the outlet's bills of a receipt or a business day, those taken back included."""
    return {"member_earn_list": of_outlet(current_session(), _till().outlet_id, **query)}


@blueprint.route("/pos/earn/<id:bill_id>/verify", methods=["POST"])
@other_till_required
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(200, EarnedSchema)
@blueprint.alt_responses(403, 404, 409)
def verify(db: Session, bill_id: int) -> dict[str, Bill]:
    """Credit the points of a pending bill; one that was verified before is answered as it stands.

    Above the programme's limits it is a 409 `bill_waits_for_office`: the bill stays pending until an operator
    verifies it.
    """
    return {"member_earn": bills.verify(db, _till(), bill_id)[0]}


@blueprint.route("/pos/earn/<id:bill_id>/void", methods=["POST"])
@other_till_required
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(200, EarnedSchema)
@blueprint.alt_responses(403, 404, 409)
def void(db: Session, bill_id: int) -> dict[str, Bill]:
    """Take a bill back: a pending one earns nothing, a verified one is reversed in the ledger."""
    return {"member_earn": points_bills.void(db, bill_id, _till().outlet_id)[0]}


@blueprint.route("/pos/receipt", methods=["POST"])
@other_till_required
@blueprint.arguments(TillReceiptClaimBodySchema)
@blueprint.transaction(key_owner=till_key_owner)
@blueprint.response(201, ReceiptClaimedSchema)
@blueprint.alt_response(200, schema=ReceiptClaimedSchema, description="The same receipt has a claim already.")
@blueprint.alt_responses(403, 409)
def receipt_claim(db: Session, bill: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Make a claim for a bill that is nobody's; the same receipt of the same business day again is a 200 with
    the first.
    """
    made, is_new = receipts.make(
        db,
        _till(),
        receipt=bill["receipt_number"],
        amount_sen=bill["amount"],
        paid_at=bill.get("paid_at"),
        is_checked=bill["is_checked"],
    )
    return {"receipt_claim": made}, 201 if is_new else 200


@blueprint.route("/pos/receipt/<id:claim_id>/void", methods=["POST"])
@other_till_required
@blueprint.response(200, ReceiptClaimedSchema)
@blueprint.alt_responses(403, 404, 409)
def void_receipt_claim(claim_id: int) -> object:
    """Void a claim that nobody has used; one that is void is answered as it is."""
    with transaction() as db:
        return {"receipt_claim": receipts.void(db, claim_id, _till().outlet_id)}


@blueprint.route("/receipt/check", methods=["POST"])
@rate_limits.limits_wrong_codes
@blueprint.arguments(ReceiptCodeSchema)
@blueprint.response(200, ReceiptSchema)
@blueprint.alt_responses(404, 409, 429)
def check_receipt(body: dict[str, str]) -> dict[str, Any]:
    """Return what the code of a receipt claims, and why it cannot be claimed. It changes nothing."""
    member = caller_if_any()
    return receipts.described(body["code"], member.member_id if member else None)


@blueprint.route("/receipt", methods=["POST"])
@member_required
@rate_limits.limits_wrong_codes
@blueprint.arguments(ReceiptCodeSchema)
@blueprint.transaction(key_owner=member_key_owner)
@blueprint.response(201, ClaimedBillSchema)
@blueprint.alt_responses(404, 409, 429)
def claim_receipt(db: Session, body: dict[str, str]) -> dict[str, Bill]:
    """Make the bill of a receipt's code the member's, once ever: pending, or verified where the till has
    checked it.
    """
    return {"member_earn": receipts.claim(db, caller().member_id, body["code"])}
