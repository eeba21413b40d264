"""The outlets, read and set up."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.outlets.calling_codes import (
    CallingCode,
    calling_code_id_of,
    calling_code_of,
    calling_codes,
)
from loyalty.features.outlets.models import Outlet

OPEN, CLOSED = 1, 2

# For one join in another feature's reading: what the outlets are called.
NAMES = select(Outlet.id, Outlet.name).subquery("outlet_names")


@dataclass(frozen=True)
class OutletFacts:
    """An outlet as everybody sees it. `status_id` 1 is open."""

    id: int
    name: str
    brand: str
    status_id: int


def outlets(db: Session, status_id: int | None = None) -> list[OutletFacts]:
    """The outlets by id, all or those of one status."""
    query = select(Outlet.id, Outlet.name, Outlet.brand, Outlet.status_id).order_by(Outlet.id)
    if status_id is not None:
        query = query.where(Outlet.status_id == status_id)
    return [OutletFacts(*row) for row in db.execute(query)]


def is_open(db: Session, outlet_id: int) -> bool:
    """Whether there is an outlet of this id that takes guests."""
    return db.scalar(select(Outlet.status_id).where(Outlet.id == outlet_id)) == OPEN


def name_of(db: Session, outlet_id: int) -> str:
    """The name of an outlet; raises NotFound."""
    name = db.scalar(select(Outlet.name).where(Outlet.id == outlet_id))
    if name is None:
        raise NotFound("This outlet does not exist.")
    return name


def set_status(db: Session, outlet_id: int, status_id: int) -> None:
    """Open or close an outlet, inside the caller's transaction; raises NotFound."""
    changed = update(Outlet).where(Outlet.id == outlet_id).values(status_id=status_id)
    if db.execute(changed.returning(Outlet.id)).one_or_none() is None:
        raise NotFound("This outlet does not exist.")


def first_outlets() -> list[OutletFacts]:
    """The outlets a new database begins with; the apps' content knows them by the same ids."""
    rows = json.loads((files(__package__) / "outlets.json").read_text(encoding="utf-8"))
    return [OutletFacts(**row) for row in rows]


def set_up(db: Session, wanted: Iterable[OutletFacts]) -> int:
    """Write the outlets that are missing, by id; gives how many. What is there stays as it is."""
    present = set(db.scalars(select(Outlet.id)))
    missing = [outlet for outlet in wanted if outlet.id not in present]
    db.add_all(
        Outlet(id=outlet.id, name=outlet.name, brand=outlet.brand, status_id=outlet.status_id)
        for outlet in missing
    )
    db.flush()
    return len(missing)


def write(db: Session, wanted: Iterable[OutletFacts]) -> None:
    """Make the outlets these, in the caller's transaction; none is ever taken away."""
    listed = list(wanted)
    set_up(db, listed)
    for outlet in listed:
        values = {"name": outlet.name, "brand": outlet.brand, "status_id": outlet.status_id}
        db.execute(update(Outlet).where(Outlet.id == outlet.id).values(values))


__all__ = [
    "CLOSED",
    "NAMES",
    "OPEN",
    "CallingCode",
    "OutletFacts",
    "calling_code_id_of",
    "calling_code_of",
    "calling_codes",
    "first_outlets",
    "is_open",
    "name_of",
    "outlets",
    "set_status",
    "set_up",
    "write",
]
