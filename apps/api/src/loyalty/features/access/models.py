"""The tables of codes and sessions. Numbers and addresses are kept as keyed hashes only."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from loyalty.db.tables import Base, Id
from loyalty.features.access import tokens
from loyalty.features.access.tokens import SessionToken

HASH = 64
PREVIOUS_STAYS_GOOD = timedelta(seconds=60)


def _of_sign_in() -> ForeignKeyConstraint:
    """The key of a row to its sign-in, within its member."""
    return _within_member("sign_in_id", "sign_ins")


def _within_member(column: str, other: str) -> ForeignKeyConstraint:
    """The key of a row to another of the same member."""
    return ForeignKeyConstraint(
        ["member_id", column], [f"{other}.member_id", f"{other}.id"], ondelete="CASCADE"
    )


class OtpChallenge(Base):
    """A client's challenge for a number and a purpose: the newest two codes share its five tries.

    `requester_hash` is the client's request id, hashed; empty for the challenge of all clients without one.
    """

    __tablename__ = "otp_challenges"
    __table_args__ = (
        CheckConstraint("purpose IN ('login', 'register', 'erase')", name="purpose"),
        CheckConstraint("tries BETWEEN 0 AND 5", name="five_tries"),
    )

    number_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10), primary_key=True)
    requester_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    tries: Mapped[int]
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    closed_at: Mapped[datetime | None]
    known_device: Mapped[bool]
    code_hash: Mapped[str] = mapped_column(String(HASH))
    sent_at: Mapped[datetime]
    previous_code_hash: Mapped[str | None] = mapped_column(String(HASH))
    previous_sent_at: Mapped[datetime | None]


class CodeEvent(Base):
    """A code that was sent, or a try to enter one that was wrong: what limits on codes count (`rate_limits`).

    Of a code: `from_reserve` for a known device, `is_unsent` where no message left, `is_entered` once it
    proved the number. Of a try: whether it counts in a row at its address (`in_row_here`) and at its number
    (`in_row`), and whether it raised the alarm about all wrong codes.
    """

    __tablename__ = "code_events"
    __table_args__ = (
        CheckConstraint("kind IN ('code', 'try')", name="kind"),
        *(
            Index(f"ix_code_events_{column}_at", column, "at")
            for column in ("kind", "number_hash", "prefix_hash", "network_hash", "wide_network_hash")
        ),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(4))
    at: Mapped[datetime] = mapped_column(index=True)
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    prefix_hash: Mapped[str] = mapped_column(String(HASH))
    calling_code: Mapped[str] = mapped_column(String(3))
    network_hash: Mapped[str] = mapped_column(String(HASH))
    wide_network_hash: Mapped[str | None] = mapped_column(String(HASH))
    known_device: Mapped[bool]
    from_reserve: Mapped[bool] = mapped_column(default=False)
    is_unsent: Mapped[bool] = mapped_column(default=False)
    is_entered: Mapped[bool] = mapped_column(default=False)
    in_row_here: Mapped[bool] = mapped_column(default=False)
    in_row: Mapped[bool] = mapped_column(default=False)
    raised_alarm: Mapped[bool] = mapped_column(default=False)


class RateWindow(Base):
    """What 0.1.0 counted of codes. Its code may come back, so the release after the next drops the table."""

    __tablename__ = "rate_windows"

    scope: Mapped[str] = mapped_column(String(20), primary_key=True)
    key: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    window_start: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    count: Mapped[int]
    entered: Mapped[int]
    recent: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    paused_until: Mapped[datetime | None]
    changed_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class KnownDevice(Base):
    """A browser that proved a number before."""

    __tablename__ = "known_devices"

    device_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    number_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(index=True)


class NumberTicket(Base):
    """A ticket for who entered the right code in the wrong dialog: valid once, for fifteen minutes."""

    __tablename__ = "number_proofs"

    proof_hash: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))
    number_hash: Mapped[str] = mapped_column(String(HASH))
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]


class SignIn(Base):
    """All sessions that come from one sign-in; when it ends they all end at once."""

    __tablename__ = "sign_ins"
    __table_args__ = (UniqueConstraint("member_id", "id"),)

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None] = mapped_column(index=True)
    end_reason: Mapped[str | None] = mapped_column(String(20))
    first_login: Mapped[bool]
    first_login_seen_at: Mapped[datetime | None]
    # The browser and system of the User-Agent (rules/devices.py); null where it is unknown.
    browser: Mapped[str | None] = mapped_column(String(20))
    system: Mapped[str | None] = mapped_column(String(20))
    device_hash: Mapped[str | None] = mapped_column(String(HASH))
    # The super-app that signed the member in (reach/hosts); null for a code or a passkey.
    host: Mapped[str | None] = mapped_column(String(20))

    def is_alive(self, at: datetime) -> bool:
        """Whether it has not ended."""
        return self.ended_at is None and at < self.expires_at

    @property
    def is_first_login(self) -> bool:
        """Whether it is the member's first, and no mini session has received that yet."""
        return self.first_login and self.first_login_seen_at is None


class BrowserSession(Base):
    """One browser's session: its current token has this counter, the one before this minus one."""

    __tablename__ = "sessions"
    __table_args__ = (
        _of_sign_in(),
        CheckConstraint("kind IN ('ls', 'lm')", name="kind"),
        CheckConstraint("state IN ('live', 'handed_off', 'revoked')", name="state"),
        UniqueConstraint("member_id", "id"),
        UniqueConstraint("member_id", "key"),
    )

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(22))
    member_id: Mapped[int]
    sign_in_id: Mapped[int] = mapped_column(index=True)
    kind: Mapped[str] = mapped_column(String(2))
    state: Mapped[str] = mapped_column(String(10))
    counter: Mapped[int]
    renewed_at: Mapped[datetime]
    current_used_at: Mapped[datetime | None]  # since when the current token is known to have arrived

    sign_in: Mapped[SignIn] = relationship(lazy="joined", innerjoin=True)

    def is_current(self, parsed: SessionToken) -> bool:
        """Whether this is the newest token."""
        return parsed.counter == self.counter

    def accepts(self, parsed: SessionToken, at: datetime) -> bool:
        """Whether this token opens the session now."""
        return (
            self.state == "live"
            and self.sign_in.is_alive(at)
            and (self.is_current(parsed) or is_good_previous(self, parsed, at))
        )

    @property
    def token(self) -> str:
        """The current token."""
        return tokens.write(self.kind, self.member_id, self.key, self.counter)


def is_good_previous(session: Any, parsed: SessionToken, at: datetime) -> bool:
    """Whether this is a session's previous token, and the current one may not have arrived yet (rule A1).

    `session` has the `counter`, `renewed_at` and `current_used_at` of a BrowserSession.
    """
    unused = session.current_used_at is None or at < session.renewed_at + PREVIOUS_STAYS_GOOD
    return parsed.counter == session.counter - 1 and unused


class HandoffTicket(Base):
    """A ticket from the site to the mini, or a session of the site that was passed itself."""

    __tablename__ = "handoff_tickets"
    __table_args__ = (
        _of_sign_in(),
        _within_member("site_session_id", "sessions"),
        _within_member("session_id", "sessions"),
        CheckConstraint("state IN ('new', 'reserved', 'used')", name="state"),
        UniqueConstraint("member_id", "site_session_id"),
        UniqueConstraint("member_id", "key"),
    )

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(22))
    member_id: Mapped[int]
    sign_in_id: Mapped[int] = mapped_column(index=True)
    # Set when the site passed its session token itself (docs/handoff.md A12) in the place of a ticket.
    site_session_id: Mapped[int | None]
    state: Mapped[str] = mapped_column(String(10))
    minted_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    nonce_hash: Mapped[str | None] = mapped_column(String(HASH))
    used_at: Mapped[datetime | None]
    session_id: Mapped[int | None] = mapped_column(index=True)
    session_counter: Mapped[int | None]  # the counter it was answered with
    opened_session: Mapped[bool]  # False when the mini kept the session it had


class HandoffAlarm(Base):
    """A ticket that was presented a second time with another nonce."""

    __tablename__ = "handoff_alarms"
    __table_args__ = (
        _of_sign_in(),
        Index("ix_handoff_alarms_sign_in_id_raised_at", "sign_in_id", "raised_at"),
    )

    id: Mapped[Id]
    member_id: Mapped[int]
    sign_in_id: Mapped[int]
    raised_at: Mapped[datetime]
