"""The audit on a standby that PostgreSQL's own replication keeps."""

from pathlib import Path

import pytest
from sqlalchemy import text

from loyalty import create_app
from loyalty.config import Config
from support import postgres
from support.factories import a_member, run_command

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.long]


def test_the_audit_runs_on_a_standby(tmp_path: Path):
    leader = postgres.Server(durable=True)
    leader.start()
    app = create_app(Config(database_url=postgres.url(leader.root, "postgres"), worker=False))
    for prepare in (["db", "upgrade"], ["seed"]):
        assert run_command(app, *prepare).exit_code == 0
    a_member(app.extensions["loyalty.database"], earned=500)
    standby = postgres.Server(durable=True, replica_of=leader)
    standby.start()
    settings = Config(
        database_url=postgres.url(standby.root, "postgres"), worker=False, attachments=str(tmp_path)
    )
    reading = create_app(settings)
    try:
        with reading.app_context(), reading.extensions["loyalty.database"].reads.connect() as db:
            assert db.scalar(text("SELECT pg_is_in_recovery()"))
        ended = run_command(reading, "audit")

        assert ended.exit_code == 0, ended.output
    finally:
        for each in (reading, app):
            each.extensions["loyalty.database"].close()
        standby.stop()
        leader.stop()
