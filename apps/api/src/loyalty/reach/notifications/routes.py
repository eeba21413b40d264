"""/member/{id}/notification and /pushSubscription, and the link that ends a kind of e-mail."""

from typing import Any

from flask import redirect
from werkzeug.wrappers import Response

from loyalty.db.session import current_session
from loyalty.features.members.preferences import Preferences
from loyalty.features.members.schemas import PreferencesSchema
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, own_member
from loyalty.http.client import channel
from loyalty.reach.notifications import delivery, log, subscriptions
from loyalty.reach.notifications.schemas import (
    NewPushSubscriptionSchema,
    NotificationListSchema,
    NotificationQuery,
    PushDetailsSchema,
    PushSubscriptionListSchema,
    PushSubscriptionSchema,
    ReadSchema,
    RenewedPushSchema,
    UnreadSchema,
    UnsubscribeSchema,
)

blueprint = Blueprint("notifications", __name__, description="Messages to a member.")


@blueprint.route("/member/<id:member_id>/notification")
@own_member
@blueprint.arguments(NotificationQuery, location="query")
@blueprint.response(200, NotificationListSchema)
def list_notifications(page: dict[str, int], member_id: int) -> log.Log:
    """List the member's messages, newest first."""
    return log.read(current_session(), member_id, **page)


@blueprint.route("/member/<id:member_id>/notification/read", methods=["POST"])
@own_member
@blueprint.arguments(ReadSchema)
@blueprint.response(200, UnreadSchema)
def mark_read(read: dict[str, int], member_id: int) -> dict[str, int]:
    """Note that the member has read their messages up to this one."""
    return {"unread_count": log.mark_read(member_id, read["up_to_id"])}


@blueprint.route("/member/<id:member_id>/notification/<id:notification_id>/stop", methods=["POST"])
@own_member
@blueprint.response(200, PreferencesSchema)
@blueprint.alt_responses(404, 409)
def stop(member_id: int, notification_id: int) -> Preferences:
    """Send the member no more messages of this one's kind."""
    return log.stop(member_id, notification_id, channel=channel())


@blueprint.route("/member/<id:member_id>/pushSubscription")
@own_member
@blueprint.response(200, PushSubscriptionListSchema)
def list_push_subscriptions(member_id: int) -> dict[str, Any]:
    """List the browsers that take pushes for the member, with the key to subscribe with."""
    found = subscriptions.browsers(current_session(), member_id, here=caller().sign_in_id)
    return {"public_key": subscriptions.public_key(), "push_subscription_list": found}


@blueprint.route("/member/<id:member_id>/pushSubscription", methods=["POST"])
@own_member
@blueprint.arguments(NewPushSubscriptionSchema)
@blueprint.response(201, PushSubscriptionSchema)
@blueprint.alt_responses(409)
def add_push_subscription(browser: dict[str, Any], member_id: int) -> subscriptions.Browser:
    """Send pushes to this browser while the member is signed in here."""
    return subscriptions.subscribe(member_id, caller().sign_in_id, **browser)


@blueprint.route("/member/<id:member_id>/pushSubscription/renew", methods=["POST"])
@own_member
@blueprint.arguments(RenewedPushSchema)
@blueprint.response(200, PushSubscriptionSchema)
@blueprint.alt_responses(404)
def renew_push_subscription(browser: dict[str, Any], member_id: int) -> subscriptions.Browser:
    """Send pushes by the subscription that this browser has put in the place of another."""
    return subscriptions.renew(member_id, caller().sign_in_id, **browser)


@blueprint.route("/member/<id:member_id>/pushSubscription/<id:subscription_id>", methods=["PATCH"])
@own_member
@blueprint.arguments(PushDetailsSchema)
@blueprint.response(200, PushSubscriptionSchema)
@blueprint.alt_responses(404)
def change_push_subscription(
    details: dict[str, bool], member_id: int, subscription_id: int
) -> subscriptions.Browser:
    """Set whether one browser shows points and names."""
    return subscriptions.change(member_id, subscription_id, **details, here=caller().sign_in_id)


@blueprint.route("/member/<id:member_id>/pushSubscription/<id:subscription_id>", methods=["DELETE"])
@own_member
@blueprint.response(204)
@blueprint.alt_responses(404)
def end_push_subscription(member_id: int, subscription_id: int) -> None:
    """Send one browser no more pushes."""
    subscriptions.end(member_id, subscription_id)


@blueprint.route("/notification/unsubscribe/<string:token>", methods=["POST"])
@blueprint.response(204)
@blueprint.alt_responses(404)
def unsubscribe(token: str) -> None:
    """End a kind of message by the link of an e-mail, without signing in (RFC 8058)."""
    log.stop_by_token(token)


@blueprint.route("/notification/unsubscribe/<string:token>")
@blueprint.response(303)
def open_unsubscribe(token: str) -> Response:
    """Lead a person to the page that asks them; a program that follows every link ends nothing."""
    return redirect(delivery.stop_page(token), 303)


@blueprint.route("/notification/unsubscribe/<string:token>/kind")
@blueprint.response(200, UnsubscribeSchema)
@blueprint.alt_responses(404)
def read_unsubscribe(token: str) -> log.Ended:
    """What the link of an e-mail ends, and whether the member gets it still."""
    return log.ended_by_token(current_session(), token)
