"""The tables of wallet passes: those given, and devices that hear of changes."""

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base


class WalletPass(Base):
    """One pass of a member: of a voucher, or (`voucher_id` None) their card.

    `tag` is the position of the last event that changed it. `sent_at` is when a file of it was last given
    out; `changed_at`, the Last-Modified of its state, is later where a device has yet to fetch that. After
    `voided_at`, an erasure, it says no more than that. `notices` is of the release before alone: the next
    one drops it.
    """

    __tablename__ = "wallet_passes"
    __table_args__ = (CheckConstraint("wallet IN ('apple', 'google')", name="wallet"),)

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), primary_key=True, autoincrement=False)
    serial: Mapped[str] = mapped_column(String(60), primary_key=True)
    wallet: Mapped[str] = mapped_column(String(10))
    brand: Mapped[str] = mapped_column(String(20))
    voucher_id: Mapped[int | None]
    tag: Mapped[int]
    changed_at: Mapped[datetime]
    sent_at: Mapped[datetime]
    notices: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]
    voided_at: Mapped[datetime | None] = mapped_column(index=True)


class WalletDevice(Base):
    """A device that is notified when a pass changes; `device` is the id that Apple's Wallet has there."""

    __tablename__ = "wallet_devices"
    __table_args__ = (
        ForeignKeyConstraint(
            ["member_id", "serial"],
            ["wallet_passes.member_id", "wallet_passes.serial"],
            ondelete="CASCADE",
        ),
        Index("ix_wallet_devices_device", "device"),
    )

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), primary_key=True, autoincrement=False)
    serial: Mapped[str] = mapped_column(String(60), primary_key=True)
    device: Mapped[str] = mapped_column(String(100), primary_key=True)
    push_token: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
