"""The tables of the staff: accounts are disabled, never deleted; secrets are kept as hashes only."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, Row, String, text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.reach.passkeys.models import Challenge, Credential
from loyalty.rules.signing import MAX_OPERATOR
from loyalty.rules.staff import MAX_NAME

MAX_EMAIL = 254
# Some columns of a table here; the query says which.
AnyRow = Row[*tuple[Any, ...]]


class Staff(Base):
    """An account of one person who works here."""

    __tablename__ = "staff"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    # What authenticators know the account by; it names nobody.
    user_handle: Mapped[str] = mapped_column(String(43), unique=True)
    email: Mapped[str | None] = mapped_column(String(MAX_EMAIL))
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    disabled_at: Mapped[datetime | None]


class StaffGrant(Base):
    """One role of one person at one outlet; without an outlet, at every outlet (rules/staff.py)."""

    __tablename__ = "staff_grants"
    __table_args__ = (
        CheckConstraint(
            "role IN ('cashier', 'outlet-manager') AND outlet_id IS NOT NULL OR role = 'area-manager' "
            "OR role IN ('head-office', 'finance', 'help-desk') AND outlet_id IS NULL",
            name="role",
        ),
        # NULLs differ from each other in a unique constraint.
        Index("uq_staff_grants_outlet", "staff_id", "role", "outlet_id", unique=True),
        Index(
            "uq_staff_grants_everywhere",
            "staff_id",
            "role",
            unique=True,
            sqlite_where=text("outlet_id IS NULL"),
            postgresql_where=text("outlet_id IS NULL"),
        ),
    )

    id: Mapped[Id]
    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"))
    role: Mapped[str] = mapped_column(String(20))
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"), index=True)
    given_at: Mapped[datetime]
    given_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))


class StaffPasskey(Credential):
    """A passkey of a person. `invitation_id` None: added by its owner, who was signed in."""

    __tablename__ = "staff_passkeys"

    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"), index=True)
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey("staff_invitations.id"))


class StaffPin(Base):
    """A cashier's PIN (scrypt). A try is counted before it is judged; the right PIN sets `tries` to 0.

    `chosen_at` None: a start PIN of `set_by`, which opens nothing but the choice of one's own.
    """

    __tablename__ = "staff_pins"
    __table_args__ = (CheckConstraint("tries BETWEEN 0 AND 5", name="five_tries"),)

    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"), primary_key=True, autoincrement=False)
    pin_hash: Mapped[str] = mapped_column(String(200))
    tries: Mapped[int]
    set_at: Mapped[datetime]
    set_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    chosen_at: Mapped[datetime | None]


class StaffInvitation(Base):
    """A link by which a person makes a passkey; it counts once. A newer one ends it.

    `proposal_id`: the approved proposal that allows it; None where one person may invite alone.
    """

    __tablename__ = "staff_invitations"

    id: Mapped[Id]
    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    proposal_id: Mapped[int | None] = mapped_column(ForeignKey("approvals.id"), unique=True)
    expires_at: Mapped[datetime]
    used_at: Mapped[datetime | None]


class StaffChallenge(Challenge):
    """A challenge for a passkey or a till's key: for one person or till where it has one."""

    __tablename__ = "staff_challenges"
    __table_args__ = (Index("ix_staff_challenges_network", "network_hash", "created_at"),)

    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))


class StaffSessionRow(Base):
    """A sign-in: of the office, or of the counter at a till. The cookie's token is kept as its hash."""

    __tablename__ = "staff_sessions"

    id: Mapped[Id]
    staff_id: Mapped[int] = mapped_column(ForeignKey("staff.id"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"), index=True)
    browser: Mapped[str | None] = mapped_column(String(20))
    system: Mapped[str | None] = mapped_column(String(20))
    created_at: Mapped[datetime] = mapped_column(index=True)
    last_seen_at: Mapped[datetime]  # to the minute
    verified_at: Mapped[datetime | None]  # by passkey
    ended_at: Mapped[datetime | None]
