"""Changing the programme: what a file would change and whom it touches, then all of it in one transaction."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.features.members import service as members
from loyalty.features.office import settings
from loyalty.features.office.log import Signature, note
from loyalty.features.office.models import ProgrammeVersion
from loyalty.features.office.programme_file import Programme, read, written
from loyalty.features.outlets import service as outlets
from loyalty.features.points import readers as points
from loyalty.features.rewards import programme as rewards
from loyalty.features.tiers import service as tiers
from loyalty.rules import retention

# What a reward that was ever claimed has to stay: its vouchers and their figures rest on it.
FIXED = ("kind", "type_id")


@dataclass(frozen=True)
class Change:
    """One value that would change, and whom that touches. `before` None: it is new."""

    what: str
    field: str
    before: object
    after: object
    touches: str = ""


def plan(db: Session, wanted: Programme) -> list[Change]:
    """What this programme would change; raises Conflict when it may not."""
    return [
        *_setting_changes(db, wanted),
        *_tier_changes(db, wanted),
        *_outlet_changes(db, wanted),
        *_reward_changes(db, wanted),
    ]


def apply(text: str, signature: Signature) -> list[Change]:
    """Make the programme what the file says, all or nothing; gives what changed. The file is kept.

    Raises Invalid for a file that cannot be read and Conflict for one that may not be. The same file again
    changes nothing and is not noted again.
    """
    wanted = read(text)
    with transaction() as db:
        changes = plan(db, wanted)
        if not changes:
            return changes
        before = written(db)
        if wanted.settings is not None:
            settings.write(db, wanted.settings)
        tiers.write(db, wanted.tiers)
        outlets.write(db, wanted.outlets)
        rewards.write(db, wanted.rewards)
        note(db, signature, "programme.apply", f"{len(changes)} changes")
        row = {"at": now(db), "operator": signature.operator, "before": before, "after": written(db)}
        db.execute(insert(ProgrammeVersion).values(row))
        return changes


def versions(db: Session, limit: int = 50) -> list[Any]:
    """The programmes there were, newest first: when, by whom, before and after."""
    columns = ProgrammeVersion.__table__.c
    return list(db.execute(select(*columns).order_by(columns.id.desc()).limit(limit)))


def _setting_changes(db: Session, wanted: Programme) -> list[Change]:
    if wanted.settings is None:
        return []
    before, after = asdict(settings.current(db)), asdict(wanted.settings)
    return [
        Change("settings", name, before[name], after[name], _touched_by_setting(db, name, after[name]))
        for name in before
        if before[name] != after[name]
    ]


def _touched_by_setting(db: Session, name: str, value: int) -> str:
    if name != "inactive_months" or not value:
        return ""
    unseen = members.how_many_inactive(db, retention.months_before(now(db), value))
    return f"{unseen} members would be erased by the next tick"


def _tier_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {tier.level: tier for tier in tiers.ladder(db)}
    members = points.how_many(db)
    shape = [(tier.level, tier.floor) for tier in present.values()]
    if members and shape != [(tier.level, tier.floor) for tier in wanted.tiers]:
        # Whoever stands on a tier got there by the floors of that day; the books are checked against them.
        raise Conflict(f"Tiers and their floors stay while there are members ({members}).")
    changes = []
    for tier in wanted.tiers:
        old = present.get(tier.level)
        touches = f"{points.how_many(db, level=tier.level)} members stand on it" if old else ""
        for field in ("name", "floor", "multiplier_tenths"):
            before = getattr(old, field) if old else None
            if before != getattr(tier, field):
                changes.append(Change(f"tier {tier.level}", field, before, getattr(tier, field), touches))
    gone = set(present) - {tier.level for tier in wanted.tiers}
    return changes + [Change(f"tier {level}", "", present[level].name, "gone") for level in sorted(gone)]


def _outlet_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {each.id: each for each in outlets.outlets(db)}
    if missing := sorted(set(present) - {each.id for each in wanted.outlets}):
        raise Conflict(f"Outlet {missing[0]} is missing: bills name it. Say open: false to close it.")
    return [
        Change(f"outlet {each.id}", field, before, getattr(each, field))
        for each in wanted.outlets
        for field in ("name", "brand", "status_id")
        if (before := getattr(present.get(each.id), field, None)) != getattr(each, field)
    ]


def _reward_changes(db: Session, wanted: Programme) -> list[Change]:
    present = {row["id"]: row for row in rewards.rewards_now(db)}
    known_outlets = {each.id for each in wanted.outlets}
    changes = []
    for listed in wanted.rewards:
        row = {**listed, "image_name": rewards.picture_name(db, listed["image_name"])}
        old = present.get(row["id"])
        _refuse_reward(db, row, old, known_outlets)
        for field, after in row.items():
            before = old[field] if old else None
            if field != "claimed" and (old is None or before != after):
                touches = _touched(db, old, field, before, after) if old else ""
                changes.append(Change(f"reward {row['id']}", field, before, after, touches))
    if missing := sorted(set(present) - {row["id"] for row in wanted.rewards}):
        raise Conflict(f"Reward {missing[0]} is missing: vouchers name it. Say active: false to withdraw it.")
    return changes


def _refuse_reward(
    db: Session, row: dict[str, Any], old: dict[str, Any] | None, known_outlets: set[int]
) -> None:
    name = f"Reward {row['id']}"
    if unknown := sorted(set(rewards.outlets_of(row)) - known_outlets):
        raise Conflict(f"{name} names outlet {unknown[0]}, which there is not.")
    if old is None:
        return
    changed = [field for field in FIXED if row[field] != old[field]]
    if changed and (held := rewards.vouchers_ever(db, row["id"])):
        raise Conflict(f"{name} was claimed {held} times: its {changed[0]} stays. Give a new one an id.")
    if row["stock"] is not None and row["stock"] < old["claimed"]:
        raise Conflict(f"{name} gave {old['claimed']} of its stock: it cannot be {row['stock']}.")


def _touched(db: Session, old: dict[str, Any], field: str, before: Any, after: Any) -> str:
    """Whom a changed reward touches: those it moves out of reach or into it, those who hold its vouchers."""
    if field == "cost":
        low, high = sorted((before, after))
        moved = points.how_many(db, balance_from=low, balance_below=high)
        return f"{moved} members now {'lack the points' if after > before else 'have the points'}"
    held = rewards.open_vouchers(db, old["id"], now(db))
    if field in ("discount_sen", "min_spend_sen", "outlet_ids", "valid_days", "is_active") and held:
        return f"{held} open vouchers stay as they were given"
    return ""
