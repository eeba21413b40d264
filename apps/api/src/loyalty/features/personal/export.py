"""Everything the database holds about a member.

It is read off the tables themselves: whatever points at a member, directly or through a row of hers, is in
it, so that a table made tomorrow is not forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, select
from sqlalchemy.orm import Session

from loyalty.db.base import Base
from loyalty.db.clock import now
from loyalty.features.access.service import PhoneNumber
from loyalty.features.enquiries import reading as enquiries
from loyalty.features.enquiries.models import Enquiry
from loyalty.features.members import service as members

# What opens doors or seals lines tells nothing about a person, and is safer nowhere than in a file; and who
# of our people did something is about them.
LEFT_OUT = frozenset(
    {
        "key",
        "head",
        "seal_before",
        "fingerprint",
        "operator",
        "asked_by",
        "decided_by",
        "recorded_by",
    }
)
MEMBERS = "members"


@dataclass(frozen=True)
class Export:
    """A member as she sees herself, and her rows by table; names are spelled as on the wire."""

    exported_at: datetime
    member: members.Record
    records: dict[str, list[dict[str, Any]]]


def export(db: Session, member_id: int) -> Export:
    """Everything about a member, one query a table; raises NotFound."""
    person = members.record(db, member_id)
    number = PhoneNumber(person.calling_code, person.mobile_number)
    records = {
        _camel(table.name): [_plain(table.c, row._mapping) for row in db.execute(select(table).where(which))]
        for table, which in _hers(member_id, number.hash).items()
    }
    written = enquiries.of_number(db, number.calling_code, number.national)
    files = enquiries.called(db, [each.id for each in written])
    records["enquiries"] = [_enquiry(each, files.get(each.id)) for each in written]
    return Export(now(db), person, records)


def _enquiry(enquiry: Enquiry, attachment: str | None) -> dict[str, Any]:
    """What a member wrote to us, and the name of the file that came with it."""
    columns = Enquiry.__table__.c
    return {
        **_plain(columns, {column: getattr(enquiry, column.name) for column in columns}),
        "attachment": attachment,
    }


def _hers(member_id: int, number_hash: str) -> dict[Table, ColumnElement[bool]]:
    """Which rows of which tables are a member's."""
    found: dict[Table, ColumnElement[bool]] = {}
    for table in Base.metadata.sorted_tables:
        if table.name == MEMBERS:
            found[table] = table.c.id == member_id
        elif "member_id" in table.c:
            found[table] = table.c.member_id == member_id
        elif owner := _owner(table, found):
            column, key = owner
            found[table] = column.in_(select(key).where(found[key.table]))
        elif "number_hash" in table.c:
            found[table] = table.c.number_hash == number_hash
    return found


def _owner(table: Table, found: dict[Table, ColumnElement[bool]]) -> tuple[Column[Any], Column[Any]] | None:
    """The column by which a table hangs on one that is hers, and the column there; members' own set aside."""
    for column in table.c:
        for key in column.foreign_keys:
            if key.column.table in found and key.column.table.name != MEMBERS:
                return column, key.column
    return None


def _plain(columns: Iterable[Any], row: Mapping[Any, Any]) -> dict[str, Any]:
    return {
        _camel(column.name): _value(row[column])
        for column in columns
        if column.name not in LEFT_OUT and not column.name.endswith("_hash")
    }


def _value(value: Any) -> Any:
    if isinstance(value, dict):
        return {_camel(name): _value(inner) for name, inner in value.items()}
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
