"""The keys of the tills, as hashes, and their look-ups."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import LONGEST_OPERATOR

LONGEST_NAME = 60


class TillKey(Base):
    """The key of a till for one outlet, until it is revoked or expires. Without a name it is called by its
    id.
    """

    __tablename__ = "till_keys"

    id: Mapped[Id]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))  # None: by an older release
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]  # to the hour
    # A tablet that was enrolled: its Ed25519 key, 32 bytes as base64url, and the account that let it in.
    public_key: Mapped[str | None] = mapped_column(String(43))
    enrolled_by: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))


class TillLookup(Base):
    """A look-up: a till read a member's card or voucher. Needed when a key leaks.

    Written with the answer, never changed, deleted after as long as the office log.
    """

    __tablename__ = "till_lookups"
    __table_args__ = (
        CheckConstraint("what IN ('member', 'voucher')", name="what"),
        Index("ix_till_lookups_till_id_at", "till_id", "at"),
    )

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int] = mapped_column(ForeignKey("till_keys.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    what: Mapped[str] = mapped_column(String(10))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # None: the till itself asked


class TillMiss(Base):
    """A miss: a till asked for a member who does not exist; the code or number is not stored. Deleted with
    the look-ups.
    """

    __tablename__ = "till_misses"
    __table_args__ = (Index("ix_till_misses_till_id_at", "till_id", "at"),)

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int] = mapped_column(ForeignKey("till_keys.id"))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # None: the till itself asked
