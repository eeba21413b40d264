"""The command `member`: exported and erased, logged with a reason; and the log itself."""

import json

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from loyalty import create_app
from loyalty.backoffice.log import log
from loyalty.db.session import Database, current_session, transaction
from support.factories import a_member

WHY = ("--by", "mei", "--reason", "Ticket 4711")


@pytest.fixture
def run(app: Flask):
    """`run("member", "show", 1)` gives the result of a command."""
    return lambda *words, **more: app.test_cli_runner().invoke(args=[str(word) for word in words], **more)


@pytest.fixture
def member(database: Database):
    return a_member(database, number="123456789", email="aisyah@example.com", earned=700)


def logged(database: Database) -> list[tuple[str, str, int | None, str]]:
    with database.bound():
        return [
            (entry.operator, entry.action, entry.member_id, entry.details)
            for entry in log.entries(current_session())
        ]


class TestTakingAway:
    def test_an_export_is_readable_by_its_owner_only(self, run, member, tmp_path, database: Database):
        place = tmp_path / "data.json"
        assert run("member", "export", member, "--to", place, *WHY).exit_code == 0
        assert json.loads(place.read_text())["member"]["name"] == "Aisyah Rahman"
        assert place.stat().st_mode & 0o077 == 0
        assert logged(database) == [("mei", "member.export", member, "")]

    def test_an_export_holds_no_operator(self, run, member):
        run("member", "export", member, "--by", "secret-agent", "--reason", "Ticket 4711")
        output = run("member", "export", member, *WHY).output
        assert json.loads(output)["records"]["officeLog"][0]["action"] == "member.export"
        assert "secret-agent" not in output

    def test_erasing_asks_first_and_is_logged(self, run, member, database: Database):
        assert run("member", "erase", member, *WHY, input="n\n").exit_code == 1
        assert logged(database) == []
        assert run("member", "erase", member, "--yes", *WHY).exit_code == 0
        assert logged(database) == [("mei", "member.erase", member, "")]
        assert run("member", "export", member, *WHY).output == "Error: This member does not exist.\n"

    def test_nothing_is_written_without_a_reason(self, run, member, database: Database):
        assert run("member", "export", member, "--by", "mei").exit_code == 2
        for reason in ("", "because", "Aisyah is on the phone"):
            answer = run("member", "export", member, "--by", "mei", "--reason", reason)
            assert answer.exit_code == 1
            assert "123456789" not in answer.output
        assert logged(database) == []


class TestTheLog:
    def test_log_entries_are_listed_newest_first(self, run, member, clock, logged_in_as):
        run("member", "export", member, *WHY)
        clock.advance(hours=13)
        logged_in_as("raj")
        run("till", "add", "--outlet", 1, "--reason", "Ticket 4712")
        lines = run("audit", "log").output.splitlines()
        newest = "2026-03-15 01:00 raj till.add - till 1 at outlet 1: Till 1 Ticket 4712"
        assert " ".join(lines[1].split()) == newest
        assert lines[2].startswith("2026-03-14 12:00  mei")
        assert len(json.loads(run("audit", "log", "--by", "raj", "--json").output)) == 1
        assert run("audit", "log", "--member", 999).output == "No log entries.\n"

    @pytest.mark.parametrize(
        "sql",
        ["UPDATE office_log SET reason = 'none'", "DELETE FROM office_log"],
    )
    def test_no_log_entry_is_changed_or_deleted(self, run, member, database: Database, sql):
        run("member", "export", member, *WHY)
        with database.bound(), pytest.raises(DatabaseError), transaction() as db:
            db.execute(text(sql))
        assert len(logged(database)) == 1

    @pytest.mark.usefixtures("member")
    def test_audit_without_a_subcommand_runs_the_checks(self, run):
        answer = run("audit")
        assert (answer.exit_code, answer.stdout) == (0, "0 violations.\n")


def test_a_name_is_required_where_the_settings_say_so(config, member):
    demanding = create_app(config.model_copy(update={"name_required": True}))
    words = ["member", "export", str(member), "--reason", "Ticket 4711"]
    assert demanding.test_cli_runner().invoke(args=words).exit_code == 2
    assert demanding.test_cli_runner().invoke(args=[*words, "--by", "mei"]).exit_code == 0
    demanding.extensions["loyalty.database"].close()
