"""The tables of super-apps: a member's accounts there, what they agreed to, and sign-ins under way."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.hosts import MAX_SUBJECT

NAME = 20


class HostAccount(Base):
    """A member's account at a host. A host's account is one member's, and a member has one account a host."""

    __tablename__ = "host_accounts"
    __table_args__ = (UniqueConstraint("host", "subject"),)

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), primary_key=True)
    host: Mapped[str] = mapped_column(String(NAME), primary_key=True)
    # What the host calls the account; it says nothing about the member elsewhere.
    subject: Mapped[str] = mapped_column(String(MAX_SUBJECT))
    linked_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class HostConsent(Base):
    """That a member agreed that a host signs them in, or took it back; the newest row of a host holds."""

    __tablename__ = "host_consents"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    host: Mapped[str] = mapped_column(String(NAME))
    agreed: Mapped[bool]
    notice_version: Mapped[str] = mapped_column(String(20))
    channel: Mapped[str] = mapped_column(String(20))
    chosen_at: Mapped[datetime]


class HostAttempt(Base):
    """A sign-in by a host, from the page that begins it to the code that ends it, in one browser.

    Where the code's account belongs to nobody yet, `subject` and `link_hash` wait for a member to link it.
    """

    __tablename__ = "host_attempts"
    __table_args__ = (Index("ix_host_attempts_network", "network_hash", "created_at"),)

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    host: Mapped[str] = mapped_column(String(NAME))
    device_hash: Mapped[str] = mapped_column(String(64))
    network_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    subject: Mapped[str | None] = mapped_column(String(MAX_SUBJECT), index=True)
    link_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    link_expires_at: Mapped[datetime | None]
    linked_at: Mapped[datetime | None]
