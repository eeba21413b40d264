"""Restorations: only two operators give a used voucher back, until it expires."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, IntegrityError

from factories import a_member, a_reward, a_till, every_violation, run_command
from loyalty.backoffice.log import log
from loyalty.db.session import current_session, transaction

MEI = ("--by", "mei", "--reason", "Ticket 4711")
RAJ = ("--by", "raj", "--reason", "Ticket 4711")


@pytest.fixture
def run(app):
    """`run("restore", code, *MEI)` is the exit code and output of `voucher …`."""

    def command(*words):
        result = run_command(app, "voucher", *words)
        return result.exit_code, result.output

    return command


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=800)


@pytest.fixture
def present(as_member, member):
    """Show a voucher at outlet 1, as its member."""

    def show(voucher):
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
        return as_member(member).post("/api/memberRedeem", json=body).status_code

    return show


@pytest.fixture
def used(database, as_member, member, present, till):
    """A voucher that cost 500 points and was used at outlet 1."""
    reward = a_reward(database, cost=500, title="Thai milk tea", valid_days=30)
    made = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    voucher = made.json["memberReward"]
    assert present(voucher) == 201
    assert use(till, voucher) == 200
    return voucher


def use(till, voucher):
    return till.post(f"/api/pos/voucher/{voucher['code']}/use", json={"receiptNumber": "A-1"}).status_code


def test_two_operators_restore_a_used_voucher_and_it_is_used_again(
    run, used, till, present, member, as_member, clock, database
):
    clock.advance(minutes=5)
    assert run("restore", used["code"], *MEI) == (
        3,
        f"Restoration 1 of voucher {used['id']} is waiting for another operator: `voucher approve 1`.\n",
    )
    (waits,) = json.loads(run("waiting", "--json")[1])
    assert (waits["voucher_id"], waits["outlet_id"], waits["used_receipt"]) == (used["id"], 1, "A-1")
    assert use(till, used) == 409
    code, output = run("approve", 1, *RAJ)
    assert (code, output) == (
        0,
        f"Restoration 1 of voucher {used['id']} is done: the member can use it again.\n",
    )
    assert use(till, used) == 409  # its member has to show it first
    (theirs,) = as_member(member).get("/api/memberReward?IsValid=true").json["memberRewardList"]
    assert (theirs["id"], theirs["statusId"], theirs["usedAt"]) == (used["id"], 1, None)
    assert every_violation(database) == []
    assert (present(used), use(till, used)) == (201, 200)
    assert every_violation(database) == []


def test_restoring_changes_no_points_and_is_logged(run, used, member, as_member, database):
    before = as_member(member).get(f"/api/member/{member}/activityHistory").json
    run("restore", used["code"], *MEI)
    run("approve", 1, *RAJ)
    assert as_member(member).get(f"/api/member/{member}/activityHistory").json == before
    with database.bound():
        lines = [
            (each.operator, each.action, each.details)
            for each in log.entries(current_session(), member_id=member)
        ]
    assert lines == [
        ("raj", "voucher.approve", f"voucher {used['id']}, restoration 1"),
        ("mei", "voucher.restore", f"voucher {used['id']}, waiting"),
    ]


@pytest.mark.parametrize("by", ["mei", "MEI", " m ei"])
def test_nobody_decides_their_own(run, used, by):
    run("restore", used["code"], *MEI)
    for decide in ("approve", "refuse"):
        code, output = run(decide, 1, "--by", by, "--reason", "Ticket 4711")
        assert (code, "another operator has to decide" in output) == (1, True)
    assert "used at outlet 1, till 1, 2026-03-14 12:00, receipt A-1" in run("show", used["code"])[1]


def test_a_refused_restoration_leaves_the_voucher_used(run, used, clock):
    run("restore", used["code"], *MEI)
    assert run("restore", used["code"], *RAJ) == (1, "Error: This is asked for already: restoration 1.\n")
    assert run("refuse", 1, *RAJ) == (
        0,
        f"Restoration 1 of voucher {used['id']} is refused: it stays used.\n",
    )
    assert run("approve", 1, *RAJ) == (1, "Error: This proposal was decided already.\n")
    assert run("approve", 7, *RAJ) == (1, "Error: There is no such proposal.\n")
    assert run("waiting") == (0, "No restorations are waiting.\n")
    assert run("restore", used["code"], *MEI)[0] == 3


def test_only_a_used_voucher_that_has_not_expired_is_restored(
    run, used, present, clock, as_member, member, database
):
    body = {"memberId": member, "rewardId": a_reward(database, title="Another")}
    unused = as_member(member).post("/api/claim", json=body).json["memberReward"]
    assert run("restore", unused["code"], *MEI) == (1, "Error: This voucher has not been used.\n")
    run("cancel", unused["code"], *MEI)
    assert run("restore", unused["code"], *MEI) == (1, "Error: This voucher was cancelled.\n")
    clock.advance(days=30)
    run("restore", used["code"], *MEI)
    clock.set(clock.now().replace(hour=16))  # midnight in Malaysia: its last day is over
    assert run("approve", 1, *RAJ) == (1, "Error: This voucher has expired.\n")
    assert run("restore", used["code"], *RAJ) == (1, "Error: This voucher has expired.\n")
    clock.advance(seconds=-1)
    assert run("approve", 1, *RAJ)[0] == 0
    assert every_violation(database) == []


def test_a_restoration_undoes_only_the_use_it_was_requested_for(run, used, till, present, clock):
    """An old request restores no later use."""
    run("restore", used["code"], *MEI)
    run("approve", 1, *RAJ)
    clock.advance(minutes=1)
    assert (present(used), use(till, used)) == (201, 200)
    assert run("approve", 1, *RAJ)[0] == 1
    assert use(till, used) == 409


def test_the_database_lets_only_an_approved_restoration_change_a_used_voucher(run, used, database, clock):
    def change(sql):
        with database.bound(), transaction() as db:
            db.execute(text(sql))

    def refuses(sql):
        with pytest.raises(DatabaseError, match="stays as it is"):
            change(sql)

    given_back = "UPDATE vouchers SET used_at = NULL, outlet_id = NULL, restoration_id = 1"
    refuses(given_back)
    run("restore", used["code"], *MEI)
    refuses(given_back)
    alone = "UPDATE voucher_restorations SET state = 'done', decided_at = asked_at, decided_by = "
    with pytest.raises(IntegrityError):
        change(f"{alone} asked_by")
    with pytest.raises(IntegrityError):
        change(f"{alone} NULL")
    change(f"{alone} 'raj'")
    assert every_violation(database) == [
        f"I-6 member {used['memberId']}: voucher {used['id']} was given back and is used as before"
    ]
    for more in (", cost = 0", ", code = 'X'", ", expires_at = '2030-01-01'", ", cancelled_at = updated_at"):
        refuses(given_back + more)
    refuses("UPDATE vouchers SET used_at = NULL, outlet_id = NULL")
    change(given_back)
    assert every_violation(database) == []


def test_the_audit_finds_a_voucher_that_was_given_back_by_nobody(run, used, owner):
    run("restore", used["code"], *MEI)
    run("approve", 1, *RAJ)
    with owner.writes.begin() as db:
        db.execute(text("UPDATE vouchers SET restoration_id = 9"))

    assert every_violation(owner) == [
        f"I-6 member {used['memberId']}: voucher {used['id']} was given back and nobody approved it"
    ]


def test_an_erased_member_gets_no_voucher_back(run, used, app, member, clock):
    run("restore", used["code"], *MEI)
    erase = ["member", "erase", str(member), "--yes", *MEI]
    assert app.test_cli_runner().invoke(args=erase).exit_code == 0
    assert run("approve", 1, *RAJ) == (1, "Error: This member does not exist.\n")
    assert run("refuse", 1, *RAJ)[0] == 0
    assert used["code"] not in run("waiting")[1]
    assert run("restore", used["code"], *MEI)[0] == 1
