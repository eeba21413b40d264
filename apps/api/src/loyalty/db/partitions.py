"""Tables that PostgreSQL keeps by month: the next months are made ahead, past ones go when they are empty.

The parts lie in the schema `partitions`, so that only their table is seen in `public`. What no month holds is
in the default part, so that no insert fails. The role that runs owns no table: it calls two functions of the
migration, which make and drop nothing else. SQLite keeps each table whole.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection, Date, bindparam, func, select, text

from loyalty.rules.calendar import months_after

# Each table's column of moments; months are of UTC.
PARTITIONED = {"events": "time", "till_lookups": "at", "till_misses": "at"}
MONTHS_AHEAD = 2
# So long after its end a month may still be written to by a late request.
SETTLED_AFTER = timedelta(days=2)

_MAKE = select(func.make_partition(bindparam("table_name"), bindparam("month", type_=Date())))
_DROP = select(func.drop_empty_partition(bindparam("table_name"), bindparam("month", type_=Date())))
_MONTHS = text(
    "SELECT to_date(right(c.relname, 7), 'YYYY_MM') FROM pg_inherits i "
    "JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass('public.' || :table_name) "
    "AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY 1"
)


def make_ahead(db: Connection, at: datetime) -> int:
    """Make the parts of this month and the next two; gives how many were missing."""
    if db.dialect.name != "postgresql":
        return 0
    made = 0
    for table_name in PARTITIONED:
        there = set(_months(db, table_name))
        for ahead in range(MONTHS_AHEAD + 1):
            month = months_after(_first_of_month(at), ahead)
            if month not in there:
                made += bool(db.scalar(_MAKE, {"table_name": table_name, "month": month}))
    return made


def drop_empty(db: Connection, at: datetime) -> int:
    """Drop the parts of past months whose every row was deleted; gives how many."""
    if db.dialect.name != "postgresql":
        return 0
    this_month = _first_of_month(at - SETTLED_AFTER)
    return sum(
        bool(db.scalar(_DROP, {"table_name": table_name, "month": month}))
        for table_name in PARTITIONED
        for month in _months(db, table_name)
        if month < this_month
    )


def _months(db: Connection, table_name: str) -> list[date]:
    return list(db.scalars(_MONTHS, {"table_name": table_name}))


def _first_of_month(at: datetime) -> date:
    return at.astimezone(UTC).date().replace(day=1)
