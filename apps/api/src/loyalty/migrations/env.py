"""Alembic runs this for every migration: the application's database, and the tables all features state."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from alembic import context
from alembic.ddl.sqlite import SQLiteImpl
from sqlalchemy import Connection, Engine, Table, text

from loyalty.config import from_environment
from loyalty.db.engines import write_engine
from loyalty.db.schema import COMPARING
from loyalty.db.tables import Base, UtcDateTime
from loyalty.models import import_models

import_models()
engine: Engine = context.config.attributes.get("engine") or write_engine(from_environment().database_url)


class WholeTables(SQLiteImpl):
    """SQLite as Alembic knows it, except that a batch keeps the triggers and sequence of its table."""

    __dialect__ = "sqlite"

    def prep_table_for_batch(self, batch: Any, table: Table) -> None:
        """Note what is lost when this table is dropped."""
        assert self.connection is not None  # noqa: S101  # there is no offline mode
        execute, name = self.connection.exec_driver_sql, (table.name,)
        query = "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?"
        self.triggers = list(execute(query, name).scalars())
        counts_up = "SELECT sql LIKE '% AUTOINCREMENT%' FROM sqlite_master WHERE type = 'table' AND name = ?"
        self.last_id = None
        if execute(counts_up, name).scalar():
            batch.new_table.dialect_options["sqlite"]["autoincrement"] = True
            self.last_id = execute("SELECT seq FROM sqlite_sequence WHERE name = ?", name).scalar()

    def rename_table(self, old_table_name: str, new_table_name: Any, schema: Any = None) -> None:
        """Rename a table; where that ends a batch, make anew what was noted."""
        super().rename_table(old_table_name, new_table_name, schema)
        noted = self.__dict__.pop("triggers", None)
        if noted is None or self.connection is None:
            return
        for statement in noted:
            self.connection.exec_driver_sql(statement)
        if self.last_id is not None:
            for statement in (
                "DELETE FROM sqlite_sequence WHERE name = :name",
                "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)",
            ):
                self.connection.execute(text(statement), {"name": new_table_name, "last": self.last_id})


@contextmanager
def without_foreign_keys(connection: Connection) -> Iterator[None]:
    """SQLite's own way to replace a table: dropping the old one may not delete or refuse what refers to it.

    Nothing is committed that breaks a foreign key. https://www.sqlite.org/lang_altertable.html §7
    """
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys = OFF")
    driver.execute("PRAGMA legacy_alter_table = ON")  # a trigger may name a table that is away for a moment
    try:
        yield
    finally:
        driver.execute("PRAGMA legacy_alter_table = OFF")
        driver.execute("PRAGMA foreign_keys = ON")


def render_column_type(kind: str, thing: Any, _context: Any) -> str | Literal[False]:
    """Write our own column type as what it is stored as, since a migration imports nothing of ours."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(thing, UtcDateTime) else False


def migrate(connection: Connection) -> None:
    """Run the migrations in one transaction."""
    on_sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=on_sqlite,
        render_item=render_column_type,
        transactional_ddl=True,
        **COMPARING,
    )
    with context.begin_transaction():
        if not on_sqlite:
            from loyalty.db.postgresql import allow_long_statements

            allow_long_statements(connection)  # an index on a large table takes longer than a request may
        context.run_migrations()
        if on_sqlite and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
            raise RuntimeError(f"a row of {broken[0]} refers to one that is not in {broken[2]}")


with engine.connect() as connection:
    if connection.dialect.name == "sqlite":
        with without_foreign_keys(connection):
            migrate(connection)
    else:
        migrate(connection)
