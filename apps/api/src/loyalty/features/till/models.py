"""The keys of the tills, as hashes, their look-ups, and the receipt claims they make."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import MAX_OPERATOR

MAX_NAME = 60


class Till(Base):
    """The key of a till for one outlet, until revoked or expired. Without a name its id is its name."""

    __tablename__ = "till_keys"

    id: Mapped[Id]
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    given_name: Mapped[str | None] = mapped_column("name", String(MAX_NAME))
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))  # None: by an older release
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]  # to the hour
    # A tablet that was enrolled: its Ed25519 key, 32 bytes as base64url, and the account that let it in.
    public_key: Mapped[str | None] = mapped_column(String(43))
    enrolled_by: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))

    @property
    def name(self) -> str:
        """What the till is called."""
        return self.given_name or f"Till {self.id}"

    def works_at(self, at: datetime) -> bool:
        """Whether its key is valid then."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


class TillLookup(Base):
    """A look-up: a till read a member's card or voucher, or a card with a bill; without a till, somebody in
    the office a member or voucher. Needed when a key leaks.

    Written with the answer, never changed, deleted after as long as the office log.
    """

    __tablename__ = "till_lookups"
    __table_args__ = (
        CheckConstraint("what IN ('member', 'voucher', 'bill')", name="what"),
        CheckConstraint("till_id IS NOT NULL OR staff_id IS NOT NULL", name="by_somebody"),
        Index("ix_till_lookups_till_id_at", "till_id", "at"),
        Index("ix_till_lookups_staff_id_at", "staff_id", "at"),
    )

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    what: Mapped[str] = mapped_column(String(10))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # None: the till itself asked


class TillMiss(Base):
    """A miss: a till, or without one somebody in the office, asked for a member or voucher that does not
    exist; the code or number is not stored. Deleted with the look-ups.
    """

    __tablename__ = "till_misses"
    __table_args__ = (
        CheckConstraint("till_id IS NOT NULL OR staff_id IS NOT NULL", name="by_somebody"),
        Index("ix_till_misses_till_id_at", "till_id", "at"),
        Index("ix_till_misses_staff_id_at", "staff_id", "at"),
    )

    id: Mapped[Id]
    at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int | None] = mapped_column(ForeignKey("till_keys.id"))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # None: the till itself asked


# Claims that are not void: at most one for a receipt, as among bills.
STANDS = "voided_at IS NULL"


class ReceiptClaim(Base):
    """A bill that is nobody's yet, which the first member who brings its code may claim (rules/receipts.py).

    `key` is the claim's name in its code. `bill_id` is the bill that claiming made, `member_id` whose it is.
    """

    __tablename__ = "receipt_claims"
    __table_args__ = (
        Index(
            "uq_receipt_claims_receipt",
            "outlet_id",
            "business_day",
            "receipt_number",
            unique=True,
            sqlite_where=text(STANDS),
            postgresql_where=text(STANDS),
        ),
        CheckConstraint("amount_sen >= 0", name="never_negative"),
        CheckConstraint("length(receipt_number) > 0", name="has_a_receipt"),
        CheckConstraint("(bill_id IS NULL) = (member_id IS NULL)", name="bill_of_a_member"),
        ForeignKeyConstraint(["member_id", "bill_id"], ["bills.member_id", "bills.id"]),
    )

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(22), unique=True)
    outlet_id: Mapped[int] = mapped_column(ForeignKey("outlets.id"))
    business_day: Mapped[date]
    receipt_number: Mapped[str] = mapped_column(String(40))
    amount_sen: Mapped[int]
    paid_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(index=True)
    till_id: Mapped[int] = mapped_column(ForeignKey("till_keys.id"))
    staff_id: Mapped[int | None] = mapped_column(ForeignKey("staff.id"))  # None: the till itself made it
    # The till has checked the bill: it is verified when it is claimed, within the till's limits.
    is_checked: Mapped[bool]
    voided_at: Mapped[datetime | None]
    member_id: Mapped[int | None] = mapped_column(index=True)
    bill_id: Mapped[int | None] = mapped_column(unique=True)
