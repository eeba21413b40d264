"""No switch without an effect: each choice about messages is flipped, the message stops, and comes back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from loyalty import scheduler
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.features.events import stream
from loyalty.features.members import consents
from loyalty.features.points import ledger
from loyalty.rules.events import EventType
from loyalty.rules.people import DEFAULTS, MARKETING
from support.cases import case
from support.factories import a_bill, a_member, a_reward
from support.message_steps import choose, earn, messages
from support.staff_app import a_person, in_office

pytestmark = pytest.mark.any_database

KUALA_LUMPUR = ZoneInfo("Asia/Kuala_Lumpur")


# The telephone with WhatsApp, of a group that has a template for advertising.
WHATSAPP = {"message_channel": "whatsapp", "whatsapp_notice_template": "notice"}
WITH_ADVERTISING = {**WHATSAPP, "whatsapp_marketing_template": "offer"}


@pytest.fixture
def channel(request):
    """The channel that reaches the member first: `email`, unless a test names another one."""
    return getattr(request, "param", "email")


@pytest.fixture
def config(config, channel):
    chosen = {"phone": WHATSAPP, "whatsapp": WITH_ADVERTISING}.get(channel, {})
    return config.model_copy(update=chosen)


@pytest.fixture
def member(database, work, clock, channel):
    email = None if channel in ("phone", "whatsapp") else "aisyah@example.com"
    found = a_member(database, email=email, date_of_birth=date(1994, 3, 8))
    work()
    return found


@dataclass
class World:
    """Everything that can happen to a member."""

    app: Any
    database: Any
    clock: Any
    member: int
    as_member: Any
    channel: str
    service: Any
    mails: Any
    texts: Any
    browser: Any = None
    office: Any = None
    other_office: Any = None
    times: int = 0

    def go_to(self, text: str) -> None:
        """Set the clock to a moment of Malaysia's."""
        self.clock.set(datetime.fromisoformat(text).replace(tzinfo=KUALA_LUMPUR))

    def sign_in(self) -> None:
        """Sign everybody in anew: sessions end while the clock goes on."""
        self.browser = self.as_member(self.member)
        self.office, self.other_office = (
            in_office(self.app, a_person(self.database, ("head-office", None), name=f"{name} {self.times}"))
            for name in ("Mei", "Raj")
        )
        if self.channel == "push":
            path = f"/api/member/{self.member}/pushSubscription"
            self.service.public_key = self.browser.get(path).json["publicKey"]
            assert self.browser.post(path, json=self.service.subscription).status_code == 201

    def titles(self) -> list[str]:
        """The titles of the messages that came; by one channel only."""
        came = {
            "email": [mail["Subject"] for mail in self.mails.all],
            "push": [push["notification"]["title"] for push in self.service.pushes],
            "phone": [text.text.partition(":")[0] for text in self.texts.all],
        }
        channel = "phone" if self.channel == "whatsapp" else self.channel
        assert {name for name, titles in came.items() if titles} <= {channel}
        return came[channel]


def a_bill_is_verified(world: World) -> None:
    earn(world.database, world.member)


def points_are_corrected(world: World) -> None:
    with world.database.bound(), transaction() as db:
        ledger.adjust(db, world.member, 5, a_bill(), "a correction")


def a_reward_is_new(world: World) -> None:
    reward = a_reward(world.database)
    with world.database.bound(), transaction() as db:
        data = {"rewardId": reward, "title": "Mango rice", "kind": "points"}
        stream.emit(db, EventType.REWARD_NEW, now(db), subject=f"reward/{reward}", data=data)


def a_dish_is_new(world: World) -> None:
    path = "/api/staff/content/menu"
    menu = world.office.get(path).json
    document, key = menu["published"]["document"], f"dish-{world.times}"
    document["dishes"].append({**document["dishes"][0], "id": key, "name": {"en": "Crab omelette"}})
    section = document["menus"][0]["sections"][0]
    section["dishes"].append({"dish": key, "isSignature": False})
    saved = world.office.put(path, json={"revision": menu["revision"], "document": document})
    assert saved.status_code == 200, saved.text
    body = {"revision": saved.json["revision"], "reason": "A new dish is on the menu"}
    assert world.office.post(f"{path}/publish", json=body).status_code == 200


def a_broadcast(kind: str, text: str = "It is the week of mangoes.") -> Callable[[World], None]:
    def happen(world: World) -> None:
        path = "/api/staff/broadcast"
        texts = {"en": {"title": "From our kitchens", "body": text}}
        content = {"kind": kind, "segment": {"languages": ["en"]}, "texts": texts}
        made = world.office.post(path, json=content).json
        body = {"state": "waiting", "revision": 1, "reason": "The week of mangoes"}
        asked = world.office.put(f"{path}/{made['id']}/state", json=body).json["approvalId"]
        approve = f"/api/staff/approval/{asked}/decision"
        assert world.other_office.post(approve, json={"decision": "approve"}).status_code == 204

    return happen


def a_birthday_month_begins(world: World) -> None:
    if not world.times:
        a_reward(world.database, kind="birthday", title="Cake")
    world.go_to(f"{2027 + world.times}-03-01 09:00")
    world.sign_in()
    run_scheduler(world)


def a_week_ends(world: World) -> None:
    monday = datetime(2026, 3, 16, 9, tzinfo=KUALA_LUMPUR) + timedelta(days=7 * world.times)
    world.clock.set(monday - timedelta(days=1))
    points_are_corrected(world)
    earn(world.database, world.member)
    world.clock.set(monday)
    run_scheduler(world)


def run_scheduler(world: World) -> None:
    with world.database.bound():
        failed = {each.job for each in scheduler.run() if each.failed}
    # Years from now the office log is kept all the same: its trigger knows the real time only.
    assert failed <= {"retention"}


def snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name)


# Each switch, what happens that it decides about, and the title of what tells of it.
SWITCHES = [
    ("orderNotifications", a_bill_is_verified, "Your bill is verified"),
    ("pointsNotifications", points_are_corrected, "Points added"),
    ("promotionsNotifications", a_reward_is_new, "A new reward"),
    ("promotionsNotifications", a_broadcast("marketing"), "From our kitchens"),
    ("newsletter", a_broadcast("newsletter"), "From our kitchens"),
    ("menuNotifications", a_dish_is_new, "New on the menu"),
    ("birthdayOffers", a_birthday_month_begins, "Your birthday gift is ready"),
    ("weeklySummary", a_week_ends, "Your week in points"),
]
# All by e-mail, and what the other channels carry: one of what is not advertising and one of what is.
BY_CHANNEL = [
    *((*row, "email") for row in SWITCHES),
    *((*SWITCHES[0], channel) for channel in ("push", "phone")),
    *((*SWITCHES[3], channel) for channel in ("push", "whatsapp")),
]
ADVERTISING = [row for row in BY_CHANNEL if snake(row[0]) in MARKETING]
# Those that decide how and when: test_messages.py and the last tests here.
OF_CHANNELS = {
    "push_enabled",
    "security_notifications",
    "quiet_hours_enabled",
    "quiet_hours_start",
    "quiet_hours_end",
    "notification_frequency",
}


def test_every_choice_about_messages_is_here():
    here = {snake(name) for name, *_ in SWITCHES} | OF_CHANNELS
    assert here == set(DEFAULTS["notifications"])
    # The apps show no setting that is not in this file.
    file = Path(__file__).relative_to(Path(__file__).parents[5]).as_posix()
    assert here == {snake(name) for name in case("switches")[file]}


@pytest.fixture
def world(app, database, clock, member, as_member, channel, service, mails, texts):
    return World(app, database, clock, member, as_member, channel, service, mails, texts)


@pytest.mark.parametrize(("switch", "happen", "title", "channel"), BY_CHANNEL, indirect=["channel"])
def test_a_switch_stops_a_message_and_brings_it_back(world, work, switch, happen, title):
    for chosen, expected in ((True, 1), (False, 1), (True, 2)):
        world.sign_in()
        choose(world.browser, world.member, **{switch: chosen})
        before = {each["id"] for each in messages(world.browser, world.member)["notificationList"]}
        happen(world)
        work()
        assert world.titles().count(title) == expected, chosen
        world.sign_in()
        found = messages(world.browser, world.member)["notificationList"]
        new = [each["title"] for each in found if each["id"] not in before]
        assert new.count(title) == chosen  # nothing is written to the log either
        world.times += 1


@pytest.mark.parametrize(("switch", "happen", "title", "channel"), ADVERTISING, indirect=["channel"])
def test_a_consent_that_is_withdrawn_stops_advertising_and_brings_it_back(world, work, switch, happen, title):
    """Also where the switch stays on: the newest choice about advertising decides."""
    for agreed, expected in ((True, 1), (False, 1), (True, 2)):
        world.sign_in()
        choose(world.browser, world.member, **{switch: True})
        kind = snake(switch)
        with world.database.bound(), transaction() as db:
            consents.record_marketing(
                db,
                world.member,
                dict.fromkeys(MARKETING, None) | {kind: not agreed},
                dict.fromkeys(MARKETING, None) | {kind: agreed},
                channel="site",
            )
        happen(world)
        work()
        assert world.titles().count(title) == expected, agreed
        world.times += 1


@pytest.mark.parametrize(("switch", "happen", "title", "channel"), ADVERTISING, indirect=["channel"])
def test_a_member_who_does_not_want_to_be_contacted_gets_no_advertising(world, work, switch, happen, title):
    for allowed, expected in ((True, 1), (False, 1), (True, 2)):
        world.sign_in()
        choose(world.browser, world.member, **{switch: True})
        privacy = {"profileVisibility": "public", "showActivityStatus": True, "allowContact": allowed}
        path = f"/api/member/{world.member}/preferences"
        assert world.browser.put(path, json={"privacy": privacy}).status_code == 200
        happen(world)
        work()
        assert world.titles().count(title) == expected, allowed
        world.times += 1


@pytest.mark.parametrize(("channel", "is_on"), [("phone", False), ("whatsapp", True)], indirect=["channel"])
def test_advertising_goes_to_a_telephone_only_where_the_group_has_turned_it_on(world, work, texts, is_on):
    world.sign_in()
    choose(world.browser, world.member, promotionsNotifications=True, newsletter=True)
    content = {"segment": {}, "texts": {"en": {"title": "From our kitchens", "body": "Mango\nrice " * 150}}}
    preview = "/api/staff/broadcast/preview"
    for kind, channel in (("marketing", "phone" if is_on else "log"), ("newsletter", "log")):
        seen = world.office.post(preview, json={**content, "kind": kind}).json
        assert (seen["byChannel"], seen["leaving"]) == ({channel: 1}, int(channel == "phone"))
        a_broadcast(kind, content["texts"]["en"]["body"])(world)
        work()
        (shown, *_) = world.office.get("/api/staff/broadcast").json["broadcastList"]
        counted = {name: shown["outcome"][name] for name in ("sent", "failed", "dropped")}
        assert counted == {"sent": int(channel == "phone"), "failed": 0, "dropped": 0}
    earn(world.database, world.member)
    work()
    assert [text.kind for text in texts.all] == ["advertising"] * is_on + ["notification"]
    if is_on:  # in one line, and with the way to end it
        text = texts.all[0].text
        assert text.startswith("From our kitchens: Mango rice Mango rice")
        assert text.endswith("/settings/notifications")
        assert len(text) < 700


def test_dishes_that_were_there_before_are_not_announced(world, mails, work):
    world.sign_in()
    choose(world.browser, world.member, menuNotifications=True)
    a_dish_is_new(world)
    work()
    (mail,) = mails.all
    assert "New on our menu: Crab omelette." in mail.get_body(("plain",)).get_content()
    path = "/api/staff/content/menu"
    menu = world.office.get(path).json
    first = world.office.get(path).json["versionList"][-1]["id"]
    newest = menu["published"]["id"]
    for version in (first, newest):  # taken off, and put on again
        revision = world.office.get(path).json["revision"]
        body = {"revision": revision, "versionId": version, "reason": "The crabs are late"}
        answer = world.office.post(f"{path}/publish", json=body)
        assert answer.status_code == 200, answer.text
        work()
    assert len(mails.all) == 1


def test_security_is_always_told_and_the_switch_keeps_it_from_devices(world, service, mails, work):
    world.sign_in()
    path = f"/api/member/{world.member}/pushSubscription"
    service.public_key = world.browser.get(path).json["publicKey"]
    assert world.browser.post(path, json=service.subscription).status_code == 201
    for chosen, pushes, mailed in ((True, 1, 1), (False, 1, 2), (True, 2, 3)):
        choose(world.browser, world.member, securityNotifications=chosen)
        with world.database.bound(), transaction() as db:
            stream.emit(db, EventType.MEMBER_ERASURE_ASKED, now(db), member_id=world.member)
        work()
        assert (len(service.pushes), len(mails.all)) == (pushes, mailed)


@pytest.mark.parametrize("channel", ["email", "push", "phone"], indirect=True)
@pytest.mark.parametrize(
    ("quiet", "is_held"),
    [
        ({"quietHoursEnabled": False}, False),
        ({"quietHoursEnabled": True}, True),
        ({"quietHoursEnabled": True, "quietHoursStart": "12:01"}, False),
        ({"quietHoursEnabled": True, "quietHoursEnd": "12:00"}, False),
    ],
)
def test_each_of_the_quiet_hours_counts_and_what_they_hold_comes_at_their_end(world, work, quiet, is_held):
    world.go_to("2026-03-14 12:00")
    world.sign_in()
    usual = {"quietHoursStart": "11:00", "quietHoursEnd": "13:00"}
    choose(world.browser, world.member, **{**usual, **quiet})
    earn(world.database, world.member)
    work()
    assert (world.titles() == []) is is_held
    world.go_to("2026-03-14 13:00")
    work()
    assert world.titles() == ["Your bill is verified"]
