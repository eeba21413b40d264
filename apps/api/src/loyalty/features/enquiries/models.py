"""The tables of enquiries. Attachments are kept apart, so that lists never read them."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id
from loyalty.rules.signing import MAX_OPERATOR


class EnquiryKind(StrEnum):
    """The two kinds of enquiries."""

    CAREER = "career"
    FEEDBACK = "feedback"


class State(StrEnum):
    """The state of an enquiry, set by operators."""

    OPEN = "open"
    ANSWERED = "answered"
    CLOSED = "closed"
    FORWARDED = "forwarded"


class NoteKind(StrEnum):
    """What an entry of an enquiry's history is."""

    NOTE = "note"
    STATE = "state"
    FORWARD = "forward"


class Enquiry(Base):
    """An application or a feedback. `network_hash` is where it came from, for rate limits only.

    `outlet_id` is the outlet of a feedback, None where its name is none of ours.
    """

    __tablename__ = "enquiries"
    __table_args__ = (
        CheckConstraint("kind IN ('career', 'feedback')", name="kind"),
        CheckConstraint("state IN ('open', 'answered', 'closed', 'forwarded')", name="state"),
        Index("ix_enquiries_network_hash_created_at", "network_hash", "created_at"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10), server_default=State.OPEN)
    full_name: Mapped[str] = mapped_column(String(400))
    mobile_number: Mapped[str] = mapped_column(String(40))
    email: Mapped[str | None] = mapped_column(String(254))
    identification_number: Mapped[str | None] = mapped_column(String(40))
    address: Mapped[str | None] = mapped_column(Text)
    department: Mapped[str | None] = mapped_column(String(60))
    place: Mapped[str | None] = mapped_column(String(60))
    outlet_name: Mapped[str | None] = mapped_column(String(100))
    outlet_id: Mapped[int | None] = mapped_column(ForeignKey("outlets.id"), index=True)
    remarks: Mapped[str | None] = mapped_column(Text)
    network_hash: Mapped[str] = mapped_column(String(64))
    fingerprint: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(index=True)


class EnquiryNote(Base):
    """What the staff did with an enquiry: a note of their own, a new state, or to whom it was forwarded.

    `mail_to` is where an e-mail with the enquiry was sent to. It goes with the enquiry.
    """

    __tablename__ = "enquiry_notes"
    __table_args__ = (CheckConstraint("kind IN ('note', 'state', 'forward')", name="kind"),)

    id: Mapped[Id]
    enquiry_id: Mapped[int] = mapped_column(ForeignKey("enquiries.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime]
    operator: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(Text)
    mail_to: Mapped[str | None] = mapped_column(String(254))


class EnquiryFile(Base):
    """What was attached. `name` is ours; `called` is what the applicant's own machine calls it.

    The file lies in the folder of attachments as `storage_name`.
    """

    __tablename__ = "enquiry_files"

    enquiry_id: Mapped[int] = mapped_column(
        ForeignKey("enquiries.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    name: Mapped[str] = mapped_column(String(60))
    called: Mapped[str] = mapped_column(String(255))
    content_type: Mapped[str] = mapped_column(String(100))
    size: Mapped[int]
    storage_name: Mapped[str] = mapped_column(String(64))
    sha256: Mapped[str] = mapped_column(String(64))
