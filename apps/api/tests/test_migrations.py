"""The tables that migrations make are the tables that the features state."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect, text

import loyalty
from loyalty import create_app
from loyalty.cli.maintenance import migrations
from loyalty.config import Config
from loyalty.db.session import Database
from loyalty.db.tables import Base
from loyalty.models import import_models

pytestmark = pytest.mark.databases_differ

REPOSITORY = Path(__file__).parents[3]


import_models()
NEWEST = max((Path(loyalty.__file__).parent / "migrations/versions").glob("0*.py")).stem[:4]


def tables(database: Database) -> set[str]:
    return set(inspect(database.writes).get_table_names()) - {"alembic_version"}


def test_the_history_is_one_line(app: Flask):
    with app.app_context():
        script = ScriptDirectory.from_config(migrations())

    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


@pytest.mark.usefixtures("app")
def test_every_step_can_be_taken_back_and_made_again(app: Flask, database: Database):
    stated = set(Base.metadata.tables)
    run = app.test_cli_runner().invoke

    assert run(args=["db", "downgrade", "base"]).exit_code == 0
    assert tables(database) == set()

    assert run(args=["db", "upgrade"]).exit_code == 0
    assert tables(database) == stated


# A process of its own, since this one has imported every table: it writes a migration beside ours.
GENERATE = """
import sys
from alembic import command
from sqlalchemy import Column, text
from loyalty.app import create_app
from loyalty.cli.maintenance import migrations
from loyalty.db.tables import BigInt, UtcDateTime
from loyalty.features.members.models import Member

folder, changed = sys.argv[1:]
if changed == "yes":
    Member.__table__.append_column(Column("a_new_number", BigInt, index=True))
    Member.__table__.append_column(Column("a_new_moment", UtcDateTime()))
    (check,) = (each for each in Member.__table__.constraints if each.name == "ck_members_not_own_referrer")
    check.sqltext = text("referrer_id <> id AND id <> 4711")
with create_app(with_http=False).app_context():  # as for a command
    config = migrations()
    config.set_main_option("path_separator", "os")
    ours = f"{config.get_main_option('script_location')}/versions"
    config.set_main_option("version_locations", f"{ours}:{folder}")
    command.revision(config, "Dishes", rev_id="9000", autogenerate=True, version_path=folder)
    command.upgrade(config, "9000")
    command.downgrade(config, "-1")
"""


def generated(owner: Database, folder: Path, *, changed: str) -> str:
    (folder / "pyproject.toml").write_text((REPOSITORY / "pyproject.toml").read_text())
    subprocess.run(  # noqa: S603
        [sys.executable, "-c", GENERATE, folder, changed],
        env={**os.environ, "LOYALTY_DATABASE_URL": owner.url},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return (folder / "9000_dishes.py").read_text()


def test_nothing_is_written_where_nothing_was_changed(owner: Database, tmp_path: Path):
    """Least of all that the tables go which no module had imported yet."""
    written = generated(owner, tmp_path, changed="no")

    assert written.count("    pass\n") == 2
    assert "op." not in written


def test_new_columns_and_another_check_are_written_as_the_linter_takes_them(owner: Database, tmp_path: Path):
    written = generated(owner, tmp_path, changed="yes")
    linter = [sys.executable, "-m", "ruff"]
    for how in (["check"], ["format", "--check"]):
        subprocess.run([*linter, *how, tmp_path / "9000_dishes.py"], check=True)  # noqa: S603

    number = 'sa.BigInteger().with_variant(sa.Integer(), "sqlite")'
    assert f'sa.Column("a_new_number", {number}, nullable=True)' in written
    assert 'sa.Column("a_new_moment", sa.DateTime(timezone=True), nullable=True)' in written
    assert "loyalty" not in written
    assert "adjust" not in written
    upgrade, downgrade = written.split("def downgrade()")
    assert "4711" in upgrade
    assert "4711" not in downgrade
    for steps in (upgrade, downgrade):
        assert "drop_constraint" in steps
        assert "create_check_constraint" in steps


def a_later_release_was_here(owner: Database) -> None:
    with owner.writes.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


NEWER = "Error: This database is newer than this code. Go back to that branch, or run `npm run reset`.\n"


@pytest.mark.parametrize("command", [["upgrade"], ["downgrade", "base"]])
def test_a_database_of_another_branch_is_an_error_of_one_sentence(app: Flask, owner: Database, command):
    a_later_release_was_here(owner)

    ended = app.test_cli_runner().invoke(args=["db", *command])

    assert (ended.exit_code, ended.output) == (1, NEWER)


def test_a_release_that_was_rolled_back_leaves_the_newer_tables_as_they_are(config: Config, owner: Database):
    a_later_release_was_here(owner)
    app = create_app(config.model_copy(update={"env": "production"}))

    ended = app.test_cli_runner().invoke(args=["db", "upgrade"])

    app.extensions["loyalty.database"].close()
    assert ended.exit_code == 0
    assert "Nothing was changed" in ended.output


def test_the_api_does_not_start_on_the_database_of_another_branch(database: Database, owner: Database):
    a_later_release_was_here(owner)

    ended = subprocess.run(  # noqa: S603
        [
            *(Path(sys.executable).parent / "gunicorn", "-c", "python:loyalty.serving"),
            *("--bind", "127.0.0.1:0", "--log-level=error", "loyalty:create_app()"),
        ],
        env={**os.environ, "LOYALTY_DATABASE_URL": database.url},
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert (ended.returncode, ended.stderr) == (1, NEWER)


def test_an_upgrade_says_whether_there_was_something_to_migrate(app: Flask):
    run = app.test_cli_runner().invoke
    newest = run(args=["db", "upgrade"]).output
    run(args=["db", "downgrade", "base"])

    assert newest.startswith("Nothing to migrate: the tables are at ")
    assert run(args=["db", "upgrade"]).output == f"The tables are migrated from nothing to {NEWEST}.\n"
