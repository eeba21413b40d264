"""Broadcasts in the office: written by one person, approved by another, stopped at any time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.independence import refuse_dependent
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.db.tables import table_of
from loyalty.errors import ChangedMeanwhile, Conflict, Invalid
from loyalty.features.events import stream
from loyalty.gateways import outbox
from loyalty.reach.broadcasts import segments, sending
from loyalty.reach.broadcasts.models import Broadcast, State
from loyalty.reach.broadcasts.sending import (
    TEST,
    BroadcastRow,
    broadcast,
    change,
    event_key,
    locked,
)
from loyalty.reach.notifications import written
from loyalty.rules.events import EventType
from loyalty.rules.people import LANGUAGES, masked_email, problem_with_email
from loyalty.rules.signing import person_of

_BROADCASTS = table_of(Broadcast).c


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
        change(db, broadcast_id, {**wanted, **saved})
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
        change(db, broadcast_id, {**asked, "state": State.WAITING})
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
            once_key=event_key(row.id),
        )
        stream.write_once(db, [event])
        decided = {"decided_by": signature.operator, "decided_at": at, "decision": signature.reason}
        change(db, broadcast_id, {**decided, "state": State.SENDING})
        sending.begin(db, broadcast_id)
        note(db, signature, "broadcast.approve", f"broadcast {broadcast_id}, revision {revision}")
        return broadcast(db, broadcast_id)


def end(broadcast_id: int, state: State, signature: Signature) -> BroadcastRow:
    """Refuse a broadcast that waits, or withdraw one that is not approved yet.

    Raises Conflict `broadcast_not_waiting`, `broadcast_finished`; NotFound.
    """
    with transaction() as db:
        row = locked(db, broadcast_id)
        if state is State.REFUSED:
            _refuse_state(row, State.WAITING)
        elif row.state not in (State.OPEN, State.WAITING):
            raise Conflict(f"This broadcast is {row.state} already.", "broadcast_finished")
        decided = {"decided_by": signature.operator, "decided_at": now(db), "decision": signature.reason}
        change(db, broadcast_id, {**decided, "state": state, "finished_at": now(db)})
        action = "broadcast.refuse" if state is State.REFUSED else "broadcast.withdraw"
        note(db, signature, action, f"broadcast {broadcast_id}")
        return broadcast(db, broadcast_id)


def stop(broadcast_id: int, signature: Signature) -> BroadcastRow:
    """Stop a broadcast that is being sent, or whose messages still wait: no more of them leave.

    What members have in their logs stays there. Raises Conflict `broadcast_not_sending`; NotFound.
    """
    with transaction() as db:
        row = locked(db, broadcast_id)
        if row.state not in (State.SENDING, State.DONE):
            raise Conflict(f"This broadcast is {row.state}: nothing is being sent.", "broadcast_not_sending")
        at = now(db)
        if row.event_id is not None:
            written.stop(db, row.event_id, at)
        stopped = {"stopped_by": signature.operator, "stop_reason": signature.reason, "finished_at": at}
        change(db, broadcast_id, {**stopped, "state": State.STOPPED})
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
        row = locked(db, broadcast_id)
        if language not in row.texts:
            raise Conflict(
                f"Words are missing in: {language}.", "missing_languages", details={"languages": [language]}
            )
        if outbox.email_states(db, [TEST], [broadcast_id]).get(broadcast_id) in ("waiting", "sending"):
            raise Conflict("The last test is still being sent. Try again in a moment.", "test_waiting")
        text = json.dumps({"to": to, "language": language})
        outbox.put_email(db, kind=TEST, reference=broadcast_id, text=text, life=timedelta(hours=1))
        note(db, signature, "broadcast.test", f"broadcast {broadcast_id}, {language}, to {masked_email(to)}")


def _of_revision(db: Session, broadcast_id: int, revision: int, state: State) -> BroadcastRow:
    row = locked(db, broadcast_id)
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
