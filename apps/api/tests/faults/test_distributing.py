"""`db distribute` on a database in use: every row stays, once, with the guards of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from shutil import which

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

import citus
import postgres
from conftest import owners_url
from factories import a_member, a_reward, a_till, run_command, signed_in
from loyalty.config import Config
from loyalty.db.connections import connection
from loyalty.db.distribution import BY_KEY, BY_MEMBER, EVERYWHERE
from loyalty.db.tables import Base

pytestmark = [pytest.mark.long, pytest.mark.only_on("citus")]

SEVERAL = 12
FILLED = (
    "members", "consents", "point_accounts", "bills", "bill_receipts", "ledger_entries", "vouchers",
    "voucher_codes", "till_lookups", "events", "office_log",
)  # fmt: skip


@pytest.fixture
def coordinator() -> Iterator[str]:
    """The socket folder of the coordinator of a cluster of this test's own."""
    with citus.running() as root:
        yield root


@pytest.fixture
def config(coordinator, tmp_path) -> Config:
    """The settings of an application on a database that is not distributed yet, with both roles."""
    postgres.separate_roles(coordinator, citus.NAME)
    address = postgres.url(coordinator, citus.NAME, "loyalty")
    (attachments := tmp_path / "attachments").mkdir()
    return Config(
        database_url=address,
        migration_database_url=owners_url(address),
        worker=False,
        attachments=str(attachments),
    )


@pytest.fixture
def in_use(app: Flask) -> Flask:
    """The API with the demo's members and what a till does."""
    for words in (("db", "upgrade"), ("seed", "--demo")):
        done(app, *words)
    with app.app_context():
        code = connection().scalar(text("SELECT member_code FROM members ORDER BY id LIMIT 1"))
    assert a_till(app).get(f"/api/pos/member?code={code}").status_code == 200
    return app


def done(app: Flask, *words: str) -> str:
    """What a command says; it has to succeed."""
    result = run_command(app, *words)
    assert result.exit_code == 0, (words, result.output)
    return result.output


def rows(root: str) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    with psycopg.connect(host=root, user="app", dbname=citus.NAME) as db:
        return {
            name: sorted(row[0] for row in db.execute(f"SELECT t::text FROM {name} t"))  # noqa: S608
            for name in Base.metadata.tables
        }


def left_on_coordinator(root: str) -> list[str]:
    """The distributed tables of which rows are also in the coordinator's own files, unseen by a SELECT."""
    names = [*BY_MEMBER, *EVERYWHERE, *BY_KEY]
    query = (
        "SELECT name FROM unnest(%s::text[]) name WHERE pg_relation_size(name) > 0 OR EXISTS "
        "(SELECT 1 FROM pg_partition_tree(name) part WHERE pg_relation_size(part.relid) > 0)"
    )
    with psycopg.connect(host=root, user="app", dbname=citus.NAME) as db:
        return [row[0] for row in db.execute(query, [names])]


def test_the_rows_of_a_database_in_use_are_kept_with_their_guards(in_use: Flask, coordinator: str):
    before = rows(coordinator)
    assert [name for name in FILLED if not before[name]] == []

    said = done(in_use, "db", "distribute")

    assert said == f"{len(BY_MEMBER) + len(EVERYWHERE) + len(BY_KEY)} tables are distributed.\n"
    assert rows(coordinator) == before
    assert left_on_coordinator(coordinator) == []
    assert done(in_use, "audit") == "0 violations.\n"
    for refused in (
        "UPDATE ledger_entries SET seq = seq + 1",
        "DELETE FROM ledger_entries",
        "TRUNCATE ledger_entries",
        "UPDATE vouchers SET cost = 0 WHERE used_at IS NOT NULL",
        "DELETE FROM vouchers",
    ):
        with pytest.raises(psycopg.Error, match=r"append-only|stays as it is"):
            postgres.run(coordinator, refused, citus.NAME)

    assert done(in_use, "db", "distribute") == "Everything was distributed already.\n"
    assert rows(coordinator) == before


@pytest.mark.skipif(which("gpg-agent") is None, reason="GnuPG is not installed")
def test_a_backup_of_a_distributed_database_is_restored_on_one_server(
    in_use: Flask, coordinator: str, backup, folder
):
    done(in_use, "db", "distribute")
    postgres.run(coordinator, "ALTER ROLE loyalty_owner CREATEDB")

    assert backup("make")[0] == 0
    code, result = backup("drill", *folder.glob("*.dump.gpg"))

    assert code == 0, result
    assert result.startswith("5 members, ")
    assert "0 violations." in result


def test_a_claim_and_its_kept_answer_are_committed_together(in_use: Flask, coordinator: str):
    """Whichever worker has the member and whichever the voucher's code: Citus notes each commit that it has
    prepared on a worker, without which the worker's would come first and the coordinator's be lost alone.
    """
    postgres.run(coordinator, "ALTER SYSTEM SET citus.recover_2pc_interval = -1")
    postgres.run(coordinator, "SELECT pg_reload_conf()")
    done(in_use, "db", "distribute")
    database = in_use.extensions["loyalty.database"]
    reward, browser = a_reward(database, cost=10), in_use.test_client()

    prepared = []
    for number in range(SEVERAL):
        member = a_member(database, earned=10)
        headers = {**signed_in(in_use, member), "Idempotency-Key": f"key-{number}"}
        before = prepared_commits(coordinator)
        claim = {"memberId": member, "rewardId": reward}
        assert browser.post("/api/claim", json=claim, headers=headers).status_code == 201
        prepared.append(prepared_commits(coordinator) - before)

    assert min(prepared) >= 1


def prepared_commits(root: str) -> int:
    with psycopg.connect(host=root, user="app", dbname=citus.NAME) as db:
        [count] = db.execute("SELECT count(*) FROM pg_dist_transaction").fetchone()
        return count
