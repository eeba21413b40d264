"""The tables that migrations make are those that the models state, in every part; a database that has others
is noticed. A later migration keeps what is in the tables, and what guards it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import text

from loyalty import create_app
from loyalty.cli.maintenance import migrations
from loyalty.config import Config
from loyalty.db import triggers
from loyalty.db.session import Database
from loyalty.db.tables import Base
from loyalty.models import import_models
from support import postgres
from support.tables import described, fill, rows, sequences

pytestmark = pytest.mark.databases_differ

import_models()


@pytest.fixture
def stated(database: Database, server: str | None, tmp_path: Path) -> dict[str, object]:
    """The tables as the models alone would make them."""
    if server is None:
        other = Database(database.app, f"sqlite:///{tmp_path}/stated.db")
        with other.writes.begin() as connection:
            Base.metadata.create_all(connection)
            found = described(connection)
        other.close()
        return found
    other = Database(database.app, postgres.url(server, "test", "app"))
    with other.writes.connect() as connection:  # nothing is committed
        connection.execute(text("CREATE SCHEMA stated"))
        in_schema = connection.execution_options(schema_translate_map={None: "stated"})
        Base.metadata.create_all(in_schema)
        found = described(connection, "stated")
    other.close()
    return found


def test_migrations_make_what_the_models_state(database: Database, stated: dict[str, object]):
    with database.reads.connect() as connection:
        assert described(connection) == stated
        assert list(triggers.problems(connection)) == []


# What an edited migration leaves in a database that it has made before: (SQLite, PostgreSQL, what is said).
DAMAGE = {
    "a column": (
        ["ALTER TABLE members DROP COLUMN occupation"],
        ["ALTER TABLE members DROP COLUMN occupation"],
        "the column members.occupation is missing",
    ),
    "a CHECK": (
        [
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = replace(sql, ', ''referral''', '') WHERE name = 'rewards'",
        ],
        [
            "ALTER TABLE rewards DROP CONSTRAINT ck_rewards_kind",
            "ALTER TABLE rewards ADD CONSTRAINT ck_rewards_kind CHECK (kind <> 'another')",
        ],
        "ck_rewards_kind of the table rewards is none of ours, and 1 more",
    ),
    "a trigger": (
        ["DROP TRIGGER vouchers_stay_there"],
        ["DROP TRIGGER vouchers_stay_there ON vouchers"],
        "the trigger vouchers_stay_there of vouchers is missing",
    ),
    "an index": (
        ["DROP INDEX ix_bills_pending"],
        ["DROP INDEX ix_bills_pending"],
        "ix_bills_pending of the table bills is missing",
    ),
}


@pytest.fixture
def restarted(config: Config) -> Iterator[Callable[[str], Flask]]:
    """`restarted(env)`: the application as another process builds it, on the same database."""
    made: list[Flask] = []

    def start(env: str) -> Flask:
        made.append(create_app(config.model_copy(update={"env": env})))
        return made[-1]

    yield start
    for each in made:
        each.extensions["loyalty.database"].close()


BEFORE = "activate the release before this one again."


@pytest.mark.parametrize(
    ("what", "env", "remedy"),
    [
        ("a column", "development", "run `npm run reset`."),
        ("a column", "production", BEFORE),
        ("a CHECK", "production", BEFORE),
        ("a trigger", "production", BEFORE),
        ("an index", "production", BEFORE),
    ],
)
def test_tables_that_are_not_this_codes_are_noticed(
    restarted, owner: Database, what: str, env: str, remedy: str
):
    on_sqlite, on_postgresql, said = DAMAGE[what]
    with owner.writes.begin() as connection:
        for statement in on_sqlite if owner.is_sqlite else on_postgresql:
            connection.exec_driver_sql(statement)
    owner.close()
    app = restarted(env)

    ready = app.test_client().get("/readyz")
    ended = app.test_cli_runner().invoke(args=["db", "upgrade"])

    with app.app_context():
        head = ScriptDirectory.from_config(migrations()).get_current_head()
    sentence = f"The tables are at {head}, but not as this code has them ({said}): {remedy}"
    assert (ready.status_code, ready.json["message"]) == (503, sentence)
    assert (ended.exit_code, ended.output) == (1, f"Error: {sentence}\n")


def test_an_index_that_an_operator_added_is_no_fault(restarted, owner: Database):
    with owner.writes.begin() as connection:
        connection.execute(text("CREATE INDEX for_a_report ON bills (amount_sen)"))

    assert restarted("production").test_client().get("/readyz").status_code == 200


NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", {head!r}

def to(length):
    for table, column, before in (("ledger_entries", "remark", 200), ("members", "name", 400)):
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, type_=sa.String(before + length), existing_nullable=False)
    for table in {replaced!r}:
        with op.batch_alter_table(table, recreate="always"):
            pass

def upgrade():
    to(40)

def downgrade():
    to(0)
"""


@pytest.fixture
def later(app: Flask, database: Database, tmp_path: Path) -> AlembicConfig:
    """Alembic with a version more, which alters columns and on SQLite replaces every table."""
    with app.app_context():
        found = migrations()
    ours = f"{found.get_main_option('script_location')}/versions"
    replaced = [table.name for table in Base.metadata.sorted_tables] if database.is_sqlite else []
    head = ScriptDirectory.from_config(found).get_current_head()
    (tmp_path / "next.py").write_text(NEXT.format(head=head, replaced=replaced))
    found.set_main_option("path_separator", "os")
    found.set_main_option("version_locations", f"{ours}:{tmp_path}")
    return found


@pytest.fixture
def filled(app: Flask, owner: Database) -> None:
    """The demo, and a row in every table that it leaves empty."""
    assert app.test_cli_runner().invoke(args=["demo", "members"]).exit_code == 0
    with owner.writes.begin() as connection:
        fill(connection)
        if owner.is_sqlite:  # no later event may have the id of one that was deleted
            connection.execute(text("DELETE FROM events WHERE id = (SELECT max(id) FROM events)"))
            connection.execute(text("UPDATE sqlite_sequence SET seq = seq + 5"))


@pytest.mark.usefixtures("filled")
def test_a_later_migration_keeps_every_row_guard_and_sequence(owner: Database, later: AlembicConfig):
    later.attributes["engine"] = owner.writes
    with owner.reads.connect() as connection:
        before, tables, ids = rows(connection), described(connection), sequences(connection)
    assert all(before.values())

    command.upgrade(later, "head")

    with owner.reads.connect() as connection:
        changed = described(connection)
        assert changed["members"]["columns"].pop("name")[0] == "VARCHAR(440)"
        assert changed["ledger_entries"]["columns"].pop("remark")[0] == "VARCHAR(240)"
        assert rows(connection) == before
        assert list(triggers.problems(connection)) == []
    command.downgrade(later, "-1")
    with owner.reads.connect() as connection:
        again = described(connection)
        assert again == tables
        assert rows(connection) == before
        assert sequences(connection) == ids
        assert list(triggers.problems(connection)) == []
    for table, columns in (("members", "name"), ("ledger_entries", "remark")):
        del again[table]["columns"][columns]
    assert changed == again


@pytest.mark.only_on("sqlite")
def test_a_migration_that_loses_what_others_refer_to_changes_nothing(
    owner: Database, filled: None, later: AlembicConfig, tmp_path: Path
):
    step = tmp_path / "next.py"
    step.write_text(step.read_text().replace("    to(40)", "    op.execute('DELETE FROM outlets')"))
    later.attributes["engine"] = owner.writes
    with owner.reads.connect() as connection:
        before = rows(connection)

    with pytest.raises(RuntimeError, match="refers to one that is not in outlets"):
        command.upgrade(later, "head")

    with owner.reads.connect() as connection:
        assert rows(connection) == before
