"""/staff/webhook/… and /staff/feed-key/…: who gets events. Who may do what is in rules/staff.py."""

from typing import Any

from loyalty import config
from loyalty.backoffice.caller import office
from loyalty.backoffice.integrations import service
from loyalty.backoffice.integrations.schemas import (
    TYPES,
    ChangeWebhookSchema,
    FeedKeyMadeSchema,
    FeedKeySchema,
    NewFeedKeySchema,
    NewSecretSchema,
    ReplayedSchema,
    ReplaySchema,
    WebhookContentSchema,
    WebhookDeliverySchema,
    WebhookListSchema,
    WebhookMadeSchema,
    WebhookSchema,
    WebhookStateSchema,
    WebhookTestedSchema,
)
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.db.session import current_session
from loyalty.gateways.public_http import PublicHttp
from loyalty.http.api import StaffBlueprint
from loyalty.http.schemas import ListQuery, list_of
from loyalty.reach.webhooks import deliveries, endpoints
from loyalty.reach.webhooks.models import FeedKey
from loyalty.rules.staff import HEAD_OFFICE
from loyalty.rules.webhooks import State

blueprint = StaffBlueprint("integrations", __name__, description="Webhooks and keys of the feed of events.")


@blueprint.route("/staff/webhook", permission=HEAD_OFFICE)
@blueprint.response(200, WebhookListSchema)
def list_webhooks() -> dict[str, Any]:
    """List the webhooks and how each does, the kinds of events, and the keys of the feed, also revoked
    ones.
    """
    db = current_session()
    return {
        "webhook_list": service.webhooks(db),
        "types": TYPES,
        "feed_key_list": service.feed_keys(db),
    }


# It can send what happens to members anywhere, and its answer is a secret.
@blueprint.route("/staff/webhook", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(WebhookContentSchema)
@blueprint.response(201, WebhookMadeSchema)
@blueprint.alt_responses(409)
def add(content: dict[str, Any]) -> dict[str, Any]:
    """Add a webhook, which gets the events from now on."""
    made, secret = service.add(**content, signature=office().signed())
    return {"webhook": made, "secret": secret}


@blueprint.route("/staff/webhook/<id:webhook_id>", methods=["PUT"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(ChangeWebhookSchema)
@blueprint.response(200, WebhookSchema)
@blueprint.alt_responses(404, 409)
def change(content: dict[str, Any], webhook_id: int) -> dict[str, Any]:
    """Change name, address and kinds of events of a webhook. The second to save gets `edited_meanwhile`."""
    return service.change(webhook_id, **content, signature=office().signed())


@blueprint.route("/staff/webhook/<id:webhook_id>/test", methods=["POST"], permission=HEAD_OFFICE)
@blueprint.response(200, WebhookTestedSchema)
@blueprint.alt_responses(404)
def test(webhook_id: int) -> dict[str, Any]:
    """Send a webhook a test now; returns what it answers."""
    http = PublicHttp(config.current().webhook_private_hosts)
    return service.test(webhook_id, http, office().signed())


@blueprint.route("/staff/webhook/<id:webhook_id>/state", methods=["PUT"], permission=HEAD_OFFICE)
@blueprint.arguments(WebhookStateSchema)
@blueprint.response(200, WebhookSchema)
@blueprint.alt_responses(404)
def set_state(body: dict[str, str], webhook_id: int) -> dict[str, Any]:
    """Turn a webhook on: what waits is sent; or off, with a reason: nothing more is sent to it."""
    return service.set_state(webhook_id, State(body["state"]), office().signed(body.get("reason")))


@blueprint.route(
    "/staff/webhook/<id:webhook_id>/remove", methods=["POST"], permission=HEAD_OFFICE, fresh=True
)
@blueprint.arguments(ReasonSchema)
@blueprint.response(204)
@blueprint.alt_responses(404)
def remove(body: dict[str, str], webhook_id: int) -> None:
    """Remove a webhook with everything that waits for it."""
    service.remove(webhook_id, office().signed(body["reason"]))


@blueprint.route(
    "/staff/webhook/<id:webhook_id>/secret", methods=["POST"], permission=HEAD_OFFICE, fresh=True
)
@blueprint.response(201, NewSecretSchema)
@blueprint.alt_responses(404, 409)
def rotate(webhook_id: int) -> dict[str, str]:
    """Make a second secret: both sign, until the old one is ended."""
    return {"secret": service.rotate(webhook_id, office().signed())}


@blueprint.route(
    "/staff/webhook/<id:webhook_id>/secret/end", methods=["POST"], permission=HEAD_OFFICE, fresh=True
)
@blueprint.response(200, WebhookSchema)
@blueprint.alt_responses(404, 409)
def end_old_secret(webhook_id: int) -> dict[str, Any]:
    """End the older of two secrets at once."""
    return service.end_old_secret(webhook_id, office().signed())


@blueprint.route("/staff/webhook/<id:webhook_id>/replay", methods=["POST"], permission=HEAD_OFFICE)
@blueprint.arguments(ReplaySchema)
@blueprint.response(200, ReplayedSchema)
@blueprint.alt_responses(404, 409)
def replay(body: dict[str, Any], webhook_id: int) -> dict[str, int]:
    """Send a webhook the events since a moment, or one, once more, each with the id it had."""
    signature = office().signed(body.pop("reason", None))
    return {"count": service.replay(webhook_id, signature, **body)}


@blueprint.route("/staff/webhook/<id:webhook_id>/delivery", permission=HEAD_OFFICE)
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, list_of(WebhookDeliverySchema, "delivery_list"))
@blueprint.alt_responses(404)
def list_failed(page: dict[str, Any], webhook_id: int) -> dict[str, Any]:
    """List the events that a webhook did not take and that were given up, the newest first."""
    endpoints.webhook(current_session(), webhook_id)
    return {"delivery_list": deliveries.failed(current_session(), webhook_id, **page)}


@blueprint.route("/staff/feed-key", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(NewFeedKeySchema)
@blueprint.response(201, FeedKeyMadeSchema)
def add_feed_key(body: dict[str, str]) -> dict[str, Any]:
    """Make a key of the feed."""
    made, key = service.add_feed_key(body["name"], office().signed())
    return {"feed_key": made, "key": key}


@blueprint.route("/staff/feed-key/<id:key_id>/revoke", methods=["POST"], permission=HEAD_OFFICE)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, FeedKeySchema)
@blueprint.alt_responses(404)
def revoke_feed_key(body: dict[str, str], key_id: int) -> FeedKey:
    """Revoke a key of the feed at once."""
    return service.revoke_feed_key(key_id, office().signed(body["reason"]))
