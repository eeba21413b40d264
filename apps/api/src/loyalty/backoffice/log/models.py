"""The tables of the log of the office."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import MAX_OPERATOR, MAX_REASON


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
    operator: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    action: Mapped[str] = mapped_column(String(40))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    details: Mapped[str] = mapped_column(String(400))
    reason: Mapped[str] = mapped_column(String(MAX_REASON))
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
