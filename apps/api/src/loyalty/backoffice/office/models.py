"""Tables of head office: its log, the versions of the programme, restorations and adjustments."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import LONGEST_OPERATOR, LONGEST_REASON


class OfficeEntry(Base):
    """Who did what to whom, when and why. Never changed, and for two years never deleted (triggers).

    It holds no personal data of members: `details` has names of fields and figures, not contents. `seq` and
    `seal_before` make it a chain like a member's ledger; only a release before the chain leaves them out.
    `outlet_id` is the outlet that it is about, where it is about one.
    """

    __tablename__ = "office_log"
    __table_args__ = (Index("uq_office_log_seq", "seq", unique=True),)

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    operator: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    action: Mapped[str] = mapped_column(String(40))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    details: Mapped[str] = mapped_column(String(400))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"), index=True)
    seq: Mapped[int | None]
    seal_before: Mapped[str | None] = mapped_column(String(64))


class OfficeLogChain(Base):
    """Both ends of the office log, in one row: the first entry that is kept and the seal it carries, the
    newest entry and its own seal. They have a seal of their own, so that nobody moves them without the key.
    """

    __tablename__ = "office_log_chain"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[Id]
    first_seq: Mapped[int]
    first_seal: Mapped[str] = mapped_column(String(64))
    last_seq: Mapped[int]
    last_seal: Mapped[str] = mapped_column(String(64))
    seal: Mapped[str] = mapped_column(String(64))


class ProgrammeVersion(Base):
    """An applied programme, and by whom; the programme before and after as files.

    `proposed_by` is who submitted the draft that `operator` approved; None for a file of the command line.
    """

    __tablename__ = "programme_versions"

    id: Mapped[Id]
    at: Mapped[datetime]
    operator: Mapped[str] = mapped_column(String(LONGEST_OPERATOR))
    proposed_by: Mapped[str | None] = mapped_column(String(LONGEST_OPERATOR))
    reason: Mapped[str] = mapped_column(String(LONGEST_REASON))
    before: Mapped[str] = mapped_column(Text)
    after: Mapped[str] = mapped_column(Text)


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
