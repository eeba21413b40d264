"""Export and erasure of a member's data.

The export follows the foreign keys of all tables to a member, directly or through another row of theirs, so
that a new table is not forgotten.
"""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Column, ColumnElement, Row, Table, inspect, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.db import idempotency
from loyalty.db.clock import now
from loyalty.db.session import after_commit, current_session, empty_wal, transaction
from loyalty.db.tables import Base
from loyalty.features.access import otp, sign_in
from loyalty.features.access.context import ClientContext, OtpRequest, PhoneNumber
from loyalty.features.access.otp import CodeSent
from loyalty.features.enquiries import inbox
from loyalty.features.enquiries.models import Enquiry
from loyalty.features.events import stream
from loyalty.features.members import changes, records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import ledger
from loyalty.features.points.bills import void_pending
from loyalty.features.rewards import vouchers
from loyalty.features.till import lookups
from loyalty.gateways import outbox
from loyalty.reach.hosts import accounts as host_accounts
from loyalty.reach.notifications import log as notifications
from loyalty.reach.passkeys import passkeys as passkey_service
from loyalty.reach.wallet import changes as wallet
from loyalty.reach.webhooks import deliveries
from loyalty.rules import otp as otp_rules
from loyalty.rules.calendar import iso_utc
from loyalty.rules.events import EventType
from loyalty.rules.otp import Purpose
from loyalty.rules.spreadsheets import spreadsheet_cell

# Columns that are not exported: keys and seals, which say nothing about a member and have to stay secret, the
# names of operators, and the ids of other members.
LEFT_OUT = frozenset(
    {
        "key",
        "head",
        "endpoint",
        "p256dh",
        "auth",
        "push_token",
        "seal_before",
        "fingerprint",
        "operator",
        "proposed_by",
        "decision",
        "decided_by",
        "recorded_by",
        "staff_id",
        "used_staff_id",
        "to_member_id",
    }
)
MEMBERS = "members"
# Rows that refer to these are not the member's by that: an approval of an account led to its invitation.
NO_OWNERS = (MEMBERS, "approvals")
RECORD = "member"
REMARK = "Membership ended"


@dataclass(frozen=True)
class Export:
    """A member's record, and their rows by table, with the names of the API."""

    exported_at: datetime
    member: records.Record
    records: dict[str, list[dict[str, Any]]]


def export(db: Session, member_id: int) -> Export:
    """Everything about a member, one query a table; raises NotFound."""
    person = records.get_member(db, member_id)
    number = PhoneNumber(person.calling_code, person.mobile_number)
    rows = {
        _camel(table.name): [_plain(table.c, row._mapping) for row in db.execute(select(table).where(which))]
        for table, which in _rows_of(member_id, number.hash).items()
    }
    written = inbox.of_number(db, number.calling_code, number.national)
    files = inbox.called(db, [each.id for each in written])
    places = {each.id: each.name for each in outlet_queries.outlets(db)}
    words = notifications.words_of(db, member_id)
    for each in rows["notifications"]:
        each |= {"title": words[each["id"]].title, "body": words[each["id"]].body}
    rows["tillLookups"] = [_lookup(each, places) for each in lookups.of_member(db, member_id)]
    rows["enquiries"] = [_enquiry(each, files.get(each.id)) for each in written]
    return Export(now(db), person, rows)


def _lookup(looked_up: Row[Any], places: Mapping[int, str]) -> dict[str, Any]:
    """A look-up of the member: when, what, where, and whether a cashier or the till by itself."""
    return {
        "at": iso_utc(looked_up.at),
        "what": looked_up.what,
        "by": "till" if looked_up.staff_id is None else "cashier",
        "outletId": looked_up.outlet_id,
        "outletName": places[looked_up.outlet_id],
        "tillId": looked_up.till_id,
    }


def _enquiry(enquiry: Enquiry, attachment: str | None) -> dict[str, Any]:
    """An enquiry of the member, with the name of its attachment."""
    columns = inspect(Enquiry).columns
    return {
        **_plain(columns, {column: getattr(enquiry, column.name) for column in columns}),
        "attachment": attachment,
    }


def _rows_of(member_id: int, number_hash: str) -> dict[Table, ColumnElement[bool]]:
    """The tables with rows of a member, each with the condition of these rows."""
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
    """The foreign key of a table to one of `found`, without NO_OWNERS: its column, and the column there."""
    for column in table.c:
        for key in column.foreign_keys:
            if key.column.table in found and key.column.table.name not in NO_OWNERS:
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
        return {_camel(name): _value(inner) for name, inner in value.items() if name not in LEFT_OUT}
    if isinstance(value, datetime):
        return iso_utc(value)
    return value.isoformat() if isinstance(value, date) else value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def archive(exported: Mapping[str, Any]) -> bytes:
    """A ZIP of what ExportSchema dumps: the record as `member.csv`, and each table by its name.

    No cell acts as a formula (SECURITY.md B10); a table without rows of the member is an empty file.
    """
    tables = {RECORD: [exported["member"]], **exported["records"]}
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as files:
        for name, rows in tables.items():
            # The byte order mark makes spreadsheets read UTF-8.
            files.writestr(f"{name}.csv", _csv(rows).encode("utf-8-sig"))
    return held.getvalue()


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    text = StringIO()
    if rows:
        writer = csv.writer(text)
        writer.writerow(rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Numbers stay numbers, also negative ones, which are no formulas."""
    if isinstance(value, str):
        return spreadsheet_cell(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | dict | list) else value


def send_code(member_id: int, client: ClientContext) -> CodeSent:
    """Send a member the code that confirms their erasure; raises TooMany with the seconds to wait."""
    sent = sign_in.send_code(otp_rules.Purpose.ERASE, _number_of(current_session(), member_id), client)
    with transaction() as db:
        stream.emit(db, EventType.MEMBER_ERASURE_ASKED, now(db), member_id=member_id)
    return sent


def erase(member_id: int, client: ClientContext, code: str) -> None:
    """Erase a member by the code that was sent for it; raises Invalid for a wrong one and TooMany.

    Everything happens or nothing: after a crash the member and the code are as they were.
    """
    request = OtpRequest(Purpose.ERASE, _number_of(current_session(), member_id), client)
    proof = otp.prove(request, code)
    with transaction() as db:
        sign_in.use(db, request, proof, None)
        erase_member(db, member_id)


def erase_member(db: Session, member_id: int) -> None:
    """Erase a member from every table, in the caller's transaction; raises NotFound.

    Ledger entries, bills and vouchers stay under an id without personal data; the hash that keeps their
    number from a second welcome voucher stays too (SECURITY.md I-9). Points that are left are removed.
    """
    at, number = now(db), _number_of(db, member_id)
    ledger.close_account(db, member_id, ledger.Source("erasure", str(member_id)), REMARK, at)
    void_pending(db, member_id, at)
    vouchers.cancel_open(db, member_id, at)
    passkey_service.delete_all(db, member_id)
    host_accounts.erase_member(db, member_id)
    sign_in.erase_member(db, member_id, number)
    outbox.withdraw(db, number.e164)
    idempotency.delete_all(db, f"member:{member_id}")
    for enquiry in inbox.of_number(db, number.calling_code, number.national):
        inbox.erase(db, enquiry.id)
    changes.erase(db, member_id, at)
    approvals.erase_member(db, member_id)
    notifications.erase_member(db, member_id)
    wallet.erase_member(db, member_id)
    deliveries.erase_member(db, member_id)
    stream.erase_member(db, member_id)
    stream.emit(db, EventType.MEMBER_ERASED, at, member_id=member_id)
    after_commit(db, empty_wal)


def _number_of(db: Session, member_id: int) -> PhoneNumber:
    person = records.get_member(db, member_id)
    return PhoneNumber(person.calling_code, person.mobile_number)
