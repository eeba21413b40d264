"""The table of the ledger. Only this package writes it; entries are never changed."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id


class LedgerEntry(Base):
    """One movement, written once. `seal_before` is the seal of the member's entry before it (decision 0023).

    `action_id` is rules.points.Action; `source_type` and `source_id` name what the entry was written for, and
    a source moves points once for an action.
    """

    __tablename__ = "ledger_entries"
    __table_args__ = (
        UniqueConstraint("member_id", "seq"),
        UniqueConstraint("member_id", "source_type", "source_id", "action_id"),
        CheckConstraint("balance_after = balance_before + delta", name="balance_adds_up"),
        CheckConstraint("tier_after = tier_before + tier_delta", name="tier_points_add_up"),
        CheckConstraint("balance_after >= 0 AND tier_after >= 0", name="never_negative"),
        CheckConstraint(
            "CASE action_id WHEN 1 THEN delta = 0 WHEN 2 THEN delta >= 0 AND tier_delta = delta "
            "WHEN 3 THEN delta <= 0 AND tier_delta = 0 WHEN 4 THEN delta >= 0 AND tier_delta >= 0 "
            "WHEN 5 THEN delta <= 0 AND tier_delta <= 0 WHEN 6 THEN delta = 0 AND tier_delta <= 0 "
            "ELSE 1 = 0 END",
            name="sign_follows_action",
        ),
        CheckConstraint("seq >= 1", name="seq_from_one"),
    )

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("point_accounts.member_id"))
    seq: Mapped[int]
    action_id: Mapped[int]
    delta: Mapped[int]
    balance_before: Mapped[int]
    balance_after: Mapped[int]
    tier_delta: Mapped[int]
    tier_before: Mapped[int]
    tier_after: Mapped[int]
    source_type: Mapped[str] = mapped_column(String(20))
    source_id: Mapped[str] = mapped_column(String(80))
    remark: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    seal_before: Mapped[str] = mapped_column(String(64))
