"""Changing the programme: what a file would change and how many members that affects, then applying it."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import func, insert, select
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
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.problems import Problem

# Columns that stay once a reward was claimed, with their names in the file: its vouchers depend on them.
FIXED = {"kind": "kind", "type_id": "type"}
# A number that becomes this many times as large or as small is a warning.
ODD_FACTOR = 5
# The limits of what tills may verify without head office, in ringgit.
TILL_LIMITS = ("bill_limit", "till_day_limit", "member_day_limit")
# Addresses, hours and places of the outlets are content, which the office publishes (decision 0034).
# The programme before the first one that was applied, as `history` lists it.
FIRST_VERSION = 0


@dataclass(frozen=True)
class Change:
    """One value that would change, in the file's words, and whom that affects. `before` None: it is new."""

    what: str
    field: str
    before: object
    after: object
    touches: Problem | None = None


def plan(db: Session, wanted: Programme) -> list[Change]:
    """What this programme would change; raises Conflict for a change that is not allowed."""
    return [
        *_setting_changes(db, wanted),
        *_tier_changes(db, wanted),
        *_outlet_changes(db, wanted),
        *_reward_changes(db, wanted),
    ]


def apply(text: str, signature: Signature) -> list[Change]:
    """Apply a file, all or nothing, and keep it as a version; returns what changed.

    Raises Invalid for a file with mistakes and Conflict for a change that is not allowed. The same file again
    changes nothing and is no new version.
    """
    wanted = read(text)
    with transaction() as db:
        return applied(db, wanted, signature)[0]


def applied(
    db: Session, wanted: Programme, signature: Signature, proposed_by: str | None = None
) -> tuple[list[Change], int | None]:
    """What `apply` does, in the caller's transaction; returns also the new version, None without a change.

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
    stream.emit(db, EventType.PROGRAMME_PUBLISHED, at, data=published)
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


def warnings(db: Session, wanted: Programme) -> list[Problem]:
    """What is allowed and looks like a mistake, for the reviewer of the file."""
    today, new = settings.current(db), wanted.settings
    found = [*_odd_limits(today, new), *_odd_retention(today, new)]
    present = {tier.level: tier for tier in tier_queries.ladder(db)}
    for tier in wanted.tiers:
        old = present.get(tier.level)
        if old and _is_odd(old.multiplier_tenths, tier.multiplier_tenths):
            before, after = TIER.dump(old)["multiplier"], TIER.dump(tier)["multiplier"]
            jump = {"tier": tier.level, "before": before, "after": after, "factor": _factor(before, after)}
            found.append(Problem(Code.TIER_MULTIPLIER_JUMPS, jump))
    rows = {row["id"]: row for row in rewards.rewards_now(db)}
    for row in wanted.rewards:
        found += _odd_reward(rows.get(row["id"]), row, now(db))
    return found


def _odd_limits(old: settings.Settings, new: dict[str, int]) -> list[Problem]:
    """Warnings about the limits of tills, which are in ringgit."""
    before, after = asdict(old), {**asdict(old), **new}
    found = []
    for name in TILL_LIMITS:
        was, is_now = before[name], after[name]
        if was and not is_now:
            found.append(Problem(Code.LIMIT_OFF, {"field": name}))
        elif _is_odd(was, is_now):
            jump = {"field": name, "before": was, "after": is_now, "factor": _factor(was, is_now)}
            found.append(Problem(Code.LIMIT_JUMPS, jump))
    for name in ("till_day_limit", "member_day_limit"):
        changed = any(after[each] != before[each] for each in ("bill_limit", name))
        if changed and 0 < after[name] < after["bill_limit"]:
            limits = {"limit": after["bill_limit"], "field": name, "other": after[name]}
            found.append(Problem(Code.LIMIT_UNREACHED, limits))
    return found


def _odd_retention(old: settings.Settings, new: dict[str, int]) -> list[Problem]:
    months, promised = new.get("inactive_months", old.inactive_months), retention.PROMISED_MONTHS
    if months == promised:
        return []
    return [Problem(Code.RETENTION_NOT_PROMISED, {"months": months, "promised": promised})]


def _odd_reward(old: dict[str, Any] | None, row: dict[str, Any], at: datetime) -> list[Problem]:
    found = []
    this = {"reward": row["id"]}
    if not row["terms"] and (old is None or old["terms"]):
        found.append(Problem(Code.REWARD_WITHOUT_TERMS, this))
    if row["kind"] == "points" and not row["cost"] and (old is None or old["cost"]):
        found.append(Problem(Code.REWARD_FREE, this))
    if old and _is_odd(old["cost"], row["cost"]):
        before, after = old["cost"], row["cost"]
        jump = {**this, "before": before, "after": after, "factor": _factor(before, after)}
        found.append(Problem(Code.REWARD_COST_JUMPS, jump))
    has_ended = row["ends_at"] is not None and row["ends_at"] <= at
    if has_ended and row["is_active"] and (old is None or old["ends_at"] != row["ends_at"]):
        found.append(Problem(Code.REWARD_ENDED, this))
    return found


def _is_odd(before: int, after: int) -> bool:
    return bool(before and after) and not 1 / ODD_FACTOR < after / before < ODD_FACTOR


def _factor(before: object, after: object) -> str:
    return f"{Decimal(str(after)) / Decimal(str(before)):.3g}"


def versions(db: Session, limit: int = 50, offset: int = 0) -> list[ProgrammeVersion]:
    """The versions, newest first; the last is the one before the first apply."""
    query = select(ProgrammeVersion).order_by(ProgrammeVersion.id.desc()).limit(limit).offset(offset)
    found = list(db.scalars(query))
    if len(found) < limit and (found or not offset):
        found.append(version(db, FIRST_VERSION))
    return found


def newest(db: Session) -> int:
    """The id of the newest version."""
    return db.scalar(select(func.max(ProgrammeVersion.id))) or FIRST_VERSION


def rewards_at(db: Session, at: datetime) -> list[dict[str, Any]]:
    """The rewards of the programme as it was at a moment, as rows of their table."""
    query = select(ProgrammeVersion.before).where(ProgrammeVersion.at > at)
    before = db.scalar(query.order_by(ProgrammeVersion.id).limit(1))
    return rewards.rewards_now(db) if before is None else read(before).rewards


def version(db: Session, version_id: int) -> ProgrammeVersion:
    """One version; of the one before the first apply only `id` and `after` are set. Raises NotFound."""
    if version_id == FIRST_VERSION:
        first = db.scalar(select(ProgrammeVersion.before).order_by(ProgrammeVersion.id).limit(1))
        return ProgrammeVersion(id=FIRST_VERSION, after=first or written(db))
    row = db.get(ProgrammeVersion, version_id) if version_id <= newest(db) else None
    if row is None:
        raise NotFound(Code.VERSION_NOT_FOUND, {"version": str(version_id)})
    return row


def _setting_changes(db: Session, wanted: Programme) -> list[Change]:
    before = asdict(settings.current(db))
    return [
        Change("settings", name, before[name], after, _touched_by_setting(db, name, after))
        for name, after in wanted.settings.items()
        if before[name] != after
    ]


def _touched_by_setting(db: Session, name: str, value: int) -> Problem | None:
    if name != "inactive_months" or not value:
        return None
    unseen = records.how_many_inactive(db, retention.warn_before(now(db), value))
    return Problem(Code.MEMBERS_WARNED, {"count": unseen, "days": retention.WARNING.days})


def _tier_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {tier.level: tier for tier in tier_queries.ladder(db)}
    count = ledger.how_many(db)
    shape = [(tier.level, tier.floor) for tier in present.values()]
    if count and shape != [(tier.level, tier.floor) for tier in wanted.tiers]:
        # Members reached their tiers by these floors, and the audit checks the ledger against them.
        raise Conflict(Code.TIERS_STAY, {"members": count})
    changes = []
    for tier in wanted.tiers:
        old = present.get(tier.level)
        count = ledger.how_many(db, level=tier.level) if old else 0
        touches = Problem(Code.MEMBERS_OF_TIER, {"count": count}) if old else None
        before = TIER.dump(old) if old else {}
        differences = _differences(f"tier {tier.level}", before, TIER.dump(tier))
        changes += [replace(change, touches=touches) for change in differences]
    gone = set(present) - {tier.level for tier in wanted.tiers}
    return changes + [Change(f"tier {level}", "", present[level].name, "gone") for level in sorted(gone)]


def _outlet_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {each.id: each for each in outlet_queries.outlets(db)}
    if missing := sorted(set(present) - {each.id for each in wanted.outlets}):
        raise Conflict(Code.OUTLET_MISSING, {"outlet": missing[0]})
    holders = {outlet.name: outlet.id for outlet in present.values()}
    changes = []
    for each in wanted.outlets:
        if (holder := holders.get(each.name, each.id)) != each.id:
            # Names are unique at every moment, and outlets are written one after the other.
            raise Conflict(Code.OUTLET_NAME_TAKEN, {"outlet": each.id, "other": holder})
        old = present.get(each.id)
        before = OUTLET.dump(old) if old else {}
        for change in _differences(f"outlet {each.id}", before, OUTLET.dump(each)):
            is_new = old is None and change.field == "name"
            touches = Problem(Code.OUTLET_NOT_ON_PAGES) if is_new else None
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
            touches = _touched(db, old, change.field, change.before, change.after) if old else None
            changes.append(replace(change, touches=touches))
    if missing := sorted(set(present) - {row["id"] for row in wanted.rewards}):
        raise Conflict(Code.REWARD_MISSING, {"reward": missing[0]})
    return changes


def _differences(what: str, before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    """The differences of one record, by the file's names; of a new one all its values."""
    return [
        Change(what, name, before.get(name), value)
        for name, value in after.items()
        if name != "id" and (before[name] != value if before else value not in (None, [], {}))
    ]


def _refuse_reward(
    db: Session, row: dict[str, Any], old: dict[str, Any] | None, known_outlets: set[int]
) -> None:
    if unknown := sorted(set(row["outlet_ids"]) - known_outlets):
        raise Conflict(Code.REWARD_AT_UNKNOWN_OUTLET, {"reward": row["id"], "outlet": unknown[0]})
    if old is None:
        return
    changed = [name for field, name in FIXED.items() if row[field] != old[field]]
    if changed and (held := rewards.vouchers_ever(db, row["id"])):
        raise Conflict(Code.REWARD_CLAIMED, {"reward": row["id"], "count": held, "field": changed[0]})
    rewards.refuse_below(row["id"], row["stock"], old["claimed"])


def _touched(db: Session, old: dict[str, Any], field: str, before: Any, after: Any) -> Problem | None:
    """Whom a changed reward affects: members who now have or lack the points, and holders of its vouchers."""
    if field == "cost":
        low, high = sorted((before, after))
        moved = ledger.how_many(db, balance_from=low, balance_below=high)
        lacks = after > before
        return Problem(Code.MEMBERS_LACK_POINTS if lacks else Code.MEMBERS_HAVE_POINTS, {"count": moved})
    held = rewards.open_vouchers(db, old["id"], now(db))
    if field in ("discount", "min_spend", "outlets", "valid_days", "active") and held:
        return Problem(Code.VOUCHERS_STAY, {"count": held})
    return None
