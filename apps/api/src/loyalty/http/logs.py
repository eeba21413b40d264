"""The log: one line a request without query string, token, code or number; and the figures for /metrics."""

import logging
import sys
from functools import cache
from http import HTTPStatus
from typing import Any, TextIO, cast

import orjson
import structlog
from prometheus_client import REGISTRY, Counter, Histogram

from loyalty.config import colours_wanted

REQUESTS = Counter(
    "loyalty_requests_total", "Requests answered.", ["method", "route", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "loyalty_request_seconds", "Seconds until the answer.", ["method", "route"], registry=REGISTRY
)
# What operators' machines ask all the time.
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _as_json(line: dict[str, Any], **_how: Any) -> str:
    return orjson.dumps(line, default=str).decode()


class StandardError:
    """Standard error as it is when a line is written: commands and tests replace it."""

    def write(self, text: str) -> int:
        """Write a line."""
        return sys.stderr.write(text)

    def flush(self) -> None:
        """Flush what was written."""
        sys.stderr.flush()


def set_up(log_format: str, level: str) -> None:
    """Write the log to standard error: coloured text for people, JSON lines for machines."""
    logging.getLogger("werkzeug").addFilter(_has_no_address)
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(serializer=_as_json)
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty() or colours_wanted())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        # A line and its end in one piece: at each piece another thread takes its turn.
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, StandardError())),
        cache_logger_on_first_use=False,
    )
    _access_log.cache_clear()


@cache
def _access_log() -> Any:
    """The log of requests, put together once: get_logger() puts it together for each line."""
    return structlog.get_logger("access").bind()


@cache
def _figures(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """The metrics of a route, looked up once: methods, routes and statuses are few."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(method, route)


def write_line(method: str, route: str, status: int, seconds: float, **more: str) -> None:
    """Count an answer and write its line; that of a probe that is well at the level debug."""
    count, time_taken = _figures(method, route, status)
    count.inc()
    time_taken.observe(seconds)
    ms = round(seconds * 1000, 1)
    level = logging.DEBUG if route in PROBES and status < HTTPStatus.BAD_REQUEST else logging.INFO
    _access_log().log(level, "request", method=method, route=route, status=status, ms=ms, **more)


def _has_no_address(record: logging.LogRecord) -> bool:
    """Drop the development server's own request lines: they would show query strings."""
    return " - - [" not in str(record.msg)
