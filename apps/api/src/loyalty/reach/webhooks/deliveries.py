"""Deliveries of events to endpoints: written by a reader of the stream, sent by leases, in order per member.

Delivery is at least once: when a worker dies while sending, its lease runs out and another sends again, with
the same `webhook-id`. A later event of a member waits until the earlier one is delivered or given up.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    Row,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import Session, aliased

from loyalty.db.clock import now
from loyalty.db.maintenance import Old
from loyalty.db.session import current_session, rows_changed, transaction
from loyalty.db.tables import inserts_on_conflict, table_of
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.features.events.models import Event
from loyalty.features.events.stream import EventRow
from loyalty.gateways import http_client
from loyalty.gateways.channels import Undeliverable
from loyalty.gateways.public_http import HttpAnswer, PublicHttp
from loyalty.reach.webhooks import endpoints
from loyalty.reach.webhooks.endpoints import WebhookRow
from loyalty.reach.webhooks.models import Webhook, WebhookDelivery
from loyalty.rules.events import EVENTS_KEPT_FOR, EventType
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
# Longer than the requests of a batch take, also of a process that slept for half of it.
LEASE = timedelta(seconds=6 * http_client.TIMEOUT_S)
SHOWN_ANSWER = 300
GONE = 410
_WEBHOOKS = table_of(Webhook).c
_DELIVERIES = table_of(WebhookDelivery).c
_EVENTS = table_of(Event).c
_ADD = inserts_on_conflict(table_of(WebhookDelivery))
_KEY = tuple_(_DELIVERIES.webhook_id, _DELIVERIES.position)
_IS_FAILED = and_(_DELIVERIES.finished_at.is_not(None), _DELIVERIES.delivered_at.is_(None))


def follow() -> int:
    """Write the deliveries of what has happened since; gives how many events were handled."""
    return stream.read(READER, _spread)


def _spread(db: Session, events: Sequence[EventRow]) -> None:
    """The reader of events: one delivery for each endpoint that is on and wants the event."""
    active = [each for each in endpoints.webhooks(db) if each.state == State.ON]
    rows = [
        {
            "webhook_id": each.id,
            "position": event.position,
            "member_id": event.member_id,
            "type": event.type,
            "time": event.time,
            "tries": 0,
            "due_at": event.time,
        }
        for event in events
        for each in active
        if event.position > each.from_position and (not each.types or event.type in each.types)
    ]
    if rows:
        db.execute(_ADD[db.get_bind().dialect.name], rows)
    for event in events:
        if event.type == EventType.MEMBER_ERASED and event.member_id is not None:
            _forget(db, event.member_id, before=event.position)


def forget(db: Session, member_id: int) -> None:
    """Delete a member's deliveries, in the transaction that erases the member and their events."""
    _forget(db, member_id)


def _forget(db: Session, member_id: int, before: int | None = None) -> None:
    gone = delete(WebhookDelivery).where(_DELIVERIES.member_id == member_id)
    db.execute(gone if before is None else gone.where(_DELIVERIES.position < before))


def old(at: datetime) -> Old:
    """What may go at a moment: deliveries of events that are no longer kept."""
    return Old("deliveries of webhooks", WebhookDelivery, WebhookDelivery.time <= at - EVENTS_KEPT_FOR)


_earlier = aliased(WebhookDelivery)
_IS_DUE = and_(
    WebhookDelivery.webhook_id == bindparam("of_webhook"),
    WebhookDelivery.finished_at.is_(None),
    WebhookDelivery.due_at <= bindparam("moment"),
    or_(
        WebhookDelivery.member_id.is_(None),
        ~exists().where(
            _earlier.webhook_id == WebhookDelivery.webhook_id,
            _earlier.member_id == WebhookDelivery.member_id,
            _earlier.position < WebhookDelivery.position,
            _earlier.finished_at.is_(None),
        ),
    ),
)
_ANY_DUE = select(WebhookDelivery.position).where(_IS_DUE).limit(1)
# SKIP LOCKED lets workers on PostgreSQL take deliveries side by side; SQLite has one writer at a time.
_next = (
    select(WebhookDelivery.webhook_id, WebhookDelivery.position)
    .where(_IS_DUE)
    .order_by(WebhookDelivery.position)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True, of=WebhookDelivery)
    .cte("next_deliveries")
)
_TAKE = (
    update(table_of(WebhookDelivery))
    .where(_KEY.in_(select(_next.c.webhook_id, _next.c.position)))
    .values(
        tries=_DELIVERIES.tries + 1,
        due_at=bindparam("leased_until"),
        first_tried_at=func.coalesce(
            _DELIVERIES.first_tried_at, bindparam("tried_at", type_=_DELIVERIES.first_tried_at.type)
        ),
    )
    .returning(*_DELIVERIES)
)
_HELD = and_(
    _DELIVERIES.webhook_id == bindparam("of_webhook"),
    _DELIVERIES.position == bindparam("of_position"),
    _DELIVERIES.tries == bindparam("of_tries"),
    _DELIVERIES.finished_at.is_(None),
)
_FINISH = (
    update(table_of(WebhookDelivery))
    .where(_HELD)
    .values(
        due_at=bindparam("next_at"),
        finished_at=bindparam("finished"),
        delivered_at=bindparam("delivered"),
        last_status=bindparam("status"),
        last_error=bindparam("error"),
    )
)


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
        """Send the next deliveries of one endpoint; gives how many were taken."""
        at = now()
        found = [
            each
            for each in endpoints.webhooks(current_session())
            if each.state == State.ON and (each.paused_until is None or each.paused_until <= at)
        ]
        # The endpoint behind the last one first, so that none waits for one that always has something.
        for each in sorted(found, key=lambda each: (each.id <= self._last_webhook, each.id)):
            if current_session().scalar(_ANY_DUE, {"of_webhook": each.id, "moment": at}) is None:
                continue
            if taken := self._send_of(each.id):
                self._last_webhook = each.id
                return taken
        return 0

    def _send_of(self, webhook_id: int) -> int:
        until = time.monotonic() + LEASE.total_seconds() / 2
        with transaction() as db:
            batch = _take(db, webhook_id)
            if batch is None:
                return 0
        if self._pool is None:
            self._pool = ThreadPoolExecutor(AT_ONCE, "webhook")
        tries = [self._pool.submit(self._send, batch, row, until) for row in batch.rows]
        results = [each.result() for each in tries]
        with transaction() as db:
            _finish(db, batch, results)
        return len(batch.rows) + batch.gone

    def _send(self, batch: _Batch, row: Row[Any], until: float) -> _Result | None:
        """Send one delivery, unless this process slept and its lease may have run out."""
        if time.monotonic() > until:
            return None
        event = batch.events[row.position]
        body = body_of(_cloud_event(event))
        message_id = f"msg_{row.webhook_id}_{row.position}"
        return _post(self._http, batch.webhook.url, headers_of(message_id, batch.at, body, batch.keys), body)


@dataclass(frozen=True)
class _Batch:
    """Deliveries that are held by a lease. `gone` counts those whose event is no longer kept."""

    webhook: WebhookRow
    keys: list[bytes]
    rows: list[Row[Any]]
    events: dict[int, EventRow]
    gone: int
    at: datetime


def _take(db: Session, webhook_id: int) -> _Batch | None:
    """Hold a lease on the next deliveries of an endpoint; None when there is none to be sent now."""
    at = now(db)
    # Of an endpoint that keeps failing one worker sends at a time; the others pause meanwhile.
    rested = or_(_WEBHOOKS.paused_until.is_(None), _WEBHOOKS.paused_until <= at)
    is_failing = _WEBHOOKS.failures_in_row >= FAILURES_BEFORE_PAUSE
    probed = update(table_of(Webhook)).where(_WEBHOOKS.id == webhook_id, is_failing, rested)
    probing = db.scalar(probed.values(paused_until=at + LEASE).returning(_WEBHOOKS.id)) is not None
    webhook = db.execute(select(*_WEBHOOKS).where(_WEBHOOKS.id == webhook_id)).one_or_none()
    if webhook is None or webhook.state != State.ON:
        return None
    if webhook.failures_in_row >= FAILURES_BEFORE_PAUSE and not probing:
        return None
    parameters = {
        "of_webhook": webhook_id,
        "moment": at,
        "tried_at": at,
        "leased_until": at + LEASE,
        "most": 1 if probing else AT_ONCE,
    }
    rows = sorted(db.execute(_TAKE, parameters), key=lambda row: row.position)
    if not rows:
        return None
    events = stream.at(db, [row.position for row in rows])
    gone = [(webhook_id, row.position) for row in rows if row.position not in events]
    if gone:  # an erased member's
        db.execute(delete(WebhookDelivery).where(_KEY.in_(gone)))
    kept = [row for row in rows if row.position in events]
    return _Batch(webhook, endpoints.keys_of(db, webhook_id), kept, events, len(gone), at)


def _finish(db: Session, batch: _Batch, results: Sequence[_Result | None]) -> None:
    """Write what became of a batch: delivered, to be tried again, or given up. Of what another worker has
    taken meanwhile, because its lease ran out, that one says it.
    """
    at = now(db)
    held: list[_Result] = []
    given_up: list[Row[Any]] = []
    for row, result in zip(batch.rows, results, strict=True):
        if result is None:
            continue
        next_at = next_try(row.tries, row.first_tried_at, at, result.retry_after)
        is_given_up = result.error is not None and next_at is None and result.status != GONE
        change = {
            "of_webhook": row.webhook_id,
            "of_position": row.position,
            "of_tries": row.tries,
            "next_at": next_at or at,
            "finished": at if is_given_up or result.error is None else None,
            "delivered": at if result.error is None else None,
            "status": result.status,
            "error": result.error,
        }
        if rows_changed(db, _FINISH, change) == 0:
            continue
        held.append(result)
        if is_given_up:
            given_up.append(row)
    if held:
        _note(db, batch.webhook, held, given_up, at)


def _note(
    db: Session,
    webhook: WebhookRow,
    results: Sequence[_Result],
    given_up: Sequence[Row[Any]],
    at: datetime,
) -> None:
    """Note at the endpoint how it answers: it is paused, turned off, or as it was."""
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
        first = min(row.first_tried_at for row in given_up)
        if "last_success_at" not in values and (webhook.last_success_at or first) <= first:
            values |= {"state": State.FAILED, "state_since": at}
            log.error("webhook has failed", webhook_id=webhook.id)
    is_on = _WEBHOOKS.id == webhook.id, _WEBHOOKS.state == State.ON
    db.execute(update(table_of(Webhook)).where(*is_on).values(values))


def _cloud_event(event: EventRow) -> dict[str, Any]:
    return cloud_event(
        position=event.position,
        source=event.source,
        event_type=event.type,
        subject=event.subject,
        time=event.time,
        data=event.data,
        member_id=event.member_id,
        sequence=event.sequence,
    )


def as_cloud_events(events: Sequence[EventRow]) -> list[dict[str, Any]]:
    """Events as the feed gives them, each as a webhook gets it."""
    return [_cloud_event(each) for each in events]


def _post(http: PublicHttp, url: str, headers: dict[str, str], body: bytes) -> _Result:
    try:
        answer = http.post(url, body, headers)
    except Undeliverable as error:
        return _Result(None, _ERRORS.get(type(error).__name__, "no answer"))
    return _Result(answer.status, _problem(answer), answer.retry_after, answer.text)


_ERRORS = {"Refused": "address not allowed", "ProviderDown": "no answer", "Undeliverable": "unknown host"}


def _problem(answer: HttpAnswer) -> str | None:
    if 200 <= answer.status < 300:
        return None
    return f"redirected ({answer.status})" if 300 <= answer.status < 400 else f"answered {answer.status}"


@dataclass(frozen=True)
class Tested:
    """What an endpoint answered to a test. `error` is None where it took it; `took_ms` in milliseconds."""

    status: int | None
    error: str | None
    answer: str
    took_ms: int


def test(db: Session, webhook_id: int, http: PublicHttp) -> Tested:
    """Send an event of the type `webhook.test` now, signed like the others; raises NotFound.

    Call it outside of a transaction: it waits for the answer.
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
    return Tested(result.status, result.error, shown[:SHOWN_ANSWER], took_ms)


def replay(db: Session, webhook_id: int, after: int) -> int:
    """Send an endpoint every kept event behind a position that it wants, once more or for the first time, in
    the caller's transaction; gives how many. Each keeps its `webhook-id`. Raises NotFound, Conflict
    `webhook_off`.
    """
    webhook = endpoints.webhook(db, webhook_id)
    if webhook.state != State.ON:
        raise Conflict("This webhook is off. Turn it on first.", "webhook_off")
    at = now(db)
    done = and_(
        _DELIVERIES.webhook_id == webhook_id,
        _DELIVERIES.position > after,
        _DELIVERIES.finished_at.is_not(None),
    )
    if webhook.types:
        done = and_(done, _DELIVERIES.type.in_(webhook.types))
    again = rows_changed(db, _again(at).where(done))
    columns = {
        "webhook_id": literal(webhook_id),
        "position": _EVENTS.position,
        "member_id": _EVENTS.member_id,
        "type": _EVENTS.type,
        "time": _EVENTS.time,
        "tries": literal(0),
        "due_at": literal(at, _DELIVERIES.due_at.type),
    }
    read_up_to = stream.read_up_to(db, READER)
    there = exists().where(_DELIVERIES.webhook_id == webhook_id, _DELIVERIES.position == _EVENTS.position)
    missed = select(*columns.values()).where(_EVENTS.position > after, _EVENTS.position <= read_up_to, ~there)
    if webhook.types:
        missed = missed.where(_EVENTS.type.in_(webhook.types))
    added = insert(table_of(WebhookDelivery)).from_select(list(columns), missed)
    return again + rows_changed(db, added)


def replay_one(db: Session, webhook_id: int, position: int) -> None:
    """Send one finished delivery once more, in the caller's transaction; raises as `replay` does."""
    if endpoints.webhook(db, webhook_id).state != State.ON:
        raise Conflict("This webhook is off. Turn it on first.", "webhook_off")
    one = _DELIVERIES.webhook_id == webhook_id, _DELIVERIES.position == position
    if not rows_changed(db, _again(now(db)).where(*one, _DELIVERIES.finished_at.is_not(None))):
        raise NotFound("There is no such delivery that has ended.", "no_such_delivery")


def _again(at: datetime) -> Any:
    return update(table_of(WebhookDelivery)).values(
        tries=0, due_at=at, first_tried_at=None, finished_at=None, delivered_at=None
    )


@dataclass(frozen=True)
class Counts:
    """How many deliveries of an endpoint wait, and how many were given up; `oldest` waits longest."""

    waiting: int
    failed: int
    oldest: datetime | None


def counts(db: Session) -> dict[int, Counts]:
    """The counts of every endpoint that has any, by its id."""
    waits = _DELIVERIES.finished_at.is_(None)
    query = (
        select(
            _DELIVERIES.webhook_id,
            func.sum(case((waits, 1), else_=0)),
            func.sum(case((waits, 0), else_=1)),
            func.min(case((waits, _DELIVERIES.time), else_=None)),
        )
        .where(or_(waits, _IS_FAILED))
        .group_by(_DELIVERIES.webhook_id)
    )
    return {row[0]: Counts(int(row[1]), int(row[2]), row[3]) for row in db.execute(query)}


def totals(db: Session) -> list[tuple[int, bool, int, int, float]]:
    """What /metrics says of each endpoint (http/probes.py)."""
    at, of_each = now(db), counts(db)
    found = []
    for each in endpoints.webhooks(db):
        some = of_each.get(each.id, Counts(0, 0, None))
        age_s = (at - some.oldest).total_seconds() if some.oldest else 0.0
        found.append((each.id, each.state == State.ON, some.waiting, some.failed, age_s))
    return found


def failed(
    db: Session, webhook_id: int, *, limit: int, offset: int, descending: bool = True
) -> list[Row[Any]]:
    """Deliveries of an endpoint that were given up, by default the newest first."""
    order = _DELIVERIES.position.desc() if descending else _DELIVERIES.position
    query = select(*_DELIVERIES).where(_DELIVERIES.webhook_id == webhook_id, _IS_FAILED)
    return list(db.execute(query.order_by(order).limit(limit).offset(offset)))
