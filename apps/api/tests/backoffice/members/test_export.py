"""SECURITY.md P2: a member can export everything that is stored about them."""

import csv
import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from loyalty.backoffice.members.data import archive
from loyalty.db.session import Database, current_session
from loyalty.db.tables import Base
from support.attachments import PDF, an_application
from support.factories import a_member, a_reward, a_till, signed_in
from support.login_steps import ask, enter, form


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def tables_of_members() -> set[str]:
    """Every table whose rows lead to a member by a foreign key, however long the way is. What was decided
    about an account is about no member.
    """
    found = {"members"}
    while True:
        more = {
            table.name
            for table in Base.metadata.sorted_tables
            for key in table.foreign_keys
            if key.column.table.name in found - {"approvals"}
        }
        if more <= found:
            return found
        found |= more


@pytest.fixture
def regular(app: Flask, client: FlaskClient, sent, database: Database):
    """A member who joined, came back, claimed, showed a voucher and changed their settings."""
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    joined = client.post("/api/member", json=form(otpCode=sent.code())).json
    member = joined["id"]
    ask(client)
    token = enter(client, sent.code()).json["loginToken"]
    headers = {"Authorization": f"Bearer {token}"}
    reward = a_reward(database)
    keyed = {**headers, "Idempotency-Key": "key-of-the-claim"}
    body = {"memberId": member, "rewardId": reward}
    voucher = client.post("/api/claim", json=body, headers=keyed).json["memberReward"]["id"]
    shown = {"memberId": member, "memberRewardId": voucher, "outletId": 1}
    assert client.post("/api/memberRedeem", json=shown, headers=headers).status_code == 201
    privacy = {"profileVisibility": "private", "showActivityStatus": True, "allowContact": True}
    client.put(f"/api/member/{member}/preferences", json={"privacy": privacy}, headers=headers)
    client.get("/api/member/checksession", headers={**headers, "x-handoff": "mint"})
    assert a_till(app).get("/api/pos/member?callingCode=60&mobileNumber=123456789").status_code == 200
    return member


@pytest.fixture
def export(app: Flask, client: FlaskClient, regular):
    return client.get(f"/api/member/{regular}/export", headers=signed_in(app, regular)).json


def test_every_table_with_rows_of_a_member_is_exported(export):
    assert {camel(table) for table in tables_of_members()} <= set(export["records"])


@pytest.fixture
def sheets(app: Flask, regular, tmp_path):
    """`member export --csv`: the rows by table."""
    place = tmp_path / "export.zip"
    words = ["member", "export", regular, "--csv", "--to", place, "--by", "mei", "--reason", "Ticket 4711"]
    result = app.test_cli_runner().invoke(args=[*map(str, words)])
    assert result.exit_code == 0, result.output
    assert place.stat().st_mode & 0o777 == 0o600
    return by_table(place)


def by_table(archived) -> dict[str, list[dict[str, str]]]:
    """The rows of an archive, its path or its file."""
    with ZipFile(archived) as files:
        return {
            name.removesuffix(".csv"): list(csv.DictReader(files.read(name).decode("utf-8-sig").splitlines()))
            for name in files.namelist()
        }


def test_the_csv_export_has_a_file_with_the_same_rows_for_each_table(export, sheets):
    assert set(sheets) == {"member", *export["records"]}
    moved_on = {"officeLog", "signIns", "sessions"}  # by the command, and by reading the export
    for table, rows in export["records"].items():
        if table not in moved_on:
            assert [list(row) for row in sheets[table]] == [list(row) for row in rows], table
    assert {camel(table) for table in tables_of_members()} <= set(sheets)
    assert sheets["member"][0]["name"] == "Aisyah Rahman"
    assert json.loads(sheets["memberPreferences"][0]["privacy"])["profileVisibility"] == "private"


def test_a_member_can_download_the_csv_export(app: Flask, client: FlaskClient, regular, export):
    answer = client.get(f"/api/member/{regular}/export/csv", headers=signed_in(app, regular))

    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("application/zip", "no-store")
    downloaded = by_table(BytesIO(answer.data))
    assert set(downloaded) == {"member", *export["records"]}
    assert downloaded["member"][0]["mobileNumber"] == export["member"]["mobileNumber"] == "123456789"
    assert [line["remark"] for line in downloaded["ledgerEntries"]] == ["Member Registration"]


def test_no_cell_of_the_csv_export_is_a_formula():
    evil = '=HYPERLINK("https://evil.example","her")'
    member = {"name": evil, "occupation": "+1", "points": -5, "isActive": True, "email": None}
    with ZipFile(BytesIO(archive({"member": member, "records": {"ledgerEntries": []}}))) as files:
        [row] = csv.DictReader(files.read("member.csv").decode("utf-8-sig").splitlines())
        assert files.read("ledgerEntries.csv").decode("utf-8-sig") == ""
    assert row == {"name": f"'{evil}", "occupation": "'+1", "points": "-5", "isActive": "true", "email": ""}


def test_an_archive_is_not_written_to_the_terminal(app: Flask, regular):
    words = ["member", "export", str(regular), "--csv", "--reason", "Ticket 4711"]
    result = app.test_cli_runner().invoke(args=words)
    assert (result.exit_code, "name its file with --to" in result.output) == (2, True)


def test_the_export_holds_record_and_activity(export, regular):
    records = export["records"]
    assert export["member"]["name"] == "Aisyah Rahman"
    assert records["members"][0]["dateOfBirth"] == "1994-03-08"
    assert [line["remark"] for line in records["ledgerEntries"]] == ["Member Registration"]
    assert {voucher["memberId"] for voucher in records["vouchers"]} == {regular}
    assert records["consents"][0]["noticeVersion"] == "1"
    assert records["memberPreferences"][0]["privacy"]["profileVisibility"] == "private"
    assert len(records["signIns"]) == 3
    assert len(records["handoffTickets"]) == 1
    assert records["knownDevices"]
    assert [grant["kind"] for grant in records["grants"]] == ["welcome"]


def test_the_export_holds_no_secret(export, database: Database):
    exported = json.dumps(export)
    for table in Base.metadata.sorted_tables:
        for column in table.c:
            if column.name == "key" or column.name.endswith("_hash"):
                with database.bound():
                    values = current_session().scalars(select(column).where(column.is_not(None))).all()
                assert not [value for value in values if value and value in exported], column


def test_the_export_holds_nobody_else(app: Flask, client: FlaskClient, database: Database, export, regular):
    code = export["member"]["referralCode"]
    friend = a_member(database, name="Benjamin Tan", number="198765432", used_referral_code=code)
    again = client.get(f"/api/member/{regular}/export", headers=signed_in(app, regular))
    assert [row["id"] for row in again.json["records"]["members"]] == [regular]
    assert "Benjamin" not in again.text
    theirs = client.get(f"/api/member/{friend}/export", headers=signed_in(app, friend))
    assert "Aisyah" not in theirs.text
    assert theirs.json["records"]["vouchers"] == []


def test_the_export_holds_the_members_enquiries_and_no_others(app, client, regular):
    for number, name in (("012-345 6789", "Aisyah"), ("+60123456789", "Aisyah R"), ("019-345 6789", "Tan")):
        sent = an_application(PDF, "My CV.pdf", MobileNumber=number, FullName=name)
        assert client.post("/api/email/career", json=sent).status_code == 200

    records = client.get(f"/api/member/{regular}/export", headers=signed_in(app, regular)).json["records"]

    assert [(each["fullName"], each["attachment"]) for each in records["enquiries"]] == [
        ("Aisyah", "My CV.pdf"),
        ("Aisyah R", "My CV.pdf"),
    ]
    assert records["enquiries"][0]["identificationNumber"] == "940308-14-5566"
    assert not {"fingerprint", "networkHash"} & set(records["enquiries"][0])
