"""LOYALTY_DATABASE_READ_URL with PostgreSQL's own replication: a replica that is behind, or away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from sqlalchemy import event, text

import postgres
from factories import a_bill, a_member, a_reward, metric, run_command, signed_in
from loyalty import create_app
from loyalty.config import Config
from loyalty.db.connections import Database, transaction
from loyalty.db.replica import MOST_BEHIND_S
from loyalty.features.points import ledger

pytestmark = [
    pytest.mark.only_on("postgresql"),
    pytest.mark.one_server("starts a leader and a replica of its own, which nothing distributes"),
    pytest.mark.long,
]
LATER = "1h"
A_RECENT_WRITE = "leader: a recent write"


@pytest.fixture(scope="module")
def leader(server) -> Iterator[postgres.Server]:
    """A PostgreSQL of this file's own with a filled database `app`."""
    own = postgres.Server(durable=True)
    own.start()
    postgres.run(own.root, "CREATE DATABASE loyalty")
    app = create_app(Config(database_url=postgres.url(own.root, "loyalty"), worker=False))
    for command in (["db", "upgrade"], ["seed"]):
        assert app.test_cli_runner().invoke(args=command).exit_code == 0
    app.extensions["loyalty.database"].close()
    yield own
    own.stop()


@pytest.fixture(scope="module")
def standby(leader) -> Iterator[postgres.Server]:
    """Its streaming standby, made by pg_basebackup."""
    own = postgres.Server(durable=True, replica_of=leader)
    own.start()
    yield own
    own.stop()


@pytest.fixture
def config(leader, standby, tmp_path) -> Config:
    standby.start()
    delay(standby, "0")
    return Config(
        database_url=postgres.url(leader.root, "loyalty"),
        database_read_url=postgres.url(standby.root, "loyalty"),
        attachments=str(tmp_path / "attachments"),
        worker=False,
        rate_limits=False,
    )


@pytest.fixture
def database(app) -> Database:
    return app.extensions["loyalty.database"]


def delay(standby: postgres.Server, how_long: str) -> None:
    """Let the standby apply what it receives so much later."""
    postgres.run(standby.root, f"ALTER SYSTEM SET recovery_min_apply_delay = '{how_long}'")
    postgres.run(standby.root, "SELECT pg_reload_conf()")


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it did not become so within 30 seconds")


def caught_up(database: Database) -> None:
    until(database.replica.look)


def behind(database: Database) -> None:
    until(lambda: not database.replica.look())


def as_if_long_ago(database: Database) -> None:
    """Let the time pass for which a member's reads stay on the leader."""
    with database.writes.begin() as db:
        db.execute(text("UPDATE recent_writes SET at = at - interval '1 hour'"))


@contextmanager
def asked(engine) -> Iterator[list[str]]:
    """The statements that reach one of the two servers, without those that look how far it is."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_more) -> None:
        if "_lsn()" not in statement:
            seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)


def a_member_of_long_ago(app, database: Database) -> tuple[int, dict[str, str]]:
    """A member with points, signed in, whose every write the replica has."""
    member = a_member(database, earned=500)
    headers = signed_in(app, member)
    assert app.test_client().get(f"/api/member/{member}", headers=headers).status_code == 200
    as_if_long_ago(database)
    caught_up(database)
    return member, headers


def activities(app, member: int, headers: dict[str, str]) -> int:
    """How many activities the member reads."""
    answer = app.test_client().get(f"/api/member/{member}/activityHistory", headers=headers)
    assert answer.status_code == 200, answer.json
    return len(answer.json["memberActivityHistoryList"])


def earn(database: Database, member: int) -> None:
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 10, a_bill(), "a bill")


@pytest.mark.parametrize(
    "path",
    [
        "/api/reward",
        "/api/membershipReward",
        "/api/memberReward",
        "/api/memberRedeem",
        "/api/memberEarn",
        "/api/member/{}/activityHistory",
        "/api/member/{}/pointTotals",
        "/api/member/{}/notification",
        "/api/outlet",
        "/api/membership",
    ],
)
def test_lists_are_read_from_the_replica_and_who_asks_from_the_leader(app, database, path):
    member, headers = a_member_of_long_ago(app, database)

    with asked(database.replica.engine) as replicas, asked(database.reads) as leaders:
        answer = app.test_client().get(path.format(member), headers=headers)

    assert answer.status_code == 200
    assert replicas
    assert len(leaders) == 2, leaders  # whose the session is, and whether they have just written


@pytest.mark.parametrize("path", ["/api/member/{}", "/api/member/{}/currentMembershipPoint"])
def test_what_decides_at_once_is_read_from_the_leader(app, database, path):
    member, headers = a_member_of_long_ago(app, database)

    with asked(database.replica.engine) as replicas:
        assert app.test_client().get(path.format(member), headers=headers).status_code == 200

    assert replicas == []


def test_members_read_what_they_have_just_written(app, database, standby):
    """The replica is good for everybody else, and for this member it lacks the newest voucher."""
    reward = a_reward(database, cost=1)
    before = metric("loyalty_replica_reads_total", by=A_RECENT_WRITE)
    for _ in range(20):  # until a look at the replica and the claim meet within what a replica may be behind
        member, headers = a_member_of_long_ago(app, database)
        delay(standby, LATER)
        claimed = app.test_client().post(
            "/api/claim", headers=headers, json={"memberId": member, "rewardId": reward}
        )
        assert claimed.status_code == 201
        mine = app.test_client().get("/api/memberReward", headers=headers).json["memberRewardList"]
        with database.replica.engine.connect() as replica:
            query = text("SELECT count(*) FROM vouchers WHERE member_id = :member AND cost = 1")
            there = replica.scalar(query, {"member": member})
        delay(standby, "0")

        assert (there, [each["id"] for each in mine if each["transactionId"] == reward]) == (
            0,
            [claimed.json["memberReward"]["id"]],
        )
        if metric("loyalty_replica_reads_total", by=A_RECENT_WRITE) > before:
            return
    raise AssertionError("every read went to the leader for another reason")


def test_what_a_till_writes_about_a_member_is_read_from_the_leader(app, database):
    member, headers = a_member_of_long_ago(app, database)
    before = activities(app, member, headers)
    earn(database, member)
    caught_up(database)

    with asked(database.replica.engine) as replicas:
        assert activities(app, member, headers) == before + 1

    assert replicas == []


def test_a_replica_that_is_behind_is_skipped_until_it_has_caught_up(app, database, standby):
    member, headers = a_member_of_long_ago(app, database)
    before = activities(app, member, headers)
    delay(standby, LATER)
    earn(database, member)
    as_if_long_ago(database)
    began = time.monotonic()
    behind(database)
    assert time.monotonic() - began < MOST_BEHIND_S + 10

    with asked(database.replica.engine) as replicas:
        assert activities(app, member, headers) == before + 1
    assert replicas == []

    delay(standby, "0")
    caught_up(database)
    with asked(database.replica.engine) as replicas:
        assert activities(app, member, headers) == before + 1
    assert replicas


def test_a_replica_that_goes_away_or_comes_back_is_no_error(app, database, standby):
    member, headers = a_member_of_long_ago(app, database)
    before = activities(app, member, headers)  # by a connection that is kept
    standby.halt()

    assert [activities(app, member, headers) for _ in range(5)] == [before] * 5
    assert not database.replica.look()

    standby.start()
    caught_up(database)
    with asked(database.replica.engine) as replicas:
        assert activities(app, member, headers) == before
    assert replicas


def test_a_replica_that_hangs_is_no_error(app, database, standby):
    member, headers = a_member_of_long_ago(app, database)
    before = activities(app, member, headers)  # by a connection that is kept

    with standby.frozen():
        assert [activities(app, member, headers) for _ in range(3)] == [before] * 3
        assert not database.replica.look()

    caught_up(database)
    assert activities(app, member, headers) == before


def test_a_session_that_was_ended_opens_nothing_though_the_replica_does_not_know(app, database, standby):
    _member, headers = a_member_of_long_ago(app, database)
    delay(standby, LATER)
    client = app.test_client()

    assert client.post("/api/member/logout", headers=headers).status_code == 204
    assert client.get("/api/reward", headers=headers).status_code == 401
    assert client.get("/api/memberReward", headers=headers).status_code == 401


def test_a_leader_in_the_place_of_a_replica_is_not_read(leader):
    """After a failover the address of the replica may lead to a leader of before, which receives nothing."""
    address = postgres.url(leader.root, "loyalty")
    database = Database(address, replica_url=address)

    assert not database.replica.look()

    database.close()


@pytest.mark.parametrize("is_away", [False, True])
def test_reports_and_the_audit_read_from_the_replica_or_without_it(app, database, standby, is_away):
    a_member(database, earned=500)
    caught_up(database)
    if is_away:
        standby.halt()
    today = date(2026, 1, 31)

    for command in (["report", "liability"], ["report", "day", "--date", str(today)], ["audit"]):
        with asked(database.replica.engine) as replicas:
            ended = run_command(app, *command)
        assert ended.exit_code == 0, ended.output
        assert bool(replicas) is not is_away
