"""The stream of events: written with their facts, numbered without gaps, read once and in order."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DataError, OperationalError
from structlog.testing import capture_logs

from loyalty import scheduler
from loyalty.backoffice.integrations import service
from loyalty.backoffice.members import actions
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.events import stream
from loyalty.features.events.models import Event
from loyalty.features.points import ledger
from loyalty.reach.notifications import log as notification_log
from loyalty.reach.wallet import changes as wallet_changes
from loyalty.reach.webhooks import deliveries
from loyalty.rules.events import EventType
from support.factories import AMIR, a_bill, a_member, a_reward, a_till, signed_in
from support.login_steps import ask, enter

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def listener(database):
    """`listener()` reads what is new and gives it; each event once."""

    def read():
        got = []
        with database.bound():
            while stream.read("test", lambda _db, events: got.extend(events)):
                pass
        return got

    return read


def types(events):
    return [str(event.type) for event in events]


def test_a_bill_and_its_withdrawal_are_events_with_the_balance(app, database, client, listener):
    member, till = a_member(database), a_till(app)
    listener()
    bill = {"memberId": member, "receiptNumber": "R 1", "amount": "1600.00"}
    posted = till.post("/api/pos/earn", json=bill).json["memberEarn"]
    assert listener() == []  # a pending bill is no points
    assert till.post(f"/api/pos/earn/{posted['id']}/verify").status_code == 200
    earned, tier = listener()
    assert (earned.type, earned.source, earned.subject) == ("points.earned", "/points", f"member/{member}")
    assert (earned.data["points"], earned.data["balance"]) == (1_600, 1_600)
    assert (tier.type, tier.data["fromName"], tier.data["toName"]) == ("tier.changed", "Basic", "Plus")
    assert (earned.sequence, tier.sequence) == (2, 3)  # after the joining
    assert till.post(f"/api/pos/earn/{posted['id']}/verify").status_code == 200
    assert listener() == []  # the same again is no new fact
    assert till.post(f"/api/pos/earn/{posted['id']}/void").status_code == 200
    assert types(listener()) == ["points.taken_back", "tier.changed"]


def test_a_vouchers_life_is_events(app, database, as_member, listener):
    member, till = a_member(database, earned=500), a_till(app)
    browser, reward = as_member(member), a_reward(database, cost=10)
    listener()

    def claimed():
        made = browser.post("/api/claim", json={"memberId": member, "rewardId": reward})
        return made.json["memberReward"]

    def shown(voucher):
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
        assert browser.post("/api/memberRedeem", json=body).status_code == 201

    first = claimed()
    assert types(listener()) == ["voucher.given", "points.spent"]
    shown(first)
    till.post(f"/api/pos/voucher/{first['code']}/release")
    shown(first)
    assert till.post(f"/api/pos/voucher/{first['code']}/use", json={}).status_code == 200
    assert types(listener()) == [
        "voucher.presented",
        "voucher.released",
        "voucher.presented",
        "voucher.used",
    ]
    second = browser.post(
        "/api/claim",
        json={"memberId": member, "rewardId": reward},
        headers={"Idempotency-Key": "second"},
    ).json["memberReward"]
    listener()
    with app.app_context():
        office_vouchers.cancel_voucher(second["code"], AMIR)
    assert types(listener()) == ["points.added", "voucher.cancelled"]


def test_a_member_comes_signs_in_elsewhere_gets_a_new_number_and_goes(app, database, sent, listener, clock):
    member = a_member(database, number="123456789", earned=50)
    signed_in(app, member)
    assert types(listener()) == ["member.joined", "points.earned"]
    client = app.test_client()
    ask(client)
    assert enter(client, sent.code()).status_code == 200
    (device,) = listener()
    assert device.type == "member.new_device"
    with app.app_context(), transaction() as db:
        actions.correct(db, member, {"mobile_number": "129999999"}, AMIR)
    assert types(listener()) == ["member.number_changed"]
    with app.app_context():
        actions.erase(member, AMIR)
    (gone,) = listener()
    assert (gone.type, gone.data, gone.sequence) == ("member.erased", {}, 5)
    with database.bound():
        assert current_session().scalar(text("SELECT count(*) FROM events")) == 1


def test_what_is_rolled_back_is_no_event(database, listener):
    member = a_member(database)
    listener()

    def break_off():
        with transaction() as db:
            ledger.earn(db, member, 10, a_bill(), "a bill")
            raise RuntimeError

    with database.bound(), pytest.raises(RuntimeError):
        break_off()
    assert listener() == []


def test_a_reader_that_breaks_has_no_effect_and_gets_the_same_events_again(database):
    member = a_member(database, earned=10)
    with database.bound():
        with pytest.raises(KeyboardInterrupt):
            stream.read("test", broken_after_writing(member))
        seen = []
        assert stream.read("test", lambda _db, events: seen.extend(events)) == 2
        assert types(seen) == ["member.joined", "points.earned"]
        assert current_session().scalar(text("SELECT name FROM members")) == "Aisyah Rahman"


def broken_after_writing(member):
    def handle(db, events):
        db.execute(text("UPDATE members SET name = 'Half' WHERE id = :id"), {"id": member})
        raise KeyboardInterrupt

    return handle


def test_an_event_that_cannot_be_handled_stops_no_other(database):
    a_member(database, earned=10)
    handled = []

    def handle(_db, events):
        for event in events:
            if event.type == EventType.MEMBER_JOINED:
                raise ValueError("cannot")
            handled.append(event.type)

    with database.bound(), capture_logs() as log:
        while stream.read("test", handle):
            pass
    assert handled == [EventType.POINTS_EARNED]
    (line,) = (each for each in log if each["event"] == "event passed over")
    assert str(line["exc_info"]) == "cannot"


@pytest.mark.parametrize("fault", ["constraint", "value"])
def test_an_event_that_the_database_does_not_take_stops_no_other(database, fault):
    a_member(database, earned=10)
    handled = []

    def handle(db, events):
        for event in events:
            if event.type == EventType.MEMBER_JOINED:
                if fault == "constraint":
                    db.execute(text("UPDATE members SET name = NULL"))
                raise DataError("UPDATE members", {}, ValueError("out of range"))
            handled.append(event.type)

    with database.bound(), capture_logs() as log:
        while stream.read("test", handle):
            pass
    assert handled == [EventType.POINTS_EARNED]
    assert [each["error"] for each in log if each["event"] == "event passed over"] == [
        "IntegrityError" if fault == "constraint" else "DataError"
    ]


def test_a_database_that_is_away_loses_no_event(database):
    a_member(database, earned=10)
    handled = []

    def away(_db, _events):
        raise OperationalError("SELECT 1", {}, ValueError("the connection is gone"))

    with database.bound():
        with pytest.raises(OperationalError):
            stream.read("test", away)
        stream.read("test", lambda _db, events: handled.extend(events))
    assert types(handled) == ["member.joined", "points.earned"]


def test_an_event_of_a_release_that_was_rolled_back_stops_no_reader(app, database, client):
    """It is in the feed as it was written; who reads for messages, webhooks and passes passes over it."""
    with app.app_context():
        _, key = service.add_feed_key("erp", AMIR)
    member = a_member(database)
    with database.bound(), capture_logs() as log:
        with transaction() as db:
            row = stream.row_of(EventType.MEMBER_JOINED, now(db), member_id=member, data={"new": 1})
            db.execute(insert(Event).values({**row, "type": "future.thing"}))
        a_member(database)
        for read in (notification_log.follow, deliveries.follow, wallet_changes.follow):
            while read():
                pass
    for_unknown = [each["reader"] for each in log if each["event"] == "event of an unknown type"]
    assert for_unknown == ["notifications", "webhooks", "wallet"]
    feed = client.get("/api/events", headers={"Authorization": f"Bearer {key}"}).json
    assert "future.thing" in [each["type"] for each in feed]
    with database.bound():
        newest = stream.newest(current_session())
        readers = ("notifications", "webhooks", "wallet")
        assert [stream.read_up_to(current_session(), each) for each in readers] == [newest] * 3


def test_concurrent_facts_are_numbered_without_gaps_and_read_once_by_many_readers(database):
    members = [a_member(database) for _ in range(4)]
    got, lock, done = [], threading.Lock(), threading.Event()

    def happen(member):
        with database.bound():
            for _ in range(15):
                with transaction() as db:
                    ledger.earn(db, member, 1, a_bill(), "a bill")

    def take(_db, events):
        with lock:
            got.extend(events)

    def follow(_):
        with database.bound():
            while True:
                was_done = done.is_set()
                if stream.read("test", take, at_once=7):
                    continue
                if was_done:
                    return

    with ThreadPoolExecutor(7) as pool:
        readers = [pool.submit(follow, each) for each in range(3)]
        list(pool.map(happen, members))
        done.set()
        for reader in readers:
            reader.result()
    got.sort(key=lambda event: event.position)
    assert [event.position for event in got] == list(range(1, 4 * 16 + 1))
    for member in members:
        mine = [event for event in got if event.member_id == member]
        assert [event.sequence for event in mine] == list(range(1, 17))
        assert [event.data["balance"] for event in mine[1:]] == list(range(1, 16))


def test_events_are_kept_for_thirty_days_and_no_number_is_given_twice(database, clock, listener):
    member = a_member(database, earned=10)
    listener()
    clock.advance(days=30)
    with database.bound():
        scheduler.run()
        assert current_session().scalars(select(Event.id)).all() == []
        with transaction() as db:
            ledger.earn(db, member, 1, a_bill(), "a bill")
    (event,) = listener()
    assert (event.position, event.sequence) == (3, 3)


def test_what_the_scheduler_finds_twice_is_written_once(database, listener):
    member = a_member(database)
    listener()
    with database.bound():
        for _ in range(2):
            with transaction() as db:
                row = stream.row_of(
                    EventType.TIER_AT_RISK, now(db), member_id=member, once_key=f"tier_at_risk.{member}"
                )
                stream.write_once(db, [row])
    assert types(listener()) == ["tier.at_risk"]
