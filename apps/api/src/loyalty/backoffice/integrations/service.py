"""Webhooks and keys of the feed as head office manages them. Each act is in the office log."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.context import refuse_changed
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.events import stream
from loyalty.gateways.public_http import AddressProblem, PublicHttp, problem_with_address
from loyalty.reach.webhooks import deliveries, endpoints, feed
from loyalty.reach.webhooks.endpoints import key_of, queue_of
from loyalty.reach.webhooks.models import FeedKey, Webhook, WebhookSecret
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.visible_text import visible_line
from loyalty.rules.webhooks import MAX_NAME, MAX_SECRETS, State, problem_with_types, secret_of

_ADDRESS_CODES = {
    AddressProblem.NO_ADDRESS: Code.NOT_AN_ADDRESS,
    AddressProblem.NO_HTTPS: Code.NOT_HTTPS,
    AddressProblem.PORT: Code.ADDRESS_WITH_PORT,
    AddressProblem.NO_HOST: Code.PRIVATE_HOST,
}


def webhooks(db: Session) -> list[dict[str, Any]]:
    """Every webhook (`row`) by id, the counts of its deliveries, and its secrets without themselves."""
    counts = deliveries.counts(db)
    return [
        {
            "row": each,
            "counts": counts.get(each.id, deliveries.NO_DELIVERIES),
            "secrets": endpoints.secrets_of(db, each.id),
        }
        for each in endpoints.webhooks(db)
    ]


def webhook(db: Session, webhook_id: int) -> dict[str, Any]:
    """One webhook as `webhooks` lists it; raises NotFound."""
    endpoints.webhook(db, webhook_id)
    return next(each for each in webhooks(db) if each["row"].id == webhook_id)


def add(name: str, url: str, types: Sequence[str], signature: Signature) -> tuple[dict[str, Any], str]:
    """Add a webhook, which receives the events from now on; returns it and its secret, shown this once.

    `types` are kinds of events, none for every kind. Raises Invalid, Conflict `webhook_name_taken`.
    """
    with transaction() as db:
        at = now(db)
        row = Webhook(
            **_checked(db, name, url, types),
            state=State.ON,
            state_since=at,
            created_by=signature.operator,
            created_at=at,
            revision=1,
            saved_by=signature.operator,
            saved_at=at,
            from_position=stream.newest(db),
            failures_in_row=0,
        )
        db.add(row)
        db.flush()
        note(db, signature, "webhook.add", _described(row))
        secret = _add_secret(db, row.id, signature)
        return webhook(db, row.id), secret


def change(
    webhook_id: int, revision: int, name: str, url: str, types: Sequence[str], signature: Signature
) -> dict[str, Any]:
    """Change name, address and kinds of events of a webhook; what waits goes to the new address.

    `revision` is the one that was read. Raises Invalid, NotFound, Conflict `webhook_name_taken` and
    `edited_meanwhile` with who saved it meanwhile.
    """
    with transaction() as db:
        row = endpoints.webhook(db, webhook_id, locked=True)
        refuse_changed(row, revision, Code.EDITED_MEANWHILE)
        for column, value in _checked(db, name, url, types, besides=webhook_id).items():
            setattr(row, column, value)
        row.revision, row.saved_by, row.saved_at = revision + 1, signature.operator, now(db)
        row.failures_in_row, row.paused_until = 0, None
        note(db, signature, "webhook.change", _described(row))
        return webhook(db, webhook_id)


def _checked(
    db: Session, name: str, url: str, types: Sequence[str], besides: int | None = None
) -> dict[str, Any]:
    name, url = _checked_name(name), url.strip()
    if problem := problem_with_address(url, config.current().webhook_private_hosts):
        raise Invalid(_ADDRESS_CODES[problem], field="url")
    if unknown := problem_with_types(types, EventType):
        raise Invalid(unknown, field="types")
    same_name = (each for each in endpoints.webhooks(db) if each.name.casefold() == name.casefold())
    if any(each.id != besides for each in same_name):
        raise Conflict(Code.WEBHOOK_NAME_TAKEN)
    return {"name": name, "url": url, "types": sorted(set(types))}


def _checked_name(name: str) -> str:
    name = visible_line(name)
    if not 0 < len(name) <= MAX_NAME:
        raise Invalid(Code.LONG_NAME, {"max": MAX_NAME}, field="name")
    return name


def _described(row: Webhook) -> str:
    """Name, host and kinds of a webhook for the log: the rest of its address may be a secret."""
    return f"webhook {row.id}, {row.name}, {row.url.split('/')[2]}, {', '.join(row.types) or 'every kind'}"


def set_state(webhook_id: int, state: State, signature: Signature) -> dict[str, Any]:
    """Turn a webhook on or off. What waited before it was off is sent when it is on again; what happened
    meanwhile only by `replay`. Raises NotFound.
    """
    with transaction() as db:
        row = endpoints.webhook(db, webhook_id)
        if row.state != state:
            row.state, row.state_since = state, now(db)
            if state is State.ON:
                row.failures_in_row, row.paused_until = 0, None
                waiting = update(Job).where(Job.queue == queue_of(webhook_id), Job.finished_at.is_(None))
                db.execute(waiting.values(state="waiting", run_at=now(db), started_at=None, tries=0))
        note(db, signature, f"webhook.{state}", f"webhook {webhook_id}")
        return webhook(db, webhook_id)


def remove(webhook_id: int, signature: Signature) -> None:
    """Delete a webhook with its secrets and everything that waits for it; raises NotFound."""
    with transaction() as db:
        row = endpoints.webhook(db, webhook_id)
        note(db, signature, "webhook.remove", _described(row))
        db.execute(delete(Job).where(Job.queue == queue_of(webhook_id)))
        db.execute(delete(WebhookSecret).where(WebhookSecret.webhook_id == webhook_id))
        db.delete(row)


def test(webhook_id: int, http: PublicHttp, signature: Signature) -> dict[str, Any]:
    """Send a webhook a test now; returns what `deliveries.test` does. Raises NotFound."""
    tested = deliveries.test(current_session(), webhook_id, http)
    with transaction() as db:
        what = tested["error"] or f"answered {tested['status']}"
        note(db, signature, "webhook.test", f"webhook {webhook_id}, {what}")
    return tested


def rotate(webhook_id: int, signature: Signature) -> str:
    """Make a second secret and return it: both sign until the old one is ended.

    Raises Conflict `two_secrets`, NotFound.
    """
    with transaction() as db:
        endpoints.webhook(db, webhook_id)
        if len(endpoints.secrets_of(db, webhook_id)) >= MAX_SECRETS:
            raise Conflict(Code.TWO_SECRETS)
        note(db, signature, "webhook.rotate", f"webhook {webhook_id}")
        return _add_secret(db, webhook_id, signature)


def _add_secret(db: Session, webhook_id: int, signature: Signature) -> str:
    made = WebhookSecret(
        webhook_id=webhook_id,
        salt=secrets.token_urlsafe(32),
        created_by=signature.operator,
        created_at=now(db),
    )
    db.add(made)
    return secret_of(key_of(made.salt))


def end_old_secret(webhook_id: int, signature: Signature) -> dict[str, Any]:
    """End the older of two secrets at once; raises Conflict `one_secret`, NotFound."""
    with transaction() as db:
        endpoints.webhook(db, webhook_id)
        live = endpoints.secrets_of(db, webhook_id)
        if len(live) < MAX_SECRETS:
            raise Conflict(Code.ONE_SECRET)
        live[0].ended_at = now(db)
        note(db, signature, "webhook.end-secret", f"webhook {webhook_id}, secret {live[0].id}")
        return webhook(db, webhook_id)


def replay(
    webhook_id: int, signature: Signature, *, since: datetime | None = None, position: int | None = None
) -> int:
    """Send a webhook the kept events since a moment, or the one at a position, once more; returns how many.

    Raises Conflict `webhook_off`, NotFound.
    """
    with transaction() as db:
        if position is not None:
            deliveries.replay_one(db, webhook_id, position)
            note(db, signature, "webhook.replay", f"webhook {webhook_id}, event {position}")
            return 1
        after = 0 if since is None else stream.before(db, since)
        count = deliveries.replay(db, webhook_id, after)
        note(db, signature, "webhook.replay", f"webhook {webhook_id}, {count} events behind {after}")
        return count


def feed_keys(db: Session) -> Sequence[FeedKey]:
    """Every key of the feed that ever was, by id."""
    return db.scalars(select(FeedKey).order_by(FeedKey.id)).all()


def add_feed_key(name: str, signature: Signature) -> tuple[FeedKey, str]:
    """Make a key of the feed; returns it as it is listed, and itself, shown this once. Raises Invalid."""
    key = f"events_{secrets.token_urlsafe(32)}"
    with transaction() as db:
        made = FeedKey(
            name=_checked_name(name),
            key_hash=feed.hash_of(key),
            created_by=signature.operator,
            created_at=now(db),
        )
        db.add(made)
        db.flush()
        note(db, signature, "feed-key.add", f"key {made.id}, {made.name}")
        return made, key


def revoke_feed_key(key_id: int, signature: Signature) -> FeedKey:
    """Revoke a key of the feed at once; raises NotFound where none works."""
    with transaction() as db:
        row = db.get(FeedKey, key_id, with_for_update=True)
        if row is None or row.revoked_at is not None:
            raise NotFound(Code.NO_SUCH_FEED_KEY)
        row.revoked_at = now(db)
        note(db, signature, "feed-key.revoke", f"key {row.id}, {row.name}")
        return row
