"""What one person of head office does not do alone: make a person who decides, or become a colleague by an
invitation. Nothing counts before an independent person of head office has approved it.
"""

import re
from datetime import timedelta
from email.message import EmailMessage

import pytest

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.programme import settings
from loyalty.gateways import outbox
from loyalty.gateways.channels import EmailChannel, Message
from loyalty.worker import compose
from support.factories import a_member
from support.outbox_message import drain
from support.staff_app import a_person, accept, browser_of, in_office, passkey

pytestmark = pytest.mark.databases_differ

HEAD = {"role": "head-office", "outletId": None}
AREA = {"role": "area-manager", "outletId": 1}
MANAGER = {"role": "outlet-manager", "outletId": 1}
WHY = "Ticket 4711, a wish"


@pytest.fixture
def mei(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


@pytest.fixture
def hui(app, database, mei):
    return in_office(app, a_person(database, ("head-office", None), name="Hui"))


@pytest.fixture
def siti(app, database, mei, hui):
    """An account of head office whose owner has made a passkey."""
    made = a_person(database, ("head-office", None), name="Siti")
    invited = mei.post(f"/api/staff/people/{made}/invitation", json={}).json
    assert accept(browser_of(app), invited["link"].partition("#")[2], passkey()).status_code == 201
    return made


@pytest.fixture
def mails(app, database):
    """`mails()`: what has arrived since the last time."""
    inbox: list[EmailMessage] = []

    class Inbox:
        def deliver(self, mail: EmailMessage, _message: Message) -> None:
            inbox.append(mail)

    def arrived() -> list[EmailMessage]:
        inbox.clear()
        with app.app_context(), database.bound():
            drain(EmailChannel(compose, Inbox().deliver), outbox.EMAIL)
        return list(inbox)

    return arrived


@pytest.fixture
def member(database):
    with database.bound(), transaction() as db:
        settings.write(db, {"adjust_limit": 100})
    return a_member(database, earned=500)


def points_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def add(browser, grant, **more):
    answer = browser.post("/api/staff/people", json={"name": "Sock Puppet", "grants": [grant], **more})
    assert answer.status_code == 201, answer.text
    return answer.json


def adjust(browser, member, points):
    body = {"points": points, "reason": WHY}
    return browser.post(f"/api/staff/member/{member}/adjust", json=body).json["id"]


def decide(browser, number, what="approve"):
    return browser.post(f"/api/staff/approval/{number}/decision", json={"decision": what})


def waiting(browser):
    return browser.get("/api/staff/approval?order=asc").json["approvalList"]


def person(browser, staff_id):
    return next(
        each for each in browser.get("/api/staff/people").json["personList"] if each["id"] == staff_id
    )


@pytest.mark.parametrize("grant", [HEAD, AREA])
def test_an_account_of_ones_own_making_decides_nothing(app, database, mei, hui, member, grant):
    """Add a sock puppet, invite it, open the link oneself, approve one's own points by it."""
    asked = adjust(mei, member, 900_000)
    puppet = add(mei, grant)
    assert (puppet["grants"], puppet["waitingGrants"]) == ([], [grant])
    path = f"/api/staff/people/{puppet['id']}"
    assert mei.post(f"{path}/invitation", json={}).json["code"] == "pin_only"
    [_, roles] = waiting(mei)
    assert (roles["kind"], roles["person"]["name"], roles["given"]) == ("roles", "Sock Puppet", [grant])
    assert decide(mei, roles["id"]).json["code"] == "own_proposal"

    # A colleague approves the account. It is Mei's making all the same: she invites it, and is it.
    assert decide(hui, roles["id"]).status_code == 204
    link = mei.post(f"{path}/invitation", json={}).json["link"]
    browser = browser_of(app)
    assert accept(browser, link.partition("#")[2], passkey()).status_code == 201
    refused = decide(browser, asked)
    assert (refused.status_code, refused.json["code"]) == (409, "proposer_added_you")
    assert "the person whom this comes from" in refused.json["message"]
    assert points_of(database, member) == 500

    assert decide(hui, asked).status_code == 204
    assert points_of(database, member) == 900_500


def test_nobody_becomes_a_colleague_by_an_invitation(app, database, mei, hui, siti, member):
    """Invite a colleague who has a passkey, open the link oneself, approve one's own points as them."""
    asked, path = adjust(mei, member, 250_000), f"/api/staff/people/{siti}/invitation"
    for body in ({}, {"forgetPasskeys": True}):
        answer = mei.post(path, json=body)
        assert answer.json.get("link") is None
    assert answer.json["code"] == "asked_already"
    proposal = waiting(mei)[1]["id"]
    assert decide(mei, proposal).json["code"] == "own_proposal"
    assert decide(in_office(app, siti), proposal).status_code == 409

    # Approved by an independent colleague: who asked makes the link, within a day, once.
    assert decide(hui, proposal).status_code == 204
    link = mei.post(path, json={}).json["link"]
    assert mei.post(path, json={}).json["link"] is None
    browser = browser_of(app)
    assert accept(browser, link.partition("#")[2], passkey()).status_code == 201
    refused = decide(browser, asked)
    assert (refused.status_code, refused.json["code"]) == (409, "proposer_invited_you")
    [first, _] = hui.get("/api/staff/log?action=staff.passkey-add").json["entryList"]
    assert first["reason"] == "made by the invitation of Mei via staff:1"
    assert points_of(database, member) == 500
    assert decide(hui, asked).status_code == 204


def test_the_approved_link_is_made_by_who_asked_within_a_day(app, mei, hui, siti, clock):
    path = f"/api/staff/people/{siti}/invitation"
    assert mei.post(path, json={}).json["link"] is None
    assert decide(hui, waiting(hui)[0]["id"]).status_code == 204
    # Another colleague has to ask anew, and so has Mei a day later.
    assert hui.post(path, json={}).json["link"] is None
    second = f"/api/staff/approval/{waiting(hui)[0]['id']}"
    assert hui.post(f"{second}/withdraw", json={}).status_code == 204
    clock.advance(seconds=timedelta(hours=24).total_seconds())
    assert in_office(app, 1).post(path, json={}).json["link"] is None


def test_an_area_manager_does_not_become_their_outlet_manager(app, database, mei, hui, member):
    area = in_office(app, a_person(database, ("area-manager", None), name="Aina"))
    ravi = a_person(database, ("outlet-manager", 1), name="Ravi")
    path = f"/api/staff/people/{ravi}/invitation"
    first = mei.post(path, json={}).json["link"]
    assert accept(browser_of(app), first.partition("#")[2], passkey()).status_code == 201
    assert area.post(path, json={}).json["link"] is None
    [asked] = waiting(area)
    assert (asked["isOwn"], asked["person"]["name"]) == (True, "Ravi")
    # Whose roles are for every outlet does not decide about the staff: head office does.
    other = in_office(app, a_person(database, ("area-manager", None), name="Azim"))
    assert waiting(other) == []
    assert decide(other, asked["id"]).status_code == 403
    assert decide(hui, asked["id"], "refuse").status_code == 204
    assert area.post(path, json={}).json["link"] is None


def test_a_lost_device_ends_at_once_and_the_new_link_waits(app, mei, hui, siti):
    theirs = in_office(app, siti)
    answer = mei.post(f"/api/staff/people/{siti}/invitation", json={"forgetPasskeys": True})
    assert answer.json == {"link": None, "expiresAt": None}
    assert theirs.get("/api/staff/me").status_code == 401
    assert person(mei, siti)["passkeyCount"] == 0


def test_an_approved_invitation_is_mailed_to_its_person_and_shown_to_nobody(
    app, database, mei, hui, siti, mails
):
    with database.bound():
        people.change(siti, people.Actor(Signature("raj", WHY)), email="siti@example.com")
    path = f"/api/staff/people/{siti}/invitation"
    mei.post(path, json={})
    [asked] = waiting(hui)
    assert asked["person"]["email"] == "siti@example.com"
    assert decide(hui, asked["id"]).status_code == 204
    [mail] = mails()
    assert (mail["To"], mail["Subject"]) == ("siti@example.com", "Your invitation to the staff app")
    text = mail.get_content()
    assert "Mei asked for a new passkey" in text
    assert mei.post(path, json={}).json["link"] is None
    token = re.search(r"/invitation#(\S+)", text)[1]
    # Asking again ends nothing until it is approved.
    assert accept(browser_of(app), token, passkey()).status_code == 201
    [told] = mails()
    assert told["Subject"] == "A passkey was added to your account"
    assert "by an invitation of Mei" in told.get_content()


def test_the_owner_hears_at_their_next_request_who_did_what(app, database, mei, hui, siti, clock):
    assert in_office(app, siti).get("/api/staff/me").json["noticeList"] == []
    clock.advance(seconds=1)
    path = f"/api/staff/people/{siti}"
    mei.patch(path, json={"grants": [HEAD, {"role": "finance", "outletId": None}]})
    mei.post(f"{path}/invitation", json={})
    decide(hui, waiting(hui)[0]["id"])
    link = mei.post(f"{path}/invitation", json={}).json["link"]
    accept(browser_of(app), link.partition("#")[2], passkey())
    role, made = sorted(
        in_office(app, siti).get("/api/staff/me").json["noticeList"], key=lambda each: each["grant"] is None
    )
    assert (role["by"], role["grant"]) == ("Mei", {"role": "finance", "outletId": None})
    assert (made["by"], made["grant"]) == ("Mei", None)


def test_who_is_asked_for_a_role_is_promoted_by_two_and_keeps_the_old_one_until_then(app, database, mei, hui):
    ravi = a_person(database, ("outlet-manager", 1), name="Ravi")
    path = f"/api/staff/people/{ravi}"
    assert mei.patch(path, json={"grants": [AREA]}).json["grants"] == [MANAGER]
    assert mei.patch(path, json={"grants": [AREA]}).json["code"] == "asked_already"
    assert decide(hui, waiting(hui)[0]["id"], "refuse").status_code == 204
    assert person(hui, ravi)["grants"] == [MANAGER]
    mei.patch(path, json={"grants": [AREA]})
    assert decide(hui, waiting(hui)[0]["id"]).status_code == 204
    assert (person(hui, ravi)["grants"], person(hui, ravi)["waitingGrants"]) == ([AREA], [])


def test_an_address_is_set_in_the_app_until_its_person_has_a_passkey(database, mei, siti):
    path = f"/api/staff/people/{siti}"
    assert mei.patch(path, json={"email": "nobody"}).status_code == 422
    assert mei.patch(path, json={"email": "siti@example.com"}).json["email"] == "siti@example.com"
    kept = mei.patch(path, json={"email": "other@example.com"})
    assert (kept.status_code, kept.json["code"]) == (409, "email_kept")
    new = add(mei, MANAGER, email="typo@example.com")["id"]
    fixed = mei.patch(f"/api/staff/people/{new}", json={"email": "ravi@example.com"})
    assert fixed.json["email"] == "ravi@example.com"


def test_who_lost_every_role_is_listed_and_can_be_disabled(database, mei, hui):
    puppet = add(mei, HEAD)["id"]
    decide(hui, waiting(hui)[0]["id"], "refuse")
    shown = person(hui, puppet)
    assert (shown["grants"], shown["waitingGrants"], shown["mayChange"]) == ([], [], True)
    answer = hui.patch(f"/api/staff/people/{puppet}", json={"disabled": True, "reason": "added by mistake"})
    assert answer.status_code == 200
