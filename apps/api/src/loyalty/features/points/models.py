"""The tables of balances and of bills."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import MAX_OPERATOR

# The sources with a row of their own: `source_id` is the id of the bill or of the voucher.
BILL_SOURCE, VOUCHER_SOURCE = "bill", "voucher"


class PointAccount(Base):
    """The sums of a member's entries, so that a balance is one row and can be locked.

    `balance` can be spent; `tier_points` count for the tier. `seq` and `head` are the number and the seal of
    the newest entry. `last_earned_at` and `steps_lost` decide on steps down.
    """

    __tablename__ = "point_accounts"
    __table_args__ = (
        CheckConstraint("balance >= 0", name="balance_never_negative"),
        CheckConstraint("tier_points >= 0", name="tier_points_never_negative"),
    )

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), primary_key=True, autoincrement=False)
    balance: Mapped[int]
    tier_points: Mapped[int]
    tier_level: Mapped[int]
    seq: Mapped[int]
    head: Mapped[str] = mapped_column(String(64))
    last_entry_at: Mapped[datetime]
    last_earned_at: Mapped[datetime | None] = mapped_column(index=True)
    steps_lost: Mapped[int]


# Bills that are not void: at most one for a receipt (SECURITY.md I-7).
STANDS = "voided_at IS NULL"
PENDING = "verified_at IS NULL AND voided_at IS NULL"


class Bill(Base):
    """What a member paid at an outlet, net. It earns its points when it is verified, and never twice.

    `business_day` is the Malaysian day of `paid_at`. The multiplier is that of the member's tier at
    `paid_at`, stored with the points (SECURITY.md I-11). The bill's state follows from its times.
    `recorded_by` is the operator who recorded it, or `till_id` the till, with the cashier `staff_id` at it.
    `waits_for` is the limit (rules.bills.Waits) by which it waits for the office, or did.
    """

    __tablename__ = "bills"
    __table_args__ = (
        Index(
            "uq_bills_receipt",
            "outlet_id",
            "business_day",
            "receipt_number",
            unique=True,
            sqlite_where=text(STANDS),
            postgresql_where=text(STANDS),
        ),
        Index("ix_bills_member_id_created_at", "member_id", "created_at"),
        Index("ix_bills_outlet_id_business_day", "outlet_id", "business_day"),
        Index("ix_bills_receipt_number", "receipt_number"),
        Index("ix_bills_paid_at", "paid_at"),
        Index("ix_bills_verified_till_id_verified_at", "verified_till_id", "verified_at"),
        Index("ix_bills_pending", "created_at", sqlite_where=text(PENDING), postgresql_where=text(PENDING)),
        CheckConstraint("amount_sen >= 0 AND multiplier_tenths >= 0", name="never_negative"),
        CheckConstraint("points = amount_sen * multiplier_tenths / 1000", name="points_are_the_floor"),
        CheckConstraint("length(receipt_number) > 0", name="has_a_receipt"),
        UniqueConstraint("member_id", "id"),
    )

    id: Mapped[Id]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("point_accounts.member_id"))
    business_day: Mapped[date]
    receipt_number: Mapped[str] = mapped_column(String(40))
    amount_sen: Mapped[int]
    multiplier_tenths: Mapped[int]
    points: Mapped[int]
    paid_at: Mapped[datetime]
    created_at: Mapped[datetime]
    verified_at: Mapped[datetime | None]
    voided_at: Mapped[datetime | None]
    recorded_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))  # None: by a till
    # The keys of the tills that recorded it, and within whose limits it was verified; None: an operator did.
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    verified_till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    # The cashier who recorded it at a till; None: the till itself did, or an operator.
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))
    waits_for: Mapped[str | None] = mapped_column(String(20))  # rules.bills.Waits: no till verifies it
    # The operators who verified it; the first where one alone was not enough. None: a till did.
    first_verified_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    verified_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))


class MovedAlone(Base):
    """Points of a member that count for one login on a Malaysian day, because nobody independent took part:
    what was moved for a source, and the limits that held then.
    """

    __tablename__ = "points_alone"
    __table_args__ = (
        CheckConstraint("points > 0", name="some"),
        CheckConstraint("points <= member_limit AND points <= person_limit", name="within_limits"),
        UniqueConstraint("source_type", "source_id", "login", "member_id"),
        Index("ix_points_alone_login_day", "login", "day"),
    )

    id: Mapped[Id]
    login: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    member_id: Mapped[int] = mapped_column(ForeignKey("point_accounts.member_id"))
    day: Mapped[date]
    points: Mapped[int]
    member_limit: Mapped[int]
    person_limit: Mapped[int]
    source_type: Mapped[str] = mapped_column(String(20))
    source_id: Mapped[str] = mapped_column(String(80))
