"""SECURITY.md F15: the next release's tables are made while members claim. There is no error, and this
release's code works before, during and after.
"""

from pathlib import Path

import pytest
from alembic import command
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory

from loyalty.cli.maintenance import migrations

pytestmark = [pytest.mark.databases_differ, pytest.mark.long]

NEXT = '''
from contextlib import nullcontext

import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", {head!r}

def one_by_one():
    """Each table locked alone: two locks held together can deadlock with a claim."""
    context = op.get_context()
    return context.autocommit_block() if context.dialect.name == "postgresql" else nullcontext()

def upgrade():
    op.create_table("next_things", sa.Column("id", sa.Integer(), primary_key=True))
    with one_by_one():
        for table in ("members", "vouchers", "ledger_entries", "point_accounts"):
            op.add_column(table, sa.Column("next_word", sa.Text(), nullable=False, server_default=""))
        op.create_index("ix_next_word", "vouchers", ["next_word"])

def downgrade():
    with one_by_one():
        op.drop_index("ix_next_word", "vouchers")
        for table in ("members", "vouchers", "ledger_entries", "point_accounts"):
            op.drop_column(table, "next_word")
    op.drop_table("next_things")
'''


@pytest.fixture
def next_release(app, tmp_path: Path):
    """Alembic's configuration with one version more than this release has."""
    with app.app_context():
        found = migrations()
        ours = f"{found.get_main_option('script_location')}/versions"
        head = ScriptDirectory.from_config(found).get_current_head()
        (tmp_path / "next.py").write_text(NEXT.format(head=head))
        found.set_main_option("path_separator", "os")
        found.set_main_option("version_locations", f"{ours}:{tmp_path}")
        yield found


def test_tables_grow_under_members_who_claim_and_none_sees_an_error(serve, claimants, next_release, rounds):
    api = serve(workers=2)
    members = claimants(api)
    with members.claiming():
        for _ in range(rounds(1, 20)):
            members.wait_for_answers(6)
            command.upgrade(next_release, "head")
            members.wait_for_answers(6)
            command.downgrade(next_release, "-1")
        command.upgrade(next_release, "head")
        members.wait_for_answers(len(members.each))

    assert members.statuses() == {201}
    assert api.ask("GET", "/readyz") == (200, {"status": "ready"})
    members.expect_one_voucher_a_claim()


@pytest.mark.only_on("postgresql")
def test_a_migration_may_take_its_time_but_does_not_queue_before_everybody(app):
    """An index on a large table takes longer than any request may; a lock that is not free is given up."""
    output = []

    def look(_revision, context):
        for name in ("statement_timeout", "lock_timeout"):
            output.append(context.connection.exec_driver_sql(f"SHOW {name}").scalar())
        return []

    with app.app_context():
        config = migrations()
        script = ScriptDirectory.from_config(config)
        with EnvironmentContext(config, script, fn=look):
            script.run_env()

    assert output == ["0", "3s"]
