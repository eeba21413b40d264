"""trust.md P2: whatever the database holds about a member, she can have."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from at_the_door import ask, enter, form
from loyalty.db.base import Base
from loyalty.db.session import Database, session
from people import a_member, a_reward, a_till, signed_in


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def tables_of_members() -> set[str]:
    """Every table whose rows lead to a member by a foreign key, however long the way is."""
    found = {"members"}
    while True:
        more = {
            table.name
            for table in Base.metadata.sorted_tables
            for key in table.foreign_keys
            if key.column.table.name in found
        }
        if more <= found:
            return found
        found |= more


@pytest.fixture
def regular(app: Flask, client: FlaskClient, sent, database: Database):
    """A member who joined, came back, claimed, showed a voucher and changed her settings."""
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    joined = client.post("/api/member", json=form(otpCode=sent.code())).json
    member = joined["id"]
    ask(client)
    token = enter(client, sent.code()).json["loginToken"]
    headers = {"Authorization": f"Bearer {token}"}
    reward = a_reward(database)
    keyed = {**headers, "Idempotency-Key": "one"}
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


def test_every_table_that_leads_to_a_member_is_in_it(export):
    assert {camel(table) for table in tables_of_members()} <= set(export["records"])


def test_it_holds_what_she_did_and_who_she_is(export, regular):
    records = export["records"]
    assert export["member"]["name"] == "Aisyah Rahman"
    assert records["members"][0]["dateOfBirth"] == "1994-03-08"
    assert [line["remark"] for line in records["pointLines"]] == ["Member Registration"]
    assert {voucher["memberId"] for voucher in records["vouchers"]} == {regular}
    assert records["consents"][0]["noticeVersion"] == "1"
    assert records["memberPreferences"][0]["privacy"]["profileVisibility"] == "private"
    assert len(records["sessionFamilies"]) == 3
    assert len(records["handoffTickets"]) == 1
    assert records["knownDevices"]
    assert [gift["kind"] for gift in records["singleGifts"]] == ["welcome"]


def test_it_opens_no_door(export, database: Database):
    told = json.dumps(export)
    for table in Base.metadata.sorted_tables:
        for column in table.c:
            if column.name == "key" or column.name.endswith("_hash"):
                with database.bound():
                    values = session().scalars(select(column).where(column.is_not(None))).all()
                assert not [value for value in values if value and value in told], column


def test_nobody_else_is_in_it(app: Flask, client: FlaskClient, database: Database, export, regular):
    code = export["member"]["referralCode"]
    friend = a_member(database, name="Benjamin Tan", number="198765432", used_referral_code=code)
    again = client.get(f"/api/member/{regular}/export", headers=signed_in(app, regular))
    assert [row["id"] for row in again.json["records"]["members"]] == [regular]
    assert "Benjamin" not in again.text
    theirs = client.get(f"/api/member/{friend}/export", headers=signed_in(app, friend))
    assert "Aisyah" not in theirs.text
    assert theirs.json["records"]["vouchers"] == []
