"""The keys of the tills. A key itself is shown once and kept by nobody but its till."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.base import Base, Id

LONGEST_NAME = 60


class TillKey(Base):
    """What lets a till act for its one outlet, until it is revoked. Without a name it is called by its id."""

    __tablename__ = "till_keys"

    id: Mapped[Id]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]  # to the hour


class TillLookup(Base):
    """A till read something of a member: her card, or a voucher of hers. For the day a key is in wrong hands.

    Written with the answer, never changed, deleted with the log of the office.
    """

    __tablename__ = "till_lookups"
    __table_args__ = (CheckConstraint("what IN ('member', 'voucher')", name="what"),)

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int] = mapped_column(ForeignKey("till_keys.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    what: Mapped[str] = mapped_column(String(10))
