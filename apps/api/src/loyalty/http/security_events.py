"""Security events, for investigating an attack (OWASP ASVS 16.3).

Each is one line of the log, `security event` with its kind, and a figure by kind. The line names the member,
till or account of the staff where one is known, the client's address and the request's id; never a token, a
code or a number.
"""

import logging
from typing import Literal, get_args

import structlog
from flask import g, has_request_context
from prometheus_client import Counter

from loyalty.errors import DomainError
from loyalty.http.client import client_network

log = structlog.get_logger(__name__)

EventKind = Literal[
    "joined",
    "signed_in",
    "new_device",
    "signed_out",
    "signed_out_elsewhere",
    "wrong_code",
    "passkey_added",
    "passkey_removed",
    "passkey_refused",
    "passkey_cloned",
    "host_linked",
    "host_unlinked",
    "host_refused",
    "work_required",
    "limit_reached",
    "session_reused",
    "ticket_reused",
    "export",
    "erasure",
    "till_key_refused",
    "staff_signed_in",
    "staff_signed_out",
    "staff_passkey_added",
    "staff_passkey_removed",
    "staff_refused",
    "wrong_pin",
    "pin_locked",
    "wrong_origin",
    "rate_limiter_down",
    "rate_limiter_back",
]

EVENTS = Counter("loyalty_security_events_total", "Security events, by kind.", ["kind"])

# Everyday events are logged as info, the others as warnings.
_ORDINARY = frozenset(
    {
        "joined",
        "signed_in",
        "new_device",
        "signed_out",
        "signed_out_elsewhere",
        "passkey_added",
        "passkey_removed",
        "host_linked",
        "host_unlinked",
        "export",
        "erasure",
        "staff_signed_in",
        "staff_signed_out",
        "staff_passkey_added",
        "staff_passkey_removed",
        "rate_limiter_back",
    }
)

# Which refusals are events: by the code that their answer carries (docs/till.md, the OpenAPI document).
_OF_REFUSALS: dict[str, EventKind] = {
    "invalid_code": "wrong_code",
    "invalid_passkey": "passkey_refused",
    "unknown_passkey": "passkey_refused",
    "passkey_cloned": "passkey_cloned",
    "host_refused": "host_refused",
    "host_over": "host_refused",
    "host_of_another_member": "host_refused",
    "challenge": "work_required",
    "too_many": "limit_reached",
    "session_reused": "session_reused",
    "handoff_used": "ticket_reused",
    "unknown_till": "till_key_refused",
    "till_key_expired": "till_key_refused",
    "role_needed": "staff_refused",
    "other_outlet": "staff_refused",
    "wrong_pin": "wrong_pin",
    "pin_locked": "pin_locked",
    "wrong_origin": "wrong_origin",
}


def reset_counters() -> None:
    """Export every kind as 0: Prometheus sees an increase only of a metric that it has seen before."""
    for kind in get_args(EventKind):
        EVENTS.labels(kind)


def init_app() -> None:
    """Listen to the limiter."""
    limiter = logging.getLogger("flask-limiter")
    if not any(isinstance(handler, _LimiterEvents) for handler in limiter.handlers):
        limiter.addHandler(_LimiterEvents())


def log_security_event(kind: EventKind, **who: int | None) -> None:
    """Log and count an event; `who` names the member (`member_id`), till (`till_id`) or account of the staff
    (`staff_id`) where one is known.

    The signed-in member or user is added by itself.
    """
    EVENTS.labels(kind).inc()
    where: dict[str, object] = {}
    if has_request_context():
        where["client"] = client_network()
        if "caller" in g:
            where["member_id"] = g.caller.member_id
        if "till" in g:
            where["till_id"] = g.till.id
        if "staff" in g:
            where["staff_id"] = g.staff.staff_id
    write = log.info if kind in _ORDINARY else log.warning
    write("security event", kind=kind, **{**where, **who})


def record_domain_error(refusal: DomainError) -> None:
    """Record a refusal that is an event."""
    kind = _OF_REFUSALS.get(refusal.code.public)
    if kind is not None:
        log_security_event(kind)


class _LimiterEvents(logging.Handler):
    """flask-limiter logs, once each, that Redis is gone and that it is back."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)

    def emit(self, line: logging.LogRecord) -> None:
        """Record the event that the line reports, if it is one of the two."""
        text = line.getMessage().lower()
        if "unreachable" in text:
            log_security_event("rate_limiter_down")
        elif "recovered" in text:
            log_security_event("rate_limiter_back")
