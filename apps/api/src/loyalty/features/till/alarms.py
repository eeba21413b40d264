"""What operators watch about tills, as figures and lines of the log: keys in wrong hands show here first."""

from __future__ import annotations

from typing import Literal, get_args

import structlog
from prometheus_client import Counter

log = structlog.get_logger(__name__)

Alarm = Literal["misses", "lookups", "bills", "expiry"]

ALARMS = Counter(
    "loyalty_till_alarms_total", "Signs of a till's key in wrong hands, or at its end.", ["kind"]
)
MISSES = Counter("loyalty_till_misses_total", "Members asked for whom nobody knows, by till.", ["till"])


def count_from_nought() -> None:
    """A figure that begins with its first alarm has not grown, and would call nobody."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **facts: object) -> None:
    """Tell the operators, in the log and as a figure."""
    ALARMS.labels(kind).inc()
    log.error("till alarm", kind=kind, **facts)
