"""Broadcasts in the office: written by one person, approved by another, stopped at any time."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import REFUSED, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext, refuse_changed
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Invalid
from loyalty.features.events import stream
from loyalty.gateways import outbox
from loyalty.reach.broadcasts import segments, sending
from loyalty.reach.broadcasts.models import Broadcast, State
from loyalty.reach.broadcasts.sending import TEST, broadcast, event_key, locked, title_of
from loyalty.reach.notifications import broadcast_messages
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.people import LANGUAGES, masked_email, problem_with_email


def begin(wanted: Mapping[str, Any], signature: Signature) -> Broadcast:
    """Begin a broadcast; `wanted` has `kind`, `segment`, `texts`, `page`, `per_minute` and `send_at`."""
    with transaction() as db:
        at = now(db)
        row = Broadcast(
            **wanted,
            state=State.OPEN,
            revision=1,
            begun_by=signature.operator,
            begun_at=at,
            saved_by=signature.operator,
            saved_at=at,
            **dict.fromkeys(("last_member_id", "leaving", "log_only", "unwanted"), 0),
        )
        db.add(row)
        db.flush()
        note(db, signature, "broadcast.begin", f"broadcast {row.id}, {row.kind}")
        return row


def save(broadcast_id: int, revision: int, wanted: Mapping[str, Any], signature: Signature) -> Broadcast:
    """Save a broadcast that is open. Raises Conflict `broadcast_changed` with who saved it meanwhile,
    `broadcast_not_open`; NotFound.
    """
    with transaction() as db:
        row = _of_revision(db, broadcast_id, revision)
        for name, value in wanted.items():
            setattr(row, name, value)
        row.saved_by, row.saved_at, row.revision = signature.operator, now(db), row.revision + 1
        note(db, signature, "broadcast.save", f"broadcast {broadcast_id}, revision {row.revision}")
        return row


def submit(broadcast_id: int, revision: int, signature: Signature) -> Broadcast:
    """Ask another person to approve a broadcast. Raises Conflict `missing_languages` with those that its
    members may speak and it has no words in, `send_time_passed`, `broadcast_changed`, `broadcast_not_open`;
    NotFound.
    """
    with transaction() as db:
        row = _of_revision(db, broadcast_id, revision)
        if row.send_at is not None and row.send_at <= now(db):
            raise Conflict(Code.SEND_TIME_PASSED)
        if missing := missing_languages(row.segment, row.texts):
            raise Conflict(
                Code.MISSING_LANGUAGES,
                {"languages": missing},
                details={"languages": missing},
            )
        row.state = State.WAITING
        approvals.propose(db, ProposalKind.BROADCAST, broadcast_id, signature)
        note(db, signature, "broadcast.submit", f"broadcast {broadcast_id}, revision {revision}")
        return row


def missing_languages(segment: segments.Segment, texts: segments.Texts) -> list[str]:
    """The languages that a segment's members may speak and that have no words, English ones standing in."""
    if "en" in texts:
        return []
    return [each for each in segment.get("languages") or LANGUAGES if each not in texts]


def _apply(db: Session, proposal: Proposal, signature: Signature) -> None:
    """Begin to send a broadcast that another person submitted."""
    row = locked(db, proposal.subject_id)
    event = stream.row_of(
        EventType.BROADCAST_BEGUN,
        now(db),
        subject=f"broadcast/{row.id}",
        data={"broadcastId": row.id, "kind": row.kind},
        once_key=event_key(row.id),
    )
    stream.write_once(db, [event])
    row.state = State.SENDING
    sending.begin(db, row)
    note(db, signature, "broadcast.approve", f"broadcast {row.id}, revision {row.revision}")


def _note(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    row = locked(db, proposal.subject_id)
    if state == REFUSED:
        row.state, row.finished_at = State.REFUSED, now(db)
        note(db, signature, "broadcast.refuse", f"broadcast {row.id}")
    elif state == WITHDRAWN:
        _withdraw(db, row, signature)


def _summaries(db: Session, _office: OfficeContext, page: Sequence[Proposal]) -> dict[int, dict[str, Any]]:
    query = select(Broadcast).where(Broadcast.id.in_([each.subject_id for each in page]))
    titles = {row.id: title_of(row) for row in db.scalars(query)}
    return {each.id: {"subject_id": each.subject_id, "things": [titles[each.subject_id]]} for each in page}


approvals.register(Handler(_apply, _note, _summaries), ProposalKind.BROADCAST)


def reopen(broadcast_id: int, signature: Signature) -> Broadcast:
    """Let a broadcast that was approved and waits for its time be changed and submitted again.

    Raises Conflict `broadcast_not_scheduled` once its first message is written; NotFound.
    """
    with transaction() as db:
        row = locked(db, broadcast_id)
        if row.state != State.SENDING or row.event_id is not None:
            raise Conflict(Code.BROADCAST_NOT_SCHEDULED)
        sending.cancel(db, row)
        row.state = State.OPEN
        note(db, signature, "broadcast.reopen", f"broadcast {broadcast_id}, revision {row.revision}")
        return row


def stop(broadcast_id: int, signature: Signature) -> Broadcast:
    """Withdraw a broadcast that is not approved yet, one that waits by who submitted it; or stop one that is
    being sent, or whose messages still wait: no more of them leave.

    What members have in their logs stays there. Raises Conflict `not_own`, `broadcast_finished`; NotFound.
    """
    if broadcast(current_session(), broadcast_id).state == State.WAITING:
        approvals.withdraw(ProposalKind.BROADCAST, broadcast_id, signature)
        return broadcast(current_session(), broadcast_id)
    with transaction() as db:
        row = locked(db, broadcast_id)
        if row.state == State.OPEN:
            _withdraw(db, row, signature)
            return row
        if row.state not in (State.SENDING, State.DONE):
            raise Conflict(Code.BROADCAST_FINISHED, {"state": row.state})
        if row.event_id is not None:
            broadcast_messages.stop(db, row.event_id, now(db))
        _end(db, row, State.STOPPED, signature)
        note(db, signature, "broadcast.stop", f"broadcast {broadcast_id}")
        return row


def _withdraw(db: Session, row: Broadcast, signature: Signature) -> None:
    _end(db, row, State.WITHDRAWN, signature)
    note(db, signature, "broadcast.withdraw", f"broadcast {row.id}")


def _end(db: Session, row: Broadcast, state: State, signature: Signature) -> None:
    row.state, row.finished_at = state, now(db)
    row.stopped_by, row.stop_reason = signature.operator, signature.reason


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
                Code.MISSING_LANGUAGES, {"languages": [language]}, details={"languages": [language]}
            )
        if outbox.email_states(db, [TEST], [broadcast_id]).get(broadcast_id) in ("waiting", "sending"):
            raise Conflict(Code.TEST_WAITING)
        text = json.dumps({"to": to, "language": language})
        outbox.put_email(db, kind=TEST, reference=broadcast_id, text=text, life=timedelta(hours=1))
        note(db, signature, "broadcast.test", f"broadcast {broadcast_id}, {language}, to {masked_email(to)}")


def _of_revision(db: Session, broadcast_id: int, revision: int) -> Broadcast:
    """A broadcast that is open, locked."""
    row = locked(db, broadcast_id)
    if row.state != State.OPEN:
        raise Conflict(Code.BROADCAST_NOT_OPEN, {"state": row.state})
    refuse_changed(row, revision, Code.BROADCAST_CHANGED)
    return row
