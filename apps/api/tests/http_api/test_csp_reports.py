"""What a browser reports of a page that broke its policy: a line in the log, without anything secret."""

import json

import pytest
from structlog.testing import capture_logs

from loyalty import create_app
from support.factories import metric

OLD = {
    "csp-report": {
        "document-uri": "https://members.example.com/login/KRUA-7Q?token=SECRET",
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?stolen=SECRET",
    }
}
NEW = [
    {
        "type": "csp-violation",
        "body": {
            "documentURL": "https://members.example.com/login/KRUA-7Q?token=SECRET",
            "effectiveDirective": "script-src-elem",
            "blockedURL": "https://evil.example/x.js?stolen=SECRET",
        },
    },
    {"type": "deprecation", "body": {"id": "of no concern"}},
]


@pytest.mark.parametrize(
    ("sent", "kind"), [(OLD, "application/csp-report"), (NEW, "application/reports+json")]
)
def test_a_report_is_logged_with_its_directive_and_page_and_nothing_secret(client, sent, kind):
    with capture_logs() as logged:
        answer = client.post("/api/csp-report", data=json.dumps(sent), content_type=kind)

    assert answer.status_code == 204
    reports = [line for line in logged if line["event"] == "csp violation"]
    assert [(line["directive"], line["blocked"], line["page"]) for line in reports] == [
        ("script-src-elem", "https://evil.example", "/login")
    ]
    assert "SECRET" not in str(logged)
    assert "7Q" not in str(logged)


@pytest.mark.parametrize("sent", ["", "{", "7", "[7]", '{"csp-report": 7}', '{"a": 1}'])
def test_what_is_no_report_is_refused(client, sent):
    assert client.post("/api/csp-report", data=sent).status_code == 400


def test_a_report_with_odd_values_is_taken_and_cut_short(client):
    report = {"effective-directive": ["x"], "blocked-uri": "http://[", "document-uri": "a" * 9000}
    with capture_logs() as logged:
        answer = client.post("/api/csp-report", json={"csp-report": report})

    assert answer.status_code == 204
    assert len(str(logged)) < 1000


def test_many_reports_are_counted_but_logged_only_up_to_a_limit(config):
    app = create_app(config.model_copy(update={"rate_limits": True}))
    client, before = app.test_client(), metric("loyalty_csp_violations_total", directive="script-src")
    try:
        with capture_logs() as logged:
            answers = [client.post("/api/csp-report", json=NEW[:1] * 20).status_code for _ in range(10)]
    finally:
        app.extensions["loyalty.database"].close()

    assert answers == [204] * 10
    assert metric("loyalty_csp_violations_total", directive="script-src") - before == 200
    assert len([line for line in logged if line["event"] == "csp violation"]) == 60
