"""A bill moves by two transactions, one a member (decision 0059): what is in between, and afterwards."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from multiprocessing import get_context

import pytest
from sqlalchemy import event

from counter_steps import at_till, record
from factories import a_member, a_till, every_violation, run_command
from loyalty.db.connections import connection, transaction
from loyalty.features.office import actions, proposals
from loyalty.features.office.log import Signature
from loyalty.features.points import bill_lists, bills
from loyalty.features.programme import settings
from loyalty.rules.bills import Status

MEI = Signature("mei", "Ticket 4711, a wish")


@pytest.fixture
def two(database, clock) -> tuple[int, int]:
    return a_member(database), a_member(database)


@pytest.fixture
def a_bill(app, database, two) -> Callable[..., int]:
    """`a_bill("A-1")`: a bill of the first of the two, verified by default, by its id."""

    def bill(receipt: str = "A-1", amount: str = "60.00", *, is_verified: bool = True) -> int:
        made = record(at_till(app, database, 1), two[0], receiptNumber=receipt, amount=amount)
        if is_verified:
            with database.bound():
                actions.verify_bill(made.json["memberEarn"]["id"], Signature("amir", MEI.reason))
        return made.json["memberEarn"]["id"]

    return bill


def move_and_die(database, bill_id: int, to: int) -> None:
    """Move a bill in a process that ends where its second transaction begins."""
    begun = count()

    def die(_connection: object) -> None:
        if next(begun):
            os._exit(9)

    event.listen(database.writes, "begin", die)
    with database.bound():
        proposals.move_bill(bill_id, to, MEI, may_alone=True)


@pytest.fixture
def half_moved(database, two) -> Callable[[int], None]:
    """`half_moved(bill_id)`: as `move_and_die`, to the second of the two."""

    def move(bill_id: int) -> None:
        database.close()
        process = get_context("fork").Process(target=move_and_die, args=(database, bill_id, two[1]))
        process.start()
        process.join()
        assert process.exitcode == 9

    return move


def bills_of(database, member: int) -> list[Status]:
    with database.bound():
        return [bill_lists.status(each) for each in bill_lists.listed(connection(), member_id=member)]


@pytest.mark.databases_differ
@pytest.mark.parametrize("is_verified", [True, False])
def test_a_bill_moves_once_although_the_process_dies_in_between(
    app, database, two, a_bill, half_moved, points_of, someone, clock, is_verified
):
    one, other = two
    bill_id, head = a_bill(is_verified=is_verified), someone("head-office")
    half_moved(bill_id)
    assert [points_of(each)[0] for each in two] == [0, 0]
    assert (bills_of(database, one), bills_of(database, other)) == ([Status.VOID], [])
    assert every_violation(database) == []

    # Its receipt is nobody else's meanwhile, nor a second time the other member's.
    till = a_till(app)
    for member in (other, a_member(database)):
        bill = {"memberId": member, "receiptNumber": "A-1", "amount": "60.00"}
        again = till.post("/api/pos/earn", json=bill)
        assert (again.status_code, again.json["code"]) == (409, "receipt_taken")
    body = {"memberId": other, "reason": MEI.reason}
    again = head.post(f"/api/staff/bill/{bill_id}/move", json=body)
    assert (again.status_code, again.json["code"]) == (409, "bill_void")

    clock.advance(minutes=31)
    assert every_violation(database) == [
        f"I-7 member {other}: bill {bill_id} of member {one} is to be theirs and was not recorded"
    ]
    for _ in range(2):
        assert run_command(app, "scheduler", "run").exit_code == 0
        expected = Status.VERIFIED if is_verified else Status.PENDING
        assert (bills_of(database, one), bills_of(database, other)) == ([Status.VOID], [expected])
        assert [points_of(each)[0] for each in two] == [0, 60 if is_verified else 0]
    assert every_violation(database) == []


def test_a_bill_that_was_in_time_when_it_was_moved_is_recorded_later_too(
    app, database, two, a_bill, half_moved, points_of, clock
):
    half_moved(a_bill())
    clock.advance(days=32)
    assert run_command(app, "scheduler", "run").exit_code == 0
    assert points_of(two[1])[0] == 60


def test_what_is_still_to_be_recorded_counts_for_the_limit_of_a_day(database, two, a_bill, half_moved):
    with database.bound(), transaction() as db:
        settings.write(db, {"adjust_limit": 100})
    first, second, third = a_bill(), a_bill("A-2", "41.00"), a_bill("A-3", "40.00")
    half_moved(first)
    with database.bound():
        assert proposals.move_bill(second, two[1], MEI, may_alone=True).proposal is not None
        assert proposals.move_bill(third, two[1], MEI, may_alone=True).new_bill is not None


def test_a_member_who_is_gone_meanwhile_gets_none_and_the_receipt_is_free(
    app, database, two, a_bill, half_moved, someone, points_of
):
    half_moved(a_bill())
    with database.bound():
        actions.erase(two[1], MEI)
    assert run_command(app, "scheduler", "run").exit_code == 0
    assert bills_of(database, two[1]) == []
    assert every_violation(database) == []
    with database.bound(), transaction() as db:
        assert bills.post(
            db, outlet_id=1, member_id=two[0], receipt="A-1", amount_sen=6_000, recorded_by="mei"
        )[1]


@pytest.mark.only_on("sqlite")
def test_a_second_transaction_that_fails_is_done_by_the_scheduler(
    app, database, two, a_bill, someone, points_of
):
    bill_id, head = a_bill(), someone("head-office")
    refuse = "CREATE TRIGGER no_more BEFORE INSERT ON bills BEGIN SELECT RAISE(ABORT, 'no more'); END"
    with database.writes.begin() as db:
        db.exec_driver_sql(refuse)
    moved = head.post(f"/api/staff/bill/{bill_id}/move", json={"memberId": two[1], "reason": MEI.reason})
    assert (moved.status_code, moved.json["bill"]["statusId"]) == (200, 3)
    assert (moved.json["newBill"], moved.json["proposalId"]) == (None, None)
    with database.writes.begin() as db:
        db.exec_driver_sql("DROP TRIGGER no_more")
    assert run_command(app, "scheduler", "run").exit_code == 0
    assert [points_of(each)[0] for each in two] == [0, 60]
    assert every_violation(database) == []


@pytest.mark.only_on("sqlite")
def test_a_move_that_fails_does_not_hold_up_the_others(app, database, two, a_bill, half_moved, points_of):
    half_moved(a_bill("A-1"))
    half_moved(a_bill("A-2"))
    with database.writes.begin() as db:
        db.exec_driver_sql(
            "CREATE TRIGGER not_this BEFORE INSERT ON bills WHEN NEW.receipt_number = 'A-1' "
            "BEGIN SELECT RAISE(ABORT, 'not this'); END"
        )

    done = run_command(app, "scheduler", "run")

    assert (done.exit_code, "moved bills recorded" in done.output) == (1, True), done.output
    assert points_of(two[1])[0] == 60
