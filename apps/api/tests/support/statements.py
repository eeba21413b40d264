"""The statements that reach the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from loyalty.db.session import Database

Statement = tuple[str, Any]


@contextmanager
def noted(database: Database, *, only_writing: bool = False) -> Iterator[list[Statement]]:
    """Those within the block, each with its parameters: of several rows, those of the first.

    `only_writing`: those of transactions that write.
    """
    seen: list[Statement] = []

    def note(_connection, _cursor, statement, parameters, *_more) -> None:
        seen.append((statement, parameters[0] if isinstance(parameters, list) else parameters))

    engines = (database.writes,) if only_writing else (database.reads, database.writes)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
