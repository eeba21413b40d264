"""Statements that every screen needs: written with SQLAlchemy, made once, sent as the driver takes them.

SQLAlchemy spells the SQL and says how each kind of value goes in and comes out; what is left out is the
work it does anew at every execution, which costs several times what the driver does (docs/performance.md).
Transactions, connections and failures stay SQLAlchemy's: a statement runs wherever its session stands.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from sqlalchemy import Connection, Delete, Dialect, Insert, Select, Update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

# Where a session keeps its connection, so that it is not looked for at every statement.
LINE = "connection"
# Where a connection keeps a cursor for each statement: one that was used before knows the statement already.
CURSORS = "loyalty.cursors"
Change = Callable[[Any], Any]


@dataclass(frozen=True)
class _Ready:
    """A statement in one database's words."""

    sql: str
    places: tuple[str, ...] | None
    own: dict[str, Any]
    given: tuple[tuple[str, Change | None], ...]
    results: tuple[tuple[int, Change], ...]
    gives_rows: bool
    row: Callable[..., Any]

    def arguments(self, given: dict[str, Any]) -> Any:
        """The values as the driver takes them, beside those of the statement itself."""
        named = self.own.copy()
        for name, change in self.given:
            value = given[name]
            named[name] = value if change is None else change(value)
        return named if self.places is None else tuple([named[name] for name in self.places])

    def read(self, found: Sequence[Any]) -> Any:
        """A row with its columns' names."""
        if self.results:
            found = list(found)
            for at, change in self.results:
                if found[at] is not None:
                    found[at] = change(found[at])
        return self.row(*found)


class Statement:
    """One statement of plain columns with named values; it gives rows that know their columns' names.

    `columns` are those that an insert or update sets by values of the same name, when it does not say so.
    `row` makes a row of its values; its parameters are the columns, by their names and in their order.
    """

    def __init__(
        self,
        core: Select[Any] | Insert | Update | Delete,
        columns: Sequence[str] | None = None,
        *,
        row: Callable[..., Any] | None = None,
    ) -> None:
        self._core = core
        self._columns = columns
        self._row = row or _row_of(core)
        self._made: dict[str, _Ready] = {}

    def one(self, db: Session, **values: Any) -> Any | None:
        """The first row, or None."""
        ready, found = self._send(db, values)
        return ready.read(found[0]) if found else None

    def all(self, db: Session, **values: Any) -> list[Any]:
        """Every row."""
        ready, found = self._send(db, values)
        return [ready.read(each) for each in found]

    def run(self, db: Session, **values: Any) -> None:
        """Change what there is to change; nothing comes back."""
        self._send(db, values)

    def _send(self, db: Session, values: dict[str, Any]) -> tuple[_Ready, Sequence[Any]]:
        """Send it and read to the end: a cursor with nothing left to read holds nothing open."""
        if db.autoflush:
            db.flush()
        line: Connection = db.info.get(LINE) or db.connection()
        ready, cursor = line.info.setdefault(CURSORS, {}).get(self) or self._prepared(line)
        arguments = ready.arguments(values)
        for note in line.engine.dispatch.before_cursor_execute:
            note(line, cursor, ready.sql, arguments, None, False)
        try:
            cursor.execute(ready.sql, arguments)
            return ready, cursor.fetchall() if ready.gives_rows else ()
        except line.dialect.loaded_dbapi.Error as error:
            raise _told(line, ready.sql, arguments, error, cursor) from error

    def _prepared(self, line: Connection) -> tuple[_Ready, Any]:
        """The statement in the words of this connection's database, and the cursor it is sent by there."""
        ready = self._made.get(line.dialect.name)
        if ready is None:
            ready = self._made[line.dialect.name] = self._make(line.dialect)
        driver: Any = line.connection.driver_connection
        line.info[CURSORS][self] = prepared = ready, driver.cursor()
        return prepared

    def _make(self, dialect: Dialect) -> _Ready:
        made: Any = self._core.compile(
            dialect=dialect,
            column_keys=None if self._columns is None else list(self._columns),
        )
        if "POSTCOMPILE" in str(made):
            raise TypeError("a list of values has a length of its own each time: say each of them")
        own, given = {}, []
        for value, name in made.bind_names.items():
            change = value.type.dialect_impl(dialect).bind_processor(dialect)
            if value.required:
                given.append((name, change))
            else:
                own[name] = change(value.effective_value) if change else value.effective_value
        columns = list(self._core.exported_columns)
        names = [str(column.key) for column in columns]
        if columns and names != list(signature(self._row).parameters):
            raise TypeError(f"a row takes {signature(self._row)}, but is given {names}")
        return _Ready(
            sql=str(made),
            places=None if made.positiontup is None else tuple(made.positiontup),
            own=own,
            given=tuple(given),
            results=tuple(
                (at, change)
                for at, column in enumerate(columns)
                if (change := column.type.dialect_impl(dialect).result_processor(dialect, None)) is not None
            ),
            gives_rows=bool(columns),
            row=self._row,
        )


def _row_of(core: Select[Any] | Insert | Update | Delete) -> Callable[..., Any]:
    make: Any = namedtuple  # its names are the statement's
    row: Callable[..., Any] = make("Row", [str(column.key) for column in core.exported_columns])
    return row


def _told(line: Connection, sql: str, arguments: Any, error: Any, cursor: Any) -> BaseException:
    """A driver's failure as SQLAlchemy tells it; connections that are gone are not handed out again."""
    gone = line.dialect.is_disconnect(error, line.connection, cursor)
    if gone:
        line.invalidate(error)
        line.engine.dispose()
    told: BaseException = DBAPIError.instance(
        sql,
        arguments,
        error,
        line.dialect.loaded_dbapi.Error,
        hide_parameters=line.engine.hide_parameters,
        connection_invalidated=gone,
        dialect=line.dialect,
    )
    return told
