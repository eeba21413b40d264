"""Scheduled tasks: late, repeated or in several processes, each is done once and reported."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest
from sqlalchemy import text

from loyalty import scheduler
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import changes, records
from loyalty.features.points import ledger
from loyalty.reach.notifications import upcoming
from support.factories import a_bill, a_member, a_reward, every_violation, signed_in, spend
from support.ledger_model import Model

_numbers = count(170_000_000)


@pytest.fixture
def run(database):
    """`run()` returns what was done, without the jobs that had nothing to do, those of months, which only
    PostgreSQL has (db/test_partitions.py), and messages (notifications/test_upcoming.py).
    """

    def running(*args, **options):
        with database.bound():
            done = scheduler.run(*args, **options)
        assert [each.failed for each in done if each.failed] == []
        checks = {check.what for check in upcoming.DAILY_CHECKS}
        return {each.job: each.count for each in done if each.count and each.job not in checks}

    return running


def level_and_points(database, member):
    """As they are written, which what members read does not wait for."""
    with database.bound(), transaction() as db:
        account, _ = ledger.lock(db, member)
    return account.tier_level, account.tier_points


def test_a_tier_steps_down_once_on_the_day_after_its_last_day(run, database, clock):
    clock.set(datetime(2026, 1, 31, 15, 59, tzinfo=UTC))  # 31 January, a minute to midnight in Malaysia
    member = a_member(database, earned=5_000)
    for moment, done in (
        (datetime(2026, 2, 28, 15, 59, 59, tzinfo=UTC), {}),
        (datetime(2026, 2, 28, 16, 0, tzinfo=UTC), {"tiers stepped down": 1}),
        (datetime(2026, 2, 28, 16, 1, tzinfo=UTC), {}),
    ):
        clock.set(moment)
        assert run() == done
    assert level_and_points(database, member) == (1, 1_500)
    clock.advance(days=400)  # nobody ran it for a year
    assert run() == {"tiers stepped down": 1}
    assert level_and_points(database, member) == (0, 0)
    assert every_violation(database) == []


@pytest.mark.only_on("sqlite")
def test_a_run_leaves_statistics_by_which_sqlite_chooses_indexes(run, database):
    a_member(database)
    run()
    with database.bound():
        counted = current_session().scalar(text("SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'members'"))
    assert counted > 0


def test_a_dry_run_counts_and_changes_nothing(run, database, clock):
    member = a_member(database, earned=10_000)
    ahead = clock.now() + timedelta(days=100)
    assert run(ahead, dry_run=True) == {"tiers stepped down": 3}
    assert level_and_points(database, member) == (3, 10_000)
    with database.bound(), pytest.raises(Exception, match="has not come yet"):
        scheduler.run(ahead)


def test_a_run_for_an_earlier_moment_leaves_the_rest_for_later(run, database, clock):
    member = a_member(database, earned=10_000)
    clock.advance(days=100)
    assert run(clock.now() - timedelta(days=60)) == {"tiers stepped down": 1}
    assert level_and_points(database, member) == (2, 5_000)
    assert run() == {"tiers stepped down": 2}
    assert every_violation(database) == []


def test_a_lapsed_presentation_can_be_presented_again(run, database, clock, as_member):
    member = a_member(database)
    browser = as_member(member)
    made = browser.post("/api/claim", json={"memberId": member, "rewardId": a_reward(database)})
    voucher = made.json["memberReward"]["id"]
    body = {"memberId": member, "memberRewardId": voucher, "outletId": 1}
    assert browser.post("/api/memberRedeem", json=body).status_code == 201
    clock.advance(minutes=29, seconds=59)
    assert run() == {}
    clock.advance(seconds=1)
    before = browser.get(f"/api/memberReward/{voucher}").json
    assert (run(), run()) == ({"presentations lapsed": 1}, {})
    after = browser.get(f"/api/memberReward/{voucher}").json
    assert (before["statusId"], after["statusId"]) == (1, 1)
    assert browser.post("/api/memberRedeem", json=body).status_code == 201


def test_rows_past_their_retention_are_deleted_and_counted(run, app, database, client, clock, sent):
    def rows(table):
        with database.bound():
            return current_session().scalar(text(f"SELECT count(*) FROM {table}"))  # noqa: S608

    member = a_member(database, number="123456789", earned=500)
    tea = a_reward(database, cost=500)
    client.post("/api/member/login/otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    assert sent.code()
    keyed = {**signed_in(app, member), "Idempotency-Key": "k"}
    assert (
        client.post("/api/claim", json={"memberId": member, "rewardId": tea}, headers=keyed).status_code
        == 201
    )
    clock.advance(hours=24)
    assert set(run()) == {"code challenges forgotten", "codes and tries forgotten"}
    assert rows("otp_challenges") == rows("code_events") == 0
    clock.advance(hours=24, seconds=1)
    assert run() == {"idempotent responses forgotten": 1}
    clock.advance(days=29)
    assert run() == {"messages forgotten": 1}
    assert rows("sessions") == 1
    assert rows("events WHERE once_key IS NULL") == 4  # joined, earned, given, spent: nobody has placed them
    clock.advance(days=30)
    assert run() == {"sessions forgotten": 1}
    assert rows("sessions") == rows("sign_ins") == rows("jobs") == 0
    assert every_violation(database) == []
    clock.advance(days=600)  # 21 months later there is nothing left to forget
    assert run() == {}


def test_simultaneous_runs_do_each_task_once(database, clock):
    for _ in range(20):
        a_member(database, earned=1_500)
    clock.advance(days=40)

    def once(_):
        with database.bound():
            return scheduler.run()[0].count

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(once, range(8))) == 20
    assert every_violation(database) == []


def test_the_command_reports_and_refuses_an_invalid_moment(app, database, clock):
    run = app.test_cli_runner().invoke
    a_member(database, earned=1_500)
    result = run(args=["scheduler", "run", "--dry-run", "--json", "--as-of", "2026-06-01"])
    assert (result.exit_code, json.loads(result.stdout)[0]["count"]) == (0, 1)
    assert "tiers stepped down" in run(args=["scheduler", "run"]).output
    assert run(args=["scheduler", "run", "--as-of", "2026-06-01"]).exit_code == 1
    for wrong in ("soon", "2026-13-01", "2026-06-01T10:00:00"):
        assert run(args=["scheduler", "run", "--as-of", wrong]).exit_code == 2


# Month ends, 31 January, 29 February, and both sides of midnight in Malaysia (16:00 UTC).
WALK = [
    datetime(2027, 12, 31, 15, 59, 59, tzinfo=UTC),
    datetime(2027, 12, 31, 16, 0, tzinfo=UTC),
    datetime(2028, 1, 30, 20, 0, tzinfo=UTC),
    datetime(2028, 1, 31, 15, 59, 59, tzinfo=UTC),
    datetime(2028, 1, 31, 16, 0, tzinfo=UTC),
    datetime(2028, 2, 28, 16, 0, tzinfo=UTC),  # 29 February begins
    datetime(2028, 2, 29, 15, 59, 59, tzinfo=UTC),
    datetime(2028, 2, 29, 16, 0, tzinfo=UTC),
    datetime(2028, 3, 31, 12, 0, tzinfo=UTC),
    datetime(2028, 4, 30, 16, 0, tzinfo=UTC),
    datetime(2028, 5, 31, 16, 0, tzinfo=UTC),
    datetime(2029, 2, 28, 15, 59, 59, tzinfo=UTC),
    datetime(2029, 2, 28, 16, 0, tzinfo=UTC),
    datetime(2029, 3, 31, 16, 0, tzinfo=UTC),
]


def test_members_over_every_kind_of_month_end_match_the_model(database, clock, run, rounds):
    draw = Random(8)  # noqa: S311
    clock.set(WALK[0] - timedelta(days=1))
    people = {}
    with database.bound(), transaction() as db:
        for _ in range(rounds(100, 1_000)):
            people[_join(db)] = Model(clock.now())
    for moment in WALK:
        clock.set(moment)
        for _ in range(draw.choice((0, 1, 1, 2))):  # late, on time, twice
            run()
        with database.bound(), transaction() as db:
            for member, model in people.items():
                model.live_until(moment)
                _live(db, member, model, draw)
    run()
    with database.bound():
        db = current_session()
        for member, model in people.items():
            record = records.get_member(db, member)
            stored = (
                record.member_point_amount,
                record.current_member_membership_point,
                record.membership_level,
            )
            assert stored == (model.balance, model.tier, model.level), member
    assert every_violation(database) == []


def _join(db):
    return changes.create(
        db,
        name="Somebody",
        calling_code="60",
        number=str(next(_numbers)),
        gender_id=1,
        race_id=1,
        date_of_birth=None,
        outlet_id=1,
    )


def _live(db, member, model, draw):
    """One thing that happens to a member, or nothing."""
    what = draw.choice(("earn", "earn", "spend", *[""] * 9))
    amount = draw.choice((1, 499, 500, 1_499, 1_500, 3_500, 5_000))
    if what == "earn":
        ledger.earn(db, member, amount, a_bill(), "a bill")
        model.earn(amount)
    elif what == "spend":
        allowed = model.spend(amount)
        try:
            spend(db, member, amount, a_bill(), "a treat")
        except Conflict:
            assert not allowed
        else:
            assert allowed
