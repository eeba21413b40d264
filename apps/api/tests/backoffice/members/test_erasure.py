"""SECURITY.md P4: an erased member leaves no personal data, and the ledger stays right."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from loyalty import scheduler
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions, data
from loyalty.db.clock import now
from loyalty.db.session import Database, current_session, transaction
from loyalty.db.tables import Base
from loyalty.features.access import sign_in
from loyalty.features.enquiries.models import Enquiry, EnquiryFile
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.points import activities, ledger
from loyalty.features.rewards import claims, vouchers
from support.attachments import PDF, an_application
from support.factories import a_bill, a_member, a_reward, a_till, every_violation, signed_in
from support.login_steps import alive, ask, enter, form, mint, wrong
from support.races import wait_until_done_or_waiting

pytestmark = pytest.mark.databases_differ

TRACES = ("Aisyah", "Rahman", "123456789", "aisyah@example.com", "1994-03-08", "Lion tamer")
OFFICE = Signature("amir", "asked for it at the counter")


@pytest.fixture
def headers(app: Flask, client: FlaskClient, sent, database: Database):
    """A member with everything we may know of somebody, signed in on this browser."""
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    joined = client.post("/api/member", json=form(otpCode=sent.code(), occupation="Lion tamer")).json
    headers = {"Authorization": f"Bearer {joined['loginToken']}"}
    changes = {"id": joined["id"], "mobileNumber": "123456789", "email": "aisyah@example.com"}
    client.patch(f"/api/member/{joined['id']}", json=changes, headers=headers)
    with database.bound(), transaction() as db:
        ledger.earn(db, joined["id"], 700, a_bill(), "RM 700.00 at Publika")
    body = {"memberId": joined["id"], "rewardId": a_reward(database, cost=500)}
    claimed = client.post("/api/claim", json=body, headers={**headers, "Idempotency-Key": "one"})
    assert claimed.status_code == 201
    return headers


@pytest.fixture
def member(client: FlaskClient, headers):
    return client.get("/api/member/checksession", headers=headers).json["user"]["id"]


@pytest.fixture
def send_code(client: FlaskClient, headers, member, sent):
    def ask_for_one() -> str:
        answer = client.post(f"/api/member/{member}/erasure/otp", headers=headers)
        assert answer.status_code == 200, answer.json
        return sent.code()

    return ask_for_one


@pytest.fixture
def leave(client: FlaskClient, headers, member):
    def erase(code: str):
        return client.delete(f"/api/member/{member}", json={"otpCode": code}, headers=headers)

    return erase


def every_value(database: Database):
    """Everything the database says, table by table."""
    with database.bound():
        for table in Base.metadata.sorted_tables:
            for row in current_session().execute(select(table)):
                yield table.name, " ".join(str(value) for value in row)


def test_no_personal_data_is_left_in_the_database(database: Database, send_code, leave):
    before = {table for table, row in every_value(database) if any(trace in row for trace in TRACES)}
    assert "members" in before
    assert leave(send_code()).status_code == 204
    found = [(table, row) for table, row in every_value(database) if any(trace in row for trace in TRACES)]
    assert found == []


def test_a_waiting_message_is_not_sent(client, sent, database: Database, send_code, leave):
    code = send_code()
    ask(client)
    assert leave(code).status_code == 204
    assert sent.codes()[-1] == code


def test_the_audit_finds_nothing_and_no_points_are_left(database: Database, send_code, leave, member):
    leave(send_code())
    with database.bound():
        assert every_violation(database) == []
        db = current_session()
        lines = activities.activities(db, member)
        assert [line["action_id"] for line in lines] == [5, 3, 2, 1]
        assert (lines[0]["remark"], lines[0]["points"]) == ("Membership ended", 200)
        assert vouchers.vouchers(db, member, now(), is_valid=True) == []


def test_a_pending_bill_earns_nothing_after_the_erasure(app: Flask, database: Database):
    member, till = a_member(database), a_till(app)
    bill = {"memberId": member, "receiptNumber": "A 1", "amount": "45.90"}
    posted = till.post("/api/pos/earn", json=bill).json["memberEarn"]
    with database.bound(), transaction() as db:
        data.erase_member(db, member)
    assert till.post(f"/api/pos/earn/{posted['id']}/verify").status_code == 409
    assert till.post("/api/pos/earn", json={**bill, "receiptNumber": "A 2"}).status_code == 404
    assert every_violation(database) == []


def test_every_session_ends(app: Flask, client: FlaskClient, headers, member, send_code, leave):
    site = headers["Authorization"].removeprefix("Bearer ")
    elsewhere = signed_in(app, member)["Authorization"].removeprefix("Bearer ")
    ticket = mint(client, elsewhere)
    leave(send_code())
    for token in (site, elsewhere, ticket):
        assert not alive(client, token)
    for token, how in ((elsewhere, {}), (ticket, {"x-handoff": "n" * 24})):
        check = {"Authorization": f"Bearer {token}", **how}
        assert client.get("/api/member/checksession", headers=check).status_code == 401


class TestTheCode:
    def test_a_wrong_one_changes_nothing(self, client, headers, member, send_code, leave):
        code = send_code()
        answer = leave(wrong(code))
        assert (answer.status_code, answer.json["code"]) == (422, "invalid_code")
        assert client.get(f"/api/member/{member}", headers=headers).json["name"] == "Aisyah Rahman"
        assert leave(code).status_code == 204

    def test_a_code_for_erasing_and_one_for_signing_in_are_not_interchangeable(
        self, client, sent, send_code, leave
    ):
        ask(client)
        assert leave(sent.code()).status_code == 422
        assert enter(client, send_code()).status_code == 422

    def test_a_code_works_only_for_its_member(
        self, app: Flask, client: FlaskClient, database: Database, send_code
    ):
        code, other = send_code(), a_member(database)
        answer = client.delete(f"/api/member/{other}", json={"otpCode": code}, headers=signed_in(app, other))
        assert answer.status_code == 422

    def test_a_sixth_try_is_refused_even_with_the_right_code(self, send_code, leave):
        code = send_code()
        assert [leave(wrong(code)).status_code for _ in range(5)] == [422] * 5
        assert leave(code).status_code == 429

    def test_a_code_is_valid_for_two_minutes(self, clock, send_code, leave):
        code = send_code()
        clock.advance(seconds=120)
        assert leave(code).status_code == 422

    def test_the_next_code_is_sent_after_thirty_seconds(self, client, clock, headers, member, send_code):
        send_code()
        again = client.post(f"/api/member/{member}/erasure/otp", headers=headers)
        assert (again.status_code, again.headers["Retry-After"]) == (429, "30")
        clock.advance(seconds=30)
        send_code()

    def test_the_message_says_what_the_code_does(self, sent, send_code):
        send_code()
        assert "DELETES your membership" in sent.all()[-1].text


@pytest.mark.parametrize("change", ["erased", "another number"])
def test_who_signs_in_meanwhile_by_a_number_that_is_no_members_any_more_has_no_session(
    client: FlaskClient, sent, database: Database, change
):
    member_id = a_member(database, number="123456789")
    ask(client)
    code = sent.code()
    with ThreadPoolExecutor(1) as pool:
        with database.bound(), transaction() as db:
            if change == "erased":
                data.erase_member(db, member_id)
            else:
                actions.correct(db, member_id, {"mobile_number": "129876543"}, OFFICE)
            entered = pool.submit(enter, client, code)
            wait_until_done_or_waiting(entered, database)
        answer = entered.result()
    assert (answer.status_code, answer.json["code"]) == (404, "not_registered")


def test_a_session_that_begins_while_its_member_is_erased_ends(
    app: Flask, client: FlaskClient, database: Database
):
    member_id = a_member(database)

    def erase() -> None:
        with database.bound():
            actions.erase(member_id, OFFICE)

    with ThreadPoolExecutor(1) as pool:
        with app.app_context(), transaction() as db:
            token = sign_in.begin(db, member_id, at_mini=False).login_token
            erased = pool.submit(erase)
            wait_until_done_or_waiting(erased, database)
        erased.result()
    assert not alive(client, token)


def test_the_number_can_join_again_without_a_second_welcome_voucher(
    client: FlaskClient, sent, database: Database, clock, member, send_code, leave
):
    leave(send_code())
    clock.advance(minutes=5)
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    joined = client.post("/api/member", json=form(otpCode=sent.code()))
    assert joined.status_code == 201
    assert joined.json["id"] != member
    assert joined.json["memberPointAmount"] == 0
    with database.bound():
        assert vouchers.vouchers(current_session(), joined.json["id"], now()) == []


def test_referrer_and_referees_see_nothing_of_an_erased_member(
    app: Flask, client: FlaskClient, database: Database
):
    host = a_member(database)
    with database.bound():
        code = records.get_member(current_session(), host).referral_code
    guest = a_member(database, used_referral_code=code)
    with database.bound(), transaction() as db:
        data.erase_member(db, guest)
    seen = client.get(f"/api/member/{host}/memberreferee", headers=signed_in(app, host))
    assert seen.json["memberRefereeList"] == []


def test_an_erased_referrer_gets_no_reward(database: Database):
    host = a_member(database)
    with database.bound():
        code = records.get_member(current_session(), host).referral_code
    guest = a_member(database, used_referral_code=code)
    with database.bound(), transaction() as db:
        data.erase_member(db, host)
        claims.grant_referral_voucher(db, guest)
    with database.bound():
        assert vouchers.vouchers(current_session(), host, now()) == []


def test_old_codes_find_nobody(database: Database, app: Flask, client: FlaskClient):
    gone = a_member(database)
    with database.bound():
        before = records.get_member(current_session(), gone)
        with transaction() as db:
            data.erase_member(db, gone)
        for card in (before.member_code, f"erased-{gone}", f"ERASED-{gone}"):
            assert member_changes.find_by_card(current_session(), card) is None
    newcomer = a_member(database)
    for code in (before.referral_code, f"erased-{gone}"):
        answer = client.patch(
            f"/api/member/{newcomer}/referrer",
            json={"ReferralCode": code},
            headers=signed_in(app, newcomer),
        )
        assert answer.status_code == 404


def test_enquiries_of_others_stay_when_a_member_leaves(app, client, member, send_code, leave, database):
    for number in ("+60 12-345 6789", "60123456789", "+65 81234567", "011-2345 6789", "+1 234 567 8900"):
        sent = an_application(PDF, MobileNumber=number)
        assert client.post("/api/email/career", json=sent).status_code == 200

    assert leave(send_code()).status_code == 204

    with database.bound():
        kept = [row.mobile_number for row in current_session().scalars(select(Enquiry).order_by(Enquiry.id))]
        files = current_session().scalars(select(EnquiryFile.enquiry_id)).all()
    assert kept == ["+65 81234567", "011-2345 6789", "+1 234 567 8900"]
    assert len(files) == 3


@pytest.mark.only_on("sqlite")
def test_no_file_of_the_database_holds_an_erased_member(client, member, send_code, leave, data_folder):
    client.post("/api/email/career", json=an_application(PDF, MobileNumber="012-345 6789"))

    assert leave(send_code()).status_code == 204

    files = [data_folder / f"test.db{end}" for end in ("", "-wal", "-shm")]
    held = b"".join(file.read_bytes() for file in files if file.exists())
    assert [trace for trace in (*TRACES, "012-345 6789", "940308") if trace.encode() in held] == []


@pytest.mark.only_on("sqlite")
def test_a_wal_in_use_is_emptied_by_the_next_run(client, database, member, send_code, leave, data_folder):
    wal = data_folder / "test.db-wal"
    code = send_code()
    with closing(sqlite3.connect(data_folder / "test.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM members").fetchall()
        assert leave(code).status_code == 204
        assert wal.stat().st_size > 0
    with database.bound():
        scheduler.run()

    assert wal.stat().st_size == 0
