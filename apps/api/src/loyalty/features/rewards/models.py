"""The tables of rewards and vouchers. What a voucher is worth stays as it was when the member got it."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Dialect, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator, TypeEngine
from typing_extensions import override

from loyalty.db.tables import Base, Id

MAX_SKU = 40


class OutletIds(TypeDecorator[tuple[int, ...]]):
    """Ids of outlets in one column, sorted, with commas between; none means every outlet.

    One column, because every list of rewards and vouchers carries them.
    """

    impl = Text
    cache_ok = True

    @override
    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Text; SQLite checks no lengths, and would copy the whole table for another type."""
        return String(400) if dialect.name == "sqlite" else Text()

    @override
    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> str | None:
        """The ids as text."""
        return None if value is None else ",".join(str(each) for each in sorted(set(value)))

    @override
    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[int, ...] | None:
        """The ids of a text."""
        if not value:
            return None if value is None else ()
        return tuple(map(int, value.split(",")))


class Reward(Base):
    """An entry of the catalogue. Money is in sen; `stock` None is without end, and `claimed` counts only what
    was taken of a stock. `announced_at`: when members were notified of it.
    """

    __tablename__ = "rewards"
    __table_args__ = (
        CheckConstraint("kind IN ('points', 'birthday', 'membership', 'welcome', 'referral')", name="kind"),
        CheckConstraint("cost >= 0 AND (cost = 0 OR kind = 'points')", name="only_points_cost"),
        CheckConstraint("member_limit IS NULL OR member_limit > 0", name="limit_from_one"),
        CheckConstraint("valid_days > 0", name="valid_for_a_day"),
        CheckConstraint("claimed >= 0 AND (stock IS NULL OR claimed <= stock)", name="stock_holds"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(20))  # rules.rewards.RewardKind
    title: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text)
    terms: Mapped[str] = mapped_column(Text)
    image_name: Mapped[str | None] = mapped_column(String(100))
    sku: Mapped[str | None] = mapped_column(String(MAX_SKU))  # the free item in the till's menu
    type_id: Mapped[int]
    cost: Mapped[int]
    value_sen: Mapped[int]
    discount_sen: Mapped[int]
    min_spend_sen: Mapped[int]
    level: Mapped[int]
    member_limit: Mapped[int | None]
    stock: Mapped[int | None]
    claimed: Mapped[int] = mapped_column(default=0)
    valid_days: Mapped[int]
    outlet_ids: Mapped[tuple[int, ...]] = mapped_column(OutletIds)
    is_active: Mapped[bool]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    announced_at: Mapped[datetime | None]


class Voucher(Base):
    """A reward that belongs to a member. Used or cancelled, it never changes again, except for a use that two
    operators restore (triggers enforce both).

    `outlet_id` is where it is being presented or was used. Its status is `rules.rewards.voucher_status`.
    """

    __tablename__ = "vouchers"
    __table_args__ = (
        CheckConstraint("used_at IS NULL OR cancelled_at IS NULL", name="one_end"),
        CheckConstraint("used_at IS NULL OR used_at < expires_at", name="used_in_its_life"),
        CheckConstraint("used_at IS NULL OR outlet_id IS NOT NULL", name="used_somewhere"),
        CheckConstraint("present_until IS NULL OR present_until <= expires_at", name="shown_in_its_life"),
        CheckConstraint("cost >= 0", name="cost_never_negative"),
        UniqueConstraint("member_id", "id"),
        UniqueConstraint("code"),
        Index("ix_vouchers_member_id_created_at", "member_id", "created_at"),
        Index(
            "ix_vouchers_used_at",
            "used_at",
            sqlite_where=text("used_at IS NOT NULL"),
            postgresql_where=text("used_at IS NOT NULL"),
        ),
        Index(
            "ix_vouchers_cancelled_at",
            "cancelled_at",
            sqlite_where=text("cancelled_at IS NOT NULL"),
            postgresql_where=text("cancelled_at IS NOT NULL"),
        ),
        Index(
            "ix_vouchers_open",
            "expires_at",
            sqlite_where=text("used_at IS NULL AND cancelled_at IS NULL"),
            postgresql_where=text("used_at IS NULL AND cancelled_at IS NULL"),
        ),
        Index(
            "ix_vouchers_present_until",
            "present_until",
            sqlite_where=text("present_until IS NOT NULL"),
            postgresql_where=text("present_until IS NOT NULL"),
        ),
        Index(
            "ix_vouchers_held_till_id",
            "held_till_id",
            sqlite_where=text("held_till_id IS NOT NULL"),
            postgresql_where=text("held_till_id IS NOT NULL"),
        ),
    )

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    reward_id: Mapped[int] = mapped_column(ForeignKey("rewards.id"), index=True)
    code: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(200))
    cost: Mapped[int]
    discount_sen: Mapped[int]
    min_spend_sen: Mapped[int]
    outlet_ids: Mapped[tuple[int, ...]] = mapped_column(OutletIds)
    usable_from: Mapped[datetime]
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(index=True)
    updated_at: Mapped[datetime]
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"))
    present_until: Mapped[datetime | None]
    used_at: Mapped[datetime | None]
    used_receipt: Mapped[str | None] = mapped_column(String(40))
    used_till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))  # None: by an operator
    used_staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # the cashier at that till
    cancelled_at: Mapped[datetime | None]
    # The till that may take the presentation without the network (decision 0033).
    held_till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    restoration_id: Mapped[int | None]  # the last one that undid a use

    reward: Mapped[Reward] = relationship(lazy="joined", innerjoin=True)


class OfflineTill(Base):
    """A till that works without the network, as it reported last; a plain HTTP till has no row.

    What it did with vouchers until `settled_until`, a moment of our clock, has reached us. `clock_ahead_s` is
    how far its own clock runs before ours.
    """

    __tablename__ = "offline_tills"
    __table_args__ = (CheckConstraint("queue_length >= 0", name="queue_never_negative"),)

    till_id: Mapped[int] = mapped_column(ForeignKey("till_keys.id"), primary_key=True, autoincrement=False)
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    reported_at: Mapped[datetime]
    settled_until: Mapped[datetime | None]
    queue_length: Mapped[int]
    oldest_at: Mapped[datetime | None]
    clock_ahead_s: Mapped[int]


class GivenGift(Base):
    """A gift that a telephone number gets once ever, or once a year; kept after an erasure
    (SECURITY.md I-9).
    """

    __tablename__ = "grants"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    number_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    given_at: Mapped[datetime]
