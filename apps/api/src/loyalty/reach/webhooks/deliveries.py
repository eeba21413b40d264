"""Deliveries of events to endpoints: jobs that a reader of the stream writes, sent in order per member.

An endpoint has a queue of its own. A delivery that is sent again has the same `webhook-id`. A later event of
a member waits until the earlier one is delivered or given up.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.gateways import http_client
from loyalty.gateways.channels import Undeliverable
from loyalty.gateways.http_client import Answer
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import endpoints
from loyalty.reach.webhooks.endpoints import queue_of
from loyalty.reach.webhooks.models import Webhook
from loyalty.rules.codes import Code
from loyalty.rules.events import EVENTS_KEPT_FOR, EventRow, EventType
from loyalty.rules.webhooks import (
    TEST,
    State,
    body_of,
    cloud_event,
    headers_of,
    next_try,
    pause_of,
)

log = structlog.get_logger(__name__)

READER = "webhooks"
# So many events are read at a time to be sent again.
AT_ONCE_AGAIN = 500
jobs.POLICIES[endpoints.QUEUES] = jobs.Policy(http_client.TIMEOUT_S, tries=None, renewed_for=EVENTS_KEPT_FOR)
MAX_SHOWN_ANSWER = 300
GONE = 410


def follow() -> int:
    """Write the deliveries of what has happened since; returns how many events were handled."""
    return stream.read(READER, _spread)


def _spread(db: Session, events: Sequence[EventRow]) -> None:
    """The reader of events: one delivery for each endpoint that is on and wants the event."""
    for each in endpoints.webhooks(db):
        if each.state == State.ON:
            _add(db, each, [event for event in events if event.position > each.from_position])
    for event in events:
        if event.type == EventType.MEMBER_ERASED and event.member_id is not None:
            erase_member(db, event.member_id, before=event.position)


def _add(db: Session, webhook: Webhook, events: Sequence[EventRow]) -> int:
    """Add deliveries of those of the events that an endpoint wants; returns how many."""
    wanted = [event for event in events if not webhook.types or event.type in webhook.types]
    rows = [
        {
            "kind": event.type,
            "reference": event.position,
            "lock": _lock(event.member_id) if event.member_id is not None else None,
            "created_at": event.time,
        }
        for event in wanted
    ]
    jobs.enqueue_all(db, queue_of(webhook.id), "", rows, now(db))
    return len(rows)


def _lock(member_id: int) -> str:
    return f"member/{member_id}"


def erase_member(db: Session, member_id: int, before: int | None = None) -> None:
    """Delete a member's deliveries, in the transaction that erases the member and their events; only those
    of events before a position, if one is given.
    """
    gone = delete(Job).where(Job.lock == _lock(member_id), Job.queue.startswith(endpoints.QUEUES))
    db.execute(gone if before is None else gone.where(Job.reference < before))


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: deliveries that ended before the oldest event that is kept."""
    is_delivery = Job.queue.startswith(endpoints.QUEUES)
    return ExpiredRows("deliveries of webhooks", Job, is_delivery & (Job.finished_at <= at - EVENTS_KEPT_FOR))


@dataclass(frozen=True)
class _Result:
    """What became of one try; `error` is None for what was taken."""

    status: int | None
    error: str | None
    retry_after: str = ""
    text: str = ""


def send_some(http: PublicHttp) -> int:
    """Send the next delivery of each endpoint that has one due; returns how many."""
    at = now()
    found = endpoints.webhooks(current_session())
    on = [each for each in found if each.state == State.ON]
    rested = [each.id for each in on if each.paused_until is None or each.paused_until <= at]
    return sum(_send_next(http, webhook_id) for webhook_id in rested)


def _send_next(http: PublicHttp, webhook_id: int) -> bool:
    job = jobs.take(queue_of(webhook_id))
    if job is None:
        return False
    db, position = current_session(), job.reference or 0
    webhook, event = endpoints.webhook(db, webhook_id), stream.at(db, [position]).get(position)
    if event is None:  # an erased member's, or no longer kept
        with transaction() as db:
            db.execute(delete(Job).where(Job.id == job.id))
        return True
    body = body_of(cloud_event(event))
    message_id = f"msg_{webhook_id}_{position}"
    headers = headers_of(message_id, now(db), body, endpoints.keys_of(db, webhook_id))
    result = _post(http, webhook.url, headers, body)
    with transaction() as db:
        _finish(db, webhook_id, job, result)
    return True


def _finish(db: Session, webhook_id: int, job: Job, result: _Result) -> None:
    """Write what became of a delivery: delivered, to be tried again, or given up. When another worker has
    taken it meanwhile, because the lease ran out, that one says it.
    """
    at = now(db)
    first = job.started_at or at
    next_at = next_try(job.tries, first, at, result.retry_after)
    is_given_up = result.error is not None and next_at is None and result.status != GONE
    if result.error is None:
        has_lease = jobs.finish(db, job)
    elif is_given_up:
        has_lease = jobs.finish(db, job, "failed", result.error)
    else:
        has_lease = jobs.postpone(db, job, next_at or at, result.error)
    if has_lease:
        _note(db, webhook_id, result, first if is_given_up else None, at)


def _note(db: Session, webhook_id: int, result: _Result, given_up: datetime | None, at: datetime) -> None:
    """Note at the endpoint how it answers: it is paused, turned off, or as it was. `given_up` is when a
    delivery was first tried that is given up now.
    """
    webhook = endpoints.webhook(db, webhook_id, locked=True)
    if result.error is None:
        values: dict[str, Any] = {"last_success_at": at, "failures_in_row": 0, "paused_until": None}
    else:
        in_row = webhook.failures_in_row + 1
        pause = pause_of(in_row)
        values = {"last_failure_at": at, "last_error": result.error}
        values |= {"failures_in_row": in_row, "paused_until": at + pause if pause else None}
    if result.status == GONE:
        values |= {"state": State.GONE, "state_since": at}
        log.error("webhook is gone", webhook_id=webhook_id)
    elif given_up is not None:
        log.error("webhook delivery given up", webhook_id=webhook_id)
        if (webhook.last_success_at or given_up) <= given_up:
            values |= {"state": State.FAILED, "state_since": at}
            log.error("webhook has failed", webhook_id=webhook_id)
    is_on = Webhook.id == webhook_id, Webhook.state == State.ON
    db.execute(update(Webhook).where(*is_on).values(values))


def _post(http: PublicHttp, url: str, headers: dict[str, str], body: bytes) -> _Result:
    try:
        answer = http.post(url, body, headers)
    except Undeliverable as error:
        return _Result(None, _ERRORS.get(type(error).__name__, "no answer"))
    return _Result(answer.status, _problem(answer), answer.headers.get("Retry-After", ""), answer.text)


_ERRORS = {"Refused": "address not allowed", "ProviderDown": "no answer", "Undeliverable": "unknown host"}


def _problem(answer: Answer) -> str | None:
    if 200 <= answer.status < 300:
        return None
    return f"redirected ({answer.status})" if 300 <= answer.status < 400 else f"answered {answer.status}"


def test(db: Session, webhook_id: int, http: PublicHttp) -> dict[str, Any]:
    """Send an event of the type `webhook.test` now, signed like the others; returns the `status` of the
    answer, the `error`, None where the endpoint took it, the beginning of the `answer` and `took_ms`.

    Raises NotFound. Call it outside of a transaction: it waits for the answer.
    """
    webhook, at = endpoints.webhook(db, webhook_id), now(db)
    name = secrets.token_hex(8)
    event = {
        "specversion": "1.0",
        "id": f"test-{name}",
        "source": "/webhook",
        "type": TEST,
        "subject": f"webhook/{webhook_id}",
        "datacontenttype": "application/json",
        "data": {"name": webhook.name},
    }
    body = body_of(event)
    headers = headers_of(f"msg_test_{name}", at, body, endpoints.keys_of(db, webhook_id))
    began = time.monotonic()
    result = _post(http, webhook.url, headers, body)
    took_ms = round((time.monotonic() - began) * 1000)
    shown = "".join(each if each.isprintable() else " " for each in result.text)
    return {
        "status": result.status,
        "error": result.error,
        "answer": shown[:MAX_SHOWN_ANSWER],
        "took_ms": took_ms,
    }


def replay(db: Session, webhook_id: int, after: int) -> int:
    """Send an endpoint every kept event behind a position that it wants, once more or for the first time, in
    the caller's transaction; returns how many. Each keeps its `webhook-id`. Raises NotFound, Conflict
    `webhook_off`.
    """
    webhook = endpoints.webhook(db, webhook_id)
    if webhook.state != State.ON:
        raise Conflict(Code.WEBHOOK_OFF)
    queue, up_to, count = queue_of(webhook_id), stream.read_up_to(db, READER), 0
    behind = Job.queue == queue, Job.reference > after, Job.reference <= up_to
    # All anew, so that they are in order; what is being sent is not sent beside itself.
    db.execute(delete(Job).where(*behind, Job.state != "running"))
    running = set(db.scalars(select(Job.reference).where(*behind)))
    while events := [event for event in stream.after(db, after, AT_ONCE_AGAIN) if event.position <= up_to]:
        count += _add(db, webhook, [event for event in events if event.position not in running])
        after = events[-1].position
    return count


def replay_one(db: Session, webhook_id: int, position: int) -> None:
    """Send one finished delivery once more, in the caller's transaction; raises as `replay` does."""
    if endpoints.webhook(db, webhook_id).state != State.ON:
        raise Conflict(Code.WEBHOOK_OFF)
    one = Job.queue == queue_of(webhook_id), Job.reference == position, Job.finished_at.is_not(None)
    again = {"state": "waiting", "run_at": now(db), "finished_at": None, "tries": 0, "started_at": None}
    if not rows_changed(db, update(Job).where(*one).values(again)):
        raise NotFound(Code.NO_SUCH_DELIVERY)


@dataclass(frozen=True)
class Counts:
    """How many deliveries of an endpoint wait, and how many were given up; `oldest` waits longest."""

    waiting: int
    failed: int
    oldest: datetime | None


NO_DELIVERIES = Counts(0, 0, None)


def counts(db: Session) -> dict[int, Counts]:
    """The counts of every endpoint that has any, by its id."""
    waits, ids = Job.finished_at.is_(None), {queue_of(each.id): each.id for each in endpoints.webhooks(db)}
    figures = (
        func.count().filter(waits),
        func.count().filter(Job.state == "failed"),
        func.min(Job.created_at).filter(waits),
    )
    query = select(Job.queue, *figures).where(Job.queue.in_(ids), or_(waits, Job.state == "failed"))
    return {ids[row[0]]: Counts(*row[1:]) for row in db.execute(query.group_by(Job.queue))}


def totals(db: Session) -> list[tuple[int, bool, int, int, float]]:
    """What /metrics says of each endpoint (http/probes.py)."""
    at, of_each = now(db), counts(db)
    found = []
    for each in endpoints.webhooks(db):
        some = of_each.get(each.id, NO_DELIVERIES)
        age_s = (at - some.oldest).total_seconds() if some.oldest else 0.0
        found.append((each.id, each.state == State.ON, some.waiting, some.failed, age_s))
    return found


def failed(db: Session, webhook_id: int, *, limit: int, offset: int, descending: bool = True) -> list[Job]:
    """Deliveries of an endpoint that were given up, by default the newest first."""
    order = Job.reference.desc() if descending else Job.reference
    query = select(Job).where(Job.queue == queue_of(webhook_id), Job.state == "failed")
    return list(db.scalars(query.order_by(order).limit(limit).offset(offset)))
