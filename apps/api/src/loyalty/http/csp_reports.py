"""Reports of browsers that a page wanted something its content security policy forbids.

Both forms are read: `report-uri` sends one report as application/csp-report (CSP 2), `report-to` a list as
application/reports+json (CSP 3, Reporting API). Anybody may send a report, so it is only
logged and counted.
"""

from typing import Any
from urllib.parse import urlsplit

import structlog
from flask import Flask, request
from prometheus_client import Counter

from loyalty.errors import BadRequest
from loyalty.http.json_body import read_json
from loyalty.http.rate_limits import FixedWindows
from loyalty.rules.codes import Code

log = structlog.get_logger(__name__)

VIOLATIONS = Counter(
    "loyalty_csp_violations_total", "Reports that a page's policy forbade something.", ["directive"]
)
# The labels of the metric; a report may hold any text.
DIRECTIVES = (
    "script-src",
    "style-src",
    "img-src",
    "connect-src",
    "font-src",
    "trusted-types",
    "require-trusted-types-for",
)
MAX_REPORTS = 20
# In each process: journald drops lines that come too fast, so a flood would hide other events.
LINES_IN_A_MINUTE = 60
MAX_WORD = 100


def init_app(app: Flask, *, limited: bool) -> None:
    """Take reports at /api/csp-report, which the packaged web hosts name in their policy.

    When `limited`, only so many a minute become lines of the log; the figure counts all of them.
    """
    lines = FixedWindows(LINES_IN_A_MINUTE) if limited else None

    @app.post("/api/csp-report")
    def csp_report() -> tuple[str, int]:
        """Count each report and log it: 204, or 400 for what is no report."""
        reports = _reports_of(read_json(request.get_data()))
        for directive, blocked, page in reports[:MAX_REPORTS]:
            VIOLATIONS.labels(_known(directive)).inc()
            if lines is not None and lines.wait_s("all"):
                continue
            log.warning("csp violation", directive=directive, blocked=blocked, page=page)
        return "", 204


def _reports_of(body: Any) -> list[tuple[str, str, str]]:
    """Directive, origin of what was blocked, and page of each report; raises BadRequest for anything else."""
    if isinstance(body, dict) and isinstance(report := body.get("csp-report"), dict):
        found = [(report, "effective-directive", "blocked-uri", "document-uri")]
    elif isinstance(body, list) and all(isinstance(each, dict) for each in body):
        found = [
            (report, "effectiveDirective", "blockedURL", "documentURL")
            for each in body
            if each.get("type") == "csp-violation" and isinstance(report := each.get("body"), dict)
        ]
    else:
        raise BadRequest(Code.NO_CSP_REPORT)
    return [
        (_word(report.get(directive)), _origin(report.get(blocked)), _page(report.get(page)))
        for report, directive, blocked, page in found
    ]


def _known(directive: str) -> str:
    return next((known for known in DIRECTIVES if directive.startswith(known)), "other")


def _word(sent: object) -> str:
    return sent[:MAX_WORD] if isinstance(sent, str) else ""


def _origin(sent: object) -> str:
    """`https://evil.example` of an address, or a word such as `inline`: paths and queries may hold tokens."""
    parts = _split(sent)
    return _word(f"{parts.scheme}://{parts.hostname}" if parts.hostname else parts.scheme or parts.path)


def _page(sent: object) -> str:
    """The first part of the page's path: what follows may be an invitation's code."""
    return _word("/" + _split(sent).path.strip("/").partition("/")[0])


def _split(sent: object) -> Any:
    try:
        return urlsplit(sent if isinstance(sent, str) else "")
    except ValueError:
        return urlsplit("")
