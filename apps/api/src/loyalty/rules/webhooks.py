"""Webhooks: events as CloudEvents 1.0, signed by Standard Webhooks, and when a delivery is tried again."""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from loyalty.rules.calendar import iso_utc
from loyalty.rules.codes import Code
from loyalty.rules.events import EventRow
from loyalty.rules.problems import Problem

MAX_NAME, MAX_URL = 60, 500
SECRET_PREFIX = "whsec_"  # noqa: S105  # what every secret begins with
CONTENT_TYPE = "application/cloudevents+json"
BATCH_CONTENT_TYPE = "application/cloudevents-batch+json"
# What a test sends; no event of the stream has this type.
TEST = "webhook.test"
# A secret more than these means that nobody ended the last rotation.
MAX_SECRETS = 2

# After the first try and each that failed, until the last: then every eight hours, for three days in all.
PAUSES = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=2),
    timedelta(minutes=10),
    timedelta(minutes=30),
    timedelta(hours=1),
    timedelta(hours=3),
    timedelta(hours=8),
)
TRIED_FOR = timedelta(days=3)
# After so many failures in a row an endpoint is asked after these pauses.
FAILURES_BEFORE_PAUSE = 10
FIRST_PAUSE, MAX_PAUSE = timedelta(seconds=30), timedelta(minutes=10)


class State(StrEnum):
    """Whether an endpoint gets events. `failed`: it took nothing for three days. `gone`: it answered 410."""

    ON = "on"
    OFF = "off"
    FAILED = "failed"
    GONE = "gone"


def cloud_event(event: EventRow) -> dict[str, Any]:
    """An event in the JSON format of CloudEvents 1.0. Its `id` is its position in the stream.

    Those of one member have the same `partitionkey`, within which `sequence` (zeros before it, so that it
    sorts as text) counts without gaps.
    """
    found: dict[str, Any] = {
        "specversion": "1.0",
        "id": str(event.position),
        "source": event.source,
        "type": event.type,
        "subject": event.subject,
        "time": iso_utc(event.time),
        "datacontenttype": "application/json",
        "data": event.data,
    }
    if event.member_id is not None and event.sequence is not None:
        found |= {"partitionkey": f"member/{event.member_id}", "sequence": f"{event.sequence:010}"}
    return found


def body_of(event: Mapping[str, Any]) -> bytes:
    """An event as it is sent: the same bytes whenever it is tried."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def headers_of(message_id: str, at: datetime, body: bytes, keys: Iterable[bytes]) -> dict[str, str]:
    """The headers of Standard Webhooks: one signature for each key (symmetric, `v1`)."""
    timestamp = str(int(at.timestamp()))
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    signatures = [f"v1,{b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}" for key in keys]
    return {
        "Content-Type": CONTENT_TYPE,
        "User-Agent": "loyalty-webhooks",
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def secret_of(key: bytes) -> str:
    """A key as the receiver is given it."""
    return SECRET_PREFIX + b64encode(key).decode()


def next_try(tries: int, first_tried_at: datetime, now: datetime, retry_after: str = "") -> datetime | None:
    """When a delivery that has failed `tries` times is tried again; None when it is given up.

    `retry_after` is that header of the answer: seconds, of which an hour at most counts.
    """
    pause = PAUSES[min(tries, len(PAUSES)) - 1]
    if retry_after.isascii() and retry_after.isdigit():
        pause = max(pause, timedelta(seconds=min(int(retry_after[:9]), 3600)))
    if now >= first_tried_at + TRIED_FOR:
        return None
    return min(now + pause, first_tried_at + TRIED_FOR)


def pause_of(failures_in_row: int) -> timedelta | None:
    """How long an endpoint that keeps failing is left alone; None for one that does not."""
    over = failures_in_row - FAILURES_BEFORE_PAUSE
    return None if over < 0 else min(FIRST_PAUSE * 2 ** min(over, 20), MAX_PAUSE)


def problem_with_types(types: Iterable[str], known: Iterable[str]) -> Problem | None:
    """Why these are no kinds of events, or None. None chosen means every kind, also those to come."""
    unknown = sorted(set(types) - set(known))
    return Problem(Code.UNKNOWN_EVENT_TYPES, {"types": unknown}) if unknown else None
