"""What answers requests: every feature's calls, behind what holds for all of them."""

from collections.abc import Callable

import structlog
from flask import Flask, Response, g
from flask_cors import CORS
from sqlalchemy.orm import Session
from werkzeug.middleware.proxy_fix import ProxyFix

from loyalty.backoffice.approvals import routes as approvals
from loyalty.backoffice.bills import routes as bills
from loyalty.backoffice.broadcasts import routes as broadcasts
from loyalty.backoffice.content import routes as content_office
from loyalty.backoffice.counter import routes as counter
from loyalty.backoffice.inbox import routes as inbox
from loyalty.backoffice.integrations import routes as integrations
from loyalty.backoffice.log import routes as office_log
from loyalty.backoffice.members import routes as member_office
from loyalty.backoffice.outlets import routes as staff_outlets
from loyalty.backoffice.people import routes as people
from loyalty.backoffice.people import sessions as staff_sessions
from loyalty.backoffice.programme import routes as programme
from loyalty.backoffice.reports import routes as reports
from loyalty.backoffice.tills import routes as tills
from loyalty.backoffice.vouchers import routes as vouchers
from loyalty.config import Config
from loyalty.db import job_list, tasks
from loyalty.db.session import transaction
from loyalty.features.access import routes as access
from loyalty.features.access import sessions
from loyalty.features.content import routes as content
from loyalty.features.enquiries import inbox as attachments
from loyalty.features.enquiries import routes as enquiries
from loyalty.features.events import stream
from loyalty.features.joining import routes as joining
from loyalty.features.members import routes as members
from loyalty.features.outlets import routes as outlets
from loyalty.features.points import routes as points
from loyalty.features.rewards import routes as rewards
from loyalty.features.tiers import routes as tiers
from loyalty.features.till import routes as till
from loyalty.features.till import tills as till_keys
from loyalty.http import (
    api,
    auth,
    csp_reports,
    headers,
    json_body,
    probes,
    public_cache,
    rate_limits,
    security_events,
    staff_auth,
)
from loyalty.http.api import Blueprint
from loyalty.http.probes import TableFigures
from loyalty.reach.hosts import routes as hosts
from loyalty.reach.notifications import routes as notifications
from loyalty.reach.passkeys import routes as passkeys
from loyalty.reach.wallet import routes as wallet
from loyalty.reach.webhooks import deliveries
from loyalty.reach.webhooks import routes as webhooks
from loyalty.rules.callers import Caller

log = structlog.get_logger(__name__)

# Every feature's blueprint, in the order of the documentation.
FEATURES: tuple[Blueprint, ...] = (
    access.blueprint,
    joining.blueprint,
    members.blueprint,
    notifications.blueprint,
    passkeys.blueprint,
    hosts.blueprint,
    member_office.personal,
    points.blueprint,
    rewards.blueprint,
    wallet.blueprint,
    tiers.blueprint,
    outlets.blueprint,
    till.blueprint,
    people.public,
    people.blueprint,
    tills.public,
    tills.blueprint,
    counter.blueprint,
    reports.blueprint,
    member_office.blueprint,
    bills.blueprint,
    vouchers.blueprint,
    approvals.blueprint,
    inbox.blueprint,
    programme.blueprint,
    broadcasts.blueprint,
    integrations.blueprint,
    office_log.blueprint,
    content_office.public,
    content_office.blueprint,
    staff_outlets.blueprint,
    enquiries.blueprint,
    content.blueprint,
    webhooks.blueprint,
)

# What /metrics asks the database.
FIGURES = (
    TableFigures(
        {
            "loyalty_attachments": "Attachments of applications that are kept.",
            "loyalty_attachments_bytes": "The bytes of all attachments together.",
        },
        (),
        lambda db: [attachments.totals(db)],
    ),
    TableFigures(
        {
            "loyalty_webhook_on": "Whether a webhook gets events: 1 or 0.",
            "loyalty_webhook_waiting": "Deliveries that wait for a webhook.",
            "loyalty_webhook_failed": "Deliveries of a webhook that were given up.",
            "loyalty_webhook_oldest_waiting_seconds": "The age of the oldest delivery that waits.",
        },
        ("webhook",),
        deliveries.totals,
    ),
    TableFigures(
        {
            "loyalty_jobs_due": "Jobs of a queue that are due.",
            "loyalty_jobs_retried": "Jobs of a queue that wait after a try that failed.",
            "loyalty_jobs_failed": "Jobs of a queue that failed or expired and were not dropped.",
            "loyalty_jobs_overdue_seconds": "For how long the first job of a queue has been due.",
        },
        ("queue",),
        job_list.totals,
    ),
    TableFigures(
        {"loyalty_events_unplaced_seconds": "The age of the oldest event that no worker has looked at."},
        (),
        lambda db: [(stream.age_of_unplaced(db),)],
    ),
    TableFigures(
        {"loyalty_last_success_timestamp_seconds": "When a task last succeeded, since 1970; 0: never."},
        ("task",),
        tasks.last_successes,
    ),
)


def register_http(app: Flask, config: Config) -> None:
    """Put every call on an application, with its limits, headers, failures and documentation."""
    json_body.init_app(app)
    headers.init_app(app)
    public_cache.init_app(app)
    if config.cors:
        _allow_origins(app, [config.site_origin, config.mini_origin])
    security_events.init_app()
    rate_limits.init_app(app, redis_url=config.redis_url, on=config.rate_limits)
    if config.trusted_proxies:  # outermost: everything else believes the address it finds
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=config.trusted_proxies, x_proto=1)  # type: ignore[method-assign]
    the_api = api.init_app(app, documented=not config.production)
    for feature in FEATURES:
        the_api.register_blueprint(feature, url_prefix="/api")
    csp_reports.init_app(app, limited=config.rate_limits)
    passkeys.init_app(app)
    if not config.production:  # it runs inline scripts, which has no place on the members' origin
        from flask_swagger_ui import get_swaggerui_blueprint

        app.register_blueprint(
            get_swaggerui_blueprint("/api/docs", "/api/openapi.json", config={"app_name": "Loyalty API"})
        )
    auth.init_app(app, sessions.load_caller)
    staff_auth.init_app(app, staff_sessions.load_session)
    _note_uses(app)
    probes.init_app(app, FIGURES)


def _note_uses(app: Flask) -> None:
    """Note after a request that the session or key was used by which it came."""

    @app.after_request
    def note_uses(response: Response) -> Response:
        due: list[Callable[[Session], None]] = []
        caller: Caller | None = g.get("caller")
        if caller and caller.is_use_due:
            due.append(lambda db: sessions.note_use(db, caller.member_id, caller.session_id, caller.counter))
        if (till := g.get("till")) and till_keys.is_use_due(till, g.asked_at):
            due.append(lambda db: till_keys.note_use(db, till.id, g.asked_at))
        if (staff := g.get("staff")) and staff.is_use_due:
            due.append(lambda db: staff_sessions.note_use(db, staff))
        try:
            if due:
                with transaction() as db:
                    for note in due:
                        note(db)
        except Exception as error:  # the request is done, and answered as it was
            log.warning("use not noted", error=type(error).__name__, exc_info=error)
        return response


def _allow_origins(app: Flask, origins: list[str]) -> None:
    """Allow pages of these origins to call the API, the staff's calls and the tills' apart."""
    CORS(
        app,
        resources=r"/api/(?!staff/|pos/)",
        origins=origins,
        allow_headers=[
            "Authorization",
            "Content-Type",
            "Idempotency-Key",
            "If-None-Match",
            "x-chosen-language",
            "x-handoff",
            "x-handoff-confirm",
            "x-handoff-current",
            "x-otp-request",
            "x-proof-of-work",
            "x-user-token",
        ],
        expose_headers=["Date", "ETag", "Retry-After", "X-Request-Id"],
        supports_credentials=True,
        max_age=600,
    )

    @app.after_request
    def share(response: Response) -> Response:
        # Pictures are shown by pages of the other origins.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response
