"""Makes the databases that `test_releases.py` migrates, of the release at hand: every table has rows.

`pytest apps/api/tests/releases/make_release.py --db=sqlite`, and again with `--db=postgresql`, write a file
each beside this one, named by the version of the code.
"""

import lzma
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

from loyalty.cli import demo
from loyalty.db.session import transaction
from releases.kept import DATA, MADE_AT
from support.busy_member import a_busy_member, with_everything
from support.staff_app import a_link, a_person, accept, browser_of, passkey, set_pin
from support.tables import fill, rows

# What psql alone understands, or a server that is older than pg_dump does not know.
NOT_SQL = re.compile(r"^(\\.*|SET transaction_timeout.*)\n", re.MULTILINE)


@pytest.fixture
def config(config, tmp_path):
    return with_everything(config, tmp_path)


def test_make_the_release(app, client, sent, database, owner, clock, server, tmp_path: Path):
    clock.set(MADE_AT)
    a_busy_member(app, client, sent, database)
    with database.bound(), transaction() as db:
        demo.set_up(db)
    manager, cashier = a_person(database, ("outlet-manager", 1)), a_person(database, ("cashier", 1))
    assert accept(browser_of(app), a_link(app, manager), passkey()).status_code < 300
    set_pin(app, cashier)
    with owner.writes.begin() as connection:
        fill(connection)
        assert all(rows(connection).values())
    audited = app.test_cli_runner().invoke(args=["audit"])
    assert audited.exit_code == 0, audited.output

    if server is None:
        copy = tmp_path / "copy.db"
        with closing(sqlite3.connect(database.url.removeprefix("sqlite:///"))) as connection:
            connection.execute("VACUUM INTO ?", [str(copy)])
        name, content = "sqlite", copy.read_bytes()
    else:
        command = [shutil.which("pg_dump") or "pg_dump", f"--host={server}", "--username=app", "test"]
        how = ["--inserts", "--rows-per-insert=500", "--no-owner", "--no-privileges"]
        dumped = subprocess.run([*command, *how], check=True, capture_output=True, text=True)  # noqa: S603
        name, content = "sql", NOT_SQL.sub("", dumped.stdout).encode()
    (DATA / f"{version('loyalty-api')}.{name}.xz").write_bytes(lzma.compress(content, preset=9))
