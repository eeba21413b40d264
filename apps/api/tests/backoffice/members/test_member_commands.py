"""The command `member`: found, shown, corrected, exported, erased; everything is logged with a reason."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from factories import a_bill, a_member, a_till, signed_in
from login_steps import alive
from loyalty import create_app
from loyalty.backoffice.log import log
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import changes, records
from loyalty.features.points import ledger

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


class TestFinding:
    @pytest.mark.parametrize(
        "query",
        ["123456789", "012-345 6789", "+60 12-345 6789", "6789", "aisyah", "RAHMAN", "aisyah@example.com"],
    )
    def test_a_member_is_found_by_number_or_name_or_email(self, run, member, query):
        found = json.loads(run("member", "find", query, "--json", *WHY).output)
        assert [each["id"] for each in found] == [member]

    def test_a_member_is_found_by_card_and_by_referral_code(self, run, member, database: Database):
        with database.bound():
            record = records.record(current_session(), member)
        for query in (record.member_code, record.member_code.replace("-", "").lower(), record.referral_code):
            assert json.loads(run("member", "find", query, "--json", *WHY).output)[0]["id"] == member

    @pytest.mark.usefixtures("member")
    def test_found_members_are_masked(self, run):
        for how in ((), ("--json",)):
            output = run("member", "find", "a", *how, *WHY).output
            assert "Aisyah R." in output
            assert "+60 12-***6789" in output
            assert "a***@example.com" in output
            assert "Rahman" not in output
            assert "123456789" not in output

    @pytest.mark.parametrize(
        "query",
        ["123456789", "012-3456789", "+60123456789", "60123456789", "0060 12 345 6789", "+60 (0)12-345 6789"],
    )
    def test_an_exact_number_comes_before_numbers_that_contain_it(self, run, member, database, query):
        a_member(database, number="1234567890", name="Tan Wei Jie")
        a_member(database, calling_code="91", number="6012345678", name="Kavitha")
        a_member(database, calling_code="66", number="60123456789", name="Somchai")
        assert json.loads(run("member", "find", query, "--json", *WHY).output)[0]["id"] == member

    def test_exact_matches_come_first(self, run, member, database):
        a_member(database, name="Aisyah Rahman Binti Salleh", email="not.aisyah@example.com")
        for query in ("aisyah rahman", "AISYAH@example.com"):
            assert json.loads(run("member", "find", query, "--json", *WHY).output)[0]["id"] == member

    @pytest.mark.usefixtures("member")
    def test_a_few_digits_are_an_id_and_not_part_of_a_number(self, run, database):
        other = a_member(database, number="112345678")
        found = json.loads(run("member", "find", other, "--json", *WHY).output)
        assert [each["id"] for each in found] == [other]
        assert run("member", "find", "234", *WHY).exit_code == 1
        assert run("member", "find", "9" * 30, *WHY).exit_code == 1

    @pytest.mark.usefixtures("member")
    @pytest.mark.parametrize("query", ["%", "_", "Benjamin", " ", "999"])
    def test_finding_nobody_has_exit_code_1(self, run, query):
        answer = run("member", "find", query, *WHY)
        assert (answer.exit_code, answer.output) == (1, "Nobody was found.\n")

    def test_the_log_holds_the_ids_shown_and_not_the_search(self, run, member, database):
        run("member", "find", "Aisyah", *WHY)
        run("member", "find", "Benjamin", *WHY)

        assert [line[1:] for line in logged(database)] == [
            ("member.find", None, "0 found"),
            ("member.find", None, f"1 found: {member}"),
        ]


class TestShowing:
    @pytest.mark.usefixtures("clock")
    def test_a_member_is_shown_with_record_and_activity(self, run, member):
        result = run("member", "show", member, *WHY)
        assert result.exit_code == 0
        for words in ("Aisyah Rahman", "+60 123456789", "700", "RM 10.00 at Publika"):
            assert words in result.output

    @pytest.mark.usefixtures("clock")
    def test_ids_are_shown_as_words_and_points_with_their_sign(self, run, member, database: Database):
        with database.bound(), transaction() as db:
            ledger.spend(db, member, 500, a_bill(), "Thai milk tea")
        output = run("member", "show", member, *WHY).output
        lines = {" ".join(line.split()) for line in output.splitlines()}
        assert {"gender female", "race Malay", "outlet KL East Mall"} <= lines
        assert "2026-03-14 12:00 redeemed -500 Thai milk tea" in lines
        assert "2026-03-14 12:00 earned +700 RM 10.00 at Publika" in lines
        assert "No pending bills." in lines

    def test_pending_and_overdue_bills_are_shown(self, run, app, member, clock):
        body = {"memberId": member, "receiptNumber": "A-17", "amount": "45.90"}
        a_till(app).post("/api/pos/earn", json=body)
        assert "KL East Mall A-17 2026-03-14 12:00 RM 45.90 45 pending" in " ".join(
            run("member", "show", member, *WHY).output.split()
        )
        clock.advance(hours=24)
        assert "RM 45.90 45 overdue" in " ".join(run("member", "show", member, *WHY).output.split())
        assert (
            json.loads(run("member", "show", member, "--json", *WHY).output)["pending"][0]["amount_sen"]
            == 4590
        )

    def test_showing_a_member_is_logged(self, run, member, database: Database):
        run("member", "show", member, *WHY)
        assert logged(database) == [("mei", "member.show", member, "")]

    def test_nothing_is_shown_without_a_reason(self, run, member, database: Database):
        assert run("member", "show", member, "--by", "mei").exit_code == 2
        for reason in ("", "because", "Aisyah is on the phone"):
            answer = run("member", "show", member, "--by", "mei", "--reason", reason)
            assert answer.exit_code == 1
            assert "123456789" not in answer.output
        assert logged(database) == []

    def test_an_unknown_member_gives_an_error_message(self, run):
        answer = run("member", "show", 999, *WHY)
        assert (answer.exit_code, answer.output) == (1, "Error: This member does not exist.\n")


class TestCorrecting:
    def test_fields_that_members_cannot_change_are_corrected(self, run, member, database: Database):
        result = run(
            "member", "correct", member, "--date-of-birth", "1994-03-09", "--race", "2", "--outlet", "3", *WHY
        )
        assert result.exit_code == 0
        with database.bound():
            record = records.record(current_session(), member)
        assert (str(record.date_of_birth), record.race_id, record.outlet_id) == ("1994-03-09", 2, 3)

    def test_the_log_holds_corrected_fields_and_not_their_values(self, run, member, database: Database):
        run("member", "correct", member, "--email", "new@example.com", "--name", "Aisyah Rahman", *WHY)
        assert logged(database) == [("mei", "member.correct", member, "changed email")]

    def test_a_new_number_signs_the_member_out(self, run, app, client: FlaskClient, member, database):
        token = signed_in(app, member)["Authorization"].removeprefix("Bearer ")
        assert run("member", "correct", member, "--number", "019-876 5432", *WHY).exit_code == 0
        assert not alive(client, token)
        with database.bound():
            assert changes.find_by_phone(current_session(), "60", "198765432") == member

    @pytest.mark.parametrize(
        ("field", "value", "sentence"),
        [
            ("--number", "12", "Malaysian mobile numbers should start with 1"),
            ("--number", "187654321", "This number is another member's."),
            ("--name", "A", "Name must be at least 2 characters"),
            ("--email", "aisyah", "Please enter a valid email address"),
            ("--outlet", "999", "Please choose one of our outlets"),
            ("--date-of-birth", "1899-12-31", "Please enter a valid date of birth"),
        ],
    )
    def test_an_invalid_value_is_refused_and_not_logged(self, run, member, database, field, value, sentence):
        a_member(database, number="187654321")
        answer = run("member", "correct", member, field, value, *WHY)
        assert answer.exit_code == 1
        assert sentence in answer.output
        assert logged(database) == []

    def test_an_email_address_can_be_removed(self, run, member, database: Database):
        assert run("member", "correct", member, "--email", "", *WHY).exit_code == 0
        with database.bound():
            assert records.record(current_session(), member).email is None
        assert logged(database) == [("mei", "member.correct", member, "changed email")]

    @pytest.mark.parametrize(
        ("gender", "race", "expected"),
        [("Male", "chinese", (1, 2)), ("99", "99", (99, 99)), ("other", "Others", (99, 99))],
    )
    def test_gender_and_race_are_typed_as_words(self, run, member, database, gender, race, expected):
        assert run("member", "correct", member, "--gender", gender, "--race", race, *WHY).exit_code == 0
        with database.bound():
            record = records.record(current_session(), member)
        assert (record.gender_id, record.race_id) == expected
        assert run("member", "correct", member, "--gender", "7", *WHY).exit_code == 2

    def test_a_correction_without_a_field_is_wrong_usage(self, run, member):
        assert run("member", "correct", member, *WHY).exit_code == 2


class TestTakingAway:
    def test_an_export_is_readable_by_its_owner_only(self, run, member, tmp_path, database: Database):
        place = tmp_path / "data.json"
        assert run("member", "export", member, "--to", place, *WHY).exit_code == 0
        assert json.loads(place.read_text())["member"]["name"] == "Aisyah Rahman"
        assert place.stat().st_mode & 0o077 == 0
        assert logged(database) == [("mei", "member.export", member, "")]

    def test_an_export_holds_no_operator(self, run, member):
        run("member", "show", member, "--by", "secret-agent", "--reason", "Ticket 4711")
        output = run("member", "export", member, *WHY).output
        assert json.loads(output)["records"]["officeLog"][0]["action"] == "member.show"
        assert "secret-agent" not in output

    def test_erasing_asks_first_and_is_logged(self, run, member, database: Database):
        assert run("member", "erase", member, *WHY, input="n\n").exit_code == 1
        assert logged(database) == []
        assert run("member", "erase", member, "--yes", *WHY).exit_code == 0
        assert logged(database) == [("mei", "member.erase", member, "")]
        assert run("member", "show", member, *WHY).exit_code == 1


class TestTheLog:
    def test_log_entries_are_listed_newest_first(self, run, member, clock, logged_in_as):
        run("member", "show", member, *WHY)
        clock.advance(hours=13)
        logged_in_as("raj")
        run("member", "correct", member, "--race", "2", "--reason", "Ticket 4712")
        lines = run("audit", "log").output.splitlines()
        assert (
            lines[1].split()
            == f"2026-03-15 01:00 raj member.correct {member} changed race_id Ticket 4712".split()
        )
        assert lines[2].startswith("2026-03-14 12:00  mei")
        assert len(json.loads(run("audit", "log", "--by", "raj", "--json").output)) == 1
        assert run("audit", "log", "--member", 999).output == "No log entries.\n"

    @pytest.mark.parametrize(
        "sql",
        ["UPDATE office_log SET reason = 'none'", "DELETE FROM office_log"],
    )
    def test_no_log_entry_is_changed_or_deleted(self, run, member, database: Database, sql):
        run("member", "show", member, *WHY)
        with database.bound(), pytest.raises(DatabaseError), transaction() as db:
            db.execute(text(sql))
        assert len(logged(database)) == 1

    @pytest.mark.usefixtures("member")
    def test_audit_without_a_subcommand_runs_the_checks(self, run):
        answer = run("audit")
        assert (answer.exit_code, answer.stdout) == (0, "0 violations.\n")


def test_a_name_is_required_where_the_settings_say_so(config, member):
    demanding = create_app(config.model_copy(update={"name_required": True}))
    words = ["member", "show", str(member), "--reason", "Ticket 4711"]
    assert demanding.test_cli_runner().invoke(args=words).exit_code == 2
    assert demanding.test_cli_runner().invoke(args=[*words, "--by", "mei"]).exit_code == 0
    demanding.extensions["loyalty.database"].close()
