"""The steps of the programme, read from their rows."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CheckConstraint, String, delete, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.errors import NotFound
from loyalty.rules.codes import Code
from loyalty.rules.points import times
from loyalty.rules.tiers import Tier, up_level_point_amount


class TierRow(Base):
    """One tier. `floor`: the tier points that reach it; `multiplier_tenths`: 12 is 1.2 points a ringgit."""

    __tablename__ = "tiers"
    __table_args__ = (
        CheckConstraint("level >= 0", name="level_from_zero"),
        CheckConstraint("floor >= 0 AND (level > 0 OR floor = 0)", name="first_floor_is_zero"),
        CheckConstraint("multiplier_tenths > 0", name="earns_something"),
    )

    id: Mapped[Id]
    level: Mapped[int] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(String(40))
    floor: Mapped[int] = mapped_column(unique=True)
    multiplier_tenths: Mapped[int]


def ladder(db: Session) -> Sequence[Tier]:
    """The tiers, lowest first, as the rules want them."""
    columns = TierRow.level, TierRow.name, TierRow.floor, TierRow.multiplier_tenths
    return [Tier(*row) for row in db.execute(select(*columns).order_by(TierRow.level))]


def memberships(db: Session) -> list[dict[str, Any]]:
    """The tiers by level, as members see them; `up_level_point_amount` leads out of one, 0 at the top (spec
    000 §3).
    """
    rows = db.scalars(select(TierRow).order_by(TierRow.level)).all()
    tiers = [Tier(row.level, row.name, row.floor, row.multiplier_tenths) for row in rows]
    return [
        {
            "id": row.id,
            "name": row.name,
            "level": row.level,
            "up_level_point_amount": up_level_point_amount(row.level, tiers),
            "multiplier": times(row.multiplier_tenths),
        }
        for row in rows
    ]


def membership(db: Session, membership_id: int) -> dict[str, Any]:
    """One tier by its id; raises NotFound."""
    found = next((each for each in memberships(db) if each["id"] == membership_id), None)
    if found is None:
        raise NotFound(Code.MEMBERSHIP_NOT_FOUND)
    return found


def set_up(db: Session, tiers: Sequence[Tier]) -> int:
    """Write the tiers that are missing, by level; returns how many. What is there stays as it is."""
    present = set(db.scalars(select(TierRow.level)))
    # The id is the level and one: 0 means "no membership" on the wire (spec 000 §3).
    missing = [{"id": tier.level + 1, **vars(tier)} for tier in tiers if tier.level not in present]
    if missing:
        db.execute(insert(TierRow), missing)
    return len(missing)


def write(db: Session, wanted: Sequence[Tier]) -> None:
    """Make the tiers these, in the caller's transaction; the caller makes sure that every member has one."""
    set_up(db, wanted)
    levels = [tier.level for tier in wanted]
    db.execute(delete(TierRow).where(TierRow.level.not_in(levels)))
    # From the top when floors rise, so that no two tiers begin at the same points on the way.
    for tier in sorted(wanted, key=lambda tier: -tier.floor):
        values = {"name": tier.name, "floor": tier.floor, "multiplier_tenths": tier.multiplier_tenths}
        db.execute(update(TierRow).where(TierRow.level == tier.level).values(values))
