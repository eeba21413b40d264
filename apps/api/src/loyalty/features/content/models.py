"""The tables of the content: one row a kind with its draft, and every version that was published."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base
from loyalty.rules.signing import MAX_OPERATOR, MAX_REASON


class ContentKind(Base):
    """One kind of content, such as the menu. `revision` counts every change of its draft and its publication,
    so that nobody overwrites what they have not read. Documents are JSON, as schemas.py writes them.
    """

    __tablename__ = "content_kinds"
    __table_args__ = (
        CheckConstraint("(draft IS NULL) = (saved_at IS NULL)", name="draft_saved"),
        CheckConstraint("revision > 0", name="revision"),
    )

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    revision: Mapped[int]
    changed_at: Mapped[datetime]
    # None as long as it is what a new database begins with.
    changed_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    draft: Mapped[str | None] = mapped_column(Text)
    saved_at: Mapped[datetime | None]
    saved_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))


class ContentVersion(Base):
    """A published document. The newest of a kind is what everybody sees; none is changed or deleted.

    `id` counts the versions of its kind, from 1: publishing locks the kind's row.
    `operator` and `reason` are None for what a new database begins with; `again` names the version that was
    taken back to.
    """

    __tablename__ = "content_versions"
    __table_args__ = (
        ForeignKeyConstraint(["kind", "again"], ["content_versions.kind", "content_versions.id"]),
        CheckConstraint("id > 0 AND (again IS NULL OR again < id)", name="counted"),
    )

    kind: Mapped[str] = mapped_column(ForeignKey("content_kinds.kind"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
    operator: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    reason: Mapped[str | None] = mapped_column(String(MAX_REASON))
    again: Mapped[int | None]
