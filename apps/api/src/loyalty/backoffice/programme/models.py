"""The table of drafts of the programme."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id, Revised
from loyalty.rules.signing import MAX_OPERATOR, MAX_REASON


class State(StrEnum):
    """What has become of a draft. `approved` waits for its day; `failed` could not be applied on it."""

    OPEN = "open"
    WAITING = "waiting"
    APPROVED = "approved"
    APPLIED = "applied"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    FAILED = "failed"


# What is to be changed, approved, or applied yet.
UNFINISHED = (State.OPEN, State.WAITING, State.APPROVED)


class Draft(Revised):
    """A changed programme before it is applied. `base` is the programme as it was when the draft began, so
    that only what the draft itself changes is applied; both are JSON of the programme file's content.

    Who submitted and who decided it is in its approval; `problem` is why it could not be applied on its day.
    """

    __tablename__ = "programme_drafts"
    __table_args__ = (
        CheckConstraint(
            "state IN ('open', 'waiting', 'approved', 'applied', 'refused', 'withdrawn', 'failed')",
            name="state",
        ),
    )

    id: Mapped[Id]
    state: Mapped[str] = mapped_column(String(10))
    made_from: Mapped[int]  # the version
    base: Mapped[str] = mapped_column(Text)
    document: Mapped[str] = mapped_column(Text)
    begun_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    begun_at: Mapped[datetime]
    effective_on: Mapped[date | None]  # None: as soon as it is approved
    withdrawn_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    withdrawn_at: Mapped[datetime | None]
    withdrawal: Mapped[str | None] = mapped_column(String(MAX_REASON))  # the reason
    problem: Mapped[str | None] = mapped_column(Text)  # JSON
    version_id: Mapped[int | None] = mapped_column(ForeignKey("programme_versions.id"))


class ProgrammeVersion(Base):
    """An applied programme, and by whom; the programme before and after as files.

    `proposed_by` is who submitted the draft that `operator` approved; None for a file of the command line.
    """

    __tablename__ = "programme_versions"

    id: Mapped[Id]
    at: Mapped[datetime]
    operator: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    proposed_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    reason: Mapped[str] = mapped_column(String(MAX_REASON))
    before: Mapped[str] = mapped_column(Text)
    after: Mapped[str] = mapped_column(Text)
