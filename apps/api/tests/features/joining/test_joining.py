"""Becoming a member: POST /get-otp, then POST /member (spec 000 §7)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from loyalty.db.session import current_session
from loyalty.features.members.consents import Consent
from loyalty.features.members.models import Member
from support.factories import a_member
from support.login_steps import ask_to_join, form


@pytest.fixture
def code(client, sent):
    """The registration code of +60 12-345 6789."""
    ask_to_join(client)
    return sent.code("+60123456789")


def join(client, code, **values):
    return client.post("/api/member", json=form(**{"otpCode": code, **values}))


def test_a_person_becomes_a_member_and_is_signed_in(client, code):
    answer = join(client, code, occupation="Teacher")

    assert answer.status_code == 201
    assert answer.json["name"] == "Aisyah Rahman"
    assert answer.json["mobileNumber"] == "123456789"
    assert answer.json["raceId"] == 1
    assert answer.json["occupation"] == "Teacher"
    assert answer.json["outletId"] == 1
    assert answer.json["memberPointAmount"] == 0
    assert answer.json["membershipLevel"] == 0
    assert answer.json["isFirstLogin"] is True
    token = {"x-user-token": answer.json["loginToken"]}
    assert client.get(f"/api/member/{answer.json['id']}", headers=token).status_code == 200


def test_the_first_activity_is_the_registration(client, code):
    joined = join(client, code).json
    answer = client.get(
        f"/api/member/{joined['id']}/activityHistory", headers={"x-user-token": joined["loginToken"]}
    )

    assert [line["actionId"] for line in answer.json["memberActivityHistoryList"]] == [1]


@pytest.mark.parametrize(("sent_gender", "kept"), [(1, 1), (2, 2), (3, 99), (99, 99)])
def test_other_is_kept_as_other(client, code, sent_gender, kept):
    assert join(client, code, genderId=sent_gender).json["genderId"] == kept


def test_a_referral_code_names_the_referrer(client, code, database):
    referrer = a_member(database, name="Benny Tan")
    with database.bound():
        theirs = current_session().scalar(select(Member.referral_code))

    assert join(client, code, referralCode=theirs).json["referrerId"] == referrer


def test_an_unknown_referral_code_costs_a_try_and_not_the_code(client, code):
    refused = join(client, code, referralCode="NOBODY")

    assert refused.status_code == 422
    assert "referralCode" in refused.json["errors"]
    assert join(client, code).status_code == 201


@pytest.mark.parametrize("empty", [None, ""])
def test_what_is_optional_may_be_empty(client, code, empty):
    assert join(client, code, referralCode=empty, occupation=empty).status_code == 201


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", None),
        ("name", "A\x00B"),
        ("genderId", 4),
        ("genderId", "1"),
        ("raceId", 4),
        ("dateOfBirth", "1994-02-30"),
        ("dateOfBirth", "08/03/1994"),
        ("dateOfBirth", "2999-01-01"),
        ("outletId", 0),
        ("outletId", 9999),
        ("outletId", True),
        ("callingCodeId", 9999),
        ("mobileNumber", "12345"),
        ("otpCode", "12345"),
        ("memberPointAmount", 5000),
        ("membershipId", 4),
        ("id", 7),
    ],
)
def test_a_wrong_field_is_refused_by_name_and_makes_nobody(client, code, database, field, value):
    answer = join(client, code, **{field: value})

    assert answer.status_code == 422
    assert field in answer.json["errors"]
    with database.bound():
        assert current_session().scalar(select(func.count()).select_from(Member)) == 0


@pytest.mark.parametrize("field", ["name", "genderId", "raceId", "dateOfBirth", "outletId", "mobileNumber"])
def test_what_is_required_is_required(client, code, field):
    body = form(otpCode=code)
    del body[field]
    answer = client.post("/api/member", json=body)

    assert answer.status_code == 422
    assert field in answer.json["errors"]


def test_the_consent_is_on_record(client, code, config, database, clock):
    joined = client.post(
        "/api/member",
        json=form(otpCode=code, noticeVersion="2026-01", noticeLanguage="ms"),
        headers={"Origin": config.mini_origin},
    )
    with database.bound():
        consent = current_session().scalars(select(Consent)).one()

    assert consent.member_id == joined.json["id"]
    assert (consent.notice_version, consent.language, consent.channel) == ("2026-01", "ms", "mini")
    assert consent.given_at == clock.now()


@pytest.mark.databases_differ
def test_of_many_registrations_at_once_one_makes_a_member(app, code, database):
    browsers = [app.test_client(use_cookies=False) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda browser: join(browser, code).status_code, browsers))

    assert answers.count(201) == 1
    assert set(answers) <= {201, 409, 422, 429}
    with database.bound():
        assert current_session().scalar(select(func.count()).select_from(Member)) == 1
