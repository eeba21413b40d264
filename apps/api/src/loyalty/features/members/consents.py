"""Consents: what a member agreed to, when, in which version and language (PDPA; SECURITY.md P1).

Terms and privacy notice are one consent; each kind of advertising is another, chosen with the notifications.
Every change is a new row; nothing is overwritten.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, insert, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.db.tables import Base, Id
from loyalty.errors import Invalid
from loyalty.rules.codes import Code
from loyalty.rules.people import MARKETING

NOTICE_LANGUAGE = "en"


class Consent(Base):
    """A member's consent to one version of terms and notice."""

    __tablename__ = "consents"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    notice_version: Mapped[str] = mapped_column(String(20))
    language: Mapped[str] = mapped_column(String(10))
    channel: Mapped[str] = mapped_column(String(20))
    given_at: Mapped[datetime]


class MarketingChoice(Base):
    """A kind of advertising that a member was asked about or switched; the newest row of a kind holds.

    The channel `default` says that nobody asked when they joined, so the default holds.
    """

    __tablename__ = "marketing_choices"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(40))
    agreed: Mapped[bool]
    notice_version: Mapped[str] = mapped_column(String(20))
    channel: Mapped[str] = mapped_column(String(20))
    chosen_at: Mapped[datetime]


@dataclass(frozen=True)
class ConsentStatus:
    """Whether a member has agreed to the current notice, and which version they agreed to last."""

    notice_version: str
    is_agreed: bool
    agreed_version: str | None
    language: str | None
    agreed_at: datetime | None


def record_consent(
    db: Session, member_id: int, *, channel: str, version: str | None = None, language: str | None = None
) -> None:
    """Record in the caller's transaction that a member agreed to terms and notice."""
    db.execute(
        insert(Consent).values(
            member_id=member_id,
            notice_version=version or config.current().notice_version,
            language=language or NOTICE_LANGUAGE,
            channel=channel,
            given_at=now(db),
        )
    )


def record_marketing(
    db: Session,
    member_id: int,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    channel: str,
    version: str | None = None,
) -> None:
    """Record in the caller's transaction what a member was first asked, or switched, about advertising."""
    for kind in MARKETING:
        if before.get(kind) != after[kind]:
            db.execute(
                insert(MarketingChoice).values(
                    member_id=member_id,
                    kind=kind,
                    agreed=after[kind],
                    notice_version=version or config.current().notice_version,
                    channel=channel,
                    chosen_at=now(db),
                )
            )


def status(db: Session, member_id: int) -> ConsentStatus:
    """Whether a member has agreed to the current notice; a newer version needs a new consent."""
    newest = select(Consent).where(Consent.member_id == member_id)
    row = db.scalar(newest.order_by(Consent.id.desc()).limit(1))
    current = config.current().notice_version
    if row is None:
        return ConsentStatus(current, False, None, None, None)
    return ConsentStatus(
        current, row.notice_version == current, row.notice_version, row.language, row.given_at
    )


def agree(member_id: int, version: str, language: str, *, channel: str) -> ConsentStatus:
    """Record that a member agreed to the current notice; agreeing twice changes nothing.

    Raises Invalid for another version.
    """
    if version != config.current().notice_version:
        raise Invalid(Code.NEWER_NOTICE, field="noticeVersion")
    if status(current_session(), member_id).is_agreed:
        return status(current_session(), member_id)
    with transaction() as db:
        record_consent(db, member_id, channel=channel, version=version, language=language)
        return status(db, member_id)
