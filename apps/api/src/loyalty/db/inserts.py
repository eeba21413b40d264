"""INSERT … ON CONFLICT, which SQLAlchemy writes by another function for each database."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from loyalty.db.session import rows_changed
from loyalty.db.tables import Base

_INSERT: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}

Row = Mapping[str, Any]
T = TypeVar("T", bound=Base)


def insert_or_ignore(db: Session, model: type[Base], values: Row) -> bool:
    """Insert a row unless it conflicts with one that is there; returns whether it was inserted."""
    return rows_changed(db, insert_for(db, model).on_conflict_do_nothing(), values) == 1


def insert_new(db: Session, model: type[T], values: Row) -> T | None:
    """Insert a row unless it conflicts with one that is there; returns it as it is stored, or None."""
    statement = _INSERT[db.get_bind().dialect.name](model).values(values).on_conflict_do_nothing()
    found: T | None = db.scalars(statement.returning(model)).one_or_none()
    return found


def insert_all_or_ignore(db: Session, model: type[Base], rows: Sequence[Row]) -> None:
    """Insert rows, without those that conflict with one that is there."""
    if rows:
        db.execute(insert_for(db, model).on_conflict_do_nothing(), rows)


def upsert(db: Session, model: type[Base], values: Row, changes: Row) -> None:
    """Insert a row; when its primary key is taken, apply `changes` to that row instead."""
    keys = [column.name for column in model.__table__.primary_key]
    statement = insert_for(db, model).values(values)
    db.execute(statement.on_conflict_do_update(index_elements=keys, set_=dict(changes)))


def upsert_all(db: Session, model: type[Base], rows: Sequence[Row]) -> None:
    """Insert rows; where a primary key is taken, that row gets the new values."""
    if not rows:
        return
    keys = {column.name for column in model.__table__.primary_key}
    statement = insert_for(db, model)
    changes = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    db.execute(statement.on_conflict_do_update(index_elements=sorted(keys), set_=changes), rows)


def insert_for(db: Session, model: type[Base]) -> Any:
    """SQLAlchemy's INSERT of this database, with `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return _INSERT[db.get_bind().dialect.name](model.__table__)
