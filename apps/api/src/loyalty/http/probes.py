"""The probes and figures of operators. Not under /api, so no public host passes them on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from typing_extensions import override

from loyalty import config
from loyalty.db import maintenance, tasks
from loyalty.db.session import current_session
from loyalty.errors import DomainError, Unavailable
from loyalty.gateways import attachments
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

log = structlog.get_logger(__name__)


@dataclass(frozen=True, eq=False)
class TableFigures(Collector):
    """Figures that the database is asked for when Prometheus scrapes: the same for every worker and node.

    `names` are what they are called and mean. `read` returns a row for each value of `labels`: the value of
    each label, then of each figure.
    """

    names: Mapping[str, str]
    labels: tuple[str, ...]
    read: Callable[[Session], Iterable[Sequence[Any]]]

    def describe(self) -> list[GaugeMetricFamily]:
        """Their names, without asking the database."""
        return [GaugeMetricFamily(name, meaning, labels=self.labels) for name, meaning in self.names.items()]

    @override
    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Their values; none while the database does not answer."""
        try:
            rows = list(self.read(current_session()))
        except (SQLAlchemyError, DomainError) as error:
            log.warning("figures were not read", figures=list(self.names), error=type(error).__name__)
            return
        for place, figure in enumerate(self.describe(), start=len(self.labels)):
            for row in rows:
                figure.add_metric([str(label) for label in row[: len(self.labels)]], row[place])
            yield figure


class NodeFigures(Collector):
    """What this node can write to, tried when Prometheus scrapes."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Their names, without trying."""
        return [
            GaugeMetricFamily(
                "loyalty_attachments_writable",
                "Whether this node can use LOYALTY_ATTACHMENTS: 1 or 0.",
            ),
            GaugeMetricFamily(
                "loyalty_database_writable", "Whether this node can write to the database: 1 or 0."
            ),
        ]

    @override
    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Their values."""
        for figure, value in zip(
            self.describe(), (attachments.is_available(), _is_database_writable()), strict=True
        ):
            figure.add_metric([], value)
            yield figure


def _is_database_writable() -> bool:
    try:
        tasks.write_nothing()
    except (SQLAlchemyError, DomainError):
        return False
    return True


def init_app(app: Flask, figures: Iterable[TableFigures]) -> None:
    """Answer /healthz, /readyz and /metrics, with these figures of the database."""
    when_asked = CollectorRegistry()
    for each in (NodeFigures(), *figures):
        when_asked.register(each)

    compared: set[str | None] = set()  # with which versions of the tables this code has been compared

    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        """The process runs. The database is not checked: a restart would not bring it back."""
        return {"status": "ok"}

    @app.get("/readyz")
    def readyz() -> dict[str, str]:
        """Requests may be sent here: the database takes writes, and its tables are this code's.

        A node that cannot keep attachments says so and stays: applications alone are refused.
        """
        if maintenance.is_behind(current_session().connection()):
            raise Unavailable(Code.TABLES_TOO_OLD)
        if (at := maintenance.current(current_session().connection())) not in compared:
            if wrong := maintenance.mismatch(
                current_session().connection(), production=config.current().production
            ):
                raise Unavailable(Problem(Code.WRONG_TABLES, {"reason": wrong}))
            compared.add(at)
        tasks.write_nothing()
        if not attachments.is_available():
            return {"status": "ready", "attachments": "LOYALTY_ATTACHMENTS cannot be used"}
        return {"status": "ready"}

    @app.get("/metrics")
    def metrics() -> Response:
        """What was counted, by every worker of this node where there are several."""
        metrics = generate_latest(_figures()) + generate_latest(when_asked)
        return Response(metrics, content_type=CONTENT_TYPE_LATEST)


def _figures() -> CollectorRegistry:
    if not config.multiprocess_folder():
        return REGISTRY
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
