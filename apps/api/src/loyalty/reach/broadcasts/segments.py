"""Whom a broadcast is for (brand, outlet, tier, language, visits, points, birthday), what they would get."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, extract, func, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.features.members import recipients
from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.features.outlets.outlets import Outlet
from loyalty.features.points import ledger
from loyalty.features.points.activities import last_visits, visited_at_least
from loyalty.features.points.models import PointAccount
from loyalty.reach.notifications import log
from loyalty.reach.notifications.texts import push_body, text_of
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import BROADCAST_KINDS, KINDS, decide
from loyalty.rules.people import DEFAULTS, LANGUAGES

Segment = Mapping[str, Any]
Texts = Mapping[str, Mapping[str, str]]

# So many members are looked at in one query.
AT_ONCE = 2_000
# A preview decides for no more members than this: a request may not take minutes.
MAX_PREVIEWED = 20_000
MAX_EXAMPLES = 3
IN_LOG = "log"


def _candidates(segment: Segment) -> Select[int]:
    """A query for the ids of a segment's members, and of some who have come down from its tiers: what is
    written of a tier is the highest that it can be.
    """
    query = select(Member.id).where(Member.erased_at.is_(None))
    if outlets := segment.get("outlet_ids"):
        query = query.where(Member.outlet_id.in_(outlets))
    if brand := segment.get("brand"):
        of_brand = select(Outlet.id).where(Outlet.brand == brand)
        query = query.where(Member.outlet_id.in_(of_brand))
    if levels := segment.get("levels"):
        of_levels = select(PointAccount.member_id).where(PointAccount.tier_level >= min(levels))
        query = query.where(Member.id.in_(of_levels))
    if languages := segment.get("languages"):
        chosen = MemberPreferences.language["selected_language"].as_string()
        spoken = func.coalesce(chosen, DEFAULTS["language"]["selected_language"])
        saved = MemberPreferences.member_id == Member.id
        query = query.outerjoin(MemberPreferences, saved).where(spoken.in_(languages))
    first, last = (_day(segment.get(name)) for name in ("visited_from", "visited_to"))
    if first or last:
        newest = last_visits()
        visits = select(newest.c.member_id)
        if first:
            visits = visits.where(newest.c.day >= first)
        if last:
            visits = visits.where(newest.c.day <= last)
        query = query.where(Member.id.in_(visits))
    if (least := segment.get("least_visits")) is not None:
        query = query.where(Member.id.in_(visited_at_least(least)))
    if (low := segment.get("balance_from")) is not None:
        rich = select(PointAccount.member_id).where(PointAccount.balance >= low)
        query = query.where(Member.id.in_(rich))
    if (high := segment.get("balance_to")) is not None:
        richer = select(PointAccount.member_id).where(PointAccount.balance > high)
        query = query.where(Member.id.not_in(richer))
    if month := segment.get("birth_month"):
        query = query.where(extract("month", Member.date_of_birth) == month)
    return query


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def after(db: Session, segment: Segment, member_id: int, most: int) -> Sequence[int]:
    """The ids of a segment's members after one, in order, `most` of them. Those who are erased are left out.

    Brand and outlet are those of the outlet that the member named as theirs, tiers those of the moment. Names
    that the segment leaves out, or empty lists, leave nobody out. The last visit is the day of the newest
    bill that is not void.
    """
    found: list[int] = []
    while len(found) < most:
        query = _candidates(segment).where(Member.id > member_id).order_by(Member.id).limit(most)
        some = list(db.scalars(query))
        found += _of_levels(db, some, segment.get("levels"))
        if len(some) < most:
            break
        member_id = some[-1]
    return found[:most]


def _of_levels(db: Session, member_ids: Sequence[int], levels: Sequence[int] | None) -> Sequence[int]:
    if not levels:
        return member_ids
    there = ledger.levels(db, member_ids, now(db))
    return [each for each in member_ids if there.get(each) in levels]


def _how_many(db: Session, segment: Segment) -> int:
    if not segment.get("levels"):
        return db.scalar(select(func.count()).select_from(_candidates(segment).subquery())) or 0
    counted = last = 0
    while some := after(db, segment, last, AT_ONCE):
        counted += len(some)
        last = some[-1]
    return counted


def preview(db: Session, kind: str, segment: Segment, texts: Texts) -> dict[str, Any]:
    """What a broadcast would do now (`BroadcastPreviewSchema`), decided for each member as it will be when it
    is sent.

    `members` are all of the segment; the other numbers are of the first MAX_PREVIEWED, `counted` of them.
    `pushes` are empty for a kind that leaves by e-mail alone.
    """
    at, message = now(db), KINDS[BROADCAST_KINDS[kind]]
    members = _how_many(db, segment)
    counted = unwanted = last = 0
    channels: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    examples: list[tuple[bool, int, str, str]] = []
    while counted < MAX_PREVIEWED and (some := after(db, segment, last, AT_ONCE)):
        last = some[-1]
        found = log.recipients_of(db, some)
        counted += len(found)
        for member_id in sorted(found):
            decision = decide(message, found[member_id], happened_at=at, now=at)
            if decision is None:
                unwanted += 1
                continue
            channel = str(decision.deliveries[0].channel) if decision.deliveries else IN_LOG
            is_known = decision.language in languages
            if not is_known or len(examples) < MAX_EXAMPLES:
                examples.append((is_known, member_id, decision.language, channel))
            channels[channel] += 1
            languages[decision.language] += 1
    log_only = channels.get(IN_LOG, 0)
    return {
        "members": members,
        "counted": counted,
        "leaving": channels.total() - log_only,
        "log_only": log_only,
        "unwanted": unwanted,
        "by_channel": dict(sorted(channels.items())),
        "by_language": dict(sorted(languages.items())),
        # One of each language first: that is what differs.
        "examples": _examples(db, message.name, sorted(examples)[:MAX_EXAMPLES], texts),
        "pushes": [] if message.mail_only else _pushes(message.name, texts, at),
    }


def _pushes(kind: str, texts: Texts, at: datetime) -> list[dict[str, str]]:
    """A push in each language as a locked screen shows it, with and without what the member may hide."""
    found = []
    for language in (each for each in LANGUAGES if each in texts):
        text = text_of(kind, Formats(language), {"texts": texts}, at)
        hidden, shown = (push_body(language, text, shows_details=each) for each in (False, True))
        push = {"language": language, "title": text.title, "hidden_body": hidden, "body": shown}
        found.append(push)
    return found


def _examples(
    db: Session, kind: str, chosen: Sequence[tuple[bool, int, str, str]], texts: Texts
) -> list[dict[str, str]]:
    """What some members would get; of them no more than the first name is given."""
    names = {each.member_id: each.name for each in recipients.found(db, [each[1] for each in chosen])}
    at, found = now(db), []
    for _, member_id, language, channel in chosen:
        text = text_of(kind, Formats(language), {"texts": texts}, at)
        shown = {"title": text.title, "body": text.body, "why": text.why}
        first_name = names[member_id].split()[0]
        found.append({"first_name": first_name, "language": language, "channel": channel, **shown})
    return found
