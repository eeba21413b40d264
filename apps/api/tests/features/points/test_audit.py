"""Every kind of damage is planted behind the ledger's back, and the auditor has to find it."""
# ruff: noqa: S608  # the statements are this file's own

import pytest
from flask import Flask
from sqlalchemy import text

from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import audit as member_audit
from loyalty.features.points import audit, ledger
from support.factories import a_bill, a_member, spend

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def member(database: Database, clock):
    """Registered, 6,000 earned, 500 spent, a tier lapsed, 100 earned, 20 taken out: lines 1 to 6."""
    member_id = a_member(database)
    with database.bound(), transaction() as db:
        ledger.earn(db, member_id, 6_000, a_bill(), "a feast")
        spend(db, member_id, 500, a_bill(), "a treat")
        clock.advance(days=40)
        ledger.earn(db, member_id, 100, a_bill(), "back again")
        clock.advance(days=1)
        ledger.adjust(db, member_id, -20, a_bill(), "a mistake")
    return member_id


def found(database: Database) -> list[tuple[str, int]]:
    with database.bound():
        return [(each.invariant, each.member_id) for each in audit.violations(current_session())]


CHECKS = {
    "ledger_entries": ("balance_adds_up", "tier_points_add_up", "never_negative", "sign_follows_action"),
    "point_accounts": ("balance_never_negative", "tier_points_never_negative"),
}


def plant(owner: Database, *damage: str) -> None:
    """Change the tables as their owner can: without triggers and checks."""
    with owner.writes.begin() as connection:
        if owner.is_sqlite:
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
            for name in ("no_update", "no_delete", "no_replace"):
                connection.execute(text(f"DROP TRIGGER ledger_entries_{name}"))
        else:
            connection.execute(text("ALTER TABLE ledger_entries DISABLE TRIGGER USER"))
            for table, checks in CHECKS.items():
                for check in checks:
                    connection.execute(text(f"ALTER TABLE {table} DROP CONSTRAINT ck_{table}_{check}"))
        for statement in damage:
            connection.execute(text(statement))
        if owner.is_sqlite:
            connection.exec_driver_sql("PRAGMA ignore_check_constraints = OFF")


@pytest.mark.usefixtures("member")
def test_books_that_nobody_touched_are_right(database: Database):
    assert found(database) == []


ACCOUNT, LINE = "UPDATE point_accounts SET ", "UPDATE ledger_entries SET "

DAMAGE = {
    "points given to an account alone": ([ACCOUNT + "balance = balance + 1"], ["I-1"]),
    "a line that was changed together with its account": (
        [
            LINE + "delta = delta + 1, balance_after = balance_after + 1 WHERE seq = 6",
            ACCOUNT + "balance = balance + 1",
        ],
        ["I-3"],
    ),
    "another reason for an old line": ([LINE + "remark = 'a smaller feast' WHERE seq = 2"], ["I-3"]),
    "another reason for the newest line": ([LINE + "remark = 'no mistake' WHERE seq = 6"], ["I-3"]),
    "a line moved to another bill": ([LINE + "source_id = 'another' WHERE seq = 3"], ["I-3"]),
    "a line taken out": (["DELETE FROM ledger_entries WHERE seq = 3"], ["I-1", "I-3", "I-4"]),
    "the newest line taken out": (["DELETE FROM ledger_entries WHERE seq = 6"], ["I-1", "I-17", "I-4"]),
    "the only lines taken out": (["DELETE FROM ledger_entries"], ["I-1", "I-10", "I-17", "I-4"]),
    "a line that does not add up": (
        [LINE + "balance_after = balance_after + 5 WHERE seq = 6"],
        ["I-3", "I-4"],
    ),
    "a balance below nothing on the way": (
        [LINE + "delta = -7000, balance_after = -1000 WHERE seq = 3"],
        ["I-1", "I-2", "I-3", "I-4"],
    ),
    "a tier given to an account alone": ([ACCOUNT + "tier_level = 3"], ["I-10"]),
    "tier points given to an account alone": ([ACCOUNT + "tier_points = 9000"], ["I-10"]),
    "a month without points forgotten": ([ACCOUNT + "steps_lost = 0, last_earned_at = NULL"], ["I-10"]),
    "a line older than the one before it": (
        [LINE + "created_at = '2020-01-01 00:00:00.000000' WHERE seq = 6"],
        ["I-17", "I-3"],
    ),
    "a last moment that no line has": ([ACCOUNT + "last_entry_at = '2020-01-01 00:00:00.000000'"], ["I-17"]),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_each_broken_rule_once_and_only_where_it_is(database: Database, owner, member, kind):
    damage, invariants = DAMAGE[kind]
    bystander = a_member(database, earned=300)
    only = f"member_id = {member}"
    plant(owner, *(f"{each} {'AND' if ' WHERE ' in each else 'WHERE'} {only}" for each in damage))
    assert sorted(found(database)) == [(invariant, member) for invariant in sorted(invariants)]
    assert bystander not in {member_id for _, member_id in found(database)}


def test_a_step_down_before_its_time_is_found(database: Database, owner, member):
    # Line 4 is the step down: 40 days after the feast. Had the feast been later, it came too early.
    plant(
        owner,
        f"UPDATE ledger_entries SET created_at = (SELECT created_at FROM ledger_entries WHERE seq = 5 "
        f"AND member_id = {member}) WHERE seq IN (2, 3) AND member_id = {member}",
    )
    assert ("I-10", member) in found(database)


def test_points_earned_before_a_step_down_that_was_due_are_found(database: Database, owner, member):
    plant(
        owner,
        f"UPDATE ledger_entries SET action_id = 5 WHERE seq = 4 AND member_id = {member}",
    )
    assert ("I-10", member) in found(database)


def test_a_member_without_an_account_is_found(database: Database, owner, member):
    plant(
        owner,
        f"DELETE FROM ledger_entries WHERE member_id = {member}",
        f"DELETE FROM point_accounts WHERE member_id = {member}",
    )
    with database.bound():
        assert [(each.invariant, each.member_id) for each in member_audit.violations(current_session())] == [
            ("I-1", member)
        ]


def test_members_who_invited_each_other_in_a_circle_are_found_and_nobody_else(database: Database):
    ids = [a_member(database) for _ in range(5)]
    pairs = [(0, 1), (1, 2), (2, 0), (3, 0)]  # 3 was invited by one of the circle, 4 by nobody
    with database.bound(), transaction() as db:
        for one, by in pairs:
            db.execute(text(f"UPDATE members SET referrer_id = {ids[by]} WHERE id = {ids[one]}"))
    with database.bound():
        report = [(each.invariant, each.member_id) for each in member_audit.violations(current_session())]
    assert sorted(report) == [("I-13", each) for each in sorted(ids[:3])]


def test_the_command_says_that_nothing_is_wrong(app: Flask, member):
    result = app.test_cli_runner().invoke(args=["audit"])
    assert (result.exit_code, result.stdout) == (0, "0 violations.\n")
    assert member


def test_the_command_names_the_rule_and_the_member_and_fails(app: Flask, database: Database, member):
    with database.writes.begin() as connection:
        connection.execute(text("UPDATE point_accounts SET balance = balance + 1"))
    result = app.test_cli_runner().invoke(args=["audit"])
    assert result.exit_code == 1
    assert f"I-1  member {member}: the account has 5581 points, its entries 5580." in result.output
    assert "1 violations." in result.output
