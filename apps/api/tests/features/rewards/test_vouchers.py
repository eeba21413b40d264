"""A member's vouchers: the lists, the search, the code on the screen, and what they spent."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from support.factories import a_member, a_reward


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=1_000)


@pytest.fixture
def browser(as_member, member):
    return as_member(member)


@pytest.fixture
def claim(browser, member, database):
    def claimed(**values):
        body = {"memberId": member, "rewardId": a_reward(database, **values)}
        return browser.post("/api/claim", json=body).json["memberReward"]

    return claimed


@pytest.fixture
def show(browser, member):
    def shown(voucher, outlet_id=1):
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": outlet_id}
        return browser.post("/api/memberRedeem", json=body)

    return shown


def listed(browser, query="") -> list[int]:
    return [each["id"] for each in browser.get(f"/api/memberReward{query}").json["memberRewardList"]]


def test_a_shown_code_is_back_with_its_member_after_half_an_hour(browser, claim, show, clock):
    voucher = claim(cost=500)
    answer = show(voucher)
    assert answer.status_code == 201
    assert answer.json["message"] == "Present this code to the cashier to redeem your reward"
    shown = answer.json["memberRedeem"]
    assert shown["presentUntil"] == "2026-03-14T04:30:00.000Z"
    assert (shown["code"], shown["amount"], shown["outletId"]) == (voucher["code"], 500, 1)
    read = f"/api/memberReward/{voucher['id']}"
    clock.advance(minutes=29, seconds=59)
    assert browser.get(read).json["statusId"] == 2
    assert show(voucher).json["code"] == "voucher_presented"
    clock.advance(seconds=1)
    assert (browser.get(read).json["statusId"], browser.get(read).json["presentUntil"]) == (1, None)
    assert show(voucher).status_code == 201


def test_a_voucher_is_shown_only_where_it_is_good(claim, show):
    voucher = claim(outlets=[2])
    assert show(voucher, 1).json["code"] == "voucher_other_outlet"
    assert show(voucher, 999).json["errors"] == {"outletId": ["Please choose one of our outlets"]}
    assert show(voucher, 2).status_code == 201


def test_the_search_finds_a_part_of_the_code_however_it_is_typed_and_nothing_else(browser, claim):
    one, two = claim(), claim()
    part = one["code"][3:11]
    for typed in (part, part.lower(), part.replace("-", ""), part.lower().replace("-", "%20"), f"%20{part} "):
        assert listed(browser, f"?Code={typed}&IsValid=true") == [one["id"]]
    assert set(listed(browser, "?Code=&IsValid=true&limit=6")) == {one["id"], two["id"]}
    for literal in ("%25", "_", "%5C"):
        assert listed(browser, f"?Code={literal}") == []


def test_what_has_expired_is_history(browser, claim, clock, as_member, member):
    short, long = claim(valid_days=1), claim(valid_days=20)
    clock.advance(days=3)
    assert listed(browser, "?IsValid=true") == [long["id"]]
    [old] = browser.get("/api/memberReward?IsValid=false").json["memberRewardList"]
    assert (old["id"], old["statusId"]) == (short["id"], 3)
    assert listed(browser) == [long["id"], short["id"]]


def test_a_voucher_of_another_member_does_not_exist(claim, show, as_member, database):
    voucher, other = claim(), a_member(database)
    another = as_member(other)
    assert another.get(f"/api/memberReward/{voucher['id']}").status_code == 404
    body = {"memberId": other, "memberRewardId": voucher["id"], "outletId": 1}
    assert another.post("/api/memberRedeem", json=body).status_code == 404
    assert listed(another) == []


def test_the_points_of_a_month_are_those_that_left_in_it(browser, claim, clock):
    claim(cost=300)
    claim()
    clock.advance(days=20)
    claim(cost=200)

    def amounts(query):
        found = browser.get(f"/api/memberRedeem{query}").json["memberRedeemList"]
        return [each["amount"] for each in found]

    assert amounts("") == [200, 300]
    march = "?CreatedStartAt=2026-02-28T16:00:00Z&CreatedEndAt=2026-03-31T15:59:59.999Z"
    assert amounts(march) == [300]
    assert amounts("?CreatedStartAt=2026-04-01") == [200]
    assert browser.get("/api/memberRedeem?CreatedStartAt=yesterday").status_code == 422


@pytest.mark.parametrize("query", ["?limit=0", "?limit=101", "?IsValid=1", "?code=A", "?sort=name"])
def test_a_list_takes_what_it_documents_and_nothing_else(browser, query):
    assert browser.get(f"/api/memberReward{query}").status_code == 422


def test_the_database_itself_keeps_a_used_voucher_as_it_is(claim, database):
    voucher = claim()
    change = "UPDATE vouchers SET {} WHERE id = :id"
    with database.writes.begin() as db:
        db.execute(text(change.format("used_at = created_at, outlet_id = 1")), voucher)
    for again in ("used_at = NULL", "cancelled_at = created_at", "outlet_id = 2"):
        with pytest.raises(DatabaseError, match="stays as it is"), database.writes.begin() as db:
            db.execute(text(change.format(again)), voucher)
