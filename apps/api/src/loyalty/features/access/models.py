"""The tables of codes and sessions. Numbers and addresses are kept as keyed hashes only."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, true
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id

HASH = 64


class Challenge(Base):
    """One person proving one number for one purpose: all codes sent meanwhile share its five tries."""

    __tablename__ = "code_challenges"
    __table_args__ = (
        CheckConstraint("purpose IN ('login', 'register', 'erase')", name="purpose"),
        CheckConstraint("tries BETWEEN 0 AND 5", name="five_tries"),
        Index("ix_code_challenges_whose", "number_hash", "purpose", "requester_hash", "created_at"),
    )

    id: Mapped[Id]
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    requester_hash: Mapped[str] = mapped_column(String(HASH))  # empty: whoever sends no request id
    tries: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(index=True)
    closed_at: Mapped[datetime | None]


class SentCode(Base):
    """One code of a challenge, as a keyed hash."""

    __tablename__ = "sent_codes"

    id: Mapped[Id]
    challenge_id: Mapped[int] = mapped_column(
        ForeignKey("code_challenges.id", ondelete="CASCADE"), index=True
    )
    code_hash: Mapped[str] = mapped_column(String(HASH))
    sent_at: Mapped[datetime]


class CodeSend(Base):
    """One code that was asked for and given: what the budgets count."""

    __tablename__ = "code_sends"
    __table_args__ = (
        Index("ix_code_sends_number", "number_hash", "purpose", "sent_at"),
        Index("ix_code_sends_network", "network_hash", "sent_at"),
        Index("ix_code_sends_wide_network", "wide_network_hash", "sent_at"),
        Index("ix_code_sends_prefix", "prefix_hash", "sent_at"),
        Index("ix_code_sends_calling_code", "calling_code", "sent_at"),
    )

    id: Mapped[Id]
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    network_hash: Mapped[str] = mapped_column(String(HASH))
    wide_network_hash: Mapped[str | None] = mapped_column(String(HASH))
    prefix_hash: Mapped[str] = mapped_column(String(HASH))
    calling_code: Mapped[str] = mapped_column(String(3))
    known_device: Mapped[bool]
    from_reserve: Mapped[bool]
    # False where only members are sent codes, and this number is none: nothing was paid for it.
    was_sent: Mapped[bool] = mapped_column(server_default=true())
    sent_at: Mapped[datetime] = mapped_column(index=True)
    verified_at: Mapped[datetime | None]


class CodePause(Base):
    """A range of numbers or a country that gets no codes for a while; or an alarm that was raised already."""

    __tablename__ = "code_pauses"

    key: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    until: Mapped[datetime]


class CodeAttempt(Base):
    """One code that somebody entered."""

    __tablename__ = "code_attempts"
    __table_args__ = (
        Index("ix_code_attempts_number", "number_hash", "purpose", "network_hash", "tried_at"),
        Index("ix_code_attempts_network", "network_hash", "tried_at"),
    )

    id: Mapped[Id]
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    network_hash: Mapped[str] = mapped_column(String(HASH))
    tried_at: Mapped[datetime] = mapped_column(index=True)
    was_right: Mapped[bool]


class FailureCounter(Base):
    """How many wrong codes in a row a number has seen at codes that were sent to it."""

    __tablename__ = "number_standings"

    number_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10), primary_key=True)
    failures: Mapped[int]
    last_failed_at: Mapped[datetime | None] = mapped_column(index=True)


class KnownDevice(Base):
    """A browser that proved a number before."""

    __tablename__ = "known_devices"

    device_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    number_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    seen_at: Mapped[datetime]


class NumberProof(Base):
    """A ticket for somebody who entered the right code at the wrong door: good once, for fifteen minutes."""

    __tablename__ = "number_proofs"

    proof_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class Family(Base):
    """All sessions that come from one sign-in; when it ends they all end at once."""

    __tablename__ = "session_families"

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    end_reason: Mapped[str | None] = mapped_column(String(20))
    first_login: Mapped[bool]
    first_login_seen_at: Mapped[datetime | None]
    # What the browser called itself, coarsely (rules/devices.py); null where it said nothing we know.
    browser: Mapped[str | None] = mapped_column(String(20))
    system: Mapped[str | None] = mapped_column(String(20))
    device_hash: Mapped[str | None] = mapped_column(String(HASH))


class Session(Base):
    """One browser's session: its current token has this counter, the one before this minus one."""

    __tablename__ = "sessions"
    __table_args__ = (
        CheckConstraint("kind IN ('ls', 'lm')", name="kind"),
        CheckConstraint("state IN ('live', 'handed_off', 'revoked')", name="state"),
    )

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(22), unique=True)
    family_id: Mapped[int] = mapped_column(ForeignKey("session_families.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(2))
    state: Mapped[str] = mapped_column(String(10))
    counter: Mapped[int]
    renewed_at: Mapped[datetime]
    current_used_at: Mapped[datetime | None]  # since when the current token is known to have arrived


class Ticket(Base):
    """A pass from the site to the mini: the string in the address, or a site session that
    travelled itself.
    """

    __tablename__ = "handoff_tickets"
    __table_args__ = (
        CheckConstraint("state IN ('new', 'reserved', 'used')", name="state"),
        UniqueConstraint("site_session_id"),
    )

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(22), unique=True)
    family_id: Mapped[int] = mapped_column(ForeignKey("session_families.id", ondelete="CASCADE"), index=True)
    # Set when the site passed its session token itself (the literal contract) in the place of a ticket.
    site_session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(10))
    minted_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    nonce_hash: Mapped[str | None] = mapped_column(String(HASH))
    used_at: Mapped[datetime | None]
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    session_counter: Mapped[int | None]  # the counter it was answered with
    opened_session: Mapped[bool]  # False when the mini kept the session it had


class HandoffAlarm(Base):
    """A ticket that was presented a second time by somebody else."""

    __tablename__ = "handoff_alarms"
    __table_args__ = (Index("ix_handoff_alarms_family_id_raised_at", "family_id", "raised_at"),)

    id: Mapped[Id]
    family_id: Mapped[int] = mapped_column(ForeignKey("session_families.id", ondelete="CASCADE"))
    raised_at: Mapped[datetime]
