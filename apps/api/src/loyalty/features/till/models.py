"""The keys of the tills. A key itself is shown once and kept by nobody but its till."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.base import Base, Id


class TillKey(Base):
    """What lets a till act for its one outlet, until it is revoked."""

    __tablename__ = "till_keys"

    id: Mapped[Id]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
