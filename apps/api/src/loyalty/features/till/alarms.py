"""The alarms about tills: each is a line of the log and a metric."""

from typing import Literal, get_args

import structlog
from prometheus_client import Counter

log = structlog.get_logger(__name__)

Alarm = Literal["misses", "lookups", "bills", "expiry"]

ALARMS = Counter(
    "loyalty_till_alarms_total", "Signs of a key or an account in wrong hands, or of a key's end.", ["kind"]
)
MISSES = Counter("loyalty_till_misses_total", "Members asked for whom nobody knows, by till.", ["till"])


def reset_counters() -> None:
    """Export every alarm as 0: Prometheus sees an increase only of a metric that it has seen before."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **details: object) -> None:
    """Log an alarm and count it."""
    ALARMS.labels(kind).inc()
    log.error("till alarm", kind=kind, **details)
