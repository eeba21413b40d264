"""gunicorn's settings: `gunicorn -c python:loyalty.serving 'loyalty:create_app()'`.

Address and number of workers are the machine's: `GUNICORN_CMD_ARGS="--bind 0.0.0.0:8000 --workers 4"`.
More than four threads a worker cost more than they bring.
"""

import shutil
import sys
from pathlib import Path
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]
from sqlalchemy.exc import SQLAlchemyError

from loyalty.config import WrongSetting, from_environment, multiprocess_folder
from loyalty.db import maintenance
from loyalty.db.engines import read_engine
from loyalty.gateways import attachments
from loyalty.gateways.wallet_keys import apple_keys, google_keys


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threads, with a shutdown that answers every request that arrived and waits for no other."""

    sockets: list[Any]

    def set_accept_enabled(self, enabled: bool) -> None:
        """When ending, take what has connected already, then be closed for everybody else.

        gunicorn goes on listening until its kept connections are done, without accepting: a proxy connects,
        sends a request, and is cut off. Refused, it asks the next node.
        """
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            taken = -1
            while taken != self.nr_conns < self.worker_connections:
                taken = self.nr_conns
                self.accept(listener)
            listener.close()
        self.sockets = []

    def murder_pending(self) -> None:
        """Hang up on silent connections whose time is over; when ending, on all of them.

        gunicorn leaves them their whole `keepalive`, so that one would cost all of `graceful_timeout`.
        """
        if not self.alive:
            for silent in self.pending_conns:
                silent.timeout = monotonic()
        super().murder_pending()


worker_class = Worker
workers = 2
threads = 4
bind = "127.0.0.1:8000"

# nginx in front reads slow bodies to their end (docs/deploy.md).
keepalive = 65
timeout = 30
graceful_timeout = 30
backlog = 512

# A worker is replaced before a leak could matter, and never all at the same time.
max_requests = 20_000
max_requests_jitter = 4_000

# The app writes its own line for each request, under its route and without its query.
accesslog = None
errorlog = "-"
limit_request_line = 4094
limit_request_field_size = 8190

# By default in the home folder: two nodes would share it, and the service may not write there.
control_socket_disable = True

_figures = multiprocess_folder()


def on_starting(_server: Any) -> None:
    """Refuse wrong settings and, in development, the database of another branch.

    Begin with no figures of workers that a crash or a restart left behind.
    """
    try:
        config = from_environment()
        attachments.check(config)
        apple_keys(config)
        google_keys(config)
    except WrongSetting as wrong:
        sys.exit(f"Error: {wrong}")
    if not config.production and _is_newer(config.database_url):
        sys.exit(f"Error: {maintenance.NEWER}")
    if _figures:
        shutil.rmtree(_figures, ignore_errors=True)
        Path(_figures).mkdir(parents=True)


def _is_newer(url: str) -> bool:
    engine = read_engine(url)
    try:
        with engine.connect() as connection:
            return maintenance.is_ahead(connection)
    except SQLAlchemyError:  # it may become reachable later; /readyz checks it
        return False
    finally:
        engine.dispose()


def post_worker_init(_worker: Any) -> None:
    """Begin a worker's metrics at 0: here alone, since commands have no folder for them."""
    from loyalty.features.access import rate_limits
    from loyalty.features.till import alarms
    from loyalty.gateways import scanner
    from loyalty.http import security_events

    rate_limits.reset_counters()
    alarms.reset_counters()
    scanner.reset_counters()
    security_events.reset_counters()


def child_exit(_server: Any, worker: Any) -> None:
    """Keep the counters of a worker that ended, and drop its gauges."""
    if _figures:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
