"""Traces to OpenTelemetry (LOYALTY_OTEL) and errors to Sentry (SENTRY_DSN), without personal data.

Both are optional packages, the extra `observability`. What is sent is chosen by a list of what is allowed:
addresses, query strings, headers, bodies, statement parameters and error messages never leave.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from flask import Flask
from sqlalchemy import Engine
from typing_extensions import override

from loyalty.config import Config, WrongSetting, sentry_dsn

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from sentry_sdk.types import Event, Hint

ALLOWED_ATTRIBUTES = frozenset(
    {
        "http.method",
        "http.request.method",
        "http.route",
        "http.status_code",
        "http.response.status_code",
        "db.system",
        "db.system.name",
        "db.name",
        "db.namespace",
        "db.statement",
        "db.query.text",
        "error.type",
    }
)
ALLOWED_EVENT_ATTRIBUTES = frozenset({"exception.type"})
# What Sentry needs to group and place an error. Contexts, tags and the rest may quote the request.
ALLOWED_FIELDS = frozenset(
    {
        "event_id",
        "timestamp",
        "start_timestamp",
        "type",
        "level",
        "platform",
        "release",
        "environment",
        "sdk",
        "transaction",
        "transaction_info",
        "exception",
    }
)
ALLOWED_EXCEPTION_FIELDS = frozenset({"type", "module", "mechanism", "stacktrace"})
# A statement is a span's description, with placeholders for its parameters.
ALLOWED_TRACE_FIELDS = frozenset(
    {
        "trace_id",
        "span_id",
        "parent_span_id",
        "same_process_as_parent",
        "op",
        "origin",
        "status",
        "description",
        "start_timestamp",
        "timestamp",
    }
)


def init_app(
    app: Flask, config: Config, engines: Sequence[Engine], exporter: "SpanExporter | None" = None
) -> None:
    """Turn on what the settings name; `exporter` replaces OTLP. Raises WrongSetting without the packages.

    The exporter reads the standard OTEL_EXPORTER_OTLP_… variables and sends OTLP by HTTP.
    """
    if config.otel:
        try:
            _send_traces(app, engines, exporter)
        except ImportError as missing:
            raise _not_installed("LOYALTY_OTEL=on", missing) from missing
    if dsn := sentry_dsn():
        try:
            send_errors(dsn, environment=config.env)
        except ImportError as missing:
            raise _not_installed("SENTRY_DSN", missing) from missing


def _not_installed(setting: str, missing: ImportError) -> WrongSetting:
    return WrongSetting(
        f"{setting} needs the packages of loyalty-api[observability]: {missing.name} is not installed."
    )


def _send_traces(app: Flask, engines: Sequence[Engine], exporter: "SpanExporter | None") -> None:
    """Make a span of each request and of each statement."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.instrumentation.flask import FlaskInstrumentor
    from opentelemetry.instrumentation.sqlalchemy import SQLAlchemyInstrumentor
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(_allowlisting(exporter or OTLPSpanExporter())))
    flask: Any = FlaskInstrumentor()
    flask.instrument_app(app, tracer_provider=provider, excluded_urls="healthz,readyz,metrics")
    # Its release names SQLAlchemy before 2.1; the events it listens to are the same there.
    SQLAlchemyInstrumentor().instrument(engines=list(engines), tracer_provider=provider, skip_dep_check=True)
    app.extensions["loyalty.traces"] = provider


def _allowlisting(exporter: "SpanExporter") -> "SpanExporter":
    """The same exporter, given copies of the spans that hold nothing but what is allowed.

    A span cannot be changed once it has ended, and a status or an exception event quotes the database's
    message, which may hold a row's values.
    """
    from opentelemetry.sdk.trace import Event, ReadableSpan
    from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult
    from opentelemetry.trace import Status

    def copy_of(span: ReadableSpan) -> ReadableSpan:
        return ReadableSpan(
            name=span.name,
            context=span.get_span_context(),
            parent=span.parent,
            resource=span.resource,
            attributes=_only(span.attributes or {}, ALLOWED_ATTRIBUTES),
            events=[
                Event(event.name, _only(event.attributes or {}, ALLOWED_EVENT_ATTRIBUTES), event.timestamp)
                for event in span.events
            ],
            links=span.links,
            kind=span.kind,
            status=Status(span.status.status_code),
            start_time=span.start_time,
            end_time=span.end_time,
            instrumentation_scope=span.instrumentation_scope,
        )

    class Allowlisting(SpanExporter):
        @override
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            return exporter.export([copy_of(span) for span in spans])

        @override
        def shutdown(self) -> None:
            exporter.shutdown()

        @override
        def force_flush(self, timeout_millis: int = 30_000) -> bool:
            return exporter.force_flush(timeout_millis)

    return Allowlisting()


def send_errors(dsn: str, *, environment: str, **options: Any) -> None:
    """Send every crash to Sentry; `options` are further ones of its SDK."""
    import sentry_sdk
    from sentry_sdk.integrations.flask import FlaskIntegration
    from sentry_sdk.integrations.sqlalchemy import SqlalchemyIntegration

    sentry_sdk.init(
        dsn=dsn,
        environment=environment,
        integrations=[FlaskIntegration(), SqlalchemyIntegration()],
        default_integrations=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=_allowed_event,
        before_send_transaction=_allowed_event,
        **options,
    )


def _allowed_event(event: "Event", _hint: "Hint") -> "Event":
    """An event without what may quote a request or a row: addresses, headers, messages of errors."""
    kept: Any = _only(event, ALLOWED_FIELDS)
    for exception in kept.get("exception", {}).get("values", ()):
        for field in set(exception) - ALLOWED_EXCEPTION_FIELDS:
            del exception[field]
    trace = event.get("contexts", {}).get("trace", {})
    kept["contexts"] = {"trace": _only(trace, ALLOWED_TRACE_FIELDS)}
    if "spans" in event:
        spans: Any = event["spans"]
        kept["spans"] = [_only(span, ALLOWED_TRACE_FIELDS) for span in spans]
    return cast("Event", kept)


def _only(values: Mapping[str, Any], allowed: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name in allowed}
