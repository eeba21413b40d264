"""The programme's own numbers: part of the reviewed file, kept with it, and the same for every node."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.db.upsert import upsert
from loyalty.features.office.models import ProgrammeSetting


@dataclass(frozen=True)
class Settings:
    """What holds until a programme says otherwise."""

    # The most points that one operator may adjust alone; above it a second one has to approve.
    adjust_limit: int = 1000
    # After so many months without a sign-in and without a bill a member is erased, 30 days after a warning;
    # 0 never. The privacy notice says 24.
    inactive_months: int = 24


NAMES = tuple(field.name for field in fields(Settings))


def current(db: Session) -> Settings:
    """The numbers that hold now."""
    columns = ProgrammeSetting.__table__.c
    said = {name: value for name, value in db.execute(select(columns.name, columns.value)) if name in NAMES}
    return Settings(**said)


def write(db: Session, wanted: Settings) -> None:
    """Let these numbers hold from now on, in the caller's transaction."""
    for name, value in asdict(wanted).items():
        upsert(db, ProgrammeSetting, {"name": name, "value": value}, {"value": value})
