"""create_app(): the only file that knows every feature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from flask import Flask
from flask.signals import appcontext_pushed
from flask_swagger_ui import get_swaggerui_blueprint
from typing_extensions import override
from werkzeug.middleware.proxy_fix import ProxyFix

from loyalty import config as settings
from loyalty import jobs
from loyalty.config import Config
from loyalty.db.session import Database
from loyalty.features.access import routes as access
from loyalty.features.access import service as access_service
from loyalty.features.content import routes as content
from loyalty.features.enquiries import routes as enquiries
from loyalty.features.enquiries.letters import compose
from loyalty.features.joining import routes as joining
from loyalty.features.members import routes as members
from loyalty.features.outlets import routes as outlets
from loyalty.features.personal import routes as personal
from loyalty.features.points import routes as points
from loyalty.features.rewards import routes as rewards
from loyalty.features.tiers import routes as tiers
from loyalty.features.till import routes as till
from loyalty.gateways.mail import FileCarrier, Letters, SmtpCarrier
from loyalty.gateways.messages import Channel, FileChannel
from loyalty.gateways.providers import SmsGateway, WhatsApp
from loyalty.gateways.worker import Worker
from loyalty.http import api, auth, csp_reports, early, every_answer, floods, json_body, logs, operators
from loyalty.http.api import Blueprint

log = structlog.get_logger(__name__)

# Every feature's blueprint, in the order of the documentation.
FEATURES: tuple[Blueprint, ...] = (
    access.blueprint,
    joining.blueprint,
    members.blueprint,
    personal.blueprint,
    points.blueprint,
    rewards.blueprint,
    tiers.blueprint,
    outlets.blueprint,
    till.blueprint,
    enquiries.blueprint,
    content.blueprint,
)


class Application(Flask):
    """Flask, which here need not look at each function it calls whether it is asynchronous: none is."""

    @override
    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Take a function as it is."""
        return func


def create_app(config: Config | None = None, *, channel: Channel | None = None) -> Flask:
    """Build the application from its settings (the environment's, unless a test brings its own)."""
    unknown = [] if config else settings.unknown_settings()
    config = config or settings.from_environment()
    logs.set_up(config.log_format)
    settings.warn(config, unknown)
    app = Application("loyalty", static_folder=None)
    database = Database(config.database_url)
    app.extensions["loyalty.config"] = config
    app.extensions["loyalty.database"] = database
    _bind_to_contexts(app, config, database)
    _speak_http(app, config)
    auth.init_app(app, who=access_service.member_for)
    operators.init_app(app)
    _send_messages(app, config, database, channel or _channel(config))
    return app


def _bind_to_contexts(app: Flask, config: Config, database: Database) -> None:
    """Let session(), transaction() and config.current() work in every request and command."""

    def bind(_sender: Flask, **_more: object) -> None:
        from flask import g

        settings.bind(config)
        g.scope = database.bind()

    appcontext_pushed.connect(bind, app, weak=False)

    @app.teardown_appcontext
    def release(_error: BaseException | None) -> None:
        from flask import g

        database.release(g.scope)


def _speak_http(app: Flask, config: Config) -> None:
    json_body.init_app(app)
    logs.init_app(app)
    early.init_app(app, floods.init_app(app, redis_url=config.redis_url, on=config.rate_limits))
    every_answer.init_app(app)
    if config.trusted_proxies:  # outermost: everything else believes the address it finds
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.trusted_proxies, x_proto=1)  # type: ignore[method-assign]
    the_api = api.init_app(app, documented=not config.production)
    for feature in FEATURES:
        the_api.register_blueprint(feature, url_prefix="/api")
    csp_reports.init_app(app)
    if not config.production:  # it runs inline scripts, which has no place on the members' origin
        app.register_blueprint(
            get_swaggerui_blueprint("/api/docs", "/api/openapi.json", config={"app_name": "Loyalty API"})
        )


def _channel(config: Config) -> Channel:
    """The way to telephones that the settings name."""
    if config.message_channel == "whatsapp":
        return WhatsApp(
            config.whatsapp_url,
            config.whatsapp_phone_id,
            config.whatsapp_token,
            config.whatsapp_template,
            config.whatsapp_language,
        )
    if config.message_channel == "sms":
        return SmsGateway(config.sms_url, config.sms_token)
    return FileChannel(config.message_file)


def _send_messages(app: Flask, config: Config, database: Database, channel: Channel) -> None:
    """Have the worker ready; in the API process it starts with the first request, after any fork."""
    carrier = SmtpCarrier(config.smtp_url) if config.smtp_url else FileCarrier(config.message_file)
    letters = Letters(compose, carrier)
    worker = Worker(config, database, channel, chores=(jobs.tick,), letters=letters)
    app.extensions["loyalty.worker"] = worker
    if config.worker:

        @app.before_request
        def start_the_worker() -> None:
            worker.start()
