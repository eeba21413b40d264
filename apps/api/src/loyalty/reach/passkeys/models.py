"""The tables of passkeys: what proves one later, and the challenges that were given out."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id

# A credential's id has at most 1,023 bytes (WebAuthn level 3, §4), a third more as base64url.
MAX_CREDENTIAL_ID = 1_364
MAX_PUBLIC_KEY = 2_000


class Passkey(Base):
    """One credential of a member; the private key never leaves their device. Bytes are base64url."""

    __tablename__ = "passkeys"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    credential_id: Mapped[str] = mapped_column(String(MAX_CREDENTIAL_ID), unique=True)
    public_key: Mapped[str] = mapped_column(String(MAX_PUBLIC_KEY))
    # The same for all of a member's: what authenticators know the account by. It names nobody.
    user_handle: Mapped[str] = mapped_column(String(43))
    # Counts uses, where an authenticator counts; a copy of it falls behind.
    sign_count: Mapped[int]
    transports: Mapped[str] = mapped_column(String(100))
    # The device it was added on (rules/devices.py).
    browser: Mapped[str | None] = mapped_column(String(20))
    system: Mapped[str | None] = mapped_column(String(20))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class PasskeyChallenge(Base):
    """One challenge, for one use: a member's, to add a passkey, or anybody's, to sign in by one."""

    __tablename__ = "passkey_challenges"
    __table_args__ = (
        CheckConstraint("(purpose = 'add') = (member_id IS NOT NULL)", name="purpose"),
        Index("ix_passkey_challenges_network", "network_hash", "created_at"),
    )

    challenge_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    user_handle: Mapped[str | None] = mapped_column(String(43))
    network_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
