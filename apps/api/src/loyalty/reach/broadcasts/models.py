"""The table of broadcasts."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Id, Revised
from loyalty.rules.signing import MAX_OPERATOR, MAX_REASON


class State(StrEnum):
    """What has become of a broadcast. `waiting` waits for another person, `sending` has been approved."""

    OPEN = "open"
    WAITING = "waiting"
    SENDING = "sending"
    DONE = "done"
    STOPPED = "stopped"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class Broadcast(Revised):
    """A message to the members of a segment, in the languages of `texts`; `revision` counts what was saved.

    `kind` is `marketing` or `newsletter`, `page` the path of the page that it leads to. `stopped_by` stopped
    or withdrew it. `event_id` is the position of its event, once that has one, `last_member_id` how far it
    has come, by ids. The last three count the members who were handled: their message leaves, is in their log
    alone, is unwanted.
    """

    __tablename__ = "broadcasts"
    __table_args__ = (
        CheckConstraint("kind IN ('marketing', 'newsletter')", name="kind"),
        CheckConstraint(
            "state IN ('open', 'waiting', 'sending', 'done', 'stopped', 'refused', 'withdrawn')", name="state"
        ),
        CheckConstraint("per_minute > 0", name="per_minute"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10), index=True)
    segment: Mapped[dict[str, Any]] = mapped_column(JSON)
    texts: Mapped[dict[str, Any]] = mapped_column(JSON)
    page: Mapped[str] = mapped_column(String(40))
    per_minute: Mapped[int]
    send_at: Mapped[datetime | None]  # None: as soon as it is approved
    begun_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    begun_at: Mapped[datetime]
    stopped_by: Mapped[str | None] = mapped_column(String(MAX_OPERATOR))
    stop_reason: Mapped[str | None] = mapped_column(String(MAX_REASON))
    finished_at: Mapped[datetime | None]
    event_id: Mapped[int | None]
    last_member_id: Mapped[int]
    leaving: Mapped[int]
    log_only: Mapped[int]
    unwanted: Mapped[int]
