"""The steps of the programme as rows, so that an operator can bring other ones."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.base import Base, Id


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
