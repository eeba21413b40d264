"""What changes passes: events, of which their devices are notified, and an erasure, which voids them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update

from loyalty.db.clock import now
from loyalty.db.maintenance import Old
from loyalty.db.tables import table_of
from loyalty.features.events import stream
from loyalty.features.events.stream import EventRow
from loyalty.features.wallet.models import WalletDevice, WalletPass
from loyalty.gateways import outbox
from loyalty.rules import wallet as rules

READER = "wallet"
# The kinds of messages in the outbox; their text is the pass and, for Apple, the device, after the member.
APPLE_PASS, GOOGLE_PASS = "apple_pass", "google_pass"
# A notification that did not get through in a day is dropped: the next change sends another.
TOLD_WITHIN = timedelta(days=1)
_PASSES = table_of(WalletPass).c
_DEVICES = table_of(WalletDevice).c


def follow() -> int:
    """Mark the passes that events have changed, and queue notifications; gives how many events."""
    return stream.read(READER, _mark)


def _mark(db: Connection, events: Sequence[EventRow]) -> None:
    """The reader of events: a pass is marked once for all events of a batch, with one notification."""
    about = {event.member_id for event in events if event.member_id is not None}
    query = select(*_PASSES).where(_PASSES.member_id.in_(about))
    rows = db.execute(query.order_by(_PASSES.member_id, _PASSES.serial)).all()
    at, changed = now(db), []
    for row in rows:
        positions = [
            event.position
            for event in events
            if event.member_id == row.member_id and rules.changes(event.type, event.data, row.voucher_id)
        ]
        if positions:
            this = _PASSES.member_id == row.member_id, _PASSES.serial == row.serial
            values = {"tag": positions[-1], "changed_at": rules.changed_at(row.changed_at, at)}
            db.execute(update(table_of(WalletPass)).where(*this).values(**values))
            changed.append((row.member_id, row.serial, row.wallet))
    _notify(db, changed)


def _notify(db: Connection, changed: Sequence[tuple[int, str, str]]) -> None:
    """Queue a notification for each device of these passes, unless one waits, in the caller's transaction."""
    members = {member_id for member_id, _, _ in changed}
    serials = {serial for _, serial, _ in changed}
    waiting = outbox.waiting_texts(db, outbox.WALLET, members)
    query = select(_DEVICES.member_id, _DEVICES.serial, _DEVICES.device)
    query = query.where(_DEVICES.member_id.in_(members), _DEVICES.serial.in_(serials))
    queued = [(APPLE_PASS, row.member_id, f"{row.serial} {row.device}") for row in db.execute(query)]
    queued += [(GOOGLE_PASS, member, serial) for member, serial, wallet in changed if wallet == rules.GOOGLE]
    for kind, member_id, text in queued:
        if text not in waiting:
            put(db, kind, member_id, text)


def put(db: Connection, kind: str, member_id: int, text: str) -> None:
    """Add one message to a wallet to the outbox, in the caller's transaction."""
    outbox.put_email(db, kind=kind, reference=member_id, text=text, queue=outbox.WALLET, life=TOLD_WITHIN)


def forget(db: Connection, member_id: int) -> None:
    """Void a member's passes, in the transaction of their erasure: its event notifies the devices."""
    mine = update(table_of(WalletPass)).where(_PASSES.member_id == member_id)
    db.execute(mine.values(voided_at=now(db), notices=None))


def old(at: datetime) -> Old:
    """What may go at a moment: void passes that their devices had a month to hear of."""
    return Old("void passes", WalletPass, WalletPass.voided_at <= at - rules.VOID_KEPT_FOR)
