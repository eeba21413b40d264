"""Deliveries of events to endpoints: jobs that a reader of the stream writes, sent in order per member.

An endpoint has a queue of its own. A delivery that is sent again has the same `webhook-id`. A later event of
a member waits until the earlier one is delivered or given up.
"""

import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.maintenance import Old
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
    FAILURES_BEFORE_PAUSE,
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
# So many deliveries to one endpoint are sent at a time, each of another member.
AT_ONCE = 8
# So many events are read at a time to be sent again.
AT_ONCE_AGAIN = 500
# For the requests of a batch, also of a process that slept for half of its lease.
POLICY = jobs.Policy(timeout_s=2 * http_client.TIMEOUT_S, tries=None, renewed_for=EVENTS_KEPT_FOR)
jobs.POLICIES[endpoints.QUEUES] = POLICY
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
            forget(db, event.member_id, before=event.position)


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


def forget(db: Session, member_id: int, before: int | None = None) -> None:
    """Delete a member's deliveries, in the transaction that erases the member and their events; only those
    of events before a position, if one is given.
    """
    gone = delete(Job).where(Job.lock == _lock(member_id), Job.queue.startswith(endpoints.QUEUES))
    db.execute(gone if before is None else gone.where(Job.reference < before))


def old(at: datetime) -> Old:
    """Rows to delete at a moment: deliveries that ended before the oldest event that is kept."""
    is_delivery = Job.queue.startswith(endpoints.QUEUES)
    return Old("deliveries of webhooks", Job, is_delivery & (Job.finished_at <= at - EVENTS_KEPT_FOR))


@dataclass(frozen=True)
class _Result:
    """What became of one try; `error` is None for what was taken."""

    status: int | None
    error: str | None
    retry_after: str = ""
    text: str = ""


class Sender:
    """Sends what is due, one endpoint after the other, `AT_ONCE` deliveries at a time. One a thread."""

    def __init__(self, http: PublicHttp) -> None:
        self._http = http
        self._last_webhook = 0
        self._pool: ThreadPoolExecutor | None = None

    def send_some(self) -> int:
        """Send the next deliveries of one endpoint; returns how many were taken."""
        at = now()
        found = [
            each
            for each in endpoints.webhooks(current_session())
            if each.state == State.ON and (each.paused_until is None or each.paused_until <= at)
        ]
        # The endpoint behind the last one first, so that none waits for one that always has something.
        for each in sorted(found, key=lambda each: (each.id <= self._last_webhook, each.id)):
            if not jobs.is_due(queue_of(each.id)):
                continue
            if taken := self._send_of(each.id):
                self._last_webhook = each.id
                return taken
        return 0

    def _send_of(self, webhook_id: int) -> int:
        until = time.monotonic() + POLICY.lease.total_seconds() / 2
        with transaction() as db:
            batch = _take(db, webhook_id)
            if batch is None:
                return 0
        if self._pool is None:
            self._pool = ThreadPoolExecutor(AT_ONCE, "webhook")
        tries = [self._pool.submit(self._send, batch, job, until) for job in batch.jobs]
        results = [each.result() for each in tries]
        with transaction() as db:
            _finish(db, batch, results)
        return len(batch.jobs) + batch.gone

    def _send(self, batch: "_Batch", job: Job, until: float) -> _Result | None:
        """Send one delivery, unless this process slept and its lease may have run out."""
        if time.monotonic() > until:
            return None
        event = batch.events[job.reference or 0]
        body = body_of(cloud_event(event))
        message_id = f"msg_{batch.webhook.id}_{event.position}"
        return _post(self._http, batch.webhook.url, headers_of(message_id, batch.at, body, batch.keys), body)


@dataclass(frozen=True)
class _Batch:
    """Deliveries that are held by a lease. `gone` counts those whose event is no longer kept."""

    webhook: Webhook
    keys: list[bytes]
    jobs: list[Job]
    events: dict[int, EventRow]
    gone: int
    at: datetime


def _take(db: Session, webhook_id: int) -> _Batch | None:
    """Hold a lease on the next deliveries of an endpoint; None when there is none to be sent now."""
    at = now(db)
    # Of an endpoint that keeps failing one worker sends at a time; the others pause meanwhile.
    rested = or_(Webhook.paused_until.is_(None), Webhook.paused_until <= at)
    is_failing = Webhook.failures_in_row >= FAILURES_BEFORE_PAUSE
    probed = update(Webhook).where(Webhook.id == webhook_id, is_failing, rested)
    probing = db.scalar(probed.values(paused_until=at + POLICY.lease).returning(Webhook.id)) is not None
    webhook = db.get(Webhook, webhook_id)
    if webhook is None or webhook.state != State.ON:
        return None
    if webhook.failures_in_row >= FAILURES_BEFORE_PAUSE and not probing:
        return None
    taken = jobs.lease(db, queue_of(webhook_id), limit=1 if probing else AT_ONCE)
    if not taken:
        return None
    events = stream.at(db, [job.reference for job in taken if job.reference is not None])
    gone = [job.id for job in taken if job.reference not in events]
    if gone:  # an erased member's, or no longer kept
        db.execute(delete(Job).where(Job.id.in_(gone)))
    kept = [job for job in taken if job.reference in events]
    return _Batch(webhook, endpoints.keys_of(db, webhook_id), kept, events, len(gone), at)


def _finish(db: Session, batch: _Batch, results: Sequence[_Result | None]) -> None:
    """Write what became of a batch: delivered, to be tried again, or given up. Of what another worker has
    taken meanwhile, because its lease ran out, that one says it.
    """
    at = now(db)
    held: list[_Result] = []
    given_up: list[datetime] = []
    for job, result in zip(batch.jobs, results, strict=True):
        if result is None:
            continue
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
            held.append(result)
            given_up += [first] if is_given_up else []
    if held:
        _note(db, batch.webhook, held, given_up, at)


def _note(
    db: Session,
    webhook: Webhook,
    results: Sequence[_Result],
    given_up: Sequence[datetime],
    at: datetime,
) -> None:
    """Note at the endpoint how it answers: it is paused, turned off, or as it was. `given_up` are the moments
    at which deliveries were first tried that were given up now.
    """
    failures = [each for each in results if each.error is not None]
    values: dict[str, Any] = {}
    if len(failures) < len(results):
        values |= {"last_success_at": at, "failures_in_row": 0, "paused_until": None}
    if failures:
        values |= {"last_failure_at": at, "last_error": failures[-1].error}
        if len(failures) == len(results):
            in_row = webhook.failures_in_row + len(failures)
            pause = pause_of(in_row)
            values |= {"failures_in_row": in_row, "paused_until": at + pause if pause else None}
    if any(each.status == GONE for each in failures):
        values |= {"state": State.GONE, "state_since": at}
        log.error("webhook is gone", webhook_id=webhook.id)
    elif given_up:
        log.error("webhook deliveries given up", webhook_id=webhook.id, count=len(given_up))
        first = min(given_up)
        if "last_success_at" not in values and (webhook.last_success_at or first) <= first:
            values |= {"state": State.FAILED, "state_since": at}
            log.error("webhook has failed", webhook_id=webhook.id)
    is_on = Webhook.id == webhook.id, Webhook.state == State.ON
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
