"""The settings of the programme: part of its file, stored in the database, the same for every node."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from sqlalchemy import CheckConstraint, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.inserts import upsert
from loyalty.db.tables import Base
from loyalty.rules.bills import BillLimits
from loyalty.rules.retention import PROMISED_MONTHS


class ProgrammeSetting(Base):
    """A setting of the programme that differs from its default in `Settings`."""

    __tablename__ = "programme_settings"
    __table_args__ = (CheckConstraint("value >= 0", name="value"),)

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[int]


@dataclass(frozen=True)
class Settings:
    """The settings with their defaults."""

    # The most points that one person may move alone on one day: of one member, and of all members together.
    # Above them somebody independent has to decide too (`features.points.alone`).
    adjust_limit: int = 1000
    operator_day_limit: int = 10_000
    # Months without a sign-in and without a bill after which a member is erased, 30 days after a warning;
    # 0 is never.
    inactive_months: int = PROMISED_MONTHS
    # What tills may verify without head office, in ringgit; 0 is no limit (`rules.bills`).
    bill_maximum: int = 50_000  # in ringgit: nobody can record a larger one
    bill_limit: int = 2_000  # a party of forty at RM 50 each
    till_day_limit: int = 30_000  # more than one counter takes in a day, members and all others together
    member_day_limit: int = 3_000  # the largest bill, and another party's half

    @property
    def bill_limits(self) -> BillLimits:
        """What tills may verify without head office, in sen."""
        return BillLimits(
            bill_sen=self.bill_limit * 100,
            till_day_sen=self.till_day_limit * 100,
            member_day_sen=self.member_day_limit * 100,
        )


NAMES = tuple(field.name for field in fields(Settings))


def current(db: Session) -> Settings:
    """The settings that hold now."""
    rows = db.execute(select(ProgrammeSetting.name, ProgrammeSetting.value))
    stored = {name: value for name, value in rows if name in NAMES}
    return Settings(**stored)


def write(db: Session, wanted: Mapping[str, int]) -> None:
    """Store these settings in the caller's transaction; those not named stay as they are."""
    for name, value in wanted.items():
        upsert(db, ProgrammeSetting, {"name": name, "value": value}, {"value": value})
