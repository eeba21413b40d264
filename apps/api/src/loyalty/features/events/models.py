"""The tables of the stream: events, the numbers of each member's events, and how far each reader is."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id

UNPLACED = "position IS NULL"


class Event(Base):
    """One fact, with the attributes of CloudEvents 1.0, written in the fact's own transaction.

    `position` is its place in the stream and `sequence` its number among the member's: both are given after
    the commit, in the order in which readers get them, by one process at a time. `once_key` keeps what the
    scheduler finds from being written twice.
    """

    __tablename__ = "events"
    __table_args__ = (
        Index("ix_events_member_id_sequence", "member_id", "sequence", unique=True),
        CheckConstraint("(position IS NULL) OR (member_id IS NULL) = (sequence IS NULL)", name="numbered"),
        Index("ix_events_unplaced", "id", sqlite_where=text(UNPLACED), postgresql_where=text(UNPLACED)),
        {"sqlite_autoincrement": True},  # no id is given twice, also after an erasure
    )

    id: Mapped[Id]
    position: Mapped[int | None] = mapped_column(index=True, unique=True)
    source: Mapped[str] = mapped_column(String(40))
    type: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(String(60))
    time: Mapped[datetime] = mapped_column(index=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    sequence: Mapped[int | None]
    once_key: Mapped[str | None] = mapped_column(String(80), index=True, unique=True)


class EventSequence(Base):
    """How many events of a member have been numbered; it outlives them."""

    __tablename__ = "event_sequences"

    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), primary_key=True, autoincrement=False)
    last: Mapped[int]


class EventReader(Base):
    """The position of the last event that a reader has read. `placing` has the newest position."""

    __tablename__ = "event_readers"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    position: Mapped[int]
