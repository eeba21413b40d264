"""The calls of spec 000 §7 and spec 001 §7 are in the contract, and those listed here beside them."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.http.api import operation_id

REWARDS = {
    "GET /reward",
    "GET /reward/{}",
    "POST /claim",
    "GET /memberReward",
    "GET /memberReward/{}",
    "POST /memberRedeem",
    "GET /memberRedeem",
    "GET /membershipReward",
    "GET /membershipReward/{}",
    "GET /givenReward",  # beyond the specification: what a friend brings (docs/specification.md)
    "GET /memberEarn",
}
# Beyond the specification: tills (docs/till.md).
TILL = {
    "GET /pos/me",
    "GET /pos/member",
    "GET /pos/earn",
    "POST /pos/earn",
    "POST /pos/earn/{}/verify",
    "POST /pos/earn/{}/void",
    "GET /pos/voucher/{}",
    "POST /pos/voucher/{}/use",
    "POST /pos/voucher/{}/release",
    "GET /pos/voucher-keys",
    "POST /pos/report",
    "POST /pos/receipt",
    "POST /pos/receipt/{}/void",
}
# Beyond the specification: a bill that a guest claims afterwards (docs/till.md).
RECEIPTS = {
    "POST /receipt",
    "POST /receipt/check",
}
# Beyond the specification: totals, who invites, saved settings, a member's own data (docs/specification.md).
OWN_DATA = {
    "GET /referralCode/{}",
    "GET /member/{}/pointTotals",
    "GET /member/{}/latestBill",
    "GET /member/{}/preferences",
    "PUT /member/{}/preferences",
    "GET /member/{}/consent",
    "POST /member/{}/consent",
    "GET /member/{}/export",
    "GET /member/{}/export/csv",
    "POST /member/{}/erasure/otp",
    "DELETE /member/{}",
}
# Beyond the specification: the log of messages, and browsers that take pushes (docs/specification.md).
MESSAGES = {
    "GET /member/{}/notification",
    "POST /member/{}/notification/read",
    "POST /member/{}/notification/{}/stop",
    "GET /member/{}/pushSubscription",
    "POST /member/{}/pushSubscription",
    "POST /member/{}/pushSubscription/renew",
    "PATCH /member/{}/pushSubscription/{}",
    "DELETE /member/{}/pushSubscription/{}",
    "POST /notification/unsubscribe/{}",
    "GET /notification/unsubscribe/{}",
    "GET /notification/unsubscribe/{}/kind",
}
# Beyond the specification: the feed of events (docs/integrations.md).
FEED = {"GET /events"}
# Beyond the specification: signing in without a code (docs/specification.md).
HOSTS = {
    "POST /host/{}/start",
    "POST /host/{}/session",
    "GET /member/{}/host",
    "POST /member/{}/host/{}",
    "DELETE /member/{}/host/{}",
}
PASSKEYS = {
    "POST /member/login/passkey/options",
    "POST /member/login/passkey",
    "GET /member/{}/passkey",
    "POST /member/{}/passkey/options",
    "POST /member/{}/passkey",
    "DELETE /member/{}/passkey/{}",
}
# Beyond the specification: passes in Apple Wallet and Google Wallet (docs/integrations.md).
WALLET = {
    "GET /wallet",
    "POST /member/{}/walletPass",
    "GET /wallet/pass/{}",
    "POST /apple/v1/devices/{}/registrations/{}/{}",
    "DELETE /apple/v1/devices/{}/registrations/{}/{}",
    "GET /apple/v1/devices/{}/registrations/{}",
    "GET /apple/v1/passes/{}/{}",
}
# Beyond the specification: where a member is signed in, and signing out there (docs/specification.md).
DEVICES = {
    "GET /member/session",
    "POST /member/session/{}/end",
    "POST /member/session/end-others",
}
# Beyond the specification: the staff app, what needs no session first (`PUBLIC` in rules/staff.py).
STAFF_SIGN_IN = {
    "POST /staff/invitation/options",
    "POST /staff/invitation",
    "POST /staff/login/options",
    "POST /staff/login",
    "POST /staff/logout",
    "POST /staff/till",
    "POST /staff/till/challenge",
    "POST /staff/till/cashiers",
    "POST /staff/till/login",
}
STAFF = {
    "GET /staff/me",
    "POST /staff/verify/options",
    "POST /staff/verify",
    "GET /staff/passkey",
    "POST /staff/passkey/options",
    "POST /staff/passkey",
    "DELETE /staff/passkey/{}",
    "GET /staff/people",
    "POST /staff/people",
    "PATCH /staff/people/{}",
    "POST /staff/people/{}/invitation",
    "PUT /staff/people/{}/pin",
    "POST /staff/people/{}/session/{}/end",
    "GET /staff/outlet/{}/till",
    "POST /staff/outlet/{}/till/enrolment",
    "POST /staff/outlet/{}/till/{}/revoke",
    "GET /staff/counter/member",
    "POST /staff/counter/earn",
    "POST /staff/counter/receipt",
    "POST /staff/counter/receipt/{}/void",
    "GET /staff/counter/voucher/{}",
    "POST /staff/counter/voucher/{}/use",
    "GET /staff/enquiry",
    "GET /staff/enquiry/csv",
    "GET /staff/enquiry/{}",
    "GET /staff/enquiry/{}/file",
    "PATCH /staff/enquiry/{}",
    "POST /staff/enquiry/{}/forward",
    "POST /staff/enquiry/{}/erase",
    "GET /staff/programme",
    "GET /staff/programme/file",
    "POST /staff/programme/plan",
    "GET /staff/programme/draft",
    "POST /staff/programme/draft",
    "GET /staff/programme/draft/{}",
    "PUT /staff/programme/draft/{}",
    "PUT /staff/programme/draft/{}/state",
    "GET /staff/programme/version",
    "GET /staff/figures",
    "GET /staff/figures/reward",
    "GET /staff/figures/row",
    "GET /staff/figures/file",
    "GET /staff/liability",
    "GET /staff/liability/entry",
    "GET /staff/log",
    "GET /staff/log/chain",
    "POST /staff/breach",
    "POST /staff/reconcile",
    "POST /staff/reconcile/file",
    "GET /staff/reconcile/day",
    "GET /staff/content",
    "GET /staff/content/preview",
    "POST /staff/content/image",
    "GET /staff/content/{}",
    "PUT /staff/content/{}",
    "POST /staff/content/{}/publish",
    "GET /staff/outlet",
    "POST /staff/outlet",
    "POST /staff/outlet/days",
    "PUT /staff/outlet/{}",
    "PUT /staff/outlet/{}/hours",
    "GET /staff/broadcast",
    "POST /staff/broadcast",
    "POST /staff/broadcast/preview",
    "GET /staff/broadcast/{}",
    "PUT /staff/broadcast/{}",
    "POST /staff/broadcast/{}/test",
    "PUT /staff/broadcast/{}/state",
    "GET /staff/webhook",
    "POST /staff/webhook",
    "PUT /staff/webhook/{}",
    "POST /staff/webhook/{}/test",
    "PUT /staff/webhook/{}/state",
    "POST /staff/webhook/{}/remove",
    "POST /staff/webhook/{}/secret",
    "POST /staff/webhook/{}/secret/end",
    "POST /staff/webhook/{}/replay",
    "GET /staff/webhook/{}/delivery",
    "POST /staff/feed-key",
    "POST /staff/feed-key/{}/revoke",
    "GET /staff/approval",
    "POST /staff/approval/{}/decision",
    "POST /staff/approval/{}/withdraw",
    "GET /staff/bill",
    "GET /staff/bill/file",
    "POST /staff/bill",
    "POST /staff/bill/verify",
    "POST /staff/bill/{}/move",
    "POST /staff/bill/{}/void",
    "POST /staff/member/find",
    "POST /staff/member/{}/adjust",
    "POST /staff/member/{}/correct",
    "POST /staff/member/{}/erase",
    "POST /staff/member/{}/export",
    "GET /staff/member/{}/history",
    "POST /staff/member/{}/sign-out",
    "POST /staff/number/unlock",
    "GET /staff/home",
    "GET /staff/member",
    "GET /staff/today",
    "GET /staff/voucher",
    "GET /staff/voucher/file",
    "POST /staff/voucher/find",
    "POST /staff/voucher/{}/cancel",
    "POST /staff/voucher/{}/release",
    "POST /staff/voucher/{}/restore",
    "POST /staff/voucher/{}/use",
}
# spec 000 §7; spec 001 §7, what is about members, points, outlets and rewards.
CALLS = {
    "GET /callingCode",
    "POST /member/login/otp",
    "POST /member/login",
    "GET /member/checksession",
    "GET /member/{}",
    "PATCH /member/{}",
    "PATCH /member/{}/referrer",
    "POST /member/logout",
    "POST /get-otp",
    "POST /member",
    "GET /outlet",
    "GET /membership",
    "GET /membership/{}",
    "GET /memberShip/{}",
    "GET /member/{}/currentMembershipPoint",
    "GET /member/{}/activityHistory",
    "GET /member/{}/memberreferee",
    "GET /content",  # beyond the specification: what the pages say (docs/decisions/0034-content-is-data.md)
    "GET /content/{}",
    "GET /content/preview",
    "GET /content-membership/{}",
    "POST /email/career",
    "POST /email/feedback",
    *REWARDS,
    *TILL,
    *RECEIPTS,
    *OWN_DATA,
    *MESSAGES,
    *DEVICES,
    *HOSTS,
    *PASSKEYS,
    *WALLET,
    *FEED,
    *STAFF_SIGN_IN,
    *STAFF,
}
COMMITTED = Path(__file__).parents[3] / "libs/api-client/openapi.json"


@pytest.fixture
def contract(client: FlaskClient):
    return client.get("/api/openapi.json").json


def calls_of(contract) -> dict[str, dict]:
    return {
        f"{method.upper()} {re.sub(r'{[^}]*}', '{}', path).removeprefix('/api')}": operation
        for path, operations in contract["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    }


def test_the_contract_holds_exactly_the_calls_of_the_specifications(contract):
    assert set(calls_of(contract)) == CALLS


def test_every_call_says_in_a_sentence_what_it_does(contract):
    for call, operation in calls_of(contract).items():
        assert operation["summary"].endswith((".", "code")), call
        assert len(operation["summary"]) > 10, call


def test_every_answer_is_described_and_every_failure_has_a_message(contract):
    failure = contract["components"]["schemas"]["Error"]
    assert set(failure["required"]) == {"message", "code", "requestId"}
    for call, operation in calls_of(contract).items():
        good = {
            status: each for status, each in operation["responses"].items() if status.startswith(("2", "3"))
        }
        if "/apple/" in call:  # Apple says which of its calls answer what
            continue
        assert "content" not in good.pop("304", {}), call
        # A call that answers a repetition by 200 instead of 201 answers it in the same form.
        shapes = [each.get("content") for each in good.values()]
        assert shapes == [shapes[0]] * len(good) != [], call
        assert shapes[0] or [*good] in (["204"], ["303"]), call
        assert "default" in operation["responses"], call


def test_the_calls_that_need_a_session_say_so(contract):
    guarded = {call for call, operation in calls_of(contract).items() if operation.get("security")}
    assert guarded == {call for call in CALLS if "/member/{}" in call} | {
        "GET /member/checksession",
        "POST /member/logout",
        *TILL,
        *(RECEIPTS - {"POST /receipt/check"}),
        *DEVICES,
        *STAFF,
        *FEED,
        *(REWARDS - {"GET /reward", "GET /reward/{}", "GET /givenReward"}),
    }


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("schema", "fields"),
    [
        (
            "Member",
            "id name email callingCodeId callingCode mobileNumber dateOfBirth genderId raceId occupation "
            "outletId statusId memberPointAmount currentMemberMembershipPoint membershipId membershipLevel "
            "membershipName referralCode referrerId memberCode lastLoginAt createdAt",
        ),
        (
            "Reward",
            "id title description pointToRedeem imageName transactionSourceId typeId statusId validPeriod "
            "startAt endAt promotionTypeId IsMemberBirthdayMonth isClaimable isClaimPending "
            "whyNotClaimable value discountValue termAndCondition memberRedeemableLimit outletIds",
        ),
        (
            "MemberReward",
            "id name code description imageName discountValue discountTypeId rewardTypeId statusId expireAt "
            "updatedAt createdAt transactionSourceId transactionEventTypeId transactionId memberId "
            "termAndCondition outletIds presentUntil usedAt usableFrom minSpend heldTillId",
        ),
        (
            "MembershipReward",
            "id title description imageName isClaimed membershipId membershipName termAndCondition createdAt "
            "memberId isLocked validPeriod",
        ),
        ("MemberRedeem", "id amount code outletId createdAt presentUntil signedCode tillName"),
        ("Spent", "id amount memberRewardId outletId createdAt"),
        ("MemberEarn", "id amount points statusId outletId createdAt"),
        ("MemberEarnList", "memberEarnList"),
        ("Earn", "memberId receiptNumber amount paidAt"),
        ("Earned", "memberEarn"),
        (
            "Career",
            "FullName Email MobileNumber IdentificationNumber Address AppliedDepartment PrefferedLocation "
            "AttachmentFile AttachmentFileName AttachmentFileExtension",
        ),
        ("Feedback", "FullName MobileNumber OutletName Remarks"),
        ("Claimed", "message memberReward memberPointAmount"),
        ("Claim", "memberId rewardId"),
        ("Redeem", "memberId memberRewardId outletId withoutNetwork"),
        ("RewardList", "rewardList"),
        ("MemberRewardList", "memberRewardList"),
        ("MembershipRewardList", "membershipRewardList"),
        ("SpentList", "memberRedeemList"),
        ("CallingCode", "id name"),
        ("Membership", "id name level upLevelPointAmount multiplier"),
        (
            "Activity",
            "id actionId remark points createdAt amount multiplier basePoints exactPoints receiptNumber "
            "paidAt outletId outletName memberRewardId memberRewardName reason",
        ),
        ("Referee", "id name email fullMobileNumber createdAt isActive"),
        ("MembershipList", "membershipList"),
        ("OutletList", "outletList"),
        ("ActivityList", "memberActivityHistoryList"),
        ("PointTotals", "month earned used"),
        ("RefereeList", "memberRefereeList"),
        ("MembershipPoint", "currentMemberMembershipPoint keepTierBy"),
        ("Referral", "ReferralCode"),
        ("Welcome", "user loginToken isFirstLogin"),
    ],
)
def test_the_wire_has_the_names_of_the_specification(contract, schema, fields):
    assert set(contract["components"]["schemas"][schema]["properties"]) == set(fields.split())


def test_an_outlet_has_at_least_what_the_documents_name(contract):
    assert {"id", "name", "statusId"} <= set(contract["components"]["schemas"]["Outlet"]["properties"])


def test_the_command_writes_the_same_contract_every_time(app: Flask, tmp_path: Path):
    for name in ("one.json", "two.json"):
        result = app.test_cli_runner().invoke(args=["generate", "openapi", str(tmp_path / name)])
        assert result.exit_code == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one.json", "two.json"))
    assert one == two
    assert one.startswith(b'{\n  "components"')


def test_the_committed_contract_is_the_one_that_is_served(contract):
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == contract


def test_the_documentation_is_served_without_the_internet(client: FlaskClient):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page.text)


def test_every_operation_has_a_name_of_its_own(app: Flask) -> None:
    """An operationId is unique, whatever the case of `/memberShip`, and made of letters and digits."""
    paths = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()["paths"]
    names = [
        operation["operationId"]
        for operations in paths.values()
        for method, operation in operations.items()
        if method != "parameters"
    ]
    assert len(set(names)) == len(names) > 90
    assert all(re.fullmatch("[a-z][A-Za-z0-9]+", name) for name in names)


def test_an_operation_is_named_by_its_method_and_path() -> None:
    """Moving code does not rename an operation."""
    assert operation_id("post", "/api/pos/earn/{bill_id}/verify") == "postPosEarnByBillIdVerify"
    assert operation_id("get", "/api/content-membership/{image_name}") == "getContentMembershipByImageName"
