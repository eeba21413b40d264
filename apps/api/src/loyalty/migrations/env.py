"""Alembic runs this for every migration: the application's database, and the tables all features state."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from sqlalchemy import BigInteger

from loyalty.config import from_environment
from loyalty.db.connections import Database
from loyalty.db.tables import Base, UtcDateTime
from loyalty.features import state_tables

state_tables()
database: Database
if (given := context.config.attributes.get("database")) is not None:
    database = given
else:
    settings = from_environment()
    database = Database(settings.database_url, settings.ledger_ring)
    context.config.attributes["database"] = database


def render_column_type(kind: str, thing: Any, _context: Any) -> str | Literal[False]:
    """Write our own column types into a new migration by their names."""
    if kind == "type" and isinstance(thing, UtcDateTime):
        return "UtcDateTime()"
    if kind == "type" and isinstance(thing, BigInteger):
        return "BigInt"
    return False


with database.writes.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_server_default=True,
        render_item=render_column_type,
    )
    with context.begin_transaction():
        if connection.dialect.name == "postgresql":
            from loyalty.db.postgresql import take_time

            take_time(connection)  # an index on a large table takes longer than a request may
        context.run_migrations()
