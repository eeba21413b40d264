"""Behind pgbouncer in session mode (docs/performance.md): Debian's own, before the suite's PostgreSQL."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url, text

from loyalty import create_app
from loyalty.db.session import Database, current_session, transaction
from support.factories import a_member, signed_in

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")

pytestmark = [
    pytest.mark.long,
    pytest.mark.only_on("postgresql"),
    pytest.mark.skipif(PROGRAM is None, reason="pgbouncer is not installed"),
]


@contextmanager
def pgbouncer(before: str, pool_size: int = 20) -> Iterator[str]:
    """The address of the same database through a pgbouncer that has no setting but the mode."""
    far = make_url(before)
    folder = Path(tempfile.mkdtemp(prefix="loyalty-pgb-"))
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={far.query['host']} user={far.username}\n"
        f"[pgbouncer]\nlisten_addr =\nunix_socket_dir = {folder}\nauth_type = any\n"
        f"pool_mode = session\ndefault_pool_size = {pool_size}\n"
    )
    as_user = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    process = subprocess.Popen(  # noqa: S603
        [str(PROGRAM), "--quiet", str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL, **as_user
    )
    while True:
        try:
            psycopg.connect(host=str(folder), port=6432, user="app", dbname=far.database).close()
        except psycopg.OperationalError:
            assert process.poll() is None
            time.sleep(0.02)
        else:
            break
    try:
        yield f"postgresql+psycopg://app@/{far.database}?host={folder}&port=6432"
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def shown(db) -> dict[str, str]:
    names = ("lock_timeout", "statement_timeout", "timezone", "default_transaction_read_only")
    return {name: db.scalar(text(f"SHOW {name}")) for name in names}


def test_timeouts_hold_and_members_are_served(config):
    with pgbouncer(config.database_url) as address:
        app = create_app(config.model_copy(update={"database_url": address}))
        database = app.extensions["loyalty.database"]
        headers = signed_in(app, member := a_member(database, earned=10))
        answer = app.test_client().get(f"/api/member/{member}", headers=headers)
        with database.bound():
            reading = shown(current_session())
            with transaction() as db:
                writing = shown(db)
        database.close()

    assert answer.status_code == 200
    limits = {"lock_timeout": "3s", "statement_timeout": "5s", "timezone": "UTC"}
    assert writing == {**limits, "default_transaction_read_only": "off"}
    assert reading == {**limits, "default_transaction_read_only": "on"}


def test_a_connection_that_somebody_read_by_can_be_written_by_afterwards(app, config):
    """With one connection to PostgreSQL, which each client gets after the one before."""
    with pgbouncer(config.database_url, pool_size=1) as address:
        first, second = Database(app, address), Database(app, address)
        with first.bound():
            server = current_session().scalar(text("SELECT pg_backend_pid()"))
        first.close()
        with second.bound(), transaction() as db:
            assert db.scalar(text("SELECT pg_backend_pid()")) == server
            assert shown(db)["default_transaction_read_only"] == "off"
            db.execute(text("CREATE TEMPORARY TABLE written (id integer)"))
        second.close()
