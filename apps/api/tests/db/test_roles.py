"""PostgreSQL with two roles: one owns the tables and migrates, one runs and cannot touch what is written."""

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from loyalty import create_app
from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.vouchers import restorations
from loyalty.config import Config
from loyalty.db.clock import as_if
from loyalty.db.session import current_session, transaction
from support import postgres
from support.factories import AMIR, a_member, a_reward, a_till, adjust, run_command, signed_in

pytestmark = [
    pytest.mark.only_on("postgresql"),
]
WHY = ("--reason", "Ticket 4711")


def test_everything_works_by_the_role_that_runs_and_the_audit_has_nothing_to_say(app, database):
    member, till = a_member(database), a_till(app)
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = signed_in(app, member)["Authorization"]
    bill = till.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "900.00"})
    assert till.post(f"/api/pos/earn/{bill.json['memberEarn']['id']}/verify").status_code == 200
    claim = {"memberId": member, "rewardId": a_reward(database, cost=500)}
    voucher = browser.post("/api/claim", json=claim).json["memberReward"]
    shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    assert browser.post("/api/memberRedeem", json=shown).status_code == 201
    assert (
        till.post(f"/api/pos/voucher/{voucher['code']}/use", json={"receiptNumber": "2"}).status_code == 200
    )
    assert browser.get("/api/activityHistory?memberId=" + str(member)).status_code in (200, 404)
    siti = Signature("siti", "Ticket 4711")
    with app.app_context():
        asked = adjust(member, 1_001, AMIR)
        assert approvals.decide(asked.id, siti, DONE).state == DONE
        with transaction() as db:
            restoration = restorations.request(db, voucher["code"], AMIR)
        assert approvals.decide(restoration.id, siti, DONE).state == DONE
    for words in (["scheduler", "run"], ["member", "export", member], ["member", "erase", member, "--yes"]):
        result = run_command(app, *words, *(WHY if words[0] == "member" else ()))
        assert result.exit_code == 0, (words, result.output)
    audit = run_command(app, "audit")
    assert (audit.exit_code, audit.output) == (0, "0 violations.\n")


@pytest.mark.parametrize(
    "statement",
    [
        f"{what} {table}{how}"
        for table in ("ledger_entries", "office_log")
        for what, how in (
            ("UPDATE", " SET id = id"),
            ("DELETE FROM", ""),
            ("TRUNCATE", ""),
            ("DROP TABLE", ""),
            ("ALTER TABLE", " DISABLE TRIGGER USER"),
        )
    ]
    + [
        "DROP TRIGGER ledger_entries_no_change ON ledger_entries",
        "CREATE OR REPLACE FUNCTION refuse_to_change_ledger() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NEW; END $$",
        "ALTER TABLE ledger_entries DROP CONSTRAINT ck_ledger_entries_balance_adds_up",
        "TRUNCATE bills CASCADE",
        "CREATE TABLE more (id int)",
        "UPDATE alembic_version SET version_num = '0001'",
        "SET ROLE loyalty_owner",
        "SET session_replication_role = replica",
    ],
)
def test_the_role_that_runs_cannot_change_what_is_written_nor_its_guards(database, statement):
    refused = pytest.raises(ProgrammingError, match=r"permission denied|must be owner")
    with refused, database.writes.begin() as connection:
        connection.execute(text(statement))


def test_it_lets_the_log_forget_what_is_older_than_two_years_and_nothing_else(app):
    with app.app_context():
        for year in (2020, 2023):
            with as_if(datetime(year, 1, 1, tzinfo=UTC)), transaction() as db:
                log.note(db, log.Signature("mei", "an old story"), "x")
        with transaction() as db:
            log.note(db, log.Signature("mei", "Ticket 4711"), "y")
        with transaction() as db:
            assert log.delete_before(db, datetime(2021, 1, 1, tzinfo=UTC)) == 1
            assert log.delete_before(db, datetime(2999, 1, 1, tzinfo=UTC)) == 1
        assert [each.action for each in log.entries(current_session())] == ["y"]
    assert run_command(app, "audit").exit_code == 0


def test_a_right_too_many_and_a_role_that_owns_are_found(app, config, owner):
    with owner.writes.begin() as connection:
        connection.execute(text("GRANT UPDATE ON ledger_entries TO loyalty"))
    result = app.test_cli_runner().invoke(args=["audit"])
    assert result.stdout.splitlines() == [
        "I-3  database: the role that runs may UPDATE ledger_entries.",
        "1 violations.",
    ]
    owners = create_app(Config(database_url=config.migration_database_url, worker=False))
    by_owner = owners.test_cli_runner().invoke(args=["audit"])
    assert ("Warning: this role owns the tables" in by_owner.stderr, by_owner.exit_code) == (True, 0)
    owners.extensions["loyalty.database"].close()


def test_the_role_that_runs_makes_the_nightly_backup(server, database):
    """The service that makes it knows the same address as the nodes, and never the owner's."""
    name = database.writes.url.database
    dump = [f"{postgres.programs()}/pg_dump", f"--host={server}", "--username=loyalty", "--format=custom"]
    done = subprocess.run([*dump, f"--dbname={name}"], check=False, capture_output=True)  # noqa: S603

    assert done.returncode == 0, done.stderr.decode()


def test_who_migrates_by_the_role_that_runs_reads_which_setting_names_the_other(server):
    postgres.run(server, f"CREATE DATABASE {(name := 'not_migrated')}")
    postgres.separate_roles(server, name)
    app = create_app(Config(database_url=postgres.url(server, name, "loyalty"), worker=False))
    try:
        ended = app.test_cli_runner().invoke(args=["db", "upgrade"])
    finally:
        app.extensions["loyalty.database"].close()
        postgres.run(server, f"DROP DATABASE {name}")

    assert ended.exit_code == 1
    assert "LOYALTY_MIGRATION_DATABASE_URL is the address by the role that owns the tables" in ended.output


def test_a_provider_who_keeps_the_superuser_leaves_enough_to_separate_the_roles(server):
    postgres.run(server, "CREATE ROLE provided LOGIN CREATEDB CREATEROLE")
    postgres.run(server, "CREATE DATABASE managed OWNER provided TEMPLATE template0")
    for _ in range(2):  # it can be run again
        postgres.separate_roles(server, "managed", by="provided")
    app = create_app(
        Config(
            database_url=postgres.url(server, "managed", "loyalty"),
            migration_database_url=postgres.url(server, "managed", "loyalty_owner"),
            worker=False,
        )
    )
    try:
        commands = app.test_cli_runner()
        assert commands.invoke(args=["db", "upgrade"]).exit_code == 0
        audit = commands.invoke(args=["audit"])
    finally:
        app.extensions["loyalty.database"].close()
        postgres.run(server, "DROP DATABASE managed")
        postgres.run(server, "DROP ROLE provided")

    assert (audit.exit_code, audit.output) == (0, "0 violations.\n")


def test_a_database_that_is_restored_by_the_runbook_has_the_rights_of_the_first(server, database, tmp_path):
    """docs/runbooks/backup.md: roles.sql, then the dump."""
    a_member(database, earned=50)
    programs, dump = postgres.programs(), tmp_path / "dump"
    as_superuser = [f"--host={server}", "--username=app"]
    name = database.writes.url.database
    taken = [f"{programs}/pg_dump", *as_superuser, "--format=custom", f"--file={dump}", str(name)]
    subprocess.run(taken, check=True)  # noqa: S603
    postgres.run(server, "CREATE DATABASE restored TEMPLATE template0")
    postgres.separate_roles(server, "restored")
    given = [f"{programs}/pg_restore", *as_superuser, "--exit-on-error", "--dbname=restored", str(dump)]
    subprocess.run(given, check=True)  # noqa: S603
    app = create_app(Config(database_url=postgres.url(server, "restored", "loyalty"), worker=False))
    try:
        ended = app.test_cli_runner().invoke(args=["audit"])
        with app.extensions["loyalty.database"].bound():
            everybody = text("SELECT has_database_privilege('public', current_database(), 'CONNECT')")
            assert current_session().scalar(everybody) is False
    finally:
        app.extensions["loyalty.database"].close()
        postgres.run(server, "DROP DATABASE restored")

    assert (ended.exit_code, ended.output) == (0, "0 violations.\n")


@pytest.mark.usefixtures("database")
def test_the_two_roles_of_the_compose_file_get_their_passwords(server):
    script = Path(__file__).parents[4] / "deploy/compose/postgres/passwords.sh"
    settings = {"POSTGRES_USER": "app", "POSTGRES_DB": "postgres", "PGHOST": server}
    passwords = {"APP_PASSWORD": "a'b", "OWNER_PASSWORD": "c"}

    subprocess.run(["sh", script], check=True, env={**os.environ, **settings, **passwords})  # noqa: S603, S607

    with psycopg.connect(host=server, user="app", dbname="postgres") as connection:
        with_one = "SELECT rolname FROM pg_authid WHERE rolpassword IS NOT NULL ORDER BY 1"
        assert [name for (name,) in connection.execute(with_one)] == ["loyalty", "loyalty_owner"]
