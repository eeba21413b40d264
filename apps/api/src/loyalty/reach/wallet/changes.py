"""What changes passes: events, other names, and an erasure, which voids them; their devices are notified."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.maintenance import Old
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
# So many members' passes are marked in one transaction, after names were changed.
AT_ONCE = 500
RUNS_KEPT_FOR = timedelta(days=30)
# Jobs that mark the passes which show a tier or an outlet that has another name; `reference` is its event.
RENAMES = "renamed passes"
jobs.POLICIES[RENAMES] = jobs.Policy(timeout_s=20, tries=None)


def follow() -> int:
    """Mark the passes that events have changed, and queue notifications; returns how many events and jobs
    were handled.
    """
    return stream.read(READER, _mark) + jobs.write_next(RENAMES, _mark_renamed)


def _mark(db: Session, events: Sequence[EventRow]) -> None:
    """The reader of events: a pass is marked once for all events of a batch, with one notification."""
    for event in events:
        levels, outlets = event.data.get("renamedTiers"), event.data.get("renamedOutlets")
        if event.type == EventType.PROGRAMME_PUBLISHED and (levels or outlets):
            names = {"levels": levels or [], "outlet_ids": outlets or [], "last_member_id": 0}
            jobs.enqueue(db, RENAMES, RENAMES, reference=event.position, payload=names)
    about = {event.member_id for event in events if event.member_id is not None}
    query = select(WalletPass).where(WalletPass.member_id.in_(about))
    rows = db.scalars(query.order_by(WalletPass.member_id, WalletPass.serial)).all()
    at, changed = now(db), []
    for row in rows:
        positions = [
            event.position
            for event in events
            if event.member_id == row.member_id and rules.changes(event.type, event.data, row.voucher_id)
        ]
        if positions:
            changed.append((row, positions[-1]))
    _change(db, changed, at)


def _change(db: Session, changed: Sequence[tuple[WalletPass, int]], at: datetime) -> None:
    """Mark passes as changed, each with its tag, and notify their devices, in the caller's transaction."""
    for row, tag in changed:
        row.tag, row.changed_at = tag, rules.changed_at(row.changed_at, at)
    _notify(db, [row for row, _ in changed])


def _mark_renamed(db: Session, job: Job) -> None:
    """Mark some passes that show a name which the programme has changed; a job marks the next."""
    valid = WalletPass.member_id > job.payload["last_member_id"], WalletPass.voided_at.is_(None)
    members = select(WalletPass.member_id).where(*valid).distinct().order_by(WalletPass.member_id)
    ids = db.scalars(members.limit(AT_ONCE)).all()
    # A pass that has changed since then shows the name already.
    old = WalletPass.member_id.in_(ids), WalletPass.tag < job.reference, WalletPass.voided_at.is_(None)
    query = select(WalletPass, PointAccount.tier_level, Voucher.outlet_ids)
    query = query.join(PointAccount, PointAccount.member_id == WalletPass.member_id)
    of_pass = (Voucher.member_id == WalletPass.member_id) & (Voucher.id == WalletPass.voucher_id)
    rows = db.execute(query.outerjoin(Voucher, of_pass).where(*old)).all()
    # The tag comes after all that the devices have heard of.
    at, tag, changed = now(db), stream.read_up_to(db, READER), []
    for row, tier_level, outlet_ids in rows:
        is_card = row.voucher_id is None
        shown = {tier_level} if is_card else set(outlet_ids or ())
        if not shown.isdisjoint(job.payload["levels"] if is_card else job.payload["outlet_ids"]):
            changed.append((row, tag))
    _change(db, changed, at)
    if len(ids) == AT_ONCE:
        following = {**job.payload, "last_member_id": ids[-1]}
        jobs.enqueue(db, RENAMES, RENAMES, reference=job.reference, payload=following)


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


def forget(db: Session, member_id: int) -> None:
    """Void a member's passes, in the transaction of their erasure: its event notifies the devices."""
    mine = update(WalletPass).where(WalletPass.member_id == member_id)
    db.execute(mine.values(voided_at=now(db), notices=None))


def old(at: datetime) -> tuple[Old, ...]:
    """Rows to delete at a moment: passes that were voided a month ago, and old runs."""
    return (
        Old("void passes", WalletPass, WalletPass.voided_at <= at - rules.VOID_KEPT_FOR),
        Old("runs over passes", Job, (Job.queue == RENAMES) & (Job.finished_at <= at - RUNS_KEPT_FOR)),
    )
