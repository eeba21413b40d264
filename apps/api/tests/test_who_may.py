"""Every call against everybody who might try it: a visitor, a dead session, the member, another member.

A call that is in no row fails the first test, so that nobody can forget to say who may.
"""

import re
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database, current_session
from loyalty.features.members import records
from support.factories import a_member, signed_in
from support.staff_app import ORIGIN


@dataclass(frozen=True)
class Call:
    """One call, and what each of the four is answered."""

    method: str
    path: str
    visitor: int
    dead: int
    own: int
    other: int
    body: dict[str, Any] | None = None
    query: str = ""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def of(self, member_id: int) -> str:
        """Its path, about a member."""
        path = self.path.replace("<id:member_id>", str(member_id))
        path = re.sub(r"<id:(passkey|notification|subscription)_id>", "1", path)
        return path.replace("<string:name>", "chat")


def public(method: str, path: str, status: int, **more: Any) -> Call:
    """A call that looks at nobody: the same answer for all four."""
    return Call(method, path, status, status, status, status, **more)


def private(method: str, path: str, status: int = 200, **more: Any) -> Call:
    """A call for the member alone: 401 without a session, 403 for another member."""
    return Call(method, path, 401, 401, status, 403, **more)


def session_only(method: str, path: str, status: int = 200, **more: Any) -> Call:
    """A call about the signed-in member: it names no id, so every member gets their own answer."""
    return Call(method, path, 401, 401, status, status, **more)


fresh_numbers = count(199_000_000)
NUMBER = {"CallingCodeId": 1, "MobileNumber": "199999999"}
JOINING = {
    "name": "Somebody",
    "callingCodeId": 1,
    "mobileNumber": "199999999",
    "genderId": 1,
    "raceId": 1,
    "dateOfBirth": "2000-01-01",
    "outletId": 1,
    "otpCode": "000000",
}

CALLS = [
    public("POST", "/api/csp-report", 204, body={"csp-report": {}}),
    public("GET", "/api/callingCode", 200),
    public("GET", "/api/outlet", 200, query="?statusId=1"),
    public("GET", "/api/membership", 200),
    public("GET", "/api/membership/<id:membership_id>", 200),
    public("GET", "/api/memberShip/<id:membership_id>", 200),
    public("POST", "/api/member/login/otp", 200, body=NUMBER),
    public("POST", "/api/member/login", 422, body={**NUMBER, "OtpCode": "000000"}),
    public("POST", "/api/get-otp", 200, body=NUMBER),
    public("POST", "/api/member", 422, body=JOINING),
    public("POST", "/api/member/logout", 204),
    Call("GET", "/api/member/checksession", visitor=401, dead=401, own=200, other=200),
    session_only("GET", "/api/member/session"),
    session_only("POST", "/api/member/session/<id:device_id>/end", 404),
    session_only("POST", "/api/member/session/end-others", 204),
    public("POST", "/api/member/login/passkey/options", 200),
    public("POST", "/api/member/login/passkey", 422, body={}),
    private("GET", "/api/member/<id:member_id>/passkey"),
    private("POST", "/api/member/<id:member_id>/passkey/options", body={}),
    private("POST", "/api/member/<id:member_id>/passkey", 422, body={}),
    private("DELETE", "/api/member/<id:member_id>/passkey/<id:passkey_id>", 404),
    public("POST", "/api/host/<string:name>/start", 404),
    public("POST", "/api/host/<string:name>/session", 422, body={}),
    private("GET", "/api/member/<id:member_id>/host"),
    private("POST", "/api/member/<id:member_id>/host/<string:name>", 422, body={}),
    private("DELETE", "/api/member/<id:member_id>/host/<string:name>", 404),
    private("GET", "/api/member/<id:member_id>"),
    private("PATCH", "/api/member/<id:member_id>", body={"name": "Foreign Hand"}),
    private("PATCH", "/api/member/<id:member_id>/referrer", 404, body={"ReferralCode": "QQQQQQQQ"}),
    private("DELETE", "/api/member/<id:member_id>", 422, body={"otpCode": "000000"}),
    private("POST", "/api/member/<id:member_id>/erasure/otp", body={}),
    private("GET", "/api/member/<id:member_id>/export"),
    private("GET", "/api/member/<id:member_id>/export/csv"),
    public("GET", "/api/referralCode/<string:code>", 404),
    private("GET", "/api/member/<id:member_id>/memberreferee"),
    private("GET", "/api/member/<id:member_id>/preferences"),
    private("GET", "/api/member/<id:member_id>/notification"),
    private("POST", "/api/member/<id:member_id>/notification/read", body={"upToId": 1}),
    private("POST", "/api/member/<id:member_id>/notification/<id:notification_id>/stop", 404),
    private("GET", "/api/member/<id:member_id>/pushSubscription"),
    private("POST", "/api/member/<id:member_id>/pushSubscription", 422, body={}),
    private("POST", "/api/member/<id:member_id>/pushSubscription/renew", 422, body={}),
    private(
        "PATCH",
        "/api/member/<id:member_id>/pushSubscription/<id:subscription_id>",
        404,
        body={"showsDetails": False},
    ),
    private("DELETE", "/api/member/<id:member_id>/pushSubscription/<id:subscription_id>", 404),
    # The holder of the e-mail may end its kind.
    public("POST", "/api/notification/unsubscribe/<string:token>", 404),
    public("GET", "/api/notification/unsubscribe/<string:token>", 303),
    public("GET", "/api/notification/unsubscribe/<string:token>/kind", 404),
    public("GET", "/api/wallet", 200),
    private(
        "POST",
        "/api/member/<id:member_id>/walletPass",
        409,  # no wallet is set up here
        body={"wallet": "apple", "brand": "krua-bowl"},
    ),
    # The holder of a link. Apple's service is not there without Apple Wallet.
    public("GET", "/api/wallet/pass/<string:token>", 404),
    public(
        "POST",
        "/api/apple/v1/devices/<string:id>/registrations/<string:type>/<string:serial>",
        404,
        body={"pushToken": "f00d"},
    ),
    public(
        "DELETE",
        "/api/apple/v1/devices/<string:id>/registrations/<string:type>/<string:serial>",
        404,
    ),
    public("GET", "/api/apple/v1/devices/<string:id>/registrations/<string:type>", 404),
    public("GET", "/api/apple/v1/passes/<string:type>/<string:serial>", 404),
    private("GET", "/api/member/<id:member_id>/consent"),
    private("POST", "/api/member/<id:member_id>/consent", body={"noticeVersion": "1", "language": "en"}),
    private("PUT", "/api/member/<id:member_id>/preferences", body={}),
    private("GET", "/api/member/<id:member_id>/currentMembershipPoint"),
    private("GET", "/api/member/<id:member_id>/activityHistory"),
    private("GET", "/api/member/<id:member_id>/pointTotals"),
    private("GET", "/api/member/<id:member_id>/latestBill"),
    Call("GET", "/api/reward", visitor=200, dead=401, own=200, other=200),
    Call("GET", "/api/reward/<id:reward_id>", visitor=200, dead=401, own=200, other=200),
    public("GET", "/api/givenReward", 200),
    session_only("GET", "/api/membershipReward"),
    session_only("GET", "/api/membershipReward/<id:reward_id>", 404),
    session_only("POST", "/api/claim", 422, body={}),
    session_only("GET", "/api/memberReward"),
    session_only("GET", "/api/memberReward/<id:voucher_id>", 404),
    session_only("POST", "/api/memberRedeem", 422, body={}),
    session_only("GET", "/api/memberRedeem"),
    session_only("GET", "/api/memberEarn"),
    public("GET", "/api/content", 200, query="?language=ms"),
    public("GET", "/api/content/<string:image_name>", 404),
    public("GET", "/api/content/preview", 404, query="?token=none"),
    public("GET", "/api/content-membership/<string:image_name>", 404),
    public("POST", "/api/email/career", 422, body={}),
    public("POST", "/api/email/feedback", 422, body={}),
    # No member is a till, whatever their session.
    public("GET", "/api/pos/me", 401),
    public("GET", "/api/pos/member", 401, query="?code=3333"),
    public("GET", "/api/pos/earn", 401, query="?receiptNumber=A-1"),
    public("POST", "/api/pos/earn", 401, body={}),
    public("POST", "/api/pos/earn/<id:bill_id>/verify", 401),
    public("POST", "/api/pos/earn/<id:bill_id>/void", 401),
    public("GET", "/api/pos/voucher/<string:code>", 401),
    public("POST", "/api/pos/voucher/<string:code>/use", 401, body={}),
    public("POST", "/api/pos/voucher/<string:code>/release", 401),
    # No member is one of the staff either (test_staff_matrix.py says who of the staff may do what).
    public("POST", "/api/staff/invitation/options", 404, body={"token": "A"}),
    public("POST", "/api/staff/invitation", 422, body={}),
    public("POST", "/api/staff/login/options", 200),
    public("POST", "/api/staff/login", 422, body={}),
    public("POST", "/api/staff/logout", 204),
    public("POST", "/api/staff/till", 422, body={}),
    public("POST", "/api/staff/till/challenge", 401, body={"tillId": 1}),
    public("POST", "/api/staff/till/cashiers", 422, body={}),
    public("POST", "/api/staff/till/login", 422, body={}),
    public("GET", "/api/staff/me", 401),
    public("POST", "/api/staff/verify/options", 401),
    public("POST", "/api/staff/verify", 401, body={}),
    public("GET", "/api/staff/passkey", 401),
    public("POST", "/api/staff/passkey/options", 401),
    public("POST", "/api/staff/passkey", 401, body={}),
    public("DELETE", "/api/staff/passkey/<id:passkey_id>", 401),
    public("GET", "/api/staff/people", 401),
    public("POST", "/api/staff/people", 401, body={}),
    public("PATCH", "/api/staff/people/<id:staff_id>", 401, body={}),
    public("POST", "/api/staff/people/<id:staff_id>/invitation", 401),
    public("PUT", "/api/staff/people/<id:staff_id>/pin", 401, body={}),
    public("POST", "/api/staff/people/<id:staff_id>/session/<id:session_id>/end", 401),
    public("GET", "/api/staff/outlet/<id:outlet_id>/till", 401),
    public("POST", "/api/staff/outlet/<id:outlet_id>/till/enrolment", 401, body={}),
    public("POST", "/api/staff/outlet/<id:outlet_id>/till/<id:till_id>/revoke", 401, body={}),
    public("GET", "/api/staff/counter/member", 401, query="?code=3333"),
    public("POST", "/api/staff/counter/earn", 401, body={}),
    public("GET", "/api/staff/counter/voucher/<string:code>", 401),
    public("POST", "/api/staff/counter/voucher/<string:code>/use", 401, body={}),
    public("GET", "/api/staff/home", 401),
    public("GET", "/api/staff/today", 401),
    public("POST", "/api/staff/member/find", 401, body={}),
    public("GET", "/api/staff/member/<id:member_id>/history", 401),
    public("POST", "/api/staff/member/<id:member_id>/correct", 401, body={}),
    public("POST", "/api/staff/member/<id:member_id>/adjust", 401, body={}),
    public("POST", "/api/staff/member/<id:member_id>/sign-out", 401, body={}),
    public("POST", "/api/staff/member/<id:member_id>/export", 401, body={}),
    public("POST", "/api/staff/member/<id:member_id>/erase", 401, body={}),
    public("POST", "/api/staff/number/unlock", 401, body={}),
    public("GET", "/api/staff/bill", 401),
    public("GET", "/api/staff/member", 401),
    public("GET", "/api/staff/bill/file", 401),
    public("POST", "/api/staff/bill", 401, body={}),
    public("POST", "/api/staff/bill/verify", 401, body={}),
    public("POST", "/api/staff/bill/<id:bill_id>/void", 401, body={}),
    public("POST", "/api/staff/bill/<id:bill_id>/move", 401, body={}),
    public("GET", "/api/staff/voucher", 401),
    public("GET", "/api/staff/voucher/file", 401),
    public("POST", "/api/staff/voucher/find", 401, body={}),
    public("POST", "/api/staff/voucher/<id:voucher_id>/use", 401, body={}),
    public("POST", "/api/staff/voucher/<id:voucher_id>/release", 401, body={}),
    public("POST", "/api/staff/voucher/<id:voucher_id>/cancel", 401, body={}),
    public("POST", "/api/staff/voucher/<id:voucher_id>/restore", 401, body={}),
    public("GET", "/api/staff/approval", 401),
    public("POST", "/api/staff/approval/<id:approval_id>/decision", 401, body={}),
    public("POST", "/api/staff/approval/<id:approval_id>/withdraw", 401, body={}),
    public("GET", "/api/staff/enquiry", 401),
    public("GET", "/api/staff/enquiry/csv", 401),
    public("GET", "/api/staff/enquiry/<id:enquiry_id>", 401),
    public("GET", "/api/staff/enquiry/<id:enquiry_id>/file", 401),
    public("PATCH", "/api/staff/enquiry/<id:enquiry_id>", 401, body={}),
    public("POST", "/api/staff/enquiry/<id:enquiry_id>/forward", 401, body={}),
    public("POST", "/api/staff/enquiry/<id:enquiry_id>/erase", 401, body={}),
    public("GET", "/api/staff/programme", 401),
    public("GET", "/api/staff/programme/file", 401),
    public("POST", "/api/staff/programme/plan", 401, body={}),
    public("GET", "/api/staff/programme/draft", 401),
    public("POST", "/api/staff/programme/draft", 401),
    public("GET", "/api/staff/programme/draft/<id:draft_id>", 401),
    public("PUT", "/api/staff/programme/draft/<id:draft_id>", 401, body={}),
    public("PUT", "/api/staff/programme/draft/<id:draft_id>/state", 401, body={}),
    public("GET", "/api/staff/programme/version", 401),
    public("GET", "/api/staff/figures", 401),
    public("GET", "/api/staff/figures/reward", 401),
    public("GET", "/api/staff/figures/row", 401),
    public("GET", "/api/staff/figures/file", 401),
    public("GET", "/api/staff/liability", 401),
    public("GET", "/api/staff/liability/entry", 401),
    public("GET", "/api/staff/log", 401),
    public("GET", "/api/staff/log/chain", 401),
    public("POST", "/api/staff/breach", 401, body={}),
    public("POST", "/api/staff/reconcile", 401, body={}),
    public("POST", "/api/staff/reconcile/file", 401, body={}),
    public("GET", "/api/staff/reconcile/day", 401),
    public("GET", "/api/staff/broadcast", 401),
    public("POST", "/api/staff/broadcast", 401, body={}),
    public("POST", "/api/staff/broadcast/preview", 401, body={}),
    public("GET", "/api/staff/broadcast/<id:broadcast_id>", 401),
    public("PUT", "/api/staff/broadcast/<id:broadcast_id>", 401, body={}),
    public("POST", "/api/staff/broadcast/<id:broadcast_id>/test", 401, body={}),
    public("PUT", "/api/staff/broadcast/<id:broadcast_id>/state", 401, body={}),
    public("GET", "/api/staff/webhook", 401),
    public("POST", "/api/staff/webhook", 401, body={}),
    public("PUT", "/api/staff/webhook/<id:webhook_id>", 401, body={}),
    public("POST", "/api/staff/webhook/<id:webhook_id>/test", 401),
    public("PUT", "/api/staff/webhook/<id:webhook_id>/state", 401, body={}),
    public("POST", "/api/staff/webhook/<id:webhook_id>/remove", 401, body={}),
    public("POST", "/api/staff/webhook/<id:webhook_id>/secret", 401),
    public("POST", "/api/staff/webhook/<id:webhook_id>/secret/end", 401),
    public("POST", "/api/staff/webhook/<id:webhook_id>/replay", 401, body={}),
    public("GET", "/api/staff/webhook/<id:webhook_id>/delivery", 401),
    public("POST", "/api/staff/feed-key", 401, body={}),
    public("POST", "/api/staff/feed-key/<id:key_id>/revoke", 401, body={}),
    public("GET", "/api/staff/content", 401),
    public("GET", "/api/staff/content/preview", 401),
    public("POST", "/api/staff/content/image", 401, body={}),
    public("GET", "/api/staff/content/<string:kind>", 401),
    public("PUT", "/api/staff/content/<string:kind>", 401, body={}),
    public("POST", "/api/staff/content/<string:kind>/publish", 401, body={}),
    public("GET", "/api/staff/outlet", 401),
    public("POST", "/api/staff/outlet", 401, body={}),
    public("POST", "/api/staff/outlet/days", 401, body={}),
    public("PUT", "/api/staff/outlet/<id:outlet_id>", 401, body={}),
    public("PUT", "/api/staff/outlet/<id:outlet_id>/hours", 401, body={}),
    public("GET", "/api/pos/voucher-keys", 401),
    # A member's session is no key of the feed.
    public("GET", "/api/events", 401),
    public("POST", "/api/pos/receipt", 401, body={}),
    public("POST", "/api/pos/receipt/<id:claim_id>/void", 401),
    public("POST", "/api/staff/counter/receipt", 401, body={}),
    public("POST", "/api/staff/counter/receipt/<id:claim_id>/void", 401, body={}),
    Call("POST", "/api/receipt/check", visitor=404, dead=401, own=404, other=404, body={"code": "A"}),
    session_only("POST", "/api/receipt", 404, body={"code": "A"}),
    public("POST", "/api/pos/report", 401, body={}),
]
PRIVATE = [call for call in CALLS if call.other == 403]
WHO = ("visitor", "dead", "own", "other")
# What refuses all four changes nothing.
REFUSED = [call for call in CALLS if min(getattr(call, who) for who in WHO) >= 400]


@pytest.fixture
def victim(database: Database) -> int:
    return a_member(database, number="123456789", email="victim@example.com", earned=700)


@pytest.fixture
def ask(app: Flask, client: FlaskClient, database: Database, victim: int):
    """Send a call about the victim, as one of the four."""
    other = a_member(database)
    session_of = {
        "visitor": {},
        "dead": signed_in(app, victim),
        "own": signed_in(app, victim),
        "other": signed_in(app, other),
    }
    client.post("/api/member/logout", headers=session_of["dead"])

    def send(call: Call, who: str):
        path = call.of(victim).replace("<id:membership_id>", "1")
        path = path.replace("<id:reward_id>", "1").replace("<id:voucher_id>", "1")
        path = path.replace("<id:bill_id>", "1").replace("<id:device_id>", "999999")
        path = re.sub(
            r"<(id|int):(staff|session|outlet|till|approval|claim|enquiry|draft|version|broadcast|webhook|"
            r"key)_id>",
            "1",
            path,
        )
        path = path.replace("<id:position>", "1")
        body = call.body
        if body is not None and "MobileNumber" in body:
            body = {**body, "MobileNumber": str(next(fresh_numbers))}  # one number waits between two codes
        if call.path == "/api/member/<id:member_id>" and body is not None:
            body = {"id": victim, "mobileNumber": "123456789", **body}
        headers = {**session_of[who], **({"Origin": ORIGIN} if "/staff/" in path else {})}
        return client.open(path + call.query, method=call.method, json=body, headers=headers)

    return send


def test_every_call_is_in_the_table(app: Flask):
    known = {(call.method, call.path) for call in CALLS}
    served = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") and not rule.rule.startswith(("/api/docs", "/api/openapi.json"))
    }
    assert served == known


@pytest.mark.any_database
@pytest.mark.parametrize("call", [call for call in CALLS if call not in REFUSED], ids=str)
def test_each_call_lets_in_whom_it_should_and_nobody_else(ask, call):
    assert {who: ask(call, who).status_code for who in WHO} == {who: getattr(call, who) for who in WHO}


@pytest.mark.any_database
def test_what_refuses_all_refuses_each_for_its_reason(ask, subtests):
    for call in REFUSED:
        with subtests.test(call=str(call)):
            assert [ask(call, who).status_code for who in WHO] == [getattr(call, who) for who in WHO]


def test_a_refusal_shows_nothing_of_the_member_and_changes_nothing(ask, database, victim, subtests):
    with database.bound():
        before = records.get_member(current_session(), victim)
    for call in PRIVATE:
        with subtests.test(call=str(call)):
            for who in ("visitor", "dead", "other"):
                answer = ask(call, who)
                assert set(answer.json) == {"message", "code", "requestId"}
                for secret in ("Aisyah", "123456789", "victim@example.com", "700", before.member_code):
                    # The request's id is random, and may well hold a "700".
                    assert secret not in answer.text.replace(answer.json["requestId"], "")
            with database.bound():
                assert records.get_member(current_session(), victim) == before


@pytest.mark.any_database
def test_a_member_who_does_not_exist_is_answered_like_one_who_does(app, client, database, victim, subtests):
    headers = signed_in(app, a_member(database))
    for call in PRIVATE:
        with subtests.test(call=str(call)):
            answers = [
                client.open(call.of(each), method=call.method, json=call.body, headers=headers)
                for each in (victim, 999_999)
            ]
            assert [answer.status_code for answer in answers] == [403, 403]
            assert answers[0].json["message"] == answers[1].json["message"]


@pytest.mark.any_database
def test_permission_is_checked_before_the_body(client, app, database, victim, subtests):
    other = signed_in(app, a_member(database))
    for call in PRIVATE:
        with subtests.test(call=str(call)):
            path = call.of(victim)
            nonsense = {"json": {"nonsense": True}} if call.body else {"query_string": {"nonsense": "1"}}
            assert client.open(path, method=call.method, **nonsense).status_code == 401
            assert client.open(path, method=call.method, headers=other, **nonsense).status_code == 403


def test_the_id_in_the_body_cannot_name_another_member(
    app: Flask, client: FlaskClient, database: Database, victim
):
    mine = a_member(database, number="187654321")
    body = {"id": victim, "mobileNumber": "187654321", "name": "Foreign Hand"}
    answer = client.patch(f"/api/member/{mine}", json=body, headers=signed_in(app, mine))
    assert (answer.status_code, answer.json["code"]) == (403, "not_yours")
    with database.bound():
        assert {records.get_member(current_session(), each).name for each in (mine, victim)} == {
            "Aisyah Rahman"
        }


GARBAGE = [
    {"Authorization": "Bearer "},
    {"Authorization": "Basic dXNlcjpwYXNz"},
    {"Authorization": "Bearer garbage"},
    {"x-user-token": "garbage"},
    {"x-user-token": ""},
    {"Authorization": "Bearer ls.1.AAAAAAAAAAAAAAAAAAAAAA.1." + "A" * 43},
    {"Authorization": "Bearer " + "A" * 4000},
    {"Authorization": "Bearer \xff\xfe"},
]


@pytest.mark.any_database
def test_no_garbage_opens_a_record(client, victim, subtests):
    for call in PRIVATE:
        with subtests.test(call=str(call)):
            for headers in GARBAGE:
                answer = client.open(call.of(victim), method=call.method, json=call.body, headers=headers)
                assert answer.status_code == 401, headers


def test_two_tokens_that_differ_open_nothing_and_two_that_are_equal_do(
    app: Flask, client: FlaskClient, victim
):
    one, other = (signed_in(app, victim)["Authorization"].removeprefix("Bearer ") for _ in range(2))
    path = f"/api/member/{victim}"
    both = {"Authorization": f"Bearer {one}", "x-user-token": one}
    assert client.get(path, headers=both).status_code == 200
    assert client.get(path, headers={"x-user-token": one}).status_code == 200
    assert client.get(path, headers={**both, "x-user-token": other}).status_code == 401
