"""A member who has done what can be done: the rows are written by those who write them in earnest."""

from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WAITING
from loyalty.backoffice.bills import verification
from loyalty.backoffice.integrations import service
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.vouchers import restorations
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.config import Config
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import records
from loyalty.reach.notifications import delivery, log
from loyalty.reach.webhooks import deliveries
from loyalty.rules.people import DEFAULTS
from support.attachments import PDF, a_feedback, an_application
from support.authenticator import Authenticator
from support.counter_steps import manager
from support.factories import AMIR, a_member, a_reward, a_till, adjust
from support.login_steps import ask, ask_to_join, enter, form, wrong
from support.push_service import Browser, text
from support.staff_app import Tablet, a_person, at_counter, browser_of, in_office, look_up
from support.wallet_authority import apple_settings
from support.wallet_steps import Device, document

NATIONAL = "123456789"


def with_everything(config: Config, folder: Path) -> Config:
    """Settings with a staff app, at whose counter the member is served, and with wallet passes."""
    return config.model_copy(update=apple_settings(folder))


def a_busy_member(app: Flask, client: FlaskClient, sent: Any, database: Database) -> int:
    """Somebody who has done what can be done: the rows are written by those who write them in earnest."""
    with database.bound():
        host = records.get_member(current_session(), a_member(database)).referral_code
    ask_to_join(client, NATIONAL)
    filled = form(NATIONAL, otpCode=sent.code(), occupation="Lion tamer", referralCode=host)
    joined = client.post("/api/member", json=filled).json
    member_id = joined["id"]
    ask(client, NATIONAL)
    enter(client, wrong(sent.code()), NATIONAL)
    token = enter(client, sent.code(), NATIONAL).json["loginToken"]
    headers = {"Authorization": f"Bearer {token}"}

    def did(method: str, path: str, body: Any = None, on: FlaskClient = client, **more: str) -> Any:
        answer = on.open(
            path, method=method, json=body, headers={**headers, **more} if on is client else more
        )
        assert answer.status_code < 300, (path, answer.text)
        return answer.json if answer.data else None

    with app.app_context():
        service.add("Till system", "https://hooks.example.com/events", [], AMIR)
    mine = {"id": member_id, "mobileNumber": NATIONAL, "email": "aisyah@example.com"}
    did("PATCH", f"/api/member/{member_id}", mine)
    saved = {part: {camel(name): value for name, value in each.items()} for part, each in DEFAULTS.items()}
    saved["notifications"]["newsletter"] = False
    did("PUT", f"/api/member/{member_id}/preferences", saved)
    did("POST", "/api/email/career", an_application(PDF, MobileNumber=f"+60 {NATIONAL}"))
    did("POST", "/api/email/feedback", a_feedback(MobileNumber=f"0{NATIONAL}"))
    office = in_office(app, a_person(database, ("head-office", None), name="Mei"))
    for enquiry in (1, 2):
        forwarded = {"to": "the kitchen", "mailTo": "kitchen@example.com"}
        did("POST", f"/api/staff/enquiry/{enquiry}/forward", forwarded, on=office)
    did("GET", "/api/member/checksession", **{"x-handoff": "mint"})
    till, tablet = a_till(app), Tablet(browser_of(app))
    link = did("POST", "/api/staff/outlet/1/till/enrolment", {"name": "Counter 1"}, on=office)["link"]
    tablet.enrol(link.rpartition("#")[2])
    cashier = at_counter(app, a_person(database, ("cashier", 1), name="Nora"), tablet)
    did("GET", f"/api/staff/counter/member?callingCode=60&mobileNumber={NATIONAL}", on=cashier)
    bill = {"memberId": member_id, "receiptNumber": "R 1", "amount": "1900.00"}
    posted = did("POST", "/api/pos/earn", bill, on=till)["memberEarn"]
    did("POST", f"/api/pos/earn/{posted['id']}/verify", on=till)
    another = {**bill, "receiptNumber": "R 2", "amount": "900.00"}
    second = did("POST", "/api/staff/counter/earn", another, on=cashier)
    with app.app_context():
        verification.verify_bill(second["memberEarn"]["id"], AMIR)
    unclaimed = {"receiptNumber": "R 3", "amount": "45.90"}
    made = did("POST", "/api/staff/counter/receipt", unclaimed, on=cashier)["receiptClaim"]
    did("POST", "/api/receipt", {"code": made["code"]})
    for use in ("used", "shown", "kept", "cancelled"):
        claim = {"memberId": member_id, "rewardId": a_reward(database, cost=10, outlets=[1])}
        voucher = did("POST", "/api/claim", claim, **{"Idempotency-Key": use})["memberReward"]
        shown = {"memberId": member_id, "memberRewardId": voucher["id"], "outletId": 1}
        if use in ("used", "shown"):
            did("POST", "/api/memberRedeem", shown)
        if use == "cancelled":
            with app.app_context():
                office_vouchers.cancel_voucher(voucher["code"], AMIR)
        if use == "used":
            taken = f"/api/staff/counter/voucher/{voucher['code']}/use"
            did("POST", taken, {"receiptNumber": "R 1"}, on=cashier)
            with app.app_context():
                with transaction() as db:
                    asked = restorations.request(db, voucher["code"], AMIR)
                approvals.decide(asked.id, Signature("siti", AMIR.reason), REFUSED)
    key, passkeys = Authenticator(), f"/api/member/{member_id}/passkey"
    options = did("POST", f"{passkeys}/options", {})["publicKey"]
    did("POST", passkeys, {"credential": key.create(options)})
    siti, other = manager(app, database), a_member(database)
    look_up(siti, other)
    why = {"reason": "ticket 4711, a wish"}
    did("POST", f"/api/staff/member/{member_id}/correct", {**why, "email": "new@example.com"}, on=siti)
    counted = did("GET", f"/api/staff/bill?memberId={member_id}", on=siti)["billList"][0]["id"]
    did("POST", f"/api/staff/bill/{counted}/move", {**why, "memberId": other}, on=siti)
    proposed = did("GET", "/api/staff/approval", on=siti)["approvalList"]
    hui = in_office(app, a_person(database, ("head-office", None), name="Hui"))
    for each in (proposed[0], proposed[1]):
        path = f"/api/staff/approval/{each['id']}/decision"
        did("POST", path, {"decision": "refuse"}, on=hui)
    with app.app_context():
        states = [adjust(member_id, points, AMIR).state for points in (5, 100_000)]
    assert states == [DONE, WAITING]
    did("POST", f"/api/member/{member_id}/erasure/otp")
    key = Browser()
    browser = {"endpoint": "https://fcm.googleapis.com/1", "p256dh": text(key.point), "auth": text(key.auth)}
    did("POST", f"/api/member/{member_id}/pushSubscription", {**browser, "showsDetails": True})
    card = {"wallet": "apple", "brand": "krua-bowl"}
    phone = Device(app.test_client(), "phone")
    assert (
        phone.register(
            document(client.get(did("POST", f"/api/member/{member_id}/walletPass", card)["url"]).data)
        )
        == 201
    )
    with database.bound():
        while log.follow() + delivery.dispatch() + deliveries.follow():
            pass
    return member_id


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
