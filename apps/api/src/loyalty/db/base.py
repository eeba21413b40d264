"""What every table shares: naming of constraints, whole-number ids, times in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, cast

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, MetaData, Table
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator
from typing_extensions import override

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# SQLite counts only a column of exactly INTEGER up by itself; it holds 64 bits all the same.
BigInt = BigInteger().with_variant(Integer(), "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. A time without a zone is refused: nobody could say which moment it means."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Bring a moment to UTC; SQLite keeps it without the zone, as text that sorts by time."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    @override
    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give the moment back with its zone."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


class Base(DeclarativeBase):
    """The base of all tables; `id` columns are written `id: Mapped[Id]`."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar = {datetime: UtcDateTime(), int: BigInt}


def table_of(model: type[Base]) -> Table:
    """The table behind a model, for statements that are made once and name columns instead of entities."""
    return cast(Table, model.__table__)


Id = Annotated[int, mapped_column(BigInt, primary_key=True)]
