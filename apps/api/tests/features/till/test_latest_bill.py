"""What the phone at the counter sees of the till: the newest bill and the points, else 304."""

import pytest

from support.factories import a_member, a_till
from support.statements import noted


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def ask(as_member, member):
    phone = as_member(member)

    def get(tag: str | None = None):
        headers = {"If-None-Match": tag} if tag is not None else {}
        return phone.get(f"/api/member/{member}/latestBill", headers=headers)

    return get


def post(till, member, receipt):
    body = {"memberId": member, "receiptNumber": receipt, "amount": "64.50"}
    return till.post("/api/pos/earn", json=body).json["memberEarn"]["id"]


def seen(answer):
    assert answer.status_code == 200, answer.text
    bill = answer.json["memberEarn"]
    return bill and (bill["id"], bill["points"], bill["statusId"]), answer.json["memberPointAmount"]


def test_a_bill_shows_when_it_is_recorded_verified_and_taken_back(ask, till, member, clock):
    first = ask()
    assert seen(first) == (None, 0)
    assert ask(first.headers["ETag"]).status_code == 304

    bill = post(till, member, "A-1")
    recorded = ask(first.headers["ETag"])
    assert seen(recorded) == ((bill, 64, 1), 0)
    unchanged = ask(recorded.headers["ETag"])
    assert (unchanged.status_code, unchanged.data) == (304, b"")

    clock.advance(minutes=1)
    till.post(f"/api/pos/earn/{bill}/verify")
    verified = ask(recorded.headers["ETag"])
    assert seen(verified) == ((bill, 64, 2), 64)

    till.post(f"/api/pos/earn/{bill}/void")
    assert seen(ask(verified.headers["ETag"])) == ((bill, 64, 3), 0)


def test_the_newest_of_two_bills_shows_and_one_that_was_voided_while_pending_does_not(
    ask, till, member, clock
):
    first = post(till, member, "A-1")
    clock.advance(minutes=1)
    second = post(till, member, "A-2")
    before = ask()
    assert seen(before) == ((second, 64, 1), 0)
    till.post(f"/api/pos/earn/{second}/void")
    assert seen(ask(before.headers["ETag"])) == ((first, 64, 1), 0)


def test_it_costs_the_session_and_one_statement(ask, till, member, database):
    post(till, member, "A-1")
    tag = ask().headers["ETag"]
    with noted(database) as statements:
        assert ask(tag).status_code == 304
    assert len([each for each, _ in statements if not each.startswith("BEGIN")]) <= 2, statements
