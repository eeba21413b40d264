"""The table of members. Points are in the ledger's tables, sign-ins in those of access."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id


class Member(Base):
    """A member, known by one telephone number: its calling code ("60") and its national digits."""

    __tablename__ = "members"
    __table_args__ = (
        UniqueConstraint("calling_code", "mobile_number"),
        CheckConstraint("referrer_id <> id", name="not_own_referrer"),
    )

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(400))
    email: Mapped[str | None] = mapped_column(String(254))
    calling_code: Mapped[str] = mapped_column(String(3))
    mobile_number: Mapped[str] = mapped_column(String(15))
    date_of_birth: Mapped[date | None]
    gender_id: Mapped[int]
    race_id: Mapped[int | None]
    occupation: Mapped[str | None] = mapped_column(String(100))
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"))
    status_id: Mapped[int]
    referral_code: Mapped[str] = mapped_column(String(20), unique=True)
    referrer_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    member_code: Mapped[str] = mapped_column(String(20), unique=True)
    last_login_at: Mapped[datetime | None] = mapped_column(index=True)
    created_at: Mapped[datetime] = mapped_column(index=True)
    # When they were warned that they will be erased.
    inactive_warned_at: Mapped[datetime | None] = mapped_column(index=True)
    erased_at: Mapped[datetime | None] = mapped_column(index=True)  # since then without personal data
