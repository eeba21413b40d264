"""What head office does with webhooks and keys of the feed. Each act is in the office log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.db.session import current_session, transaction
from loyalty.features.events import stream
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import deliveries, endpoints, feed
from loyalty.reach.webhooks.deliveries import Counts
from loyalty.reach.webhooks.models import FeedKey, Webhook, WebhookSecret
from loyalty.rules.webhooks import State

NONE = Counts(0, 0, None)


@dataclass(frozen=True)
class Shown:
    """An endpoint, what waits for it and what was given up, and its secrets without themselves."""

    row: Webhook
    counts: Counts
    secrets: Sequence[WebhookSecret]


def webhooks(db: Session) -> list[Shown]:
    """Every endpoint, by id."""
    counts = deliveries.counts(db)
    return [
        Shown(each, counts.get(each.id, NONE), endpoints.secrets_of(db, each.id))
        for each in endpoints.webhooks(db)
    ]


def webhook(db: Session, webhook_id: int) -> Shown:
    """One endpoint; raises NotFound."""
    row = endpoints.webhook(db, webhook_id)
    return Shown(row, deliveries.counts(db).get(webhook_id, NONE), endpoints.secrets_of(db, webhook_id))


def add(name: str, url: str, types: Sequence[str], signature: Signature) -> tuple[Shown, str]:
    """Make an endpoint; returns it and its secret, which is not shown again. Raises Invalid, Conflict."""
    with transaction() as db:
        made, secret = endpoints.add(db, name, url, types, signature.operator)
        note(db, signature, "webhook.add", f"webhook {made.id}, {made.name}, {_where(made)}")
        return webhook(db, made.id), secret


def change(
    webhook_id: int, revision: int, name: str, url: str, types: Sequence[str], signature: Signature
) -> Shown:
    """Give an endpoint of this revision another name, address or kinds of events.

    Raises Invalid, Conflict `webhook_name_taken` or `webhook_changed`, NotFound.
    """
    with transaction() as db:
        changed = endpoints.change(db, webhook_id, revision, name, url, types, signature.operator)
        note(db, signature, "webhook.change", f"webhook {webhook_id}, {changed.name}, {_where(changed)}")
        return webhook(db, webhook_id)


def _where(row: Webhook) -> str:
    """The host and the kinds of an endpoint: the rest of an address may be a secret."""
    return f"{row.url.split('/')[2]}, {', '.join(row.types) or 'every kind'}"


def turn(webhook_id: int, state: State, signature: Signature) -> Shown:
    """Turn an endpoint on or off; raises NotFound."""
    with transaction() as db:
        endpoints.turn(db, webhook_id, state)
        note(db, signature, f"webhook.{state}", f"webhook {webhook_id}")
        return webhook(db, webhook_id)


def remove(webhook_id: int, signature: Signature) -> Webhook:
    """Delete an endpoint with everything that waits for it; raises NotFound."""
    with transaction() as db:
        gone = endpoints.remove(db, webhook_id)
        note(db, signature, "webhook.remove", f"webhook {webhook_id}, {gone.name}, {_where(gone)}")
        return gone


def test(webhook_id: int, http: PublicHttp, signature: Signature) -> deliveries.Tested:
    """Send an endpoint a test now and give what it answered; raises NotFound."""
    tested = deliveries.test(current_session(), webhook_id, http)
    with transaction() as db:
        what = tested.error or f"answered {tested.status}"
        note(db, signature, "webhook.test", f"webhook {webhook_id}, {what}")
    return tested


def rotate(webhook_id: int, signature: Signature) -> str:
    """Make a second secret; returns it. Raises Conflict `two_secrets`, NotFound."""
    with transaction() as db:
        secret = endpoints.rotate(db, webhook_id, signature.operator)
        note(db, signature, "webhook.rotate", f"webhook {webhook_id}")
        return secret


def end_old_secret(webhook_id: int, signature: Signature) -> WebhookSecret:
    """End the older of two secrets; raises Conflict `one_secret`, NotFound."""
    with transaction() as db:
        ended = endpoints.end_old_secret(db, webhook_id)
        note(db, signature, "webhook.end-secret", f"webhook {webhook_id}, secret {ended.id}")
        return ended


def replay(webhook_id: int, signature: Signature, *, since: datetime) -> int:
    """Send an endpoint the kept events since a moment once more; returns how many.

    Raises Conflict `webhook_off`, NotFound.
    """
    with transaction() as db:
        after = stream.before(db, since)
        count = deliveries.replay(db, webhook_id, after)
        note(db, signature, "webhook.replay", f"webhook {webhook_id}, {count} events behind {after}")
        return count


def replay_one(webhook_id: int, position: int, signature: Signature) -> None:
    """Send an endpoint one event once more; raises Conflict `webhook_off`, NotFound."""
    with transaction() as db:
        deliveries.replay_one(db, webhook_id, position)
        note(db, signature, "webhook.replay", f"webhook {webhook_id}, event {position}")


def add_feed_key(name: str, signature: Signature) -> tuple[FeedKey, str]:
    """Make a key of the feed; returns it as it is listed, and itself. Raises Invalid."""
    with transaction() as db:
        made, key = feed.add_key(db, name, signature.operator)
        note(db, signature, "feed-key.add", f"key {made.id}, {made.name}")
        return made, key


def revoke_feed_key(key_id: int, signature: Signature) -> FeedKey:
    """End a key of the feed at once; raises NotFound."""
    with transaction() as db:
        ended = feed.revoke_key(db, key_id)
        note(db, signature, "feed-key.revoke", f"key {ended.id}, {ended.name}")
        return ended
