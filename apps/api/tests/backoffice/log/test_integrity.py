"""Damage by somebody who has the database: to its triggers and constraints, to the sources of entries, and to
the log of the office. `flask audit` has to find each.
"""
# the statements are this file's own

from datetime import UTC, datetime

import pytest
from sqlalchemy import insert, select, text, update

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.backoffice.people.models import Staff, StaffGrant, StaffInvitation, StaffPasskey, StaffPin
from loyalty.backoffice.tills import tills
from loyalty.db import triggers
from loyalty.db.session import current_session, transaction
from loyalty.features.points import ledger
from loyalty.features.programme import settings
from loyalty.features.till.models import Till
from loyalty.rules.points import Action
from loyalty.rules.staff import Grant, Role
from support.factories import a_member, adjust
from support.staff_app import a_link, a_person, accept, browser_of, passkey, set_pin

pytestmark = pytest.mark.databases_differ


MEI, RAJ = Signature("mei", "Ticket 4711"), Signature("raj", "Ticket 4712")


@pytest.fixture
def audit(app):
    """`audit()`: what the command says, and that it ends with 1 when it found something."""

    def found() -> list[str]:
        result = app.test_cli_runner().invoke(args=["audit"])
        *findings, count = result.stdout.splitlines()
        assert (result.exit_code, count) == (
            (1, f"{len(findings)} violations.") if findings else (0, "0 violations.")
        )
        return findings

    return found


@pytest.fixture
def change(owner):
    """`change(sql, …)` as somebody with the password of the tables' owner."""

    def run(*statements: str) -> None:
        with owner.writes.begin() as connection:
            for statement in statements:
                connection.execute(text(statement))

    return run


@pytest.fixture
def member(database, app):
    """1,000 points by a bill, 50 by one operator, 500 by two."""
    made = a_member(database, earned=1_000)
    with app.app_context():
        with transaction() as db:
            settings.write(db, {"adjust_limit": 100})
        adjust(made, 50, MEI)
        approvals.decide(adjust(made, 500, MEI).id, RAJ, DONE)
    return made


def test_a_migrated_database_has_all_its_guards(audit, member, app):
    with app.app_context():
        db = current_session().connection()
        there = {name: trigger for name, (trigger, on) in triggers.found(db).items() if on}
        assert there == triggers.TRIGGERS[db.dialect.name]
    assert audit() == []


@pytest.mark.only_on("sqlite")
@pytest.mark.parametrize("name", triggers.TRIGGERS["sqlite"])
def test_a_missing_trigger_is_found_on_sqlite(audit, change, name):
    change(f"DROP TRIGGER {name}")
    table = triggers.TRIGGERS["sqlite"][name].table
    assert audit() == [f"I-3  database: the trigger {name} of {table} is missing."]


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize("name", triggers.TRIGGERS["postgresql"])
def test_a_missing_or_disabled_trigger_is_found_on_postgresql(audit, change, name):
    table = triggers.TRIGGERS["postgresql"][name].table
    for how in ("DISABLE TRIGGER", "ENABLE REPLICA TRIGGER"):
        change(f"ALTER TABLE {table} {how} {name}")
        assert audit() == [f"I-3  database: the trigger {name} of {table} is switched off."]
    change(f"DROP TRIGGER {name} ON {table}")
    assert audit() == [f"I-3  database: the trigger {name} of {table} is missing."]


@pytest.mark.only_on("sqlite")
def test_a_changed_trigger_is_found_on_sqlite(audit, change):
    change(
        "DROP TRIGGER ledger_entries_no_update",
        "CREATE TRIGGER ledger_entries_no_update BEFORE UPDATE ON ledger_entries BEGIN SELECT 1; END",
        "CREATE TRIGGER more AFTER INSERT ON ledger_entries BEGIN DELETE FROM office_log WHERE id = 0; END",
    )
    assert audit() == [
        "I-3  database: the trigger ledger_entries_no_update of ledger_entries is another than it was.",
        "I-3  database: the trigger more of ledger_entries is none of ours.",
    ]


@pytest.mark.only_on("postgresql")
def test_a_changed_trigger_function_is_found_on_postgresql(audit, change):
    change(
        "CREATE OR REPLACE FUNCTION refuse_to_change_ledger() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NEW; END $$"
    )
    assert audit() == [
        f"I-3  database: the trigger {name} of ledger_entries is another than it was."
        for name in ("ledger_entries_no_change", "ledger_entries_no_truncate")
    ]


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("ledger_entries", "ck_ledger_entries_balance_adds_up"),
        ("ledger_entries", "uq_ledger_entries_member_id_source_type_source_id_action_id"),
        ("approvals", "ck_approvals_four_eyes"),
        ("bills", "fk_bills_member_id_point_accounts"),
    ],
)
def test_a_missing_constraint_is_found(audit, change, table, name):
    change(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    assert audit() == [
        f"I-3  database: the constraint {name} of {table} is missing or does not hold for every row."
    ]


def test_a_missing_unique_index_is_found(audit, change):
    change("DROP INDEX uq_bills_receipt")
    assert audit() == [
        "I-3  database: the constraint uq_bills_receipt of bills is missing or does not hold for every row."
    ]


@pytest.mark.parametrize(
    ("source", "action", "finding"),
    [
        (("adjustment", "77"), 4, "+50000 points moved for adjustment 77, which nobody made"),
        (("adjustment", "1"), 5, "adjustment 1 of +50 points has not the entry it should have"),
        (("favour", "1"), 4, "entry 5 of action 4 is from favour, which writes none"),
        (("bill", "1"), 4, "entry 5 of action 4 is from bill, which writes none"),
        (("lapse", "1.9"), 6, "entry 5 is not what lapse 1.9 writes there"),
        (("erasure", "1"), 5, "points were taken for a membership that has not ended"),
        (("member", "2"), 1, "entry 5 is not what member 2 writes there"),
    ],
)
def test_a_ledger_entry_without_its_source_is_found(audit, app, member, source, action, finding):
    """Written by the application's own verbs, so that balances, seals and heads are right."""
    by = {1: 0, 4: 50_000, 5: -50, 6: 0}[action]
    with app.app_context(), transaction() as db:
        account, _ = ledger.lock(db, member)
        at = account.last_entry_at
        ledger.write(db, account, Action(action), abs(by), ledger.Source(*source), "a favour", at)
    assert f"I-18  member {member}: {finding}." in audit()


def test_an_adjustment_without_its_entry_is_found(audit, change, member):
    change(
        "INSERT INTO approvals (kind, subject_id, member_id, payload, reason, proposed_by, proposed_at, "
        "state, decided_at) SELECT kind, subject_id, member_id, "
        """'{"points": 70, "counts_for_tier": false}', """
        "reason, proposed_by, proposed_at, state, decided_at FROM approvals WHERE decided_by IS NULL"
    )
    assert audit() == [
        f"I-18  member {member}: adjustment 3 of +70 points has not the entry it should have.",
        f"I-18  member {member}: adjustment 3 is not in the log of the office: points.adjust by mei.",
    ]


def test_an_adjustment_requested_and_approved_by_one_login_is_found(audit, change, member):
    change("UPDATE approvals SET decided_by = 'raj via mei' WHERE decided_by IS NOT NULL")
    assert f"I-18  member {member}: adjustment 2 was decided by the login that asked." in audit()


def test_an_emptied_office_log_is_found(audit, change, member, database):
    """Its triggers off for a moment and back, as the owner of the tables can."""
    if database.is_sqlite:
        with database.bound():
            sql = current_session().scalar(
                text("SELECT sql FROM sqlite_master WHERE name = 'office_log_no_delete'")
            )
        change("DROP TRIGGER office_log_no_delete", "DELETE FROM office_log", sql)
    else:
        change(
            "ALTER TABLE office_log DISABLE TRIGGER USER",
            "TRUNCATE office_log",
            "ALTER TABLE office_log ENABLE TRIGGER USER",
        )
    where = f"I-18  member {member}: adjustment"
    assert [each for each in audit() if each.startswith("I-18")] == [
        f"{where} 1 is not in the log of the office: points.adjust by mei.",
        f"{where} 2 is not in the log of the office: points.adjust by mei.",
        f"{where} 2 is not in the log of the office: points.approve by raj.",
    ]


@pytest.fixture
def mei_of_staff(app, member):
    """A cashier, somebody of head office with a passkey, and a till, as the application makes them."""
    with app.app_context():
        actor = people.Actor(MEI)
        people.add("Ali", [Grant(Role.CASHIER, 1)], actor)
        mei = people.add("Mei", [Grant(Role.HEAD_OFFICE, None), Grant(Role.FINANCE, None)], actor)
        tills.add_till(1, "Counter", MEI)
    assert accept(browser_of(app), a_link(app, mei), passkey()).status_code == 201
    return mei


AT = datetime(2026, 3, 14, 4, tzinfo=UTC)
A_ROLE = {"role": "head-office", "given_at": AT, "given_by": "mei"}


@pytest.mark.parametrize(
    ("table", "row", "finding"),
    [
        (Staff, {"name": "X", "user_handle": "x", "created_at": AT, "created_by": "mei"}, "account 9"),
        (StaffGrant, {"staff_id": 1, **A_ROLE}, "role 9 of staff 1: head-office at every outlet"),
        (
            StaffInvitation,
            {"staff_id": 2, "token_hash": "x", "created_at": AT, "created_by": "mei", "expires_at": AT},
            "invitation 9 of staff 2",
        ),
        (Till, {"outlet_id": 1, "key_hash": "x", "created_at": AT}, "till 9 at outlet 1"),
    ],
)
def test_a_row_of_the_staff_that_the_application_did_not_make_is_found(
    database, audit, mei_of_staff, table, row, finding
):
    """As the role that the application runs as."""
    assert audit() == []
    with database.writes.begin() as running:
        running.execute(insert(table).values(id=9, **row))
    assert audit() == [f"I-19  database: {finding} is not in the log of the office as it is."]


def test_a_passkey_that_was_inserted_or_exchanged_is_found(database, audit, mei_of_staff):
    columns = StaffPasskey.__table__.c
    with database.writes.begin() as running:
        theirs = running.execute(select(*columns)).mappings().one()
        running.execute(insert(StaffPasskey).values({**theirs, "id": 9, "credential_id": "mine"}))
        running.execute(update(StaffPasskey).where(columns.id == 1).values(public_key="mine"))
    assert sorted(finding.partition(", key")[0] for finding in audit()) == [
        f"I-19  database: passkey {number} of staff {mei_of_staff}" for number in (1, 9)
    ]


def test_a_pin_that_was_exchanged_or_never_chosen_is_found(app, database, audit):
    """The PIN of one account in another's row, and a start PIN that is passed off as a chosen one."""
    one, other = (a_person(database, ("cashier", 1), name=name) for name in ("Ali", "Nora"))
    set_pin(app, one)
    with app.app_context():
        people.set_pin(other, "718263", people.Actor(MEI))
    assert audit() == []
    columns = StaffPin.__table__.c
    with database.writes.begin() as running:
        known = select(columns.pin_hash).where(columns.staff_id == other).scalar_subquery()
        running.execute(update(StaffPin).where(columns.staff_id == one).values(pin_hash=known))
        running.execute(update(StaffPin).where(columns.staff_id == other).values(chosen_at=AT))
    assert sorted(finding.partition(", key")[0] for finding in audit()) == [
        f"I-19  database: PIN of staff {each}" for each in (one, other)
    ]


def test_a_role_that_was_taken_and_put_back_is_found(app, database, audit, mei_of_staff):
    with app.app_context():
        people.change(mei_of_staff, people.Actor(MEI), grants=[Grant(Role.FINANCE, None)])
    assert audit() == []
    with database.writes.begin() as running:
        running.execute(insert(StaffGrant).values(id=2, staff_id=mei_of_staff, **A_ROLE))
    assert len(audit()) == 1
