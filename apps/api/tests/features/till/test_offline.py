"""Vouchers at a till without the network: the signed code, its use, the hold until the till has reported."""

from copy import copy
from datetime import datetime, timedelta

import pytest

from loyalty.backoffice.tills import tills
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.rules import base64url, voucher_codes
from support.cases import case
from support.factories import AMIR, a_member, a_reward, every_violation
from support.factories import a_till as till_of

pytestmark = pytest.mark.databases_differ
NOON = datetime.fromisoformat("2026-03-14T04:00:00+00:00")


class Counter:
    """A till that works without the network: it reports, and keeps the time of the last answer."""

    def __init__(self, app, outlet_id=1):
        self.http, self.last_server_time = till_of(app, outlet_id), None
        self.id = self.http.get("/api/pos/me").json["tillId"]

    def report(self, at, *, uses=0, answered=True):
        body = {
            "queueLength": uses,
            "voucherUses": uses,
            "clock": at.isoformat(),
            "lastServerTime": self.last_server_time,
        }
        answer = self.http.post("/api/pos/report", json=body)
        assert answer.status_code == 200, answer.json
        if answered:
            self.last_server_time = answer.json["serverTime"]
        return answer.json

    def at(self, app):
        """The same till at another API."""
        other = copy(self)
        other.http = app.test_client()
        other.http.environ_base["HTTP_AUTHORIZATION"] = self.http.environ_base["HTTP_AUTHORIZATION"]
        return other

    def use(self, shown, used_at, **bill):
        body = {"signedCode": shown["signedCode"], "usedAt": used_at.isoformat(), **bill}
        return self.http.post(f"/api/pos/voucher/{shown['code']}/use", json=body)


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=1_500)


@pytest.fixture
def counter(app, clock):
    counter = Counter(app)
    counter.report(NOON)
    return counter


@pytest.fixture
def show(as_member, member, database):
    """`show()` presents a new voucher, `show(voucher)` that one again; without the network by default."""

    def shown(voucher=None, outlet=1, without_network=True, api=None, **columns):
        browser = as_member(member)
        if api is not None:
            browser, asked = api.test_client(), browser
            browser.environ_base["HTTP_X_USER_TOKEN"] = asked.environ_base["HTTP_X_USER_TOKEN"]
        if voucher is None:
            body = {"memberId": member, "rewardId": a_reward(database, **columns)}
            voucher = browser.post("/api/claim", json=body).json["memberReward"]["id"]
        body = {"memberId": member, "memberRewardId": voucher, "outletId": outlet}
        if without_network:
            body["withoutNetwork"] = True
        answer = browser.post("/api/memberRedeem", json=body)
        return answer.json.get("memberRedeem") or answer.json

    return shown


@pytest.fixture
def read(as_member, member):
    return lambda shown: as_member(member).get(f"/api/memberReward/{shown['id']}").json


def keys_of(till):
    found = till.get("/api/pos/voucher-keys").json["keys"]
    assert all((key["kty"], key["crv"], key["alg"]) == ("OKP", "Ed25519", "EdDSA") for key in found)
    return {bytes.fromhex(key["kid"]): base64url.decode_exactly(key["x"], 32) for key in found}


def test_a_till_knows_what_a_reward_of_a_tier_is_called_without_the_network(database, counter):
    reward = a_reward(database, cost=0, kind="membership", title="RM 15 voucher for Elite members")
    named = counter.http.get("/api/pos/voucher-keys").json["rewards"]
    assert {"id": reward, "title": "RM 15 voucher for Elite members"} in named


def test_a_till_verifies_the_code_with_the_published_keys_alone(counter, show, read):
    shown = show(min_spend="30.00")
    assert shown["tillName"] == f"Till {counter.id}"
    code = voucher_codes.decode(shown["signedCode"])
    assert (code.code, code.outlet_id, code.till_id, code.min_spend_sen) == (
        shown["code"],
        1,
        counter.id,
        3_000,
    )
    assert (code.presented_at, code.ends_at) == (NOON, NOON + timedelta(minutes=30))
    where = {"outlet_id": 1, "till_id": counter.id, "at": NOON}
    assert voucher_codes.why_not_accepted(shown["signedCode"], keys_of(counter.http), **where) is None
    assert read(shown)["signedCode"] == shown["signedCode"]


def test_while_there_is_a_network_nothing_is_signed_and_every_till_of_the_outlet_takes_the_code(
    app, counter, show
):
    shown = show(without_network=False)
    assert (shown["signedCode"], shown["tillName"]) == (None, f"Till {counter.id}")
    assert till_of(app).post(f"/api/pos/voucher/{shown['code']}/use").status_code == 200


def test_an_outlet_of_plain_tills_signs_nothing(app, show, read, clock):
    till_of(app)
    shown = show()
    assert (shown["signedCode"], shown["tillName"]) == (None, None)
    clock.advance(minutes=30)
    assert read(shown)["statusId"] == 1
    assert show(shown["id"])["presentUntil"]


def test_a_code_that_is_shown_is_signed_when_the_network_goes_and_not_twice(counter, show):
    first = show(without_network=False)
    signed = show(first["id"])
    assert signed["signedCode"]
    assert show(signed["id"])["code"] == "voucher_presented"


def test_a_signed_code_is_taken_by_its_own_till_alone(app, counter, show):
    shown = show()
    for other in (till_of(app), till_of(app, 2)):
        refused = other.post(f"/api/pos/voucher/{shown['code']}/use")
        assert (refused.status_code, refused.json["code"]) == (409, "voucher_other_till")
    assert counter.http.post(f"/api/pos/voucher/{shown['code']}/use").status_code == 200


def test_a_use_without_the_network_is_noted_long_after_its_half_hour(counter, show, read, clock, database):
    shown = show(min_spend="30.00")
    used_at = NOON + timedelta(minutes=10)
    clock.advance(hours=30)
    assert counter.use(shown, used_at).json["code"] == "minimum_spend"
    for _ in range(2):
        answer = counter.use(shown, used_at, netAmount="30.00", receiptNumber="A-1")
        assert (answer.status_code, answer.json["usedAt"]) == (200, "2026-03-14T04:10:00.000Z")
    assert read(shown)["usedAt"] == "2026-03-14T04:10:00.000Z"
    assert every_violation(database) == []


@pytest.mark.parametrize(("minutes", "noted"), [(-5, "04:00:00"), (34, "04:29:59")])
def test_a_till_whose_clock_is_wrong_notes_a_use_within_the_half_hour(counter, show, clock, minutes, noted):
    shown = show()
    clock.advance(hours=1)
    answer = counter.use(shown, NOON + timedelta(minutes=minutes))
    assert answer.json["usedAt"] == f"2026-03-14T{noted}.000Z"


def test_what_was_not_signed_for_this_till_and_time_is_not_noted(app, counter, show, clock):
    shown, another = show(), show()
    other = Counter(app)
    elsewhere = Counter(app, 2)
    tried = [
        (counter, shown, NOON + timedelta(minutes=35), "voucher_code_lapsed"),
        (counter, shown, NOON - timedelta(minutes=5, seconds=1), "voucher_code_not_yet"),
        (other, shown, NOON, "voucher_code_other_till"),
        (elsewhere, shown, NOON, "voucher_code_other_outlet"),
        (counter, {**shown, "code": another["code"]}, NOON, "voucher_code_unreadable"),
        (
            counter,
            {**shown, "signedCode": case("voucher-codes")["signed"]["text"]},
            NOON,
            "voucher_code_unknown_key",
        ),
    ]
    for till, code, at, reason in tried:
        refused = till.use(code, at)
        assert (refused.status_code, refused.json["code"]) == (409, reason)
    for body in ({"signedCode": shown["signedCode"]}, {"usedAt": NOON.isoformat()}):
        assert counter.http.post(f"/api/pos/voucher/{shown['code']}/use", json=body).status_code == 422


def test_a_voucher_is_held_until_its_till_knows_that_the_time_is_over(counter, show, read, clock, as_member):
    shown = show()
    clock.advance(minutes=30)
    held = read(shown)
    assert (held["statusId"], held["heldTillId"], held["presentUntil"]) == (2, counter.id, None)
    refused = show(shown["id"])
    assert refused["code"] == "voucher_held"
    clock.advance(minutes=5)
    counter.report(NOON, answered=False)  # the till does not know yet that the half hour is over
    counter.report(NOON)
    assert read(shown)["statusId"] == 2
    counter.report(NOON, uses=1)  # it may be this voucher
    assert read(shown)["statusId"] == 2
    counter.report(NOON)
    free = read(shown)
    assert (free["statusId"], free["heldTillId"]) == (1, None)
    assert show(shown["id"])["presentUntil"]


def test_an_operator_releases_a_held_voucher_and_a_till_cannot(app, counter, show, read, clock):
    shown = show()
    release = f"/api/pos/voucher/{shown['code']}/release"
    for _ in range(2):
        assert counter.http.post(release).json["code"] == "voucher_held"
        clock.advance(minutes=30)
    with app.app_context():
        with pytest.raises(Conflict):
            office_vouchers.cancel_voucher(shown["code"], AMIR)
        with transaction() as db:
            office_vouchers.release_voucher(db, shown["code"], AMIR)
    assert (read(shown)["statusId"], read(shown)["heldTillId"]) == (1, None)


def test_a_use_that_comes_after_the_office_released_is_noted_unless_it_was_used_elsewhere(
    app, counter, show, clock
):
    first, second = show(), show()
    for shown in (first, second):
        with app.app_context(), transaction() as db:
            office_vouchers.release_voucher(db, shown["code"], AMIR)
    again = show(second["id"], without_network=False)
    assert till_of(app).post(f"/api/pos/voucher/{again['code']}/use").status_code == 200
    assert counter.use(first, NOON).status_code == 200
    assert counter.use(second, NOON).json["code"] == "voucher_used"


def test_a_till_that_is_revoked_or_silent_for_a_day_takes_no_more(app, counter, show, clock):
    clock.advance(hours=24)
    assert show()["signedCode"] is None
    counter.report(NOON)
    assert show()["signedCode"]
    with app.app_context():
        tills.revoke(counter.id, AMIR)
    assert show()["signedCode"] is None


@pytest.fixture
def restarted(other_app, clock):
    """`restarted(voucher_keys=…)`: the same tills and members, at an API with other settings."""

    def restart(**settings):
        app = other_app(**settings)
        app.extensions["loyalty.database"].shift.stopped_at = clock.now()
        return app

    return restart


def test_a_key_is_replaced_while_codes_of_the_old_one_are_shown(restarted, show, counter, clock):
    old, new, other = (base64url.encode(bytes([number] * 32)) for number in (1, 2, 3))
    before, both, after = (restarted(voucher_keys=ring) for ring in (old, f"{new},{old}", new))
    assert len(keys_of(counter.at(both).http)) == 2
    shown = {}
    for name, api in (("old", before), ("new", both)):
        shown[name] = show(api=api)
        till = {"outlet_id": 1, "till_id": counter.id, "at": NOON}
        for keys in (both, api):
            published = keys_of(counter.at(keys).http)
            assert voucher_codes.why_not_accepted(shown[name]["signedCode"], published, **till) is None
    assert counter.at(both).use(shown["old"], NOON).status_code == 200
    refused = counter.at(restarted(voucher_keys=other)).use(shown["new"], NOON)
    assert (refused.status_code, refused.json["code"]) == (409, "voucher_code_unknown_key")
    assert counter.at(after).use(shown["new"], NOON).status_code == 200


def test_without_keys_a_member_shows_the_short_code_to_any_till(restarted, show, counter):
    api = restarted(env="production", voucher_keys="")
    assert keys_of(counter.at(api).http) == {}
    counter.at(api).report(NOON)
    shown = show(api=api)
    assert (shown["signedCode"], shown["tillName"]) == (None, None)
    assert counter.http.post(f"/api/pos/voucher/{shown['code']}/use").status_code == 200


def test_a_report_says_how_wrong_the_tills_clock_is(counter):
    assert counter.report(NOON - timedelta(hours=2))["clockAheadSeconds"] == -7_200
