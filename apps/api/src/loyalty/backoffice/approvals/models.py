"""Tables of what one person proposes and another decides."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, ForeignKeyConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import LONGEST_OPERATOR, LONGEST_REASON


class Restoration(Base):
    """One operator's request to restore a used voucher, and another's decision.

    `used_at` to `staff_id` are the use that is undone: the voucher loses them.
    Only an approved request lets the database change a used voucher (the trigger `vouchers_stay_ended`).
    """

    __tablename__ = "voucher_restorations"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'withdrawn')", name="state"),
        CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> asked_by", name="four_eyes"
        ),
        CheckConstraint(
            "(state = 'waiting') = (decided_by IS NULL) AND (state = 'waiting') = (decided_at IS NULL)",
            name="decided_once",
        ),
        ForeignKeyConstraint(["member_id", "voucher_id"], ["vouchers.member_id", "vouchers.id"]),
    )

    id: Mapped[Id]
    member_id: Mapped[int]
    voucher_id: Mapped[int] = mapped_column(index=True)
    used_at: Mapped[datetime]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    used_receipt: Mapped[str | None] = mapped_column(String(40))
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    asked_by: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    asked_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10))
    decided_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))
    decided_at: Mapped[datetime | None]


class Adjustment(Base):
    """An adjustment of points. Above the limit it waits for a second operator, never the first."""

    __tablename__ = "office_adjustments"
    __table_args__ = (
        CheckConstraint("delta <> 0", name="moves_something"),
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'withdrawn')", name="state"),
        CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> asked_by", name="four_eyes"
        ),
        CheckConstraint("(state = 'waiting') = (decided_at IS NULL)", name="decided_once"),
    )

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    delta: Mapped[int]
    counts_for_tier: Mapped[bool]
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    asked_by: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    asked_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10))
    decided_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))
    decided_at: Mapped[datetime | None]


class StaffProposal(Base):
    """What one person asks for an account and another of head office decides: roles (`given` and `taken` as
    pairs of role and outlet), or an invitation for somebody who has made a passkey before.
    """

    __tablename__ = "staff_proposals"
    __table_args__ = (
        CheckConstraint("kind IN ('roles', 'invitation')", name="kind"),
        CheckConstraint(
            "(kind = 'roles') = (given IS NOT NULL) AND (given IS NULL) = (taken IS NULL)",
            name="roles_are_named",
        ),
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'withdrawn')", name="state"),
        CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> asked_by", name="four_eyes"
        ),
        CheckConstraint(
            "(state = 'waiting') = (decided_by IS NULL) AND (state = 'waiting') = (decided_at IS NULL)",
            name="decided_once",
        ),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(10))
    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"), index=True)
    given: Mapped[list[list[Any]] | None] = mapped_column(JSON(none_as_null=True))
    taken: Mapped[list[list[Any]] | None] = mapped_column(JSON(none_as_null=True))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    asked_by: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    asked_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10))
    decided_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))
    decided_at: Mapped[datetime | None]
