"""The tables of members and of proposals about them. Points are in the ledger's tables, sign-ins in
access.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, ForeignKeyConstraint, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import LONGEST_OPERATOR, LONGEST_REASON


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


class MemberProposal(Base):
    """What one person of the staff proposes about a member, and another's decision (office/proposals.py).

    `correct`: `changes` are the fields with their new values, emptied when the member is erased. `move`: the
    member's bill shall be another member's. `outlet_id` is whose area managers decide; None: every outlet's.
    """

    __tablename__ = "member_proposals"
    __table_args__ = (
        CheckConstraint("kind IN ('correct', 'move')", name="kind"),
        CheckConstraint(
            "(kind = 'move') = (bill_id IS NOT NULL) AND (kind = 'move') = (to_member_id IS NOT NULL)",
            name="move_names_both",
        ),
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'withdrawn')", name="state"),
        CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> asked_by", name="four_eyes"
        ),
        CheckConstraint(
            "(state = 'waiting') = (decided_by IS NULL) AND (state = 'waiting') = (decided_at IS NULL)",
            name="decided_once",
        ),
        ForeignKeyConstraint(["member_id", "bill_id"], ["bills.member_id", "bills.id"]),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(10))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"))
    changes: Mapped[dict[str, str | int | None] | None] = mapped_column(JSON(none_as_null=True))
    bill_id: Mapped[int | None] = mapped_column(index=True)
    to_member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    asked_by: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    asked_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10))
    decided_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))
    decided_at: Mapped[datetime | None]
