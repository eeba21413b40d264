"""The devices of a member: listed, signed out from elsewhere, and notified when new."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from loyalty.backoffice.log import log
from loyalty.backoffice.members import actions
from loyalty.config import Config
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.gateways.channels import EmailChannel, FileChannel
from loyalty.gateways.outbox import EMAIL
from loyalty.worker import compose
from support.factories import AMIR, a_member
from support.login_steps import OWN, alive, ask, ask_to_join, check, enter, form, mint
from support.mail_html import html_of
from support.outbox_message import drain

NATIONAL = "123456789"
PHONE = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
    "Mobile Safari/537.36"
)
LAPTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0"


def as_(token: str) -> dict[str, str]:
    return {"x-user-token": token}


def listed(client, token):
    answer = client.get("/api/member/session", headers=as_(token))
    assert answer.status_code == 200, answer.text
    return answer.json["deviceList"]


@pytest.fixture
def channel() -> str:
    """By what messages leave."""
    return "file"


@pytest.fixture
def notice_template() -> str:
    """The WhatsApp template of messages without a code."""
    return ""


@pytest.fixture
def config(config: Config, channel: str, notice_template: str) -> Config:
    """Codes may be asked for one after the other; what is tested here are sessions."""
    how = {"message_channel": channel, "whatsapp_notice_template": notice_template}
    return config.model_copy(update={"rate_limits": False, **how})


@pytest.fixture
def browser(app, sent, clock):
    """`browser(PHONE)` is a new browser and its token: a sign-in by a code, as a person does it."""

    def signed_in(user_agent: str, client=None):
        client = client or app.test_client()
        client.environ_base["HTTP_USER_AGENT"] = user_agent
        clock.advance(seconds=61)
        assert ask(client).status_code == 200
        answer = enter(client, sent.code())
        assert answer.status_code == 200, answer.text
        return client, answer.json["loginToken"]

    return signed_in


@pytest.fixture
def aisyah(database) -> int:
    """A member with a mail address."""
    return a_member(database, number=NATIONAL, email="aisyah@example.com")


@pytest.fixture
def mails(database, config):
    """The mails that have left, oldest first; looking at them sends what waits."""

    def read():
        with database.bound():
            drain(EmailChannel(compose, FileChannel(config.message_file, shown=False).deliver), queue=EMAIL)
        file = Path(config.message_file)
        lines = file.read_text().splitlines() if file.exists() else []
        return [each for each in map(json.loads, lines) if "subject" in each]

    return read


def test_a_member_sees_each_device_once_this_one_first(browser, clock, aisyah):
    _, old = browser(LAPTOP)
    phone, new = browser(PHONE)

    here, there = listed(phone, new)

    assert (here["browser"], here["system"], here["isCurrent"]) == ("Chrome", "Android", True)
    assert (there["browser"], there["system"], there["isCurrent"]) == ("Firefox", "macOS", False)
    assert there["signedInAt"] == "2026-03-14T04:01:01.000Z"
    assert set(here) == {"id", "browser", "system", "signedInAt", "lastSeenAt", "isCurrent"}
    assert listed(phone, old)[0]["id"] == there["id"]


def test_site_and_mini_of_one_browser_are_one_device_seen_when_either_was(browser, clock, aisyah):
    client, site = browser(PHONE)
    mini = check(client, mint(client, site), handoff=OWN).json["loginToken"]
    clock.advance(hours=5)
    mini = check(client, mini).json["loginToken"]

    (device,) = listed(client, mini)

    assert device["isCurrent"]
    assert device["signedInAt"] == "2026-03-14T04:01:01.000Z"
    assert device["lastSeenAt"] == "2026-03-14T09:01:01.000Z"


def test_a_device_that_is_signed_out_from_elsewhere_opens_nothing_at_once(browser, aisyah):
    laptop, site = browser(LAPTOP)
    mini = check(laptop, mint(laptop, site), handoff=OWN).json["loginToken"]
    ticket = mint(laptop, site)
    phone, token = browser(PHONE)
    other = listed(phone, token)[1]["id"]

    assert phone.post(f"/api/member/session/{other}/end", headers=as_(token)).status_code == 204

    assert not alive(laptop, site)
    assert not alive(laptop, mini)
    assert check(laptop, ticket, handoff=OWN).status_code == 401
    assert [each["isCurrent"] for each in listed(phone, token)] == [True]
    # Once more changes nothing.
    assert phone.post(f"/api/member/session/{other}/end", headers=as_(token)).status_code == 204


def test_sign_out_everywhere_else_leaves_this_device_with_both_its_sessions(browser, aisyah):
    others = [browser(LAPTOP)[1], browser(PHONE)[1]]
    client, site = browser(PHONE)
    mini = check(client, mint(client, site), handoff=OWN).json["loginToken"]

    assert client.post("/api/member/session/end-others", headers=as_(mini)).status_code == 204

    assert [alive(client, each) for each in others] == [False, False]
    assert alive(client, mini)
    assert alive(client, site)


def test_what_was_signed_out_elsewhere_is_a_security_event(browser, aisyah):
    browser(LAPTOP)
    phone, token = browser(PHONE)

    with capture_logs() as log:
        phone.post("/api/member/session/end-others", headers=as_(token))

    (line,) = [each for each in log if each["event"] == "security event"]
    assert (line["kind"], line["member_id"]) == ("signed_out_elsewhere", aisyah)


def test_nobody_ends_another_members_device(app, client, database, browser, sign_in, aisyah):
    _, token = browser(PHONE)
    device = listed(client, token)[0]["id"]
    another = sign_in(a_member(database, number="187654321"))

    answer = client.post(f"/api/member/session/{device}/end", headers=as_(another))

    assert (answer.status_code, answer.json["code"]) == (404, "no_such_device")
    client.post("/api/member/session/end-others", headers=as_(another))
    assert alive(client, token)


def test_the_office_signs_a_member_out_everywhere_and_signs_for_it(app, client, browser, aisyah):
    tokens = [browser(LAPTOP)[1], browser(PHONE)[1]]

    with app.app_context():
        with transaction() as db:
            assert actions.sign_out(db, aisyah, AMIR) == (2, 0)
        assert log.entries(current_session())[0].action == "member.sign-out"

    assert [alive(client, each) for each in tokens] == [False, False]


def test_a_new_device_is_notified_by_mail_a_known_or_first_one_is_not(browser, mails, sent, aisyah):
    laptop, _ = browser(LAPTOP)
    assert mails() == []  # the first sign-in ever
    browser(LAPTOP, laptop)
    assert mails() == []
    browser(PHONE)

    (mail,) = mails()

    assert mail["to"] == "aisyah@example.com"
    assert mail["kind"] == "new_device"
    assert mail["subject"] == "New sign-in to your membership"
    assert "Chrome on Android, 14/03/2026, 12:03." in mail["text"]
    assert "/settings/devices" in mail["text"]
    assert {each.kind for each in sent.all()} == {"otp"}


def test_the_mail_about_a_new_device_is_html_as_well_with_a_link(app, browser, database, config, aisyah):
    client, token = browser(LAPTOP)
    path, headers = f"/api/member/{aisyah}/preferences", as_(token)
    saved = client.get(path, headers=headers).json["language"]
    client.put(path, json={"language": {**saved, "selectedLanguage": "zh"}}, headers=headers)
    browser(PHONE)

    with database.bound():
        about = select(Job.reference).where(Job.kind == "new_device")
        html = html_of(compose("new_device", current_session().scalars(about).one()))

    assert '<html lang="zh">' in html
    assert "Android 上的 Chrome" in html
    assert f'<a href="{config.mini_origin}/settings/devices"' in html


def test_without_a_mail_address_the_notice_uses_the_channel_of_the_codes(client, sent, browser):
    ask_to_join(client, NATIONAL)
    joined = client.post("/api/member", json=form(NATIONAL, otpCode=sent.code())).json
    browser(LAPTOP, client)
    assert {each.kind for each in sent.all()} == {"otp"}  # the device that joined is known
    client.put(
        f"/api/member/{joined['id']}/preferences",
        json={"language": {**_language(client, joined), "selectedLanguage": "ms"}},
        headers=as_(joined["loginToken"]),
    )

    browser(PHONE)

    (result,) = [each for each in sent.all() if each.kind == "new_device"]
    assert result.to == "+60123456789"
    assert result.text.startswith("Log masuk baharu: Chrome pada Android, 14/03/2026, 12:02.")


def _language(client, joined):
    path = f"/api/member/{joined['id']}/preferences"
    return client.get(path, headers=as_(joined["loginToken"])).json["language"]


def test_nobody_switches_messages_about_a_new_device_off(browser, mails, aisyah):
    """A thief would; the switch is for the screens of devices."""
    client, token = browser(LAPTOP)
    path = f"/api/member/{aisyah}/preferences"
    saved = client.get(path, headers=as_(token)).json["notifications"]
    body = {"notifications": {**saved, "securityNotifications": False}}
    assert client.put(path, json=body, headers=as_(token)).status_code == 200

    browser(PHONE)

    assert len(mails()) == 1


def test_a_ticket_from_joining_with_a_known_number_is_notified_as_well(app, browser, mails, sent, aisyah):
    """The number was proved a moment before, on the same new device."""
    browser(LAPTOP)
    thief = app.test_client()
    ask_to_join(thief, NATIONAL)
    refused = thief.post("/api/member", json=form(NATIONAL, otpCode=sent.code()))
    body = {"CallingCodeId": 1, "MobileNumber": NATIONAL, "SignInTicket": refused.json["signInTicket"]}

    assert thief.post("/api/member/login", json=body).status_code == 200

    assert len(mails()) == 1


def test_a_device_that_was_signed_out_from_elsewhere_is_new_again(browser, mails, aisyah):
    laptop, token = browser(LAPTOP)
    phone, _ = browser(PHONE)
    assert len(mails()) == 1
    theirs = listed(laptop, token)[1]["id"]
    laptop.post(f"/api/member/session/{theirs}/end", headers=as_(token))

    browser(PHONE, phone)

    assert len(mails()) == 2


@pytest.mark.parametrize("channel", ["whatsapp"])
def test_there_is_no_notice_where_a_template_carries_codes_only(channel, sent, database, browser):
    """A WhatsApp template holds a code only; without a mail address the list of devices shows the sign-in."""
    a_member(database, number=NATIONAL)
    browser(LAPTOP)
    browser(PHONE)

    assert {each.kind for each in sent.all()} == {"otp"}


@pytest.mark.parametrize(("channel", "notice_template"), [("whatsapp", "notice")])
def test_by_whatsapp_the_notice_needs_a_template_for_texts(channel, notice_template, sent, database, browser):
    a_member(database, number=NATIONAL)
    browser(LAPTOP)
    browser(PHONE)

    assert [each.kind for each in sent.all()].count("new_device") == 1


def test_the_mail_does_not_leave_for_somebody_who_has_left_meanwhile(app, browser, mails, aisyah):
    browser(LAPTOP)
    browser(PHONE)
    with app.app_context():
        actions.erase(aisyah, AMIR)

    assert mails() == []
