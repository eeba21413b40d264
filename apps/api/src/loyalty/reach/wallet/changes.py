"""What changes passes: events, other names, and an erasure, which voids them; their devices are notified."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.features.events import stream
from loyalty.features.points.models import PointAccount
from loyalty.features.rewards.models import Voucher
from loyalty.gateways import outbox
from loyalty.reach.wallet.models import WalletDevice, WalletPass
from loyalty.rules import wallet as rules
from loyalty.rules.events import EventRow, EventType

READER = "wallet"
# The kinds of messages in the outbox; their text is the pass and, for Apple, the device, after the member.
APPLE_PASS, GOOGLE_PASS = "apple_pass", "google_pass"
# A notification that did not get through in a day is dropped: the next change sends another.
NOTICE_LIFE = timedelta(days=1)


def follow() -> int:
    """Mark the passes that events have changed, and queue notifications; returns how many events were
    handled.
    """
    return stream.read(READER, _mark)


def _mark(db: Session, events: Sequence[EventRow]) -> None:
    """The reader of events: a pass is marked once for all events of a batch, with one notification."""
    about = {event.member_id for event in events if event.member_id is not None}
    query = select(WalletPass).where(WalletPass.member_id.in_(about))
    rows = db.scalars(query.order_by(WalletPass.member_id, WalletPass.serial)).all()
    changed: dict[WalletPass, int] = {}
    for event in events:
        its_own = [
            row
            for row in rows
            if row.member_id == event.member_id and rules.changes(event.type, event.data, row.voucher_id)
        ]
        changed |= dict.fromkeys([*its_own, *_renamed(db, event)], event.position)
    in_order = sorted(changed.items(), key=lambda each: (each[0].member_id, each[0].serial))
    _change(db, in_order, now(db))


def _renamed(db: Session, event: EventRow) -> Sequence[WalletPass]:
    """The passes that show a tier or an outlet to which an event has given another name."""
    levels, outlets = (event.data.get(name) or [] for name in ("renamedTiers", "renamedOutlets"))
    if event.type != EventType.PROGRAMME_PUBLISHED or not (levels or outlets):
        return []
    query = select(WalletPass, PointAccount.tier_level, Voucher.outlet_ids)
    query = query.join(PointAccount, PointAccount.member_id == WalletPass.member_id)
    of_pass = (Voucher.member_id == WalletPass.member_id) & (Voucher.id == WalletPass.voucher_id)
    rows = db.execute(query.outerjoin(Voucher, of_pass).where(WalletPass.voided_at.is_(None)))
    return [
        row
        for row, tier_level, outlet_ids in rows
        if (tier_level in levels if row.voucher_id is None else not set(outlet_ids or ()).isdisjoint(outlets))
    ]


def _change(db: Session, changed: Sequence[tuple[WalletPass, int]], at: datetime) -> None:
    """Mark passes as changed, each with its tag, and notify their devices, in the caller's transaction."""
    for row, tag in changed:
        row.tag, row.changed_at = tag, rules.changed_at(row.changed_at, at)
    _notify(db, [row for row, _ in changed])


def _notify(db: Session, changed: Sequence[WalletPass]) -> None:
    """Queue a notification for each device of these passes, unless one waits, in the caller's transaction."""
    members, serials = {row.member_id for row in changed}, {row.serial for row in changed}
    query = select(WalletDevice.member_id, WalletDevice.serial, WalletDevice.device)
    query = query.where(WalletDevice.member_id.in_(members), WalletDevice.serial.in_(serials))
    apple = [(row.member_id, f"{row.serial} {row.device}") for row in db.execute(query)]
    google = [(row.member_id, row.serial) for row in changed if row.wallet == rules.GOOGLE]
    for kind, about in ((APPLE_PASS, apple), (GOOGLE_PASS, google)):
        put(db, kind, about)


def put(db: Session, kind: str, about: Sequence[tuple[int, str]]) -> None:
    """Add messages to a wallet to the outbox, each by its member and its text."""
    outbox.put_notices(db, kind=kind, about=about, life=NOTICE_LIFE)


def erase_member(db: Session, member_id: int) -> None:
    """Void a member's passes, in the transaction of their erasure: its event notifies the devices."""
    mine = update(WalletPass).where(WalletPass.member_id == member_id)
    db.execute(mine.values(voided_at=now(db), notices=None))


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: passes that were voided a month ago."""
    return ExpiredRows("void passes", WalletPass, WalletPass.voided_at <= at - rules.VOID_KEPT_FOR)
