"""The probes and figures of operators. Not under /api, so no public host passes them on."""

from __future__ import annotations

from flask import Flask, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

from loyalty import config
from loyalty.db import versions
from loyalty.db.session import session
from loyalty.errors import Unavailable


def init_app(app: Flask) -> None:
    """Answer /healthz, /readyz and /metrics."""

    @app.get("/healthz")
    def healthz() -> dict[str, str]:
        """The process lives. It asks nobody else: a database that is down is no reason to restart us."""
        return {"status": "ok"}

    @app.get("/readyz")
    def readyz() -> dict[str, str]:
        """Requests may be sent here: the database answers, and its tables are as new as this code."""
        if versions.is_behind(session()):
            raise Unavailable("The tables are older than this release: run `flask --app loyalty db upgrade`.")
        return {"status": "ready"}

    @app.get("/metrics")
    def metrics() -> Response:
        """What was counted, by every worker of this node where there are several."""
        return Response(generate_latest(_figures()), content_type=CONTENT_TYPE_LATEST)


def _figures() -> CollectorRegistry:
    if not config.figures_folder():
        return REGISTRY
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
