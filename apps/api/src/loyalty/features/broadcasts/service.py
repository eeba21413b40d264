"""Broadcasts: written by one person, approved by another, sent at a pace, stopped at any time."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, transaction
from loyalty.db.tables import table_of
from loyalty.errors import ChangedMeanwhile, Conflict, Invalid, NotFound
from loyalty.features.broadcasts import segments
from loyalty.features.broadcasts.models import Broadcast, State
from loyalty.features.events import stream
from loyalty.features.notifications import log, written
from loyalty.features.notifications.texts import mail, text_of
from loyalty.features.office.log import Signature, note
from loyalty.features.staff.decisions import refuse_dependent
from loyalty.gateways import outbox
from loyalty.gateways.mails import Links
from loyalty.rules.events import EventType
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import BROADCAST_KINDS, KINDS, SETTINGS_PAGE
from loyalty.rules.people import LANGUAGES, masked_email, problem_with_email
from loyalty.rules.signing import person_of

_BROADCASTS = table_of(Broadcast).c
# So many members are handled in one transaction.
AT_ONCE = 500
# The e-mail by which somebody looks at a broadcast before it is sent.
TEST = "broadcast_test"

BroadcastRow = Row[Any]


def broadcasts(db: Connection, *, limit: int, offset: int, descending: bool = True) -> list[BroadcastRow]:
    """A page of the broadcasts, by default the newest first."""
    order = _BROADCASTS.id.desc() if descending else _BROADCASTS.id
    return list(db.execute(select(*_BROADCASTS).order_by(order).limit(limit).offset(offset)))


def broadcast(db: Connection, broadcast_id: int) -> BroadcastRow:
    """One broadcast; raises NotFound."""
    row = db.execute(select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)).one_or_none()
    if row is None:
        raise _unknown(broadcast_id)
    return row


def _unknown(broadcast_id: int) -> NotFound:
    return NotFound(f"There is no broadcast {broadcast_id}.", "no_such_broadcast")


def outcomes(db: Connection, rows: Sequence[BroadcastRow]) -> dict[int, written.Outcome]:
    """What has become of the messages of broadcasts, by id; without those that did not begin."""
    begun = {row.event_id: row.id for row in rows if row.event_id is not None}
    found = written.outcomes_of(db, begun) if begun else {}
    return {begun[event_id]: outcome for event_id, outcome in found.items()}


def submitted_by(db: Connection) -> list[str]:
    """Who submitted the broadcasts that wait for another person, one signature each."""
    return list(db.scalars(select(_BROADCASTS.submitted_by).where(_BROADCASTS.state == State.WAITING)))


def begin(wanted: Mapping[str, Any], signature: Signature) -> BroadcastRow:
    """Begin a broadcast; `wanted` has `kind`, `segment`, `texts`, `page` and `per_minute`."""
    with transaction() as db:
        at = now(db)
        row = {
            **wanted,
            "state": State.OPEN,
            "revision": 1,
            "begun_by": signature.operator,
            "begun_at": at,
            "saved_by": signature.operator,
            "saved_at": at,
            **dict.fromkeys(("last_member_id", "leaving", "log_only", "unwanted"), 0),
        }
        broadcast_id = db.execute(insert(Broadcast).values(row).returning(_BROADCASTS.id)).scalar_one()
        note(db, signature, "broadcast.begin", f"broadcast {broadcast_id}, {wanted['kind']}")
        return broadcast(db, broadcast_id)


def save(broadcast_id: int, revision: int, wanted: Mapping[str, Any], signature: Signature) -> BroadcastRow:
    """Save a broadcast that is open. Raises Conflict `broadcast_changed` with who saved it meanwhile,
    `broadcast_not_open`; NotFound.
    """
    with transaction() as db:
        row = _of_revision(db, broadcast_id, revision, State.OPEN)
        saved = {"saved_by": signature.operator, "saved_at": now(db), "revision": row.revision + 1}
        _change(db, broadcast_id, {**wanted, **saved})
        note(db, signature, "broadcast.save", f"broadcast {broadcast_id}, revision {row.revision + 1}")
        return broadcast(db, broadcast_id)


def submit(broadcast_id: int, revision: int, signature: Signature) -> BroadcastRow:
    """Ask another person to approve a broadcast. Raises Conflict `missing_languages` with those that its
    members may speak and it has no words in, `broadcast_changed`, `broadcast_not_open`; NotFound.
    """
    with transaction() as db:
        row = _of_revision(db, broadcast_id, revision, State.OPEN)
        if missing := missing_languages(row.segment, row.texts):
            raise Conflict(
                f"Words are missing in: {', '.join(missing)}.",
                "missing_languages",
                details={"languages": missing},
            )
        asked = {"submitted_by": signature.operator, "submitted_at": now(db), "reason": signature.reason}
        _change(db, broadcast_id, {**asked, "state": State.WAITING})
        note(db, signature, "broadcast.submit", f"broadcast {broadcast_id}, revision {revision}")
        return broadcast(db, broadcast_id)


def missing_languages(segment: segments.Segment, texts: segments.Texts) -> list[str]:
    """The languages that a segment's members may speak and there are no words in."""
    return [each for each in segment.get("languages") or LANGUAGES if each not in texts]


def approve(broadcast_id: int, revision: int, signature: Signature) -> BroadcastRow:
    """Approve a broadcast that another person submitted: it begins to be sent.

    Raises Conflict `four_eyes`, `broadcast_not_waiting`, `broadcast_changed`; NotFound.
    """
    with transaction() as db:
        row = _of_revision(db, broadcast_id, revision, State.WAITING)
        refuse_dependent(db, row.submitted_by, signature)
        at = now(db)
        data = {"broadcastId": row.id, "kind": row.kind}
        event = stream.row_of(
            EventType.BROADCAST_BEGUN,
            at,
            subject=f"broadcast/{row.id}",
            data=data,
            once_key=_event_key(row.id),
        )
        stream.write_once(db, [event])
        decided = {"decided_by": signature.operator, "decided_at": at, "decision": signature.reason}
        _change(db, broadcast_id, {**decided, "state": State.SENDING})
        note(db, signature, "broadcast.approve", f"broadcast {broadcast_id}, revision {revision}")
        return broadcast(db, broadcast_id)


def _event_key(broadcast_id: int) -> str:
    return f"broadcast/{broadcast_id}"


def end(broadcast_id: int, state: State, signature: Signature) -> BroadcastRow:
    """Refuse a broadcast that waits, or withdraw one that is not approved yet.

    Raises Conflict `broadcast_not_waiting`, `broadcast_finished`; NotFound.
    """
    with transaction() as db:
        row = _locked(db, broadcast_id)
        if state is State.REFUSED:
            _refuse_state(row, State.WAITING)
        elif row.state not in (State.OPEN, State.WAITING):
            raise Conflict(f"This broadcast is {row.state} already.", "broadcast_finished")
        decided = {"decided_by": signature.operator, "decided_at": now(db), "decision": signature.reason}
        _change(db, broadcast_id, {**decided, "state": state, "finished_at": now(db)})
        action = "broadcast.refuse" if state is State.REFUSED else "broadcast.withdraw"
        note(db, signature, action, f"broadcast {broadcast_id}")
        return broadcast(db, broadcast_id)


def stop(broadcast_id: int, signature: Signature) -> BroadcastRow:
    """Stop a broadcast that is being sent, or whose messages still wait: no more of them leave.

    What members have in their logs stays there. Raises Conflict `broadcast_not_sending`; NotFound.
    """
    with transaction() as db:
        row = _locked(db, broadcast_id)
        if row.state not in (State.SENDING, State.DONE):
            raise Conflict(f"This broadcast is {row.state}: nothing is being sent.", "broadcast_not_sending")
        at = now(db)
        if row.event_id is not None:
            written.stop(db, row.event_id, at)
        stopped = {"stopped_by": signature.operator, "stop_reason": signature.reason, "finished_at": at}
        _change(db, broadcast_id, {**stopped, "state": State.STOPPED})
        note(db, signature, "broadcast.stop", f"broadcast {broadcast_id}")
        return broadcast(db, broadcast_id)


def test(broadcast_id: int, to: str, language: str, signature: Signature) -> None:
    """Send a broadcast's mail in one language to one address, to look at it there.

    Raises Invalid for what is no address, Conflict `missing_languages`, and `test_waiting` while the last
    one has not left; NotFound.
    """
    if problem := problem_with_email(to):
        raise Invalid(problem, field="to")
    with transaction() as db:
        row = _locked(db, broadcast_id)
        if language not in row.texts:
            raise Conflict(
                f"Words are missing in: {language}.", "missing_languages", details={"languages": [language]}
            )
        if outbox.email_states(db, [TEST], [broadcast_id]).get(broadcast_id) in ("waiting", "sending"):
            raise Conflict("The last test is still being sent. Try again in a moment.", "test_waiting")
        text = json.dumps({"to": to, "language": language})
        outbox.put_email(db, kind=TEST, reference=broadcast_id, text=text, life=timedelta(hours=1))
        note(db, signature, "broadcast.test", f"broadcast {broadcast_id}, {language}, to {masked_email(to)}")


def compose_test(broadcast_id: int) -> EmailMessage | None:
    """The mail of a test; None when the broadcast is gone."""
    db = connection()
    row = db.execute(select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)).one_or_none()
    asked = outbox.email_text(db, TEST, broadcast_id)
    if row is None or not asked:
        return None
    to, language = (json.loads(asked)[name] for name in ("to", "language"))
    kind, at, origin = KINDS[BROADCAST_KINDS[row.kind]], now(db), config.current().mini_origin
    text = text_of(kind.name, Formats(language), {"texts": row.texts}, at)
    links = Links(page=f"{origin}{row.page}", settings=f"{origin}{SETTINGS_PAGE}")
    name = f"broadcast-{broadcast_id}-test-{at.timestamp():.0f}"
    return mail(to, language, [text], links, at=at, name=name)


def send_some() -> int:
    """Write the next messages of broadcasts that are being sent; gives how many members were handled.

    At most `per_minute` of a broadcast leave in a minute; `delivery` keeps to that with those that wait. How
    far it has come is written with the messages, so that nobody gets one twice, whatever dies when.
    """
    sending = select(_BROADCASTS.id).where(_BROADCASTS.state == State.SENDING).order_by(_BROADCASTS.id)
    return sum(_send_some_of(broadcast_id) for broadcast_id in connection().scalars(sending).all())


def _send_some_of(broadcast_id: int) -> int:
    with transaction() as db:
        advisory_lock(db, "broadcasts.send")
        row = _locked(db, broadcast_id)
        at = now(db)
        event_id = row.event_id or stream.position_of(db, _event_key(row.id))
        if row.state != State.SENDING or event_id is None:
            return 0
        if row.event_id is None:
            written.add(db, event_id, at, texts=row.texts, page=row.page, per_minute=row.per_minute)
            _change(db, row.id, {"event_id": event_id})
        paces = written.Paces(db, [event_id])
        most = min(AT_ONCE, paces.room(event_id, at))
        if most == 0:
            return 0
        ids = segments.after(db, row.segment, row.last_member_id, most)
        notified = log.notify(db, ids, event_id, KINDS[BROADCAST_KINDS[row.kind]], {}, at)
        written.note_written(db, event_id, at)
        for _ in range(notified.at_once):
            paces.take([event_id], at)
        paces.save()
        progress: dict[str, Any] = {
            "last_member_id": ids[-1] if ids else row.last_member_id,
            "leaving": row.leaving + notified.leaving,
            "log_only": row.log_only + notified.log_only,
            "unwanted": row.unwanted + notified.unwanted,
        }
        if len(ids) < most:
            progress |= {"state": State.DONE, "finished_at": at}
        _change(db, row.id, progress)
        return len(ids)


def _locked(db: Connection, broadcast_id: int) -> BroadcastRow:
    query = select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)
    row = db.execute(query.with_for_update()).one_or_none()
    if row is None:
        raise _unknown(broadcast_id)
    return row


def _of_revision(db: Connection, broadcast_id: int, revision: int, state: State) -> BroadcastRow:
    row = _locked(db, broadcast_id)
    _refuse_state(row, state)
    if row.revision != revision:
        raise ChangedMeanwhile(
            f"{person_of(row.saved_by)} has saved this broadcast meanwhile. Read it again.",
            "broadcast_changed",
            revision=row.revision,
            by=row.saved_by,
            at=row.saved_at,
        )
    return row


def _refuse_state(row: BroadcastRow, state: State) -> None:
    if row.state != state:
        raise Conflict(f"This broadcast is {row.state}, not {state}.", f"broadcast_not_{state}")


def _change(db: Connection, broadcast_id: int, values: Mapping[str, Any]) -> None:
    db.execute(update(Broadcast).where(_BROADCASTS.id == broadcast_id).values(values))
