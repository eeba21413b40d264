"""What starts and what ends in the next days: closures, rewards, drafts of the programme, broadcasts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from loyalty.backoffice.programme import drafts
from loyalty.backoffice.programme.models import Draft
from loyalty.backoffice.programme.models import State as DraftState
from loyalty.features.content import documents
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OPEN
from loyalty.features.rewards.models import Reward
from loyalty.reach.broadcasts.models import Broadcast
from loyalty.reach.broadcasts.models import State as BroadcastState
from loyalty.reach.broadcasts.sending import title_of
from loyalty.rules.calendar import Days, last_day, malaysian_date

DAYS_AHEAD = 30
MAX_LISTED = 20


class ComingKind(StrEnum):
    """What happens: an outlet is closed or has other hours, a reward starts or has its last day, a draft of
    the programme takes effect, a broadcast is sent.
    """

    CLOSURE = "closure"
    HOURS = "hours"
    REWARD_STARTS = "reward-starts"
    REWARD_ENDS = "reward-ends"
    DRAFT = "draft"
    BROADCAST = "broadcast"


@dataclass(frozen=True)
class Coming:
    """Something of a Malaysian day, of a closure until `last_day`. `name` is that of the closure, the reward
    or the broadcast, `things` are the outlets, or what a draft changes, by their names.

    `is_everywhere`: at every open outlet. `waits`: it happens only if another person approves it.
    """

    day: date
    kind: ComingKind
    last_day: date | None = None
    name: str | None = None
    things: Sequence[str] = ()
    is_everywhere: bool = False
    waits: bool = False
    id: int | None = None


def coming(
    db: Session, at: datetime, outlet_ids: Collection[int] | None, *, with_drafts: bool
) -> list[Coming]:
    """What comes in the next 30 days at some outlets (None: all), today included, in the order of its days;
    drafts and broadcasts only where they are wanted.
    """
    today = malaysian_date(at)
    days = Days(today, today + timedelta(days=DAYS_AHEAD))
    found = [*_closures(db, days, outlet_ids), *_rewards(db, days, outlet_ids)]
    if with_drafts:
        found += [*_drafts(db, days), *_broadcasts(db, days)]
    return sorted(found, key=lambda each: (each.day, each.kind))[:MAX_LISTED]


def _closures(db: Session, days: Days, outlet_ids: Collection[int] | None) -> Iterator[Coming]:
    """Closures and days with other hours; several outlets that have the same are one."""
    names = {
        each.id: each.name
        for each in outlet_queries.outlets(db, OPEN)
        if outlet_ids is None or each.id in outlet_ids
    }
    shared: dict[tuple[ComingKind, date, date, str | None], list[str]] = {}
    for outlet in documents.published_of(db, "outlets").document["outlets"]:
        if outlet["id"] not in names:
            continue
        rows = [
            *((ComingKind.CLOSURE, each["firstDay"], each["lastDay"], each) for each in outlet["closures"]),
            *((ComingKind.HOURS, each["day"], each["day"], each) for each in outlet["specialDays"]),
        ]
        for kind, first, last, each in rows:
            of = kind, date.fromisoformat(first), date.fromisoformat(last), each.get("name")
            shared.setdefault(of, []).append(names[outlet["id"]])
    for (kind, begins, ends, name), places in shared.items():
        if begins <= days.last and ends >= days.first:
            everywhere = len(places) == len(names) > 1
            yield Coming(begins, kind, ends, name, places, everywhere)


def _rewards(db: Session, days: Days, outlet_ids: Collection[int] | None) -> Iterator[Coming]:
    starts, ends = (each.between(days.start, days.end) for each in (Reward.starts_at, Reward.ends_at))
    for reward in db.scalars(select(Reward).where(Reward.is_active, or_(starts, ends)).order_by(Reward.id)):
        if outlet_ids is not None and reward.outlet_ids and not {*reward.outlet_ids} & {*outlet_ids}:
            continue
        if reward.starts_at is not None and days.start <= reward.starts_at < days.end:
            starts_on = malaysian_date(reward.starts_at)
            yield Coming(starts_on, ComingKind.REWARD_STARTS, name=reward.title, id=reward.id)
        if reward.ends_at is not None and days.start < reward.ends_at <= days.end:
            yield Coming(last_day(reward.ends_at), ComingKind.REWARD_ENDS, name=reward.title, id=reward.id)


def _drafts(db: Session, days: Days) -> Iterator[Coming]:
    planned = select(Draft).where(
        Draft.state.in_((DraftState.WAITING, DraftState.APPROVED)),
        Draft.effective_on.between(days.first, days.last),
    )
    for draft in db.scalars(planned.order_by(Draft.id)):
        if draft.effective_on is not None:
            waits = draft.state == DraftState.WAITING
            things = drafts.changed_names(draft)
            yield Coming(draft.effective_on, ComingKind.DRAFT, things=things, waits=waits, id=draft.id)


def _broadcasts(db: Session, days: Days) -> Iterator[Coming]:
    planned = select(Broadcast).where(
        Broadcast.state.in_((BroadcastState.WAITING, BroadcastState.SENDING)),
        Broadcast.send_at.between(days.start, days.end),
        Broadcast.event_id.is_(None),
    )
    for broadcast in db.scalars(planned.order_by(Broadcast.send_at)):
        if broadcast.send_at is not None:
            waits = broadcast.state == BroadcastState.WAITING
            sent_on = malaysian_date(broadcast.send_at)
            yield Coming(
                sent_on, ComingKind.BROADCAST, name=title_of(broadcast), waits=waits, id=broadcast.id
            )
