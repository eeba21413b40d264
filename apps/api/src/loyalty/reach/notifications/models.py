"""The tables of messages to members: the log, what leaves of it, and the browsers that take pushes."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id

# The messages that somebody wrote (rules/notifications.py: WRITTEN).
OF_US = "kind IN ('offer', 'newsletter')"
UNREAD, AT_ONCE = "read_at IS NULL", "reference IS NOT NULL"


class Notification(Base):
    """One message in a member's log. `event_id` is the position of its event: one each."""

    __tablename__ = "notifications"
    __table_args__ = (
        UniqueConstraint("member_id", "event_id"),
        Index(
            "ix_notifications_unread", "member_id", sqlite_where=text(UNREAD), postgresql_where=text(UNREAD)
        ),
        UniqueConstraint("member_id", "id"),
        Index("ix_notifications_written", "event_id", sqlite_where=text(OF_US), postgresql_where=text(OF_US)),
    )

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    event_id: Mapped[int]
    kind: Mapped[str] = mapped_column(String(30))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(index=True)
    read_at: Mapped[datetime | None]


class NotificationDelivery(Base):
    """A message by one channel. Those of a digest have one `batch_id`, the id of the first of them, which
    the outbox refers to.
    `reference`: what the outbox refers to where its e-mail or text was written with the fact
    (security_notices.py).

    `waiting` for its time, `leaving` while the outbox has it, then `sent` (at `sent_at`), `failed`, or
    `dropped`, because its member does not want it any more or it was stopped.
    """

    __tablename__ = "notification_deliveries"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'leaving', 'sent', 'failed', 'dropped')", name="state"),
        CheckConstraint("channel IN ('push', 'email', 'phone')", name="channel"),
        ForeignKeyConstraint(
            ["member_id", "notification_id"],
            ["notifications.member_id", "notifications.id"],
            ondelete="CASCADE",
        ),
        UniqueConstraint("member_id", "notification_id", "channel"),
        Index(
            "ix_notification_deliveries_reference",
            "reference",
            sqlite_where=text(AT_ONCE),
            postgresql_where=text(AT_ONCE),
        ),
    )

    id: Mapped[Id]
    notification_id: Mapped[int]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    channel: Mapped[str] = mapped_column(String(10))
    is_digest: Mapped[bool]
    state: Mapped[str] = mapped_column(String(10))
    sent_at: Mapped[datetime | None]
    batch_id: Mapped[int | None] = mapped_column(index=True)
    reference: Mapped[int | None]


class NotificationText(Base):
    """The words of messages that somebody wrote: `texts` by language, each with `title` and `body`, the path
    of the `page` that they lead to, and how many of them may leave in a minute.

    `event_id` is that of its messages, the newest of which were written at `last_at`. After `stopped_at` none
    of them leaves any more.
    """

    __tablename__ = "notification_texts"

    event_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    texts: Mapped[dict[str, Any]] = mapped_column(JSON)
    page: Mapped[str] = mapped_column(String(40))
    per_minute: Mapped[int]
    last_at: Mapped[datetime]
    stopped_at: Mapped[datetime | None]


class DailyCheckRun(Base):
    """The last Malaysian day on which the scheduler has run a daily check."""

    __tablename__ = "notification_looks"

    name: Mapped[str] = mapped_column(String(30), primary_key=True)
    day: Mapped[date]


class PushSubscription(Base):
    """A browser that takes pushes for a member, while the sign-in `sign_in_id` lasts (RFC 8030).

    `shows_details`: the member allows points and names on the screen, which others may see. After `gone_at`
    the push service does not know it any more; the browser may have another one to put in its place.
    """

    __tablename__ = "push_subscriptions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["member_id", "sign_in_id"],
            ["sign_ins.member_id", "sign_ins.id"],
            ondelete="CASCADE",
        ),
        # A browser is one member's; the next to subscribe takes it over under a lock (subscriptions.py).
        UniqueConstraint("member_id", "endpoint"),
        Index("ix_push_subscriptions_member_id_sign_in_id", "member_id", "sign_in_id"),
    )

    id: Mapped[Id]
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    sign_in_id: Mapped[int]
    endpoint: Mapped[str] = mapped_column(String(1000), index=True)
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    shows_details: Mapped[bool]
    created_at: Mapped[datetime]
    gone_at: Mapped[datetime | None]
