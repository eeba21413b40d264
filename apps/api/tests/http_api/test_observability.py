"""Traces and errors that leave for OpenTelemetry and Sentry: what is in them, and no personal data."""

import json
import sys

import pytest
import sentry_sdk
from opentelemetry.instrumentation.sqlalchemy import SQLAlchemyInstrumentor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sentry_sdk.transport import Transport
from sqlalchemy import insert

from loyalty.app import create_app
from loyalty.config import WrongSetting
from loyalty.db.session import transaction
from loyalty.features.members.models import Member
from loyalty.http import observability
from support.factories import a_member, a_reward, signed_in

NUMBER, NAME = "123456789", "Aisyah Binti Rahman"
SECRET = "a-token-in-a-query"


class Kept(Transport):
    """A transport that keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[dict] = []

    def capture_envelope(self, envelope) -> None:
        self.items += [json.loads(item.payload.get_bytes()) for item in envelope.items]


@pytest.fixture
def spans():
    return InMemorySpanExporter()


@pytest.fixture
def traced(config, spans):
    """The application with traces on, that fails at /api/broken and violates a constraint at /api/twice."""
    app = create_app(config.model_copy(update={"otel": True}), span_exporter=spans)

    @app.get("/api/broken/<int:number>")
    def broken(number: int) -> str:
        raise RuntimeError(f"{number} {SECRET}")

    @app.get("/api/twice")
    def twice() -> str:
        with transaction() as db:
            db.execute(insert(Member).values(id=1, mobile_number=NUMBER))
        return ""

    yield app
    SQLAlchemyInstrumentor().uninstrument()
    app.extensions["loyalty.worker"].stop()
    app.extensions["loyalty.database"].close()


@pytest.fixture
def sentry():
    kept = Kept()
    observability.send_errors(
        "https://key@sentry.example/1", environment="test", transport=kept, traces_sample_rate=1.0
    )
    yield kept
    sentry_sdk.init()


def visit(app) -> str:
    """A claim, a read of a member, and two requests that fail; returns the member's token."""
    database = app.extensions["loyalty.database"]
    member = a_member(database, number=NUMBER, name=NAME, earned=100)
    headers = signed_in(app, member)
    client = app.test_client()
    body = {"memberId": member, "rewardId": a_reward(database, cost=100)}
    assert client.post("/api/claim", json=body, headers=headers).status_code == 201
    read = client.get(f"/api/member/{member}", headers=headers, query_string={"token": SECRET})
    assert read.status_code in (200, 422)
    assert client.get(f"/api/member/{member}", headers=headers).json["mobileNumber"] == NUMBER
    assert client.get(f"/api/broken/{NUMBER}?token={SECRET}", headers=headers).status_code == 500
    assert client.get("/api/twice", headers=headers).status_code == 500
    return next(iter(headers.values()))


def test_a_claim_and_a_read_are_spans_of_the_request_and_its_statements(traced, spans):
    token = visit(traced)
    traced.extensions["loyalty.traces"].force_flush()
    found = spans.get_finished_spans()

    requests = {span.name: span for span in found if span.parent is None}
    for name, table in (("POST /api/claim", "vouchers"), ("GET /api/member/<id:member_id>", "members")):
        trace = requests[name].context.trace_id
        inside = [span for span in found if span.context.trace_id == trace and span.parent is not None]
        statements = [span.attributes.get("db.statement", "") for span in inside]
        assert any(table in statement for statement in statements), name
    everything = "".join(span.to_json() for span in found)
    for secret in (NUMBER, NAME, SECRET, token):
        assert secret not in everything


def test_a_crash_reaches_sentry_and_nothing_of_the_member_does(sentry, traced):
    token = visit(traced)
    sentry_sdk.flush()

    crashes = [event for event in sentry.items if "exception" in event]
    assert "RuntimeError" in [crash["exception"]["values"][-1]["type"] for crash in crashes]
    transactions = [event for event in sentry.items if event.get("type") == "transaction"]
    described = [span["description"] for event in transactions for span in event["spans"]]
    assert any("INSERT INTO vouchers" in text for text in described)
    everything = json.dumps(sentry.items)
    for secret in (NUMBER, NAME, SECRET, token):
        assert secret not in everything


@pytest.mark.parametrize(
    ("setting", "package"),
    [("LOYALTY_OTEL=on", "opentelemetry.instrumentation.flask"), ("SENTRY_DSN", "sentry_sdk")],
)
def test_a_missing_package_is_named_with_the_setting_that_needs_it(config, monkeypatch, setting, package):
    monkeypatch.setitem(sys.modules, package, None)
    otel = setting.startswith("LOYALTY_")
    monkeypatch.setenv("SENTRY_DSN", "" if otel else "https://key@sentry.example/1")
    with pytest.raises(WrongSetting, match=rf"{setting} needs the packages of loyalty-api\[observability\]"):
        create_app(config.model_copy(update={"otel": otel}))


def test_the_dsn_of_the_environment_turns_sentry_on(config, monkeypatch):
    monkeypatch.setenv("SENTRY_DSN", "https://key@127.0.0.1:9/1")
    try:
        app = create_app(config)
        assert sentry_sdk.get_client().is_active()
        app.extensions["loyalty.database"].close()
    finally:
        sentry_sdk.init()
