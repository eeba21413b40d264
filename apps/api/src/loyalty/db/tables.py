"""What every table shares: naming of constraints, whole-number ids, times in UTC."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, ClassVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    String,
    Table,
    func,
    literal_column,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.types import TypeDecorator
from typing_extensions import override

from loyalty.rules.group import GROUP
from loyalty.rules.signing import MAX_OPERATOR

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
    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], Any]:
        """How a moment goes in: SQLite keeps it without the zone, as text that sorts by time."""
        return _to_text if dialect.name == "sqlite" else _to_utc

    @override
    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None]:
        """How it comes out, with its zone."""
        return _from_text if dialect.name == "sqlite" else _to_utc


def _to_utc(value: datetime | None) -> datetime | None:
    if value is None:
        return None
    if value.tzinfo is None:
        raise ValueError("a stored time needs a zone")
    return value.astimezone(UTC)


def _to_text(value: datetime | None) -> str | None:
    moment = _to_utc(value)
    return None if moment is None else moment.replace(tzinfo=None).isoformat(" ", "microseconds")


def _from_text(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(f"{value}+00:00")


class Base(DeclarativeBase):
    """The base of all tables; `id` columns are written `id: Mapped[Id]`."""

    __table__: ClassVar[Table]
    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar = {datetime: UtcDateTime(), int: BigInt}


def columns_of(row: Base) -> dict[str, Any]:
    """The columns of a row by their names."""
    return {column.name: getattr(row, column.name) for column in row.__table__.columns}


Id = Annotated[int, mapped_column(BigInt, primary_key=True)]


class Revised(Base):
    """The columns of a row that several people may edit: `revision` counts what was saved, so that nobody
    saves over what they have not read.
    """

    __abstract__ = True

    revision: Mapped[int]
    saved_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    saved_at: Mapped[datetime]


def day_in_malaysia(db: Session, moment: Any) -> ColumnElement[str]:
    """The local day of a column of moments, as YYYY-MM-DD: the zone is as far ahead of UTC all year."""
    zone = GROUP.time_zone
    if db.get_bind().dialect.name == "sqlite":
        minutes = zone.ahead // timedelta(minutes=1)
        return func.date(moment, literal_column(f"'{minutes:+} minutes'"), type_=String)
    local = func.timezone(literal_column(f"'{zone.name}'"), moment)
    return func.to_char(local, literal_column("'YYYY-MM-DD'"), type_=String)
