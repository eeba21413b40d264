"""The outlets. Addresses, hours and pictures are content of the apps, held to these rows by their id."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.base import Base, Id


class Outlet(Base):
    """One restaurant of one of the brands. `status_id` 1 is open (spec 000 §3)."""

    __tablename__ = "outlets"
    __table_args__ = (CheckConstraint("length(name) > 0", name="has_a_name"),)

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(100), unique=True)
    brand: Mapped[str] = mapped_column(String(40))
    status_id: Mapped[int]
