"""The probes and figures of operators. Not under /api, so no public host passes them on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import structlog
from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from typing_extensions import override

from loyalty import config
from loyalty.db import maintenance
from loyalty.db.connections import connection
from loyalty.errors import DomainError, Unavailable
from loyalty.gateways import attachments

Totals = Callable[[Connection], tuple[int, int]]
# Of each webhook: its id, whether it is on, how many deliveries wait and how many were given up, and the age
# of the oldest that waits, in seconds.
WebhookTotals = Callable[[Connection], list[tuple[int, bool, int, int, float]]]

log = structlog.get_logger(__name__)


class AttachmentFigures(Collector):
    """Attachments in the database and in the folder, read when Prometheus scrapes.

    They are the same for every worker and node, so nothing is counted in a worker.
    """

    def __init__(self, totals: Totals) -> None:
        """`totals` gives how many there are and their bytes."""
        self._totals = totals

    def describe(self) -> list[GaugeMetricFamily]:
        """Give their names, without asking the database."""
        return [
            GaugeMetricFamily("loyalty_attachments", "Attachments of applications that are kept."),
            GaugeMetricFamily("loyalty_attachments_bytes", "The bytes of all attachments together."),
            GaugeMetricFamily(
                "loyalty_attachments_writable",
                "Whether this node can write to LOYALTY_ATTACHMENTS: 1 or 0.",
            ),
        ]

    @override
    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Their values; none of the database's while it does not answer."""
        count, size, writable = self.describe()
        writable.add_metric([], attachments.is_writable())
        yield writable
        try:
            found = self._totals(connection())
        except (SQLAlchemyError, DomainError) as error:
            log.warning("attachments were not counted", error=type(error).__name__)
            return
        for figure, value in zip((count, size), found, strict=True):
            figure.add_metric([], value)
            yield figure


class WebhookFigures(Collector):
    """What waits for each webhook and what was given up, read when Prometheus scrapes."""

    def __init__(self, totals: WebhookTotals) -> None:
        self._totals = totals

    def describe(self) -> list[GaugeMetricFamily]:
        """Give their names, without asking the database."""
        of_each = ["webhook"]
        return [
            GaugeMetricFamily("loyalty_webhook_on", "Whether a webhook gets events: 1 or 0.", labels=of_each),
            GaugeMetricFamily(
                "loyalty_webhook_waiting", "Deliveries that wait for a webhook.", labels=of_each
            ),
            GaugeMetricFamily(
                "loyalty_webhook_failed", "Deliveries of a webhook that were given up.", labels=of_each
            ),
            GaugeMetricFamily(
                "loyalty_webhook_oldest_waiting_seconds",
                "The age of the oldest delivery that waits for a webhook.",
                labels=of_each,
            ),
        ]

    @override
    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Their values; none while the database does not answer."""
        try:
            found = self._totals(connection())
        except (SQLAlchemyError, DomainError) as error:
            log.warning("webhooks were not counted", error=type(error).__name__)
            return
        for figure, at in zip(self.describe(), range(1, 5), strict=True):
            for values in found:
                figure.add_metric([str(values[0])], values[at])
            yield figure


def init_app(app: Flask, totals: Totals, webhooks: WebhookTotals) -> None:
    """Answer /healthz, /readyz and /metrics; `totals` gives how many attachments there are, their bytes."""
    of_tables = CollectorRegistry()
    of_tables.register(AttachmentFigures(totals))
    of_tables.register(WebhookFigures(webhooks))

    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        """The process runs. The database is not checked: a restart would not bring it back."""
        return {"status": "ok"}

    @app.get("/readyz")
    def readyz() -> dict[str, str]:
        """Requests may be sent here: the database answers, and its tables are as new as this code.

        A node that cannot keep attachments says so and stays: applications alone are refused.
        """
        if maintenance.is_behind(connection()):
            raise Unavailable("The tables are older than this release: run `flask --app loyalty db upgrade`.")
        if not attachments.is_writable():
            return {"status": "ready", "attachments": "LOYALTY_ATTACHMENTS is not writable"}
        return {"status": "ready"}

    @app.get("/metrics")
    def metrics() -> Response:
        """What was counted, by every worker of this node where there are several."""
        metrics = generate_latest(_figures()) + generate_latest(of_tables)
        return Response(metrics, content_type=CONTENT_TYPE_LATEST)


def _figures() -> CollectorRegistry:
    if not config.multiprocess_folder():
        return REGISTRY
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
