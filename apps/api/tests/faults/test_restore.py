"""SECURITY.md F16: a backup taken while members claim is complete (docs/runbooks/backup.md)."""

import sqlite3
import subprocess
from contextlib import closing

import pytest
from sqlalchemy import make_url, text

from loyalty import create_app
from loyalty.config import Config
from loyalty.db.session import current_session
from support import postgres

pytestmark = pytest.mark.long

PATIENCE_S = 120


def postgresql(root: str, *command: str) -> None:
    """One of PostgreSQL's programs against a server of ours; it may neither ask nor wait for ever."""
    folder = postgres.programs()
    subprocess.run(  # noqa: S603
        [f"{folder}/{command[0]}", "--no-password", f"--host={root}", "--username=app", *command[1:]],
        check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S,
        env={"PGCONNECT_TIMEOUT": "10", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip


@pytest.fixture
def back_up(address, crashing, tmp_path):
    """`back_up()` copies the database as the runbook says."""

    def on_postgresql() -> None:
        name = make_url(address).database
        postgresql(crashing.root, "pg_dump", "--format=custom", f"--file={tmp_path}/drill.dump", name)

    def on_sqlite() -> None:
        with (
            closing(sqlite3.connect(make_url(address).database)) as source,
            closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
        ):
            source.backup(copy)

    return on_postgresql if crashing else on_sqlite


@pytest.fixture
def restore(crashing, tmp_path):
    """`restore()` makes a database of the copy, never over the old one; returns its address."""

    def on_postgresql() -> str:
        postgres.run(crashing.root, f"CREATE DATABASE {(name := 'restored')}")
        postgresql(
            crashing.root, "pg_restore", "--exit-on-error", f"--dbname={name}", f"{tmp_path}/drill.dump"
        )
        return postgres.url(crashing.root, name)

    return on_postgresql if crashing else lambda: f"sqlite:///{tmp_path / 'copy.db'}"


def test_a_copy_taken_while_members_claim_holds_what_was_acknowledged_and_its_books_are_right(
    serve, claimants, back_up, restore
):
    members = claimants(serve(workers=2))
    with members.claiming():
        members.wait_for_answers(2 * len(members.each))
        before = acknowledged(members)
        back_up()
        members.wait_for_answers(len(members.each))
    members.expect_one_voucher_a_claim()

    app = create_app(Config(database_url=restore(), worker=False, rate_limits=False))
    ready = app.test_client().get("/readyz").status_code
    audit = app.test_cli_runner().invoke(args=["audit"])
    with app.extensions["loyalty.database"].bound():
        restored = set(current_session().scalars(text("SELECT id FROM vouchers")))
    app.extensions["loyalty.database"].close()

    assert ready == 200
    assert (audit.exit_code, audit.stdout) == (0, "0 violations.\n")
    assert before <= restored <= acknowledged(members)


def acknowledged(members) -> set[int]:
    """The vouchers that were answered to members."""
    return {voucher for each in members.each for voucher in each.acknowledged}
