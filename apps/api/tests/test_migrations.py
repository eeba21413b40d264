"""The tables that migrations make are the tables that the features state."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect

import loyalty.web  # noqa: F401  # the features state their tables when they are imported
from loyalty.cli.database import migrations
from loyalty.db.base import Base
from loyalty.db.session import Database


def tables(database: Database) -> set[str]:
    return set(inspect(database.writes).get_table_names()) - {"alembic_version"}


def test_an_upgrade_from_nothing_gives_the_stated_tables(database: Database):
    with database.writes.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})

        assert compare_metadata(context, Base.metadata) == []


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
