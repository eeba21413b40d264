"""The outlets, and the calling codes of all countries: their ids never change, new codes go to the end.

Only geographic codes of ITU-T E.164, no satellites and no international freephone.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sqlalchemy import CheckConstraint, String, insert, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.errors import NotFound
from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP


class Outlet(Base):
    """One restaurant of one of the brands. `status_id` 1 is open (spec 000 §3)."""

    __tablename__ = "outlets"
    __table_args__ = (CheckConstraint("length(name) > 0", name="has_a_name"),)

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(100), unique=True)
    brand: Mapped[str] = mapped_column(String(40))
    status_id: Mapped[int]


@dataclass(frozen=True)
class CallingCode:
    """A calling code; `name` is the code itself, "60" (spec 000 §3)."""

    id: int
    name: str


@cache
def calling_codes() -> tuple[CallingCode, ...]:
    """All calling codes, that of the group's country first."""
    rows = json.loads((files(__package__) / "calling_codes.json").read_text(encoding="utf-8"))
    codes = [CallingCode(**row) for row in rows]
    return tuple(sorted(codes, key=lambda code: code.id != GROUP.country.calling_code.id))


@cache
def _by_id() -> dict[int, str]:
    return {code.id: code.name for code in calling_codes()}


@cache
def _by_name() -> dict[str, int]:
    return {code.name: code.id for code in calling_codes()}


def calling_code_of(calling_code_id: int) -> str | None:
    """The calling code of an id (1 is "60"), or None when we do not serve it."""
    return _by_id().get(calling_code_id)


def calling_code_id_of(calling_code: str) -> int:
    """The id of a code ("60" is 1); raises KeyError for one that we do not serve."""
    return _by_name()[calling_code]


OPEN, CLOSED = 1, 2


@dataclass(frozen=True)
class OutletRecord:
    """An outlet as everybody sees it. `status_id` 1 is open."""

    id: int
    name: str
    brand: str
    status_id: int


def outlets(db: Session, status_id: int | None = None) -> list[OutletRecord]:
    """The outlets by id, all or those of one status."""
    query = select(Outlet.id, Outlet.name, Outlet.brand, Outlet.status_id).order_by(Outlet.id)
    if status_id is not None:
        query = query.where(Outlet.status_id == status_id)
    return [OutletRecord(*row) for row in db.execute(query)]


def is_open(db: Session, outlet_id: int) -> bool:
    """Whether there is an open outlet of this id."""
    return db.scalar(select(Outlet.status_id).where(Outlet.id == outlet_id)) == OPEN


def name_of(db: Session, outlet_id: int) -> str:
    """The name of an outlet; raises NotFound."""
    name = db.scalar(select(Outlet.name).where(Outlet.id == outlet_id))
    if name is None:
        raise NotFound(Code.OUTLET_NOT_FOUND)
    return name


def id_of(db: Session, name: str) -> int | None:
    """The id of the outlet of this name, None when there is none."""
    return db.scalar(select(Outlet.id).where(Outlet.name == name))


def set_up(db: Session, wanted: Iterable[OutletRecord]) -> int:
    """Write the outlets that are missing, by id; returns how many. What is there stays as it is."""
    present = set(db.scalars(select(Outlet.id)))
    missing = [vars(outlet) for outlet in wanted if outlet.id not in present]
    if missing:
        db.execute(insert(Outlet), missing)
    return len(missing)


def write(db: Session, wanted: Iterable[OutletRecord]) -> None:
    """Make the outlets these, in the caller's transaction; none is ever taken away."""
    listed = list(wanted)
    set_up(db, listed)
    for outlet in listed:
        values = {"name": outlet.name, "brand": outlet.brand, "status_id": outlet.status_id}
        db.execute(update(Outlet).where(Outlet.id == outlet.id).values(values))
