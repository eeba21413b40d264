"""The server's clock inside a statement, and where it may stand (decision 0057). Only this file names it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.exc import CompileError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from loyalty.db.tables import UtcDateTime


class ReadAt(FunctionElement[datetime]):
    """The moment a row is read, as one more column of a SELECT: `clock.moment()` says which that was.

    Each machine of a distributed database would give another one, so it is compared with and written to
    nothing inside a statement: what it says is passed to the next one as a parameter. Anywhere but among the
    columns of a SELECT the statement raises CompileError.
    """

    type = UtcDateTime()
    inherit_cache = True


@compiles(ReadAt)
def _on_the_server(_element: ReadAt, compiler: SQLCompiler, **how: Any) -> str:
    _only_read(compiler, how)
    return "clock_timestamp()"


@compiles(ReadAt, "sqlite")
def _on_this_machine(_element: ReadAt, compiler: SQLCompiler, **how: Any) -> str:
    _only_read(compiler, how)
    return "NULL"


def _only_read(compiler: SQLCompiler, how: dict[str, Any]) -> None:
    writes = compiler.isinsert or compiler.isupdate or compiler.isdelete
    if writes or not how.get("within_columns_clause"):
        raise CompileError("the clock is read as a column of a SELECT, and passed on as a parameter")


class WrittenAt(FunctionElement[datetime]):
    """The moment at which a statement that writes began, for a row that only has to be as old as its
    transaction: unlike ReadAt one value on every machine of a distributed database.
    """

    type = UtcDateTime()
    inherit_cache = True


@compiles(WrittenAt)
def _began_on_the_server(_element: WrittenAt, _compiler: SQLCompiler, **_how: Any) -> str:
    return "statement_timestamp()"


@compiles(WrittenAt, "sqlite")
def _began_on_this_machine(_element: WrittenAt, _compiler: SQLCompiler, **_how: Any) -> str:
    return "NULL"
