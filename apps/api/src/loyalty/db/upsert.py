"""Insert a row or change the one that is there, in one statement that no second writer can come between."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from loyalty.db.base import Base


def upsert(db: Session, table: type[Base], values: dict[str, Any], changes: dict[str, Any]) -> None:
    """Insert `values`; when its primary key is taken, apply `changes` to that row instead."""
    key = [column.name for column in table.__mapper__.primary_key]
    on_sqlite = db.get_bind().dialect.name == "sqlite"
    statement: Any = sqlite.insert(table) if on_sqlite else postgresql.insert(table)
    db.execute(statement.values(values).on_conflict_do_update(index_elements=key, set_=changes))
