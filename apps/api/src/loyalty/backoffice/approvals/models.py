"""The table of what one person proposes and another decides."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import MAX_OPERATOR, MAX_REASON


class Proposal(Base):
    """A proposal of one person, and another's decision.

    `subject_id` is the id of what it is about: of a move the bill, of a restoration the voucher, of roles and
    an invitation the account, a draft of the programme or a broadcast, else the member. `member_id` is whose
    record, points, bill or voucher it is, `outlet_id` whose area managers decide; None: every outlet's.
    `payload` is what is proposed, by its kind; that of a correction is emptied when the member is erased.

    `used_at`, of a restoration, is the use that is undone: only an approved one lets the database change a
    used voucher (the trigger `vouchers_stay_ended`). An adjustment that one person may make alone is done at
    once and has no `decided_by`.
    """

    __tablename__ = "approvals"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('adjustment', 'correction', 'move', 'restoration', 'roles', 'invitation', "
            "'programme', 'broadcast')",
            name="kind",
        ),
        CheckConstraint("state IN ('waiting', 'done', 'refused', 'withdrawn')", name="state"),
        CheckConstraint(
            "state = 'withdrawn' OR decided_by IS NULL OR decided_by <> proposed_by", name="four_eyes"
        ),
        CheckConstraint(
            "(state = 'waiting') = (decided_at IS NULL) "
            "AND (kind = 'adjustment' OR (decided_by IS NULL) = (decided_at IS NULL))",
            name="decided_once",
        ),
        CheckConstraint("(kind = 'restoration') = (used_at IS NOT NULL)", name="restores_a_use"),
        CheckConstraint(
            "(kind IN ('roles', 'invitation', 'programme', 'broadcast')) = (member_id IS NULL)",
            name="about_somebody",
        ),
        Index("ix_approvals_kind_subject_id", "kind", "subject_id"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(12))
    subject_id: Mapped[int]
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"))
    payload: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    used_at: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(String(MAX_REASON))
    proposed_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    proposed_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(String(10), index=True)
    decided_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    decided_at: Mapped[datetime | None]
    decision: Mapped[str | None] = mapped_column(String(MAX_REASON))
