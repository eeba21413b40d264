"""What a member agreed to, when, in which version and language: the record PDPA asks for (trust.md P1)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.base import Base, Id
from loyalty.db.clock import now

NOTICE_VERSION = "1"
NOTICE_LANGUAGE = "en"


class Consent(Base):
    """One agreement of one member; a newer version is another row."""

    __tablename__ = "consents"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    notice_version: Mapped[str] = mapped_column(String(20))
    language: Mapped[str] = mapped_column(String(10))
    channel: Mapped[str] = mapped_column(String(20))
    given_at: Mapped[datetime]


def record_consent(
    db: Session, member_id: int, *, channel: str, version: str | None = None, language: str | None = None
) -> None:
    """Note in the caller's transaction that a member agreed to the terms and the notice shown to her."""
    db.add(
        Consent(
            member_id=member_id,
            notice_version=version or NOTICE_VERSION,
            language=language or NOTICE_LANGUAGE,
            channel=channel,
            given_at=now(db),
        )
    )
