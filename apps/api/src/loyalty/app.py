"""create_app(): settings, database, messages and, unless it is for a command, what answers requests."""

from typing import TYPE_CHECKING

import structlog
from flask import Flask
from flask.signals import appcontext_pushed

from loyalty import config as settings
from loyalty.config import Config
from loyalty.db.session import Database
from loyalty.gateways.channels import Channel
from loyalty.http import logs

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

log = structlog.get_logger(__name__)


def create_app(
    config: Config | None = None,
    *,
    channel: Channel | None = None,
    with_http: bool = True,
    span_exporter: "SpanExporter | None" = None,
) -> Flask:
    """Build the application from its settings (the environment's, unless a test brings its own).

    Without HTTP it runs commands only, and starts in a third of the time. `channel` replaces the provider of
    messages, `span_exporter` the one of traces.
    """
    unknown = [] if config else settings.unknown_settings()
    config = config or settings.from_environment()
    logs.set_up(config.log_format, config.log_level)
    settings.warn(config, unknown)
    app = Flask("loyalty", static_folder=None)
    database = Database(config.database_url, config.ledger_ring)
    app.extensions["loyalty.config"] = config
    app.extensions["loyalty.database"] = database
    _bind_to_contexts(app, config, database)
    if with_http:
        from loyalty.web import answer_requests

        answer_requests(app, config)
        _send_messages(app, config, database, channel)
        if config.otel or settings.sentry_dsn():
            from loyalty.http import observability

            observability.init_app(app, config, [database.reads, database.writes], span_exporter)
    return app


def _bind_to_contexts(app: Flask, config: Config, database: Database) -> None:
    """Let current_session(), transaction() and config.current() work in every request and command."""

    def bind(_sender: Flask, **_more: object) -> None:
        from flask import g

        settings.bind(config)
        g.scope = database.bind()

    appcontext_pushed.connect(bind, app, weak=False)

    @app.teardown_appcontext
    def release(_error: BaseException | None) -> None:
        from flask import g

        database.release(g.scope)


def _send_messages(app: Flask, config: Config, database: Database, channel: Channel | None) -> None:
    """Have the worker ready; it starts with the first request, after any fork."""
    from loyalty.worker import worker_for

    worker = worker_for(config, database, channel)
    app.extensions["loyalty.worker"] = worker
    if config.worker:

        @app.before_request
        def start_the_worker() -> None:
            worker.start()
