"""/staff/broadcast/…: messages to many members. Who may do what is in rules/staff.py."""

from typing import Any

from loyalty.backoffice.approvals.approvals import NOT_PROPOSED, ProposalKind, latest
from loyalty.backoffice.broadcasts import service
from loyalty.backoffice.broadcasts.schemas import (
    BroadcastContentSchema,
    BroadcastPreviewSchema,
    BroadcastSchema,
    BroadcastStateSchema,
    BroadcastSummarySchema,
    SaveBroadcastSchema,
    TestBroadcastSchema,
)
from loyalty.backoffice.caller import office
from loyalty.db.session import current_session
from loyalty.http.api import StaffBlueprint
from loyalty.http.json_body import larger_bodies
from loyalty.http.schemas import ListQuery, list_of
from loyalty.reach.broadcasts import segments, sending
from loyalty.reach.broadcasts.models import Broadcast, State
from loyalty.rules.staff import HEAD_OFFICE

# Six languages of the longest text, four bytes a character.
MAX_BODY, MAX_KEYS = 64 * 1024, 200

blueprint = StaffBlueprint("broadcasts", __name__, description="Messages to many members.")


def _shown(*rows: Broadcast) -> list[dict[str, Any]]:
    db = current_session()
    outcomes = sending.outcomes(db, rows)
    decided = latest(db, ProposalKind.BROADCAST, [row.id for row in rows])
    return [
        {"broadcast": row, "decision": decided.get(row.id, NOT_PROPOSED), "outcome": outcomes.get(row.id)}
        for row in rows
    ]


def _kept(content: dict[str, Any]) -> dict[str, Any]:
    """What was asked for as it is kept: days as text."""
    days = {
        name: day.isoformat() if (day := content["segment"][name]) else None
        for name in ("visited_from", "visited_to")
    }
    kept = {name: content[name] for name in ("kind", "texts", "page", "per_minute", "send_at")}
    return {**kept, "segment": {**content["segment"], **days}}


@blueprint.route("/staff/broadcast", permission=HEAD_OFFICE)
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, list_of(BroadcastSummarySchema, "broadcast_list"))
def list_broadcasts(page: dict[str, Any]) -> dict[str, Any]:
    """List the broadcasts, the newest first."""
    return {"broadcast_list": _shown(*sending.broadcasts(current_session(), **page))}


@blueprint.route("/staff/broadcast", methods=["POST"], permission=HEAD_OFFICE)
@larger_bodies(MAX_BODY, MAX_KEYS)
@blueprint.arguments(BroadcastContentSchema)
@blueprint.response(201, BroadcastSchema)
def begin(content: dict[str, Any]) -> dict[str, Any]:
    """Begin a broadcast; nothing is sent before another person approves it."""
    return _shown(service.begin(_kept(content), office().signed()))[0]


@blueprint.route("/staff/broadcast/preview", methods=["POST"], permission=HEAD_OFFICE)
@larger_bodies(MAX_BODY, MAX_KEYS)
@blueprint.arguments(BroadcastContentSchema)
@blueprint.response(200, BroadcastPreviewSchema)
def preview(content: dict[str, Any]) -> dict[str, Any]:
    """Return whom a broadcast would reach now and how, with three examples. Nothing is kept."""
    kept = _kept(content)
    found = segments.preview(current_session(), kept["kind"], kept["segment"], kept["texts"])
    return {**found, "missing_languages": service.missing_languages(kept["segment"], kept["texts"])}


@blueprint.route("/staff/broadcast/<id:broadcast_id>", permission=HEAD_OFFICE)
@blueprint.response(200, BroadcastSchema)
@blueprint.alt_responses(404)
def read(broadcast_id: int) -> dict[str, Any]:
    """Return a broadcast, how far it has come and what has become of its messages."""
    return _shown(sending.broadcast(current_session(), broadcast_id))[0]


@blueprint.route("/staff/broadcast/<id:broadcast_id>", methods=["PUT"], permission=HEAD_OFFICE)
@larger_bodies(MAX_BODY, MAX_KEYS)
@blueprint.arguments(SaveBroadcastSchema)
@blueprint.response(200, BroadcastSchema)
@blueprint.alt_responses(404, 409)
def save(content: dict[str, Any], broadcast_id: int) -> dict[str, Any]:
    """Save a broadcast that is open. The second to save gets `broadcast_changed`."""
    return _shown(service.save(broadcast_id, content["revision"], _kept(content), office().signed()))[0]


# It sends a mail to any address.
@blueprint.route(
    "/staff/broadcast/<id:broadcast_id>/test", methods=["POST"], permission=HEAD_OFFICE, fresh=True
)
@blueprint.arguments(TestBroadcastSchema)
@blueprint.response(204)
@blueprint.alt_responses(404, 409)
def test(where: dict[str, str], broadcast_id: int) -> None:
    """Send its mail in one language to one address, to look at it there."""
    service.test(broadcast_id, where["to"], where["language"], office().signed())


@blueprint.route("/staff/broadcast/<id:broadcast_id>/state", methods=["PUT"], permission=HEAD_OFFICE)
@blueprint.arguments(BroadcastStateSchema)
@blueprint.response(200, BroadcastSchema)
@blueprint.alt_responses(404, 409)
def set_state(body: dict[str, Any], broadcast_id: int) -> dict[str, Any]:
    """Ask another person of head office to approve a broadcast; open an approved one again before its time;
    or stop it: one that is open, or one's own that waits, is withdrawn; of one that is being sent no more
    messages leave, also of those that wait.
    """
    signature = office().signed(body["reason"])
    if body["state"] == State.WAITING:
        return _shown(service.submit(broadcast_id, body["revision"], signature))[0]
    change = service.stop if body["state"] == State.STOPPED else service.reopen
    return _shown(change(broadcast_id, signature))[0]
