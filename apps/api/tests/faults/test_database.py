"""What members notice when the database is gone, full, locked or silent: a clear 503, and no damage."""

import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor, wait

import psycopg
import pytest
from sqlalchemy import make_url, text

from loyalty import create_app
from loyalty.config import Config
from loyalty.db import engines, postgresql
from loyalty.db.session import current_session, transaction
from support import postgres
from support.factories import a_member, a_reward, every_violation, signed_in
from support.silent_proxy import SilentProxy

pytestmark = pytest.mark.long

AT_ONCE = 12


def outcome(answer) -> tuple[int, str | None]:
    """What a client that tries again has to know."""
    return answer.status_code, answer.headers.get("Retry-After")


LATER = (503, "5")


@pytest.mark.only_on("postgresql")
def test_while_the_database_is_gone_every_call_says_so_and_a_node_lives_but_is_not_ready(app, crashing):
    """SECURITY.md F4, F3: and none of it has to be restarted afterwards."""
    headers = signed_in(app, member := a_member(app.extensions["loyalty.database"], earned=10))
    client = app.test_client()
    ask = lambda path="": outcome(client.get(f"/api/member/{member}{path}", headers=headers))  # noqa: E731
    assert ask() == (200, None)

    crashing.halt()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = {*pool.map(lambda _: ask("/activityHistory"), range(2 * AT_ONCE))}
    probes = [outcome(client.get(path)) for path in ("/readyz", "/healthz")]
    crashing.start()

    assert answers == {LATER}
    assert probes == [LATER, (200, None)]
    assert ask() == (200, None)
    # The first write after a restart may find a connection that was just in use, and is gone.
    assert [client.get("/readyz").status_code for _twice in range(2)][-1] == 200


@pytest.mark.only_on("postgresql")
def test_a_server_that_no_longer_leads_is_as_good_as_gone_for_writers_and_left(app, crashing):
    """F4: it refuses writes as read-only. The same key again reaches the leader, by another connection."""
    database = app.extensions["loyalty.database"]
    member, reward = a_member(database, earned=100), a_reward(database, cost=10)
    headers = {**signed_in(app, member), "Idempotency-Key": "one-claim"}
    client = app.test_client()
    claim = lambda: outcome(  # noqa: E731
        client.post("/api/claim", json={"memberId": member, "rewardId": reward}, headers=headers)
    )
    client.get(f"/api/member/{member}", headers=headers)  # the session's first use writes too
    with database.bound(), transaction() as db:
        before = db.scalar(text("SELECT pg_backend_pid()"))
        db.execute(text("SELECT set_config('default_transaction_read_only', 'on', false)"))

    probe, later = [client.get("/readyz").status_code for _twice in range(2)]
    with database.bound(), transaction() as db:
        db.execute(text("SELECT set_config('default_transaction_read_only', 'on', false)"))
    refused, again = claim(), claim()
    with database.bound(), transaction() as db:
        after = db.scalar(text("SELECT pg_backend_pid()"))

    assert (probe, later) == (503, 200)
    assert (refused, again) == (LATER, (201, None))
    assert before != after
    assert every_violation(database) == []


@pytest.mark.only_on("postgresql")
def test_a_database_whose_connections_are_all_taken_is_busy_and_no_crash(app, crashing):
    """F4"""
    client = app.test_client()
    app.extensions["loyalty.database"].close()
    taken = []
    try:
        while True:
            taken.append(psycopg.connect(host=crashing.root, user="app", dbname="postgres"))
    except psycopg.OperationalError:
        pass
    busy = outcome(client.get("/readyz"))
    for each in taken:
        each.close()

    assert len(taken) > 50
    assert busy == LATER
    assert client.get("/readyz").status_code == 200


@pytest.mark.only_on("postgresql")
def test_a_database_that_stops_answering_costs_seconds_and_no_worker(address, crashing, monkeypatch):
    """F11: the connection is open and silent, so the server's own limits cannot help."""
    monkeypatch.setattr(postgresql, "MAX_SILENCE_S", 0.5)

    def reach() -> socket.socket:
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{crashing.root}/.s.PGSQL.5432")
        return far

    network = SilentProxy(reach)
    there = f"postgresql+psycopg://app@127.0.0.1:{network.port}/{make_url(address).database}"
    app = create_app(Config(database_url=there, worker=False, rate_limits=False))
    client = app.test_client()
    assert client.get("/readyz").status_code == 200

    network.swallow()
    unheard = [outcome(client.get("/readyz")) for _ in range(3)]
    network.close()
    app.extensions["loyalty.database"].close()

    assert unheard == [LATER] * 3


@pytest.mark.only_on("postgresql")
def test_the_network_to_the_database_is_watched():
    """F11: a peer that vanished without a word is found out by the kernel, also between two statements."""
    output = postgresql.connect_arguments()

    assert (output["connect_timeout"], output["keepalives"]) == (2, 1)
    assert output["keepalives_idle"] + output["keepalives_interval"] * output["keepalives_count"] <= 30
    assert output["tcp_user_timeout"] <= 15_000


@pytest.mark.only_on("sqlite")
def test_a_locked_sqlite_file_makes_writers_wait_and_then_say_busy_and_readers_do_not_notice(
    app, address, monkeypatch
):
    """F8"""
    monkeypatch.setattr(engines, "SQLITE_BUSY_S", 1)
    other_app = create_app(Config(database_url=address, worker=False, rate_limits=False))
    database = app.extensions["loyalty.database"]
    member, reward = a_member(database, earned=1_000), a_reward(database, cost=10)
    headers = signed_in(app, member)

    def claim(number: int) -> tuple[int, str | None]:
        body = {"memberId": member, "rewardId": reward}
        keyed = {**headers, "Idempotency-Key": f"key-{number}"}
        return outcome(other_app.test_client().post("/api/claim", json=body, headers=keyed))

    somebody = sqlite3.connect(make_url(address).database, isolation_level=None)
    somebody.execute("BEGIN IMMEDIATE")
    busy = claim(0)
    read = outcome(other_app.test_client().get(f"/api/member/{member}", headers=headers))
    with ThreadPoolExecutor(32) as pool:
        waiting = [pool.submit(claim, number) for number in range(32)]
        early, _ = wait(waiting, timeout=0.2)
        somebody.execute("ROLLBACK")
        claimed = [each.result() for each in waiting]
    somebody.close()
    other_app.extensions["loyalty.database"].close()

    assert (busy, read) == (LATER, (200, None))
    assert early == set()
    assert claimed == [(201, None)] * 32
    assert every_violation(database) == []


@pytest.mark.only_on("sqlite")
def test_on_a_full_disk_writes_are_refused_reads_go_on_and_nothing_is_damaged(app, address, serve):
    """F7, SQLite: a limit of the kernel on the size of files takes the place of a full disk."""
    database = app.extensions["loyalty.database"]
    member, reward = a_member(database, earned=100_000), a_reward(database, cost=10)
    headers = signed_in(app, member)
    database.close()
    api = serve(workers=1)

    def claim(number: int):
        body = {"memberId": member, "rewardId": reward}
        return api.ask("POST", "/api/claim", body, {**headers, "Idempotency-Key": f"key-{number}"})[0]

    assert claim(0) == 201
    api.let_files_grow_to(4096)
    refused = [claim(number) for number in range(1, 6)]
    read = api.ask("GET", f"/api/member/{member}", headers=headers)[0]
    api.let_files_grow_to(None)
    again = [claim(number) for number in range(1, 6)]

    assert (refused, read, again) == ([503] * 5, 200, [201] * 5)
    with database.bound():
        assert (
            current_session().scalar(
                text("SELECT count(*) FROM vouchers WHERE reward_id = :it"), {"it": reward}
            )
            == 6
        )
        assert current_session().scalar(text("PRAGMA integrity_check")) == "ok"
    assert every_violation(database) == []


@pytest.mark.only_on("postgresql")
def test_on_a_full_disk_postgresql_refuses_writes_serves_reads_and_recovers():
    """F7, PostgreSQL: its folder on a file system of so many megabytes, filled to the last byte."""
    if not postgres.can_have_a_small_disk():
        pytest.skip("only root may mount a file system")
    own = postgres.Server(durable=True, megabytes=110)
    own.start()
    app = create_app(Config(database_url=postgres.url(own.root, "postgres"), worker=False, rate_limits=False))
    for command in (["db", "upgrade"], ["seed"]):
        assert app.test_cli_runner().invoke(args=command).exit_code == 0
    database = app.extensions["loyalty.database"]
    member, reward = a_member(database, earned=100_000), a_reward(database, cost=10)
    headers = signed_in(app, member)
    client = app.test_client()

    def claim(number: int) -> tuple[int, str | None]:
        body = {"memberId": member, "rewardId": reward}
        keyed = {**headers, "Idempotency-Key": f"key-{number}"}
        return outcome(client.post("/api/claim", json=body, headers=keyed))

    try:
        own.fill_the_disk()
        granted = 0
        while (last := claim(granted)) == (201, None):
            granted += 1
        read = outcome(client.get(f"/api/member/{member}", headers=headers))
        own.free_the_disk()
        again = claim(granted)

        assert (last, read, again) == (LATER, (200, None), (201, None))
        with database.bound():
            made = current_session().scalar(
                text("SELECT count(*) FROM vouchers WHERE reward_id = :it"), {"it": reward}
            )
        assert made == granted + 1
        assert every_violation(database) == []
    finally:
        database.close()
        own.stop()
