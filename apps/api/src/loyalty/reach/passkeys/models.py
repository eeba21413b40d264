"""The tables of passkeys: what proves one later, and the challenges that were given out."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id

# A credential's id has at most 1,023 bytes (WebAuthn level 3, §4), a third more as base64url.
MAX_CREDENTIAL_ID = 1_364
MAX_PUBLIC_KEY = 2_000


class Credential(Base):
    """The columns of a passkey, of a member or of the staff: the private key never leaves the owner's device.
    Bytes are base64url.

    `sign_count` counts uses, where an authenticator counts; a copy of it falls behind. `browser` and `system`
    are of the device on which it was added (rules/devices.py).
    """

    __abstract__ = True

    id: Mapped[Id]
    credential_id: Mapped[str] = mapped_column(String(MAX_CREDENTIAL_ID), unique=True)
    public_key: Mapped[str] = mapped_column(String(MAX_PUBLIC_KEY))
    sign_count: Mapped[int]
    transports: Mapped[str] = mapped_column(String(100))
    browser: Mapped[str | None] = mapped_column(String(20))
    system: Mapped[str | None] = mapped_column(String(20))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class Challenge(Base):
    """The columns of a challenge, for one purpose. It counts once, also when what answers it is wrong."""

    __abstract__ = True

    challenge_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(20))
    network_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class Passkey(Credential):
    """A passkey of a member. `user_handle` is the same for all of theirs: what authenticators know the
    account by. It names nobody.
    """

    __tablename__ = "passkeys"

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    user_handle: Mapped[str] = mapped_column(String(43))


class PasskeyChallenge(Challenge):
    """A member's challenge, to add a passkey, or anybody's, to sign in by one."""

    __tablename__ = "passkey_challenges"
    __table_args__ = (
        CheckConstraint("(purpose = 'add') = (member_id IS NOT NULL)", name="purpose"),
        Index("ix_passkey_challenges_network", "network_hash", "created_at"),
    )

    purpose: Mapped[str] = mapped_column(String(10))
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    user_handle: Mapped[str | None] = mapped_column(String(43))
