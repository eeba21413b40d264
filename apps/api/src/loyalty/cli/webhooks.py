"""`webhook`: who gets events, and the keys of the feed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import click
from flask.cli import AppGroup

from loyalty import config
from loyalty.backoffice.integrations import service
from loyalty.backoffice.log.log import Signature
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.cli.queues import Moment
from loyalty.cli.signing import signed, signed_for
from loyalty.db.session import current_session
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import deliveries, endpoints, feed
from loyalty.rules.events import EventType
from loyalty.rules.webhooks import State

webhook_commands = AppGroup("webhook", help="Endpoints that get events, and the keys of the feed.")

ONE = click.argument("webhook_id", type=int)
TYPES = click.option(
    "--type",
    "types",
    multiple=True,
    type=click.Choice([each.value for each in EventType]),
    metavar="KIND",
    help="A kind of events, such as points.earned; may be repeated. Without it every kind.",
)


@webhook_commands.command("add")
@click.argument("name")
@click.argument("url")
@TYPES
@signed
@refusals
def add(name: str, url: str, types: Sequence[str], signature: Signature) -> None:
    """Add a webhook, which gets the events from now on. The last line is its secret, shown only once."""
    made, secret = service.add(name, url, types, signature)
    click.echo(f"Webhook {made.row.id}, {made.row.name}, gets {_kinds(made.row.types)}. Its secret:")
    click.echo(secret)


def _kinds(types: Sequence[str]) -> str:
    return ", ".join(types) or "every kind of event"


@webhook_commands.command("list")
@as_json
def list_webhooks(as_json: bool) -> None:
    """List the webhooks, and what waits for each or was given up."""
    found = service.webhooks(current_session())
    if as_json:
        show_json([{**each.row._mapping, **vars(each.counts), "secrets": each.secrets} for each in found])
        return
    rows = [
        (
            each.row.id,
            each.row.name,
            each.row.url,
            each.row.state,
            _kinds(each.row.types),
            each.counts.waiting,
            each.counts.failed,
            each.row.last_success_at,
            each.row.last_failure_at,
            each.row.last_error,
            len(each.secrets),
        )
        for each in found
    ]
    titles = ("id", "name", "address", "state", "kinds", "waiting", "failed", "last success", "last failure")
    show_table((*titles, "last error", "secrets"), rows, nothing="No webhooks.")


@webhook_commands.command("failed")
@ONE
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
@refusals
def list_failed(webhook_id: int, limit: int, as_json: bool) -> None:
    """List the events that a webhook did not take and that were given up, the newest first."""
    endpoints.webhook(current_session(), webhook_id)
    found = deliveries.failed(current_session(), webhook_id, limit=limit, offset=0)
    if as_json:
        show_json(
            [
                {
                    "position": each.reference,
                    "type": each.kind,
                    "time": each.created_at,
                    "tries": each.tries,
                    "finished_at": each.finished_at,
                    "last_error": each.last_error,
                }
                for each in found
            ]
        )
        return
    rows = [(each.reference, each.kind, each.created_at, each.tries, each.last_error) for each in found]
    show_table(("event", "kind", "happened", "tries", "last error"), rows, nothing="Nothing was given up.")


@webhook_commands.command("test")
@ONE
@signed_for("tried by hand")
@refusals
def test(webhook_id: int, signature: Signature) -> None:
    """Send a test now and show the answer; ends with 1 when it was not taken."""
    tested = service.test(webhook_id, PublicHttp(config.current().webhook_private_hosts), signature)
    click.echo(f"{tested.error or f'Taken: {tested.status}'}, after {tested.took_ms} ms")
    if tested.answer:
        click.echo(tested.answer)
    if tested.error:
        raise click.exceptions.Exit(1)


@webhook_commands.command("replay")
@ONE
@click.option("--since", type=Moment(), help="Events since then: 2026-03-14, or with time and zone.")
@click.option("--after", type=click.IntRange(0), help="Events behind this position (the id of an event).")
@click.option("--event", "position", type=click.IntRange(1), help="This one event that was given up.")
@signed
@refusals
def replay(
    webhook_id: int,
    since: datetime | None,
    after: int | None,
    position: int | None,
    signature: Signature,
) -> None:
    """Send events that are kept once more, each with the id it had: those of 30 days at most."""
    if sum(each is not None for each in (since, after, position)) != 1:
        raise click.UsageError("Give one of --since, --after and --event.")
    if position is not None:
        service.replay_one(webhook_id, position, signature)
        click.echo(f"Event {position} will be sent again.")
        return
    count = service.replay(webhook_id, signature, since=since, after=after)
    click.echo(f"{count} events will be sent.")


@webhook_commands.command("rotate")
@ONE
@click.option("--end-old", is_flag=True, help="End the older of two secrets, once the receiver has the new.")
@signed
@refusals
def rotate(webhook_id: int, end_old: bool, signature: Signature) -> None:
    """Make a second secret beside the first; both sign, until `rotate --end-old`. The last line is the
    secret, which is shown only once.
    """
    if end_old:
        service.end_old_secret(webhook_id, signature)
        click.echo(f"The old secret of webhook {webhook_id} is ended.")
        return
    secret = service.rotate(webhook_id, signature)
    click.echo(f"The new secret of webhook {webhook_id}; the old one signs too, until --end-old:")
    click.echo(secret)


@webhook_commands.command("on")
@ONE
@signed
@refusals
def turn_on(webhook_id: int, signature: Signature) -> None:
    """Turn a webhook on: what waits is sent. `replay` sends what happened while it was off."""
    service.turn(webhook_id, State.ON, signature)
    click.echo(f"Webhook {webhook_id} is on.")


@webhook_commands.command("off")
@ONE
@signed
@refusals
def turn_off(webhook_id: int, signature: Signature) -> None:
    """Turn a webhook off."""
    service.turn(webhook_id, State.OFF, signature)
    click.echo(f"Webhook {webhook_id} is off.")


@webhook_commands.command("remove")
@ONE
@signed
@refusals
def remove(webhook_id: int, signature: Signature) -> None:
    """Remove a webhook with everything that waits for it."""
    gone = service.remove(webhook_id, signature)
    click.echo(f"Webhook {webhook_id}, {gone.name}, is removed.")


@webhook_commands.command("add-key")
@click.argument("name")
@signed
@refusals
def add_key(name: str, signature: Signature) -> None:
    """Make a key of the feed (GET /api/events). The last line is the key, which is shown only once."""
    made, key = service.add_feed_key(name, signature)
    click.echo(f"The key of {made.name}, key {made.id}. It is not shown again:")
    click.echo(key)


@webhook_commands.command("keys")
@as_json
def list_keys(as_json: bool) -> None:
    """List the keys of the feed, also revoked ones. The last use is exact to the hour."""
    found = feed.keys(current_session())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.name, each.created_at, each.created_by, each.last_used_at, each.revoked_at)
        for each in found
    ]
    show_table(("id", "name", "created", "by", "last used", "revoked"), rows, nothing="No keys.")


@webhook_commands.command("revoke-key")
@click.argument("key_id", type=int)
@signed
@refusals
def revoke_key(key_id: int, signature: Signature) -> None:
    """Revoke a key of the feed at once."""
    ended = service.revoke_feed_key(key_id, signature)
    click.echo(f"The key of {ended.name}, key {ended.id}, is revoked.")
