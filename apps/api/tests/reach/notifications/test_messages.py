"""Messages to members, from the fact to the log, the mailbox, the browser and the telephone."""

import json
import re
import threading
from pathlib import Path

import pytest
from sqlalchemy import select, text

from loyalty.backoffice.members import actions
from loyalty.db import job_list
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.features.access import devices, sign_in
from loyalty.features.events import stream
from loyalty.features.members import recipients, records
from loyalty.gateways import outbox
from loyalty.gateways.channels import EmailChannel, ProviderDown
from loyalty.reach.notifications import delivery, log
from loyalty.reach.notifications.texts import text_of, words
from loyalty.rules.events import EventType
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import KINDS, WRITTEN
from loyalty.rules.people import LANGUAGES
from loyalty.worker import compose, worker_for
from support.factories import AMIR, a_member, signed_in
from support.mail_html import html_of
from support.message_steps import choose, earn, messages
from support.outbox_message import drain

AT_NIGHT = {"quietHoursEnabled": True, "quietHoursStart": "22:00", "quietHoursEnd": "08:00"}
POINTS = {"points": 5, "balance": 5}
AT_RISK = {"name": "Plus", "keepBy": "2026-03-15"}


def test_a_bill_is_told_once_in_the_log_and_by_mail(database, browser, member, mails, work):
    earn(database, member)
    work()
    work()
    found = messages(browser, member)
    (entry,) = found["notificationList"]
    assert entry["preference"] == "orderNotifications"
    assert entry["title"] == "Your bill is verified"
    assert entry["body"] == "45 points were added for your bill. You now have 45 points."
    assert entry["why"].startswith("You get this because “Orders” is on")
    assert (entry["channels"], entry["isRead"], found["unreadCount"]) == (["email"], False, 1)
    (mail,) = mails.all
    assert mail["To"] == "aisyah@example.com"
    assert mail["Subject"] == "Your bill is verified"
    assert "45 points were added" in mail.get_body(("plain",)).get_content()
    assert "45 points were added" in html_of(mail)
    read = browser.post(f"/api/member/{member}/notification/read", json={"upToId": entry["id"]})
    assert read.json == {"unreadCount": 0}


def test_a_part_of_the_worker_that_always_fails_stops_no_other(database, owner, config, member):
    with owner.writes.begin() as connection:
        connection.execute(text("ALTER TABLE broadcasts RENAME TO elsewhere"))
    earn(database, member)
    worker, tries = worker_for(config, database), threading.Event()
    worker.start()
    for _ in range(100):
        lines = Path(config.message_file).read_text() if Path(config.message_file).exists() else ""
        if "Your bill is verified" in lines or tries.wait(0.1):
            break
    worker.stop()
    with owner.writes.begin() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO broadcasts"))
    assert "Your bill is verified" in lines


def test_a_message_that_cannot_leave_is_listed_and_stops_nobody_elses(
    as_member, database, owner, texts, work, clock
):
    broken, other = a_member(database), a_member(database)
    for member in (broken, other):
        earn(database, member)
    with database.bound():
        log.follow()
    with owner.writes.begin() as connection:
        connection.execute(text("UPDATE notifications SET data = '{}' WHERE member_id = :id"), {"id": broken})
    work()
    assert len(texts.all) == 1
    with database.bound():
        (failing,) = job_list.listed(current_session(), job_list.NOT_DONE, 10)
    assert (failing.queue, failing.last_error) == ("deliveries", "KeyError")


def test_one_click_ends_that_kind_without_signing_in(app, config, database, browser, member, mails, work):
    earn(database, member)
    work()
    (mail,) = mails.all
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.search(r"<https?://[^/]+(/.*)>", mail["List-Unsubscribe"])[1]
    stranger = app.test_client()
    opened = stranger.get(path)
    page = f"{config.mini_origin}/unsubscribe#{path.rpartition('/')[2]}"
    assert (opened.status_code, opened.headers["Location"]) == (303, page)
    for part in ("plain", "html"):
        assert page in mail.get_body((part,)).get_content()
    # A scanner that opens the link changes nothing.
    assert stranger.get(f"{path}/kind").json == {"preference": "orderNotifications", "isOn": True}
    before = browser.get(f"/api/member/{member}/preferences").json["notifications"]
    assert before["orderNotifications"] is True
    done = stranger.post(path, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 204
    after = browser.get(f"/api/member/{member}/preferences").json["notifications"]
    assert after == {**before, "orderNotifications": False}
    assert stranger.get(f"{path}/kind").json == {"preference": "orderNotifications", "isOn": False}
    assert stranger.post(f"{path}x").status_code == 404


def test_a_push_hides_points_unless_the_member_allows_them(database, browser, member, service, mails, work):
    path = f"/api/member/{member}/pushSubscription"
    made = browser.post(path, json=service.subscription)
    assert made.status_code == 201, made.text
    (listed,) = browser.get(path).json["pushSubscriptionList"]
    assert listed == made.json
    assert (listed["isCurrent"], listed["showsDetails"]) == (True, False)
    earn(database, member)
    work()
    (push,) = service.pushes
    assert push["notification"]["title"] == "Your bill is verified"
    assert push["notification"]["body"] == "Open the app to read it."
    assert push["notification"]["navigate"].endswith("/activity")
    assert "45" not in json.dumps(push["notification"]["body"])
    assert mails.all == []
    head = service.requests[0]
    assert (head["Content-Encoding"], head["Urgency"]) == ("aes128gcm", "normal")
    assert int(head["TTL"]) > 0
    assert browser.patch(f"{path}/{made.json['id']}", json={"showsDetails": True}).status_code == 200
    earn(database, member)
    work()
    assert "90 points" in service.pushes[1]["notification"]["body"]


def renewed(service) -> dict[str, str]:
    """What a browser sends that has put another subscription in the place of the one it had."""
    kept = {name: value for name, value in service.subscription.items() if name != "showsDetails"}
    return {**kept, "replaces": kept["endpoint"], "endpoint": f"http://{service.host}/send/2"}


@pytest.mark.parametrize("is_gone", [False, True])
def test_a_subscription_that_the_browser_renewed_takes_the_place_of_the_old_one(
    database, browser, member, service, mails, work, is_gone
):
    path = f"/api/member/{member}/pushSubscription"
    made = browser.post(path, json={**service.subscription, "showsDetails": True})
    if is_gone:  # the push service has answered 410 before the browser was opened again
        service.answers = [410]
        earn(database, member)
        work()
    for _ in range(2):  # the answer to the first may be lost
        answer = browser.post(f"{path}/renew", json=renewed(service))
        assert (answer.status_code, answer.json) == (200, made.json)
    assert browser.get(path).json["pushSubscriptionList"] == [made.json]
    earn(database, member)
    work()
    assert service.pushes[-1]["notification"]["body"] != "Open the app to read it."
    assert mails.all == []


def test_a_device_that_was_turned_off_elsewhere_stays_off_until_it_is_turned_on_there(
    browser, as_member, member, service
):
    path = f"/api/member/{member}/pushSubscription"
    made = browser.post(path, json=service.subscription)
    elsewhere = as_member(member)
    assert elsewhere.post(f"{path}/renew", json=renewed(service)).status_code == 404
    assert elsewhere.delete(f"{path}/{made.json['id']}").status_code == 204
    refused = browser.post(f"{path}/renew", json=renewed(service))
    assert (refused.status_code, refused.json["code"]) == (404, "no_such_subscription")
    assert browser.get(path).json["pushSubscriptionList"] == []
    assert browser.post(path, json=service.subscription).status_code == 201


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_used_no_more_and_the_mail_comes_back(
    database, browser, member, service, mails, work, status
):
    path = f"/api/member/{member}/pushSubscription"
    browser.post(path, json=service.subscription)
    service.answers = [status]
    earn(database, member)
    work()
    assert browser.get(path).json["pushSubscriptionList"] == []
    earn(database, member)
    work()
    assert (len(service.requests), len(mails.all)) == (1, 1)


def test_no_push_goes_to_a_device_that_signed_out(database, browser, member, service, mails, work):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    browser.post("/api/member/logout")
    earn(database, member)
    work()
    assert (service.requests, len(mails.all)) == ([], 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://169.254.169.254/latest"},
        {"endpoint": "http://127.0.0.1:1/send"},
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
    ],
)
def test_a_subscription_that_cannot_be_is_refused(browser, member, service, wrong):
    path = f"/api/member/{member}/pushSubscription"
    assert browser.post(path, json={**service.subscription, **wrong}).status_code == 422
    assert browser.get(path).json["pushSubscriptionList"] == []


@pytest.mark.parametrize(
    ("type_", "data", "quiet", "hours"),
    [
        (EventType.POINTS_ADDED, POINTS, {}, 8 * 24),
        (EventType.POINTS_ADDED, POINTS, AT_NIGHT, 10),
        (EventType.TIER_AT_RISK, AT_RISK, {}, 36),
        (EventType.TIER_AT_RISK, AT_RISK, AT_NIGHT, 10),
        (EventType.MEMBER_ERASURE_ASKED, {}, {}, 24),
        (EventType.MEMBER_ERASURE_ASKED, {}, AT_NIGHT, 10),
    ],
)
def test_a_push_service_keeps_a_push_until_quiet_hours_and_while_it_is_of_use(
    database, browser, member, service, work, type_, data, quiet, hours
):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    choose(browser, member, **quiet)
    with database.bound(), transaction() as db:  # at noon
        stream.emit(db, type_, now(db), member_id=member, data=data)
    work()
    (head,) = service.requests
    assert int(head["TTL"]) == hours * 3600


def test_quiet_hours_hold_a_message_and_let_it_go_once(database, browser, member, mails, work, clock):
    choose(browser, member, quietHoursEnabled=True, quietHoursStart="11:00", quietHoursEnd="13:00")
    earn(database, member)  # at noon
    work()
    assert mails.all == []
    assert messages(browser, member)["unreadCount"] == 1
    clock.advance(minutes=59)
    work()
    assert mails.all == []
    clock.advance(minutes=1)
    work()
    work()
    assert len(mails.all) == 1


def test_a_day_is_one_mail_in_the_members_language(database, browser, member, mails, work, clock):
    choose(browser, member, notificationFrequency="daily")
    language = browser.get(f"/api/member/{member}/preferences").json["language"]
    chosen = {"language": {**language, "selectedLanguage": "ms"}}
    browser.put(f"/api/member/{member}/preferences", json=chosen)
    for _ in range(3):
        earn(database, member)
    work()
    assert mails.all == []
    clock.advance(days=1)
    work()
    (mail,) = mails.all
    assert mail["Subject"] == "Mesej baharu anda: 3"
    assert mail.get_body(("plain",)).get_content().count("mata ditambah untuk bil anda") == 3


def shown(browser, member):
    """By which channels the log says a message was and was not sent, and what the export says of each."""
    (entry,) = messages(browser, member)["notificationList"]
    exported = browser.get(f"/api/member/{member}/export").json["records"]["notificationDeliveries"]
    return entry["channels"], entry["undelivered"], [(each["channel"], each["state"]) for each in exported]


def retry_the_mail(database):
    with database.bound(), transaction() as db:
        (lost,) = job_list.retriable(db)
        job_list.retry(db, lost)


def test_a_mail_that_the_server_refuses_was_not_sent_until_it_is(database, browser, member, mails, work):
    mails.refuses = True
    earn(database, member)
    work()
    assert shown(browser, member) == ([], ["email"], [("email", "failed")])
    mails.refuses = False
    retry_the_mail(database)
    work()
    assert shown(browser, member) == (["email"], [], [("email", "sent")])


@pytest.mark.parametrize(("answers", "expected"), [([410, 410], "failed"), ([410, 201], "sent")])
def test_a_push_was_sent_when_it_reached_one_browser(
    as_member, database, browser, member, service, work, answers, expected
):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    other = {**service.subscription, "endpoint": f"{service.subscription['endpoint']}-2"}
    second = as_member(member)
    assert second.post(f"/api/member/{member}/pushSubscription", json=other).status_code == 201
    service.answers = answers
    earn(database, member)
    work()
    channels = (["push"], []) if expected == "sent" else ([], ["push"])
    assert shown(browser, member) == (*channels, [("push", expected)])


def test_a_text_that_expired_was_not_sent(as_member, database, work, clock):
    member = a_member(database)
    earn(database, member)
    work(telephone=Broken())
    assert shown(as_member(member), member) == ([], [], [("phone", "leaving")])
    clock.advance(days=9)
    work()
    assert shown(as_member(member), member) == ([], ["phone"], [("phone", "failed")])


def a_new_device(database, member):
    with database.bound(), transaction() as db:
        sign_in.begin(db, member, at_mini=False, is_new_device=True)


def a_passkey(database, member):
    with database.bound(), transaction() as db:
        devices.notify(
            db, records.get_member(db, member), kind="passkey_added", reference=member, text="A passkey"
        )
        data = {"passkeyId": member}
        stream.emit(db, EventType.MEMBER_PASSKEY_ADDED, now(db), member_id=member, data=data)


@pytest.mark.parametrize("is_logged_first", [True, False])
def test_a_mail_written_with_a_sign_in_was_not_sent_until_it_is(
    database, browser, member, mails, work, is_logged_first
):
    mails.refuses = True
    a_new_device(database, member)
    with database.bound():
        if is_logged_first:
            log.follow()
            assert shown(browser, member) == ([], [], [("email", "leaving")])
        drain(EmailChannel(compose, mails.deliver), outbox.EMAIL)
    work()
    assert shown(browser, member) == ([], ["email"], [("email", "failed")])
    mails.refuses = False
    retry_the_mail(database)
    work()
    assert shown(browser, member) == (["email"], [], [("email", "sent")])
    assert len(mails.all) == 1


@pytest.mark.parametrize("is_broken", [True, False])
def test_a_text_written_with_a_passkey_was_sent_or_not(as_member, database, texts, work, clock, is_broken):
    member = a_member(database)
    browser = as_member(member)
    a_passkey(database, member)
    work(telephone=Broken() if is_broken else texts)
    clock.advance(days=2)
    work()
    expected = ([], ["phone"], [("phone", "failed")]) if is_broken else (["phone"], [], [("phone", "sent")])
    assert shown(browser, member) == expected


def test_a_mail_that_is_unwanted_when_it_is_composed_was_not_sent(database, browser, member, mails, work):
    earn(database, member)
    with database.bound():
        log.follow()
        delivery.dispatch()
    choose(browser, member, orderNotifications=False)
    work()
    assert mails.all == []
    assert shown(browser, member) == ([], [], [("email", "dropped")])


def test_only_a_telephone_gets_points_by_it(database, texts, work):
    member = a_member(database)
    earn(database, member)
    work()
    (text,) = texts.all
    assert text.text.startswith("Your bill is verified: 45 points")


def numbers(database, member):
    with database.bound():
        return [each.number for each in recipients.found(current_session(), [member])]


class Broken:
    """A telephone network that is down."""

    def send(self, _message):
        raise ProviderDown


@pytest.mark.parametrize("frequency", ["immediate", "daily"])
def test_a_text_that_quiet_hours_keep_from_leaving_leaves_once_after_them(
    database, as_member, texts, work, clock, frequency
):
    member = a_member(database)
    browser = as_member(member)
    start, end = ("12:01", "13:01") if frequency == "immediate" else ("09:01", "10:01")
    quiet = {"quietHoursEnabled": True, "quietHoursStart": start, "quietHoursEnd": end}
    choose(browser, member, notificationFrequency=frequency, **quiet)
    for _ in range(1 if frequency == "immediate" else 2):
        earn(database, member)  # at noon
    if frequency == "daily":
        work()
        clock.advance(hours=21)
    work(telephone=Broken())
    clock.advance(minutes=1)
    work()  # the text expires
    work()  # and its message waits again
    assert texts.all == []
    assert messages(browser, member)["notificationList"][0]["channels"] == []
    clock.advance(minutes=60)
    work()
    work()
    (text,) = texts.all
    assert text.text.startswith(
        "Your bill is verified" if frequency == "immediate" else "Your new messages: 2"
    )
    assert messages(browser, member)["notificationList"][0]["channels"] == ["phone"]


def test_a_text_that_is_of_no_use_after_quiet_hours_does_not_leave(database, as_member, texts, work, clock):
    member = a_member(database)
    choose(as_member(member), member, **{**AT_NIGHT, "quietHoursStart": "23:30"})
    clock.advance(hours=11, minutes=29)
    with database.bound(), transaction() as db:
        data = {"name": "Plus", "keepBy": "2026-03-14"}
        stream.emit(db, EventType.TIER_AT_RISK, now(db), member_id=member, data=data)
    work(telephone=Broken())
    for minutes in (1, 9 * 60):
        clock.advance(minutes=minutes)
        work()
    assert texts.all == []


def test_one_tap_in_the_log_ends_a_kind_and_never_security(app, database, browser, member, work):
    earn(database, member)
    assert browser.post(f"/api/member/{member}/erasure/otp").status_code == 200
    work()
    security, bill = messages(browser, member)["notificationList"]
    assert (security["kind"], security["canStop"], bill["canStop"]) == ("erasure_asked", False, True)
    path = f"/api/member/{member}/notification"
    assert browser.post(f"{path}/{security['id']}/stop").status_code == 409
    assert browser.post(f"{path}/{bill['id']}/stop").json["notifications"]["orderNotifications"] is False
    other = signed_in(app, a_member(database))
    assert app.test_client().post(f"{path}/{bill['id']}/stop", headers=other).status_code == 403


def test_push_switched_off_stops_pushes_and_brings_the_mail(database, browser, member, service, mails, work):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    for chosen, pushes, mailed in ((True, 1, 0), (False, 1, 1), (True, 2, 1)):
        choose(browser, member, pushEnabled=chosen)
        earn(database, member)
        work()
        assert (len(service.pushes), len(mails.all)) == (pushes, mailed)


def test_minimal_keeps_to_the_log_what_does_not_matter_most(database, browser, member, mails, work):
    for chosen, expected in (("minimal", 0), ("immediate", 1)):
        choose(browser, member, notificationFrequency=chosen)
        earn(database, member)
        work()
        assert len(mails.all) == expected
    assert messages(browser, member)["unreadCount"] == 2


def test_a_choice_made_while_a_message_waits_holds(database, browser, member, mails, work, clock):
    choose(browser, member, notificationFrequency="daily")
    earn(database, member)
    work()
    choose(browser, member, orderNotifications=False)
    clock.advance(days=1)
    work()
    assert mails.all == []


def correct(app, member, **changes):
    with app.app_context(), transaction() as db:
        actions.correct(db, member, changes, AMIR)


def test_the_number_that_was_changed_is_notified_and_not_the_new_one(app, database, as_member, texts, work):
    member = a_member(database)
    (old,) = numbers(database, member)
    browser = as_member(member)
    correct(app, member, mobile_number="198765432")
    work()
    work()
    (text,) = texts.all
    assert text.to == old
    assert text.text.startswith("Your telephone number was changed: Our office changed")
    with database.bound():
        rows = current_session().execute(select(Job.recipient, Job.payload)).all()
        events = current_session().connection().exec_driver_sql("SELECT data FROM events").scalars().all()
    assert rows == [(f"…{old[-2:]}", {})]
    assert old[3:] not in str(events)
    again = as_member(member)
    assert browser.get(f"/api/member/{member}/notification").status_code == 401
    assert messages(again, member)["notificationList"][0]["kind"] == "number_changed"


def test_the_address_before_the_change_is_notified_of_a_new_number(app, member, mails, texts, work):
    correct(app, member, mobile_number="198765432", email="new@example.com")
    work()
    (mail,) = mails.all
    assert (mail["To"], mail["Subject"]) == ("aisyah@example.com", "Your telephone number was changed")
    assert "Did you not ask for that?" in mail.get_body(("html",)).get_content()
    assert "14/03/2026, 12:00" in mail.get_body(("plain",)).get_content()
    assert texts.all == []


@pytest.mark.parametrize("email", [None, "aisyah@example.com"])
def test_an_erasure_wipes_a_notice_to_the_former_number_or_address(app, database, mails, texts, work, email):
    member = a_member(database, email=email)
    correct(app, member, mobile_number="198765432")
    with app.app_context():
        actions.erase(member, AMIR)
    with database.bound():
        rows = current_session().execute(select(Job.recipient, Job.payload)).all()
    [(recipient, payload)] = rows
    assert (len(recipient) <= len("…89"), payload) == (True, {})
    work()
    assert (mails.all, texts.all) == ([], [])


def test_messages_are_exported_and_erased(app, database, browser, member, service, work):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    earn(database, member)
    work()
    exported = browser.get(f"/api/member/{member}/export").json["records"]
    assert exported["notifications"][0]["kind"] == "bill_verified"
    assert exported["notificationDeliveries"][0]["channel"] == "push"
    assert "endpoint" not in exported["pushSubscriptions"][0]
    with app.app_context():
        actions.erase(member, AMIR)
    with database.bound():
        for table in ("notifications", "notification_deliveries", "push_subscriptions"):
            rows = current_session().connection().exec_driver_sql(f"SELECT member_id FROM {table}")  # noqa: S608
            assert member not in rows.scalars().all()


VALUES = {
    "points": 1_234,
    "balance": 5_678,
    "remark": "Tea",
    "name": "Tea",
    "title": "Tea",
    "fromName": "Basic",
    "toName": "Plus",
    "expiresAt": "2026-03-31T15:59:59.000Z",
    "keepBy": "2026-03-31",
    "earned": 1,
    "spent": 2,
    "openVouchers": 3,
    "browser": "Chrome",
    "system": "Android",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_its_words_in_every_language(language, clock):
    assert set(words(language)["kinds"]) == set(KINDS) - set(WRITTEN)
    for kind in words(language)["kinds"]:
        data = {
            name: each for name, each in VALUES.items() if (name != "expiresAt" or kind != "tier_at_risk")
        }
        text = text_of(kind, Formats(language), data, clock.now())
        assert "{" not in text.title + text.body + text.why
        english = text_of(kind, Formats("en"), data, clock.now())
        assert language == "en" or text.body != english.body
        # Anybody may see a title on a locked screen.
        assert not re.search(r"[0-9]|Tea|Plus|Basic", text.title)
