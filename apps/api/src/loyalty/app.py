"""create_app(): settings, database, commands and, unless it is for one of those, messages and requests."""

from typing import TYPE_CHECKING

import click
from flask import Flask
from flask.cli import FlaskGroup

from loyalty.cli import register_commands
from loyalty.config import Config, WrongSetting, from_environment, sentry_dsn, unknown_settings, warn
from loyalty.db.session import Database
from loyalty.db.session import init_app as init_database
from loyalty.gateways.channels import Channel
from loyalty.http import logs

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter


def create_app(
    config: Config | None = None,
    *,
    channel: Channel | None = None,
    with_http: bool | None = None,
    span_exporter: "SpanExporter | None" = None,
) -> Flask:
    """Build the application from its settings (the environment's, unless a test brings its own).

    Without HTTP, by default for one of our commands, it starts in a third of the time. `channel` replaces the
    provider of messages, `span_exporter` the one of traces.

    A wrong setting ends a command with its sentence and 1. Elsewhere it is WrongSetting: gunicorn would start
    a worker that left by SystemExit again and again (loyalty.serving looks before there are workers).
    """
    context = click.get_current_context(silent=True)
    try:
        unknown = [] if config else unknown_settings()
        config = config or from_environment()
        app = Flask("loyalty", static_folder=None)
        logs.set_up(config.log_format, config.log_level)
        warn(config, unknown)
        app.extensions["loyalty.config"] = config
        database = init_database(app, config.database_url)
        if with_http is None:
            # Flask looks one of our commands up in its own group; `run` and `routes` have begun by then.
            with_http = context is None or not isinstance(context.command, FlaskGroup)
        if with_http:
            from loyalty.web import register_http

            register_http(app, config)
            _send_messages(app, config, database, channel)
            if config.otel or sentry_dsn():
                from loyalty.http import observability

                observability.init_app(app, config, [database.reads, database.writes], span_exporter)
    except WrongSetting as wrong:
        if context is None:
            raise
        raise SystemExit(f"Error: {wrong}") from None
    register_commands(app)
    return app


def _send_messages(app: Flask, config: Config, database: Database, channel: Channel | None) -> None:
    """Have the worker ready; it starts with the first request, after any fork."""
    from loyalty.worker import worker_for

    worker = worker_for(config, database, channel)
    app.extensions["loyalty.worker"] = worker
    if config.worker:

        @app.before_request
        def start_the_worker() -> None:
            worker.start()
