"""When the backup, the audit and the scheduler last succeeded, for /metrics and its alerts."""

from datetime import datetime
from typing import Literal, get_args

import structlog
from sqlalchemy import String, delete, false, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.clock import now
from loyalty.db.inserts import upsert
from loyalty.db.session import transaction
from loyalty.db.tables import Base

Task = Literal["backup", "audit", "scheduler"]

log = structlog.get_logger(__name__)


class TaskSuccess(Base):
    """The last success of a task."""

    __tablename__ = "task_successes"

    task: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime]


def note_success(task: Task) -> None:
    """Note that a task has succeeded now. A standby, of which an audit may be asked, keeps no note."""
    try:
        with transaction() as db:
            at = now(db)
            upsert(db, TaskSuccess, {"task": task, "at": at}, {"at": at})
    except OperationalError as error:
        log.warning("a success was not noted", task=task, error=type(error.orig).__name__)


def last_successes(db: Session) -> list[tuple[str, float]]:
    """Each task with the seconds since 1970 of its last success, 0 when there was none."""
    found = {each.task: each.at.timestamp() for each in db.execute(select(TaskSuccess.task, TaskSuccess.at))}
    return [(task, found.get(task, 0.0)) for task in get_args(Task)]


def write_nothing() -> None:
    """Make a write that changes nothing; raises what a write raises where the database takes none."""
    with transaction() as db:
        db.execute(delete(TaskSuccess).where(false()))
