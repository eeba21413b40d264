"""Changing the programme: what a file would change and how many members that affects, then applying it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, func, insert, select
from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.programme.file import OUTLET, TIER, Programme, read, written
from loyalty.backoffice.programme.models import ProgrammeVersion
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import ledger
from loyalty.features.programme import settings
from loyalty.features.rewards import programme as rewards
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules import retention
from loyalty.rules.events import EventType

# Columns that stay once a reward was claimed, with their names in the file: its vouchers depend on them.
FIXED = {"kind": "kind", "type_id": "type"}
# A number that becomes so many times as large or as small gives a warning.
ODD_FACTOR = 5
# The limits of what tills may verify without head office, in ringgit.
TILL_LIMITS = ("bill_limit", "till_day_limit", "member_day_limit")
# Addresses, hours and places of the outlets are content, which the office publishes (ADR 0034).
IN_CONTENT = "Pages show an outlet once its address and hours are published (staff app, Content)"
# The programme before the first one that was applied, as `history` lists it.
FIRST_VERSION = 0


@dataclass(frozen=True)
class Change:
    """One value that would change, in the file's words, and whom that affects. `before` None: it is new."""

    what: str
    field: str
    before: object
    after: object
    touches: str = ""


def plan(db: Session, wanted: Programme) -> list[Change]:
    """What this programme would change; raises Conflict for a change that is not allowed."""
    return [
        *_setting_changes(db, wanted),
        *_tier_changes(db, wanted),
        *_outlet_changes(db, wanted),
        *_reward_changes(db, wanted),
    ]


def apply(text: str, signature: Signature) -> list[Change]:
    """Apply a file, all or nothing, and keep it as a version; gives what changed.

    Raises Invalid for a file with mistakes and Conflict for a change that is not allowed. The same file again
    changes nothing and is no new version.
    """
    wanted = read(text)
    with transaction() as db:
        return applied(db, wanted, signature)[0]


def applied(
    db: Session, wanted: Programme, signature: Signature, proposed_by: str | None = None
) -> tuple[list[Change], int | None]:
    """What `apply` does, in the caller's transaction; gives also the new version, None without a change.

    `proposed_by` is who submitted what `signature` approves.
    """
    # Two that apply at once: the second plans with what the first has written.
    advisory_lock(db, "programme")
    changes = plan(db, wanted)
    if not changes:
        return changes, None
    before = written(db)
    published = {
        "changes": len(changes),
        "renamedTiers": _renamed(
            {each.level: each.name for each in tier_queries.ladder(db)},
            {each.level: each.name for each in wanted.tiers},
        ),
        "renamedOutlets": _renamed(
            {each.id: each.name for each in outlet_queries.outlets(db)},
            {each.id: each.name for each in wanted.outlets},
        ),
    }
    settings.write(db, wanted.settings)
    tier_queries.write(db, wanted.tiers)
    outlet_queries.write(db, wanted.outlets)
    rewards.write(db, wanted.rewards)
    note(db, signature, "programme.apply", f"{len(changes)} changes")
    at = now(db)
    row = {
        "at": at,
        "operator": signature.operator,
        "proposed_by": proposed_by,
        "reason": signature.reason,
        "before": before,
        "after": written(db),
    }
    stream.emit(EventType.PROGRAMME_PUBLISHED, at, data=published)
    made = insert(ProgrammeVersion).values(row).returning(ProgrammeVersion.id)
    return changes, db.execute(made).scalar_one()


@dataclass(frozen=True)
class Announcement:
    """A reward that members will be notified of, and when; None: at once."""

    title: str
    at: datetime | None


def announcements(db: Session, wanted: Programme, in_force: datetime) -> list[Announcement]:
    """The rewards that this programme would announce to members, if it is in force from a moment on."""
    known = {row["id"] for row in rewards.rewards_now(db) if row["announced_at"] is not None}
    found = []
    for row in wanted.rewards:
        starts = max(in_force, row["starts_at"] or in_force)
        is_over = row["ends_at"] is not None and row["ends_at"] <= starts
        if row["is_active"] and row["id"] not in known and not is_over:
            found.append(Announcement(row["title"], starts if starts > now(db) else None))
    return found


def _renamed(before: dict[int, str], after: dict[int, str]) -> list[int]:
    """Those that have another name than before; what is new has none."""
    return [key for key, name in after.items() if before.get(key, name) != name]


def warnings(db: Session, wanted: Programme) -> list[str]:
    """What is allowed and looks like a mistake: sentences for the reviewer of the file."""
    today, new = settings.current(db), wanted.settings
    found = [f"Settings: {words}" for words in (*_odd_limits(today, new), *_odd_retention(today, new))]
    present = {tier.level: tier for tier in tier_queries.ladder(db)}
    for tier in wanted.tiers:
        old = present.get(tier.level)
        if old and _is_odd(old.multiplier_tenths, tier.multiplier_tenths):
            before, after = TIER.dump(old)["multiplier"], TIER.dump(tier)["multiplier"]
            found.append(
                f"Tier {tier.level}: {after} points a ringgit, {_times(before, after)} today's {before}."
            )
    rows = {row["id"]: row for row in rewards.rewards_now(db)}
    for row in wanted.rewards:
        found += [f"Reward {row['id']}: {words}" for words in _odd_reward(rows.get(row["id"]), row, now(db))]
    return found


def _odd_limits(old: settings.Settings, new: dict[str, int]) -> list[str]:
    """Warnings about the limits of tills, which are in ringgit."""
    before, after = asdict(old), {**asdict(old), **new}
    found = []
    for name in TILL_LIMITS:
        was, is_now = before[name], after[name]
        if was and not is_now:
            found.append(f"{name} 0 is no limit: one stolen key gives out points without end.")
        elif _is_odd(was, is_now):
            found.append(f"{name} RM {is_now:,}, {_times(was, is_now)} today's RM {was:,}.")
    for name in ("till_day_limit", "member_day_limit"):
        changed = any(after[each] != before[each] for each in ("bill_limit", name))
        if changed and 0 < after[name] < after["bill_limit"]:
            found.append(
                f"bill_limit RM {after['bill_limit']:,} is never reached: {name} is RM {after[name]:,}."
            )
    return found


def _odd_retention(old: settings.Settings, new: dict[str, int]) -> list[str]:
    months, promised = new.get("inactive_months", old.inactive_months), retention.PROMISED_MONTHS
    if months == promised:
        return []
    problem = f"inactive_months {months} is not what the privacy notice promises, erasure after {promised}"
    return [f"{problem}: change the notice in every language, and LOYALTY_NOTICE_VERSION, or this."]


def _odd_reward(old: dict[str, Any] | None, row: dict[str, Any], at: datetime) -> list[str]:
    found = []
    if not row["terms"] and (old is None or old["terms"]):
        found.append("it has no terms.")
    if row["kind"] == "points" and not row["cost"] and (old is None or old["cost"]):
        found.append("it costs no points.")
    if old and _is_odd(old["cost"], row["cost"]):
        found.append(f"{row['cost']:,} points, {_times(old['cost'], row['cost'])} today's {old['cost']:,}.")
    has_ended = row["ends_at"] is not None and row["ends_at"] <= at
    if has_ended and row["is_active"] and (old is None or old["ends_at"] != row["ends_at"]):
        found.append("it is active, and has ended already.")
    return found


def _is_odd(before: int, after: int) -> bool:
    return bool(before and after) and not 1 / ODD_FACTOR < after / before < ODD_FACTOR


def _times(before: object, after: object) -> str:
    factor = Decimal(str(after)) / Decimal(str(before))
    return f"{factor:.3g} times"


@dataclass(frozen=True)
class Version:
    """A version of the programme; all but id and file are None for the one before the first apply.

    `proposed_by` is who submitted the draft that `operator` approved.
    """

    id: int
    at: datetime | None
    operator: str | None
    proposed_by: str | None
    reason: str | None
    file: str


def versions(db: Session, limit: int = 50, offset: int = 0) -> list[Version]:
    """The versions, newest first; the last is the one before the first apply."""
    columns = ProgrammeVersion.__table__.c
    query = select(*columns).order_by(columns.id.desc()).limit(limit).offset(offset)
    found = [_version(row) for row in db.execute(query)]
    if len(found) < limit and (found or not offset):
        found.append(version(db, FIRST_VERSION))
    return found


def newest(db: Session) -> int:
    """The id of the newest version."""
    return db.scalar(select(func.max(ProgrammeVersion.id))) or FIRST_VERSION


def version(db: Session, version_id: int) -> Version:
    """One version; raises NotFound."""
    columns = ProgrammeVersion.__table__.c
    if version_id > newest(db):
        raise NotFound(f"There is no version {version_id}.")
    if version_id == FIRST_VERSION:
        first = db.scalar(select(columns.before).order_by(columns.id).limit(1))
        return Version(FIRST_VERSION, None, None, None, None, first or written(db))
    row = db.execute(select(*columns).where(columns.id == version_id)).one_or_none()
    if row is None:
        raise NotFound(f"There is no version {version_id}.")
    return _version(row)


def _version(row: Row[Any]) -> Version:
    return Version(row.id, row.at, row.operator, row.proposed_by, row.reason, row.after)


def _setting_changes(db: Session, wanted: Programme) -> list[Change]:
    before = asdict(settings.current(db))
    return [
        Change("settings", name, before[name], after, _touched_by_setting(db, name, after))
        for name, after in wanted.settings.items()
        if before[name] != after
    ]


def _touched_by_setting(db: Session, name: str, value: int) -> str:
    if name != "inactive_months" or not value:
        return ""
    unseen = records.how_many_inactive(db, retention.warn_before(now(db), value))
    days = retention.WARNING.days
    return f"{_members(unseen)} would be warned by the next run, and erased {days} days later if unseen"


def _tier_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {tier.level: tier for tier in tier_queries.ladder(db)}
    count = ledger.how_many(db)
    shape = [(tier.level, tier.floor) for tier in present.values()]
    if count and shape != [(tier.level, tier.floor) for tier in wanted.tiers]:
        # Members reached their tiers by these floors, and the audit checks the ledger against them.
        raise Conflict(f"Tiers and their floors stay while there are members ({count}).")
    changes = []
    for tier in wanted.tiers:
        old = present.get(tier.level)
        touches = f"{_members(ledger.how_many(db, level=tier.level))} of this tier" if old else ""
        before = TIER.dump(old) if old else {}
        differences = _differences(f"tier {tier.level}", before, TIER.dump(tier))
        changes += [replace(change, touches=touches) for change in differences]
    gone = set(present) - {tier.level for tier in wanted.tiers}
    return changes + [Change(f"tier {level}", "", present[level].name, "gone") for level in sorted(gone)]


def _outlet_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {each.id: each for each in outlet_queries.outlets(db)}
    if missing := sorted(set(present) - {each.id for each in wanted.outlets}):
        raise Conflict(f"Outlet {missing[0]} is missing: bills name it. Say open: false to close it.")
    holders = {outlet.name: outlet.id for outlet in present.values()}
    changes = []
    for each in wanted.outlets:
        if (holder := holders.get(each.name, each.id)) != each.id:
            # Names are unique at every moment, and outlets are written one after the other.
            raise Conflict(
                f"Outlet {each.id} would get the name that outlet {holder} has now: rename that one first."
            )
        old = present.get(each.id)
        before = OUTLET.dump(old) if old else {}
        for change in _differences(f"outlet {each.id}", before, OUTLET.dump(each)):
            touches = IN_CONTENT if old is None and change.field == "name" else ""
            changes.append(replace(change, touches=touches))
    return changes


def _reward_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {row["id"]: row for row in rewards.rewards_now(db)}
    known_outlets = {each.id for each in wanted.outlets}
    changes = []
    for listed in wanted.rewards:
        row = {**listed, "image_name": rewards.picture_name(db, listed["image_name"])}
        old = present.get(row["id"])
        _refuse_reward(db, row, old, known_outlets)
        before = rewards.record_of(old) if old else {}
        for change in _differences(f"reward {row['id']}", before, rewards.record_of(row)):
            touches = _touched(db, old, change.field, change.before, change.after) if old else ""
            changes.append(replace(change, touches=touches))
    if missing := sorted(set(present) - {row["id"] for row in wanted.rewards}):
        raise Conflict(f"Reward {missing[0]} is missing: vouchers name it. Say active: false to withdraw it.")
    return changes


def _differences(what: str, before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """The differences of one record, by the file's names; of a new one all its values."""
    return [
        Change(what, name, before.get(name), value)
        for name, value in after.items()
        if name != "id" and (before[name] != value if before else value not in (None, [], {}))
    ]


def _members(count: int) -> str:
    return "1 member" if count == 1 else f"{count:,} members"


def _refuse_reward(
    db: Session, row: dict[str, Any], old: dict[str, Any] | None, known_outlets: set[int]
) -> None:
    reward = f"Reward {row['id']}"
    if unknown := sorted(set(row["outlet_ids"]) - known_outlets):
        raise Conflict(f"{reward} names outlet {unknown[0]}, which there is not.")
    if old is None:
        return
    changed = [name for field, name in FIXED.items() if row[field] != old[field]]
    if changed and (held := rewards.vouchers_ever(db, row["id"])):
        times = "once" if held == 1 else f"{held:,} times"
        raise Conflict(f"{reward} was claimed {times}: its {changed[0]} stays. Give a new one an id.")
    rewards.refuse_below(row["id"], row["stock"], old["claimed"])


def _touched(db: Session, old: dict[str, Any], field: str, before: Any, after: Any) -> str:
    """Whom a changed reward affects: members who now have or lack the points, and holders of its vouchers."""
    if field == "cost":
        low, high = sorted((before, after))
        moved = ledger.how_many(db, balance_from=low, balance_below=high)
        one, many = ("lacks", "lack") if after > before else ("has", "have")
        return f"{_members(moved)} now {one if moved == 1 else many} the points"
    held = rewards.open_vouchers(db, old["id"], now(db))
    if field in ("discount", "min_spend", "outlets", "valid_days", "active") and held:
        return f"{held:,} open voucher{'s' * (held != 1)} stay{'s' * (held == 1)} as given"
    return ""
