"""The databases of earlier releases are migrated to the tables of this code, and nothing in them is lost."""

import lzma
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import MetaData, func, select, text
from sqlalchemy.exc import DBAPIError

from loyalty.cli import maintenance
from loyalty.db import triggers
from loyalty.db.session import Database
from releases.kept import DATA, MADE_AT
from support import postgres

RELEASES = sorted({path.name.removesuffix(".xz").rpartition(".")[0] for path in DATA.glob("*.xz")})
# Tables whose rows are written once: no migration changes what they say.
WRITTEN_ONCE = ("ledger_entries", "office_log", "vouchers", "bills")
BASELINE = "e065872c5ddf855bcbe067e66915a8ab241f774a7e52bf63eedab054e1ca34b2"


def test_the_tables_of_the_first_release_are_made_as_they_were():
    path = Path(maintenance.__file__).parents[1] / "migrations/versions/0001_tables.py"
    assert sha256(path.read_bytes()).hexdigest() == BASELINE, (
        "0001 made the databases of 0.1.0, which are in use: it stays as it is. Put it back, and write "
        'a migration of its own: `.venv/bin/flask --app loyalty db migration "favourite dishes"`.'
    )


@pytest.fixture
def database_url(request: pytest.FixtureRequest, server: str | None, data_folder: Path) -> Iterator[str]:
    """The address of the database that a release has left."""
    kept = DATA / f"{request.param}.{'sqlite' if server is None else 'sql'}.xz"
    content = lzma.decompress(kept.read_bytes())
    if server is None:
        (data_folder / "test.db").write_bytes(content)
        yield f"sqlite:///{data_folder / 'test.db'}"
        for file in data_folder.glob("test.db*"):
            file.unlink()
        return
    postgres.run(server, "CREATE DATABASE kept")
    postgres.separate_roles(server, "kept")
    with psycopg.connect(host=server, user="loyalty_owner", dbname="kept", autocommit=True) as connection:
        connection.execute(content)
    yield postgres.url(server, "kept", "loyalty")
    postgres.run(server, "DROP DATABASE kept WITH (FORCE)")


def counted(owner: Database) -> dict[str, int]:
    """How many rows each table has."""
    found = MetaData()
    with owner.writes.connect() as connection:
        found.reflect(connection)
        tables = found.sorted_tables
        return {each.name: connection.scalar(select(func.count()).select_from(each)) or 0 for each in tables}


def written(owner: Database) -> dict[str, list[str]]:
    """What is written once: the values of each column in the order of the rows' keys."""
    found = MetaData()
    with owner.writes.connect() as connection:
        found.reflect(connection)
        return {
            str(column): [
                str(each) for each in connection.scalars(select(column).order_by(*table.primary_key))
            ]
            for table in (found.tables[name] for name in WRITTEN_ONCE)
            for column in table.columns
        }


@pytest.mark.databases_differ
@pytest.mark.parametrize("database_url", RELEASES, indirect=True)
def test_a_database_of_a_release_is_migrated_with_all_that_is_in_it(
    app: Flask, database: Database, owner: Database, clock
):
    clock.set(MADE_AT)
    rows, sealed = counted(owner), written(owner)
    assert all(rows.values())

    migrated = app.test_cli_runner().invoke(args=["db", "upgrade"])

    assert migrated.exit_code == 0, migrated.output
    assert counted(owner).items() >= rows.items()
    now = written(owner)
    assert {name: now[name] for name in sealed if name in now}.items() <= sealed.items()
    with owner.writes.connect() as connection:
        assert list(triggers.problems(connection)) == []
    for statement in ("UPDATE ledger_entries SET delta = 0", "DELETE FROM vouchers"):
        with pytest.raises(DBAPIError), owner.writes.begin() as connection:
            connection.execute(text(statement))
    # The file of an application is in a folder, not in the database.
    audited = app.test_cli_runner().invoke(args=["audit"]).output.splitlines()
    assert [each for each in audited if not each.startswith("attachment ")] == ["1 violations."]
    client = app.test_client()
    assert client.get("/readyz").json == {"status": "ready"}
    assert client.get("/api/reward").json["rewardList"]
