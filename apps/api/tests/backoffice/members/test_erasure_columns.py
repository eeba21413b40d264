"""Every column with data of a member is filled, and checked after the erasure."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import JSON, Column, ColumnElement, Table, Update, insert, or_, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from loyalty.backoffice.members import actions
from loyalty.config import Config
from loyalty.db.session import Database, current_session, transaction
from loyalty.db.tables import Base
from loyalty.features.access.context import PhoneNumber
from loyalty.models import import_models
from support.busy_member import NATIONAL, a_busy_member, with_everything
from support.factories import AMIR

pytestmark = pytest.mark.databases_differ

import_models()
# Tables to which no membership leads. A new table is written here, or its rows are looked for.
APART = {
    "rate_windows": "counters under keyed hashes, for a day",
    "host_attempts": "sign-ins by a host, for an hour; a linked one goes with its account",
    "event_readers": "how far the readers of events are",
    "images": "pictures of rewards",
    "webhooks": "systems that receive events, and the user who added them",
    "webhook_secrets": "systems that receive events",
    "feed_keys": "who else may fetch events",
    "broadcasts": "what the office writes to many members, and who of our people did",
    "sales_layouts": "columns of the tills' files, and who of our people said what they hold",
    "reconciled_days": "which days of an outlet were compared, and who of our people did",
    "task_successes": "when the backup, the audit and the scheduler last succeeded",
    "notification_looks": "the days on which the scheduler has looked",
    "notification_texts": "what the office wrote to many members",
    "content_kinds": "what pages say, and who of our people changed it",
    "content_versions": "what pages said, and who of our people published it",
    "office_log_chain": "where the log of the office begins and ends",
    "offline_tills": "tills",
    "outlets": "the programme",
    "programme_settings": "the programme",
    "programme_drafts": "the programme, and who of our people changed it",
    "programme_versions": "the programme, and who of our people changed it",
    "reward_texts": "the programme",
    "rewards": "the programme",
    "tiers": "the programme",
    "till_keys": "tills",
    **dict.fromkeys(
        (
            "staff",
            "staff_grants",
            "staff_passkeys",
            "staff_pins",
            "staff_invitations",
            "staff_challenges",
            "staff_sessions",
        ),
        "our people",
    ),
    "till_enrolments": "tills",
    "till_misses": "that a till asked for nobody, without what it asked with",
}
NOTHING = (None, "", 0, False)
# Why columns stay as they were, and which. A new one is added here, or to what erasing does.
ACCOUNTS = "what was paid, credited and given: the accounts, under an id that identifies nobody"
AGREED = "what was agreed to and when, under an id that tells nobody"
COUNTED = "counted against abuse by a keyed hash, for a day"
STAYS = {
    "members": ("when they joined, and the id, to which the accounts refer", "id created_at status_id"),
    "bills": (
        ACCOUNTS,
        "id outlet_id member_id business_day receipt_number amount_sen multiplier_tenths points paid_at "
        "created_at verified_at voided_at recorded_by till_id verified_till_id staff_id waits_for "
        "first_verified_by verified_by",
    ),
    "points_alone": (
        ACCOUNTS,
        "id login member_id day points member_limit person_limit source_type source_id",
    ),
    "receipt_claims": (
        ACCOUNTS,
        "id key outlet_id business_day receipt_number amount_sen paid_at created_at till_id staff_id "
        "is_checked voided_at member_id bill_id",
    ),
    "point_accounts": (ACCOUNTS, "member_id tier_points tier_level last_earned_at steps_lost"),
    "ledger_entries": (
        ACCOUNTS,
        "id member_id seq action_id delta balance_before balance_after tier_delta tier_before tier_after "
        "source_type source_id remark created_at seal_before",
    ),
    "vouchers": (
        ACCOUNTS,
        "id member_id reward_id code name cost discount_sen min_spend_sen outlet_ids usable_from expires_at "
        "created_at updated_at outlet_id present_until used_at used_receipt used_till_id "
        "used_staff_id cancelled_at restoration_id",
    ),
    "approvals": (
        f"{ACCOUNTS}; no reason may name a member",
        "id kind subject_id member_id outlet_id payload used_at reason proposed_by proposed_at state "
        "decided_by decided_at decision",
    ),
    "grants": (
        "keeps the number from a second welcome voucher, by a keyed hash",
        "kind number_hash year given_at",
    ),
    "event_sequences": ("how many facts there were, so that none gets a number twice", "member_id last"),
    "consents": (AGREED, "id member_id notice_version language channel given_at"),
    "host_consents": (AGREED, "id member_id host agreed notice_version channel chosen_at"),
    "marketing_choices": (AGREED, "id member_id kind agreed notice_version channel chosen_at"),
    "office_log": (
        "who of our people did what, for two years; no line may name a member",
        "id at operator action member_id details reason outlet_id seq seal_before",
    ),
    "till_lookups": (
        "which till looked up whom, for two years: a breach may ask",
        "id at till_id member_id what staff_id",
    ),
    "otp_challenges": (
        COUNTED,
        "number_hash purpose requester_hash tries created_at expires_at closed_at known_device code_hash "
        "sent_at previous_code_hash previous_sent_at",
    ),
    "code_events": (
        COUNTED,
        "id kind at purpose number_hash prefix_hash calling_code network_hash wide_network_hash known_device "
        "from_reserve is_unsent is_entered in_row_here in_row raised_alarm",
    ),
    "wallet_passes": (
        "which passes there were, for a month, so that their devices hear that they are void",
        "member_id serial wallet brand voucher_id tag changed_at sent_at created_at",
    ),
    "wallet_devices": (
        "which devices are to hear that, for that month or until they removed the pass",
        "member_id serial device push_token created_at",
    ),
    "jobs": (
        "that a message left, for a month; its payload and recipient are emptied",
        "id queue kind reference priority lock tries lease run_at expires_at created_at started_at",
    ),
}


def meaning(member_id: int) -> dict[str, Any]:
    """The columns that mean a person without a foreign key, and what they say of this one."""
    number = PhoneNumber("60", NATIONAL)
    return {"number_hash": number.hash, "recipient": number.e164, "owner": f"member:{member_id}"}


def theirs(member_id: int) -> dict[Table, ColumnElement[bool]]:
    """Which rows lead to a member: by a foreign key, through such a row, or by a column that means them."""
    known = meaning(member_id)
    found: dict[Table, ColumnElement[bool]] = {}
    for table in Base.metadata.sorted_tables:
        ways = [table.c[name] == value for name, value in known.items() if name in table.c]
        for key in table.foreign_keys:
            # What is decided about an account is about no member.
            if key.column.table in found and key.column.table.name != "approvals":
                ways.append(key.parent.in_(select(key.column).where(found[key.column.table])))
        if table.name == "members":
            ways = [table.c.id == member_id]
        if table.name == "enquiries":
            ways = [table.c.mobile_number.in_((f"+60 {NATIONAL}", f"0{NATIONAL}"))]
        if ways:
            found[table] = or_(*ways)
    return found


def rows(found: dict[Table, ColumnElement[bool]]) -> Iterator[tuple[Table, dict[str, Any]]]:
    for table, which in found.items():
        for row in current_session().execute(select(table).where(which)).mappings():
            yield table, {column.name: row[column] for column in table.c}


@pytest.fixture
def config(config: Config, tmp_path: Path) -> Config:
    return with_everything(config, tmp_path)


@pytest.fixture
def member(app: Flask, client: FlaskClient, sent, database: Database) -> int:
    return a_busy_member(app, client, sent, database)


def fill(db: Session, found: dict[Table, ColumnElement[bool]], member_id: int) -> None:
    """See to it that every column of theirs says something in some row: a new one has nobody to write it."""
    for table, which in found.items():
        values = {each: something(db, each, found, member_id) for each in table.c}
        if db.execute(select(table).where(which)).first() is None:
            db.execute(
                insert(table).values({each.name: values[each] for each in values if each.name != "id"})
            )
        kept = db.execute(select(table).where(which)).mappings().all()
        for column in table.c:
            # What is finished has been emptied.
            if column.name not in ("erased_at", "finished_at") and all(
                row[column] in NOTHING for row in kept
            ):
                rows = [[key == row[key] for key in table.primary_key] for row in kept]
                changes = [update(table).where(*same).values({column.name: values[column]}) for same in rows]
                assert any([is_done(db, change) for change in changes]), (
                    f"{table.name}.{column.name}: the member of this test should do what fills it"
                )


def is_done(db: Session, change: Update) -> bool:
    """Change a row, unless the database forbids it."""
    try:
        with db.begin_nested():
            db.execute(change)
    except DBAPIError:
        return False
    return True


def something(
    db: Session, column: Column[Any], found: dict[Table, ColumnElement[bool]], member_id: int
) -> Any:
    """A value for a column of theirs."""
    means = meaning(member_id)
    if column.name in means:
        return means[column.name]
    for key in column.foreign_keys:
        first = select(key.column).limit(1)
        return db.scalar(first.where(found[key.column.table]) if key.column.table in found else first)
    if isinstance(column.type, JSON):
        return {"trace": "of them"}
    usual = {str: "trace", int: 1, bool: True, bytes: b"trace", date: date(1994, 3, 8)}
    return usual.get(column.type.python_type, datetime(2026, 3, 14, tzinfo=UTC))


def test_every_table_is_erased_or_listed(app: Flask):
    with app.app_context():
        led = {table.name for table in theirs(1)}

    assert led & set(APART) == set()
    assert {table.name for table in Base.metadata.sorted_tables} - led == set(APART)


def test_every_column_is_emptied_or_kept_for_a_reason(app: Flask, database: Database, member: int):
    with app.app_context():
        found = theirs(member)
        with transaction() as db:
            fill(db, found, member)
        before = list(rows(found))
    with app.app_context():
        actions.erase(member, AMIR)

    stayed = set()
    with app.app_context():
        for table, was in before:
            same = [column == was[column.name] for column in table.primary_key]
            now = current_session().execute(select(table).where(*same)).mappings().one_or_none()
            stayed |= {
                f"{table.name}.{column.name}"
                for column in table.c
                if now is not None and was[column.name] not in NOTHING and now[column] == was[column.name]
            }
    assert stayed == {
        f"{table}.{column}" for table, (_, columns) in STAYS.items() for column in columns.split()
    }
