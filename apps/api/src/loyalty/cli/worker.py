"""`worker`: the sender of waiting messages as a process of its own."""

from __future__ import annotations

import signal

import click
from flask import current_app
from flask.cli import with_appcontext

from loyalty.sending import worker_for


@click.command("worker")
@with_appcontext
def worker() -> None:
    """Send waiting messages until stopped; run as many as wanted, with LOYALTY_WORKER=off for the API."""
    sender = worker_for(current_app.extensions["loyalty.config"], current_app.extensions["loyalty.database"])
    signal.signal(signal.SIGTERM, lambda *_: sender.stop())
    signal.signal(signal.SIGINT, lambda *_: sender.stop())
    click.echo("Sending waiting messages. Ctrl-C ends it.")
    sender.run()
