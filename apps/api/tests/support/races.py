"""Two transactions at once."""

from concurrent.futures import Future
from typing import Any

from sqlalchemy import text

from loyalty.db.session import Database


def wait_until_done_or_waiting(other: "Future[Any]", database: Database) -> None:
    """Return when what another thread does is done, or waits for a lock."""
    while not (other.done() or _is_waiting(database)):
        pass


def _is_waiting(database: Database) -> bool:
    if database.is_sqlite:
        return database.one_writer.locked()
    with database.reads.connect() as db:
        return bool(db.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))
