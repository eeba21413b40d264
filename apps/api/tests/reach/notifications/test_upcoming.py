"""What the scheduler finds for members: each once, on its day, after nine in the morning."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from loyalty import scheduler
from loyalty.db.session import current_session, transaction
from loyalty.features.events.models import Event
from loyalty.features.points import ledger
from loyalty.features.rewards import claims, vouchers
from loyalty.rules.events import EventType
from support.factories import a_bill, a_member, a_reward
from support.message_steps import choose, earn, messages

KUALA_LUMPUR = ZoneInfo("Asia/Kuala_Lumpur")


def at(text):
    """A moment by Malaysia's clock."""
    return datetime.fromisoformat(text).replace(tzinfo=KUALA_LUMPUR)


@pytest.fixture
def run(database, work):
    """`run()`: one run of the scheduler, and what the worker does then."""

    def running():
        with database.bound():
            done = scheduler.run()
        assert [each.failed for each in done if each.failed] == []
        work()
        return {each.job: each.count for each in done if each.count}

    return running


def kinds(browser, member):
    return [each["kind"] for each in messages(browser, member)["notificationList"]]


def texts_of(browser, member, kind):
    found = messages(browser, member)["notificationList"]
    return [each["body"] for each in found if each["kind"] == kind]


def claim(database, member, reward):
    with database.bound(), transaction() as db:
        return claims.claim(db, member, reward).voucher


def test_a_tier_at_risk_is_told_once_seven_days_before(run, database, clock, as_member, mails):
    clock.set(at("2026-03-14 12:00"))
    member = a_member(database, earned=5_000, email="aisyah@example.com")  # kept until 14 April
    for moment, expected in (
        ("2026-04-06 23:00", 0),
        ("2026-04-07 08:59", 0),
        ("2026-04-07 09:00", 1),
        ("2026-04-07 12:00", 1),
        ("2026-04-08 09:00", 1),
        ("2026-04-14 23:00", 1),
    ):
        clock.set(at(moment))
        run()
        assert len(texts_of(as_member(member), member, "tier_at_risk")) == expected, moment
    assert texts_of(as_member(member), member, "tier_at_risk") == [
        "Earn any points by 14/04/2026 to stay Elite."
    ]
    assert [mail["Subject"] for mail in mails.all].count("Keep your tier") == 1
    earn(database, member)  # on the last day: the next month begins
    clock.set(at("2026-05-07 09:00"))
    run()
    assert len(texts_of(as_member(member), member, "tier_at_risk")) == 2


def test_a_voucher_that_ends_is_told_once_three_days_before(run, database, clock, as_member):
    clock.set(at("2026-03-14 12:00"))
    member = a_member(database)
    browser = as_member(member)
    claim(database, member, a_reward(database, title="Mango rice", valid_days=10))  # until 24 March
    used = claim(database, member, a_reward(database, title="Tea", valid_days=10))
    with database.bound(), transaction() as db:
        vouchers.cancel(db, used.code, "a mistake", clock.now())
    for moment, expected in (
        ("2026-03-20 23:00", 0),
        ("2026-03-21 08:59", 0),
        ("2026-03-21 09:00", 1),
        ("2026-03-22 09:00", 1),
        ("2026-03-24 23:00", 1),
    ):
        clock.set(at(moment))
        run()
        assert len(texts_of(browser, member, "voucher_ends")) == expected, moment
    (text,) = texts_of(browser, member, "voucher_ends")
    assert text == "Your voucher Mango rice ends on 24/03/2026. Use it before then."


def test_a_message_is_written_in_the_formats_that_its_member_chose(run, database, clock, as_member, mails):
    clock.set(at("2026-03-14 12:00"))
    member = a_member(database, email="aisyah@example.com")
    path = f"/api/member/{member}/preferences"
    chosen = {"dateFormat": "DD MMM YYYY", "numberFormat": "1.234,56", "selectedLanguage": "ms"}
    language = {**as_member(member).get(path).json["language"], **chosen}
    assert as_member(member).put(path, json={"language": language}).status_code == 200
    claim(database, member, a_reward(database, title="Mango rice", valid_days=10))
    earn(database, member, 1_234)
    clock.set(at("2026-03-21 09:00"))
    run()
    browser = as_member(member)
    ends = "Baucar anda Mango rice tamat pada 24 Mac 2026. Gunakannya sebelum itu."
    assert texts_of(browser, member, "voucher_ends") == [ends]
    (earned,) = texts_of(browser, member, "bill_verified")
    assert earned.startswith("1.234 mata ditambah")
    mailed = [mail.get_body(("plain",)).get_content() for mail in mails.all]
    assert any(ends in text for text in mailed)
    assert any("1.234 mata ditambah" in text for text in mailed)


def test_a_voucher_claimed_today_is_not_said_to_end_soon(run, database, clock, as_member):
    clock.set(at("2026-03-14 08:00"))
    member = a_member(database)
    claim(database, member, a_reward(database, valid_days=2))
    clock.set(at("2026-03-14 09:00"))
    run()
    assert "voucher_ends" not in kinds(as_member(member), member)
    clock.set(at("2026-03-15 09:00"))
    run()
    assert kinds(as_member(member), member).count("voucher_ends") == 1


def test_the_welcome_voucher_is_told_on_the_day_it_can_be_used(run, database, clock, as_member):
    clock.set(at("2026-03-14 12:00"))
    member = a_member(database)
    browser = as_member(member)
    with database.bound(), transaction() as db:
        assert claims.welcome(db, member)
    for moment, expected in (
        ("2026-03-14 12:00", 0),
        ("2026-03-15 08:59", 0),
        ("2026-03-15 09:00", 1),
        ("2026-03-16 09:00", 1),
    ):
        clock.set(at(moment))
        run()
        assert len(texts_of(browser, member, "voucher_usable")) == expected, moment


def test_a_birthday_gift_is_told_once_to_those_who_can_claim_it(run, database, clock, as_member):
    clock.set(at("2026-02-27 12:00"))
    gift = a_reward(database, kind="birthday", type=2, title="Cake", limit=1)
    born = {month: a_member(database, date_of_birth=date(1994, month, 8)) for month in (2, 3)}
    unknown = a_member(database, date_of_birth=None)
    claim(database, born[2], gift)  # has it already
    for moment, expected in (
        ("2026-02-28 09:00", 0),
        ("2026-03-01 08:59", 0),
        ("2026-03-01 09:00", 1),
        ("2026-03-02 09:00", 1),
        ("2026-03-31 09:00", 1),
    ):
        clock.set(at(moment))
        run()
        assert kinds(as_member(born[3]), born[3]).count("birthday_gift") == expected, moment
    for other in (born[2], unknown):
        assert "birthday_gift" not in kinds(as_member(other), other)
    clock.set(at("2027-03-02 10:00"))
    run()
    found = messages(as_member(born[3]), born[3])["notificationList"]
    assert [each["createdAt"][:4] for each in found if each["kind"] == "birthday_gift"] == ["2027"]


def test_a_week_is_summed_up_on_monday_where_something_moved(run, database, clock, as_member, mails):
    clock.set(at("2026-03-15 23:59"))  # a Sunday
    member = a_member(database, email="aisyah@example.com")
    idle = a_member(database, email="idle@example.com")
    earn(database, member, 500)
    clock.set(at("2026-03-16 00:00"))
    earn(database, member, 70)  # in the next week
    clock.set(at("2026-03-16 08:59"))
    run()
    assert "week_ended" not in kinds(as_member(member), member)
    clock.set(at("2026-03-16 09:00"))
    run()
    run()
    (text,) = texts_of(as_member(member), member, "week_ended")
    assert text.startswith("Last week you earned 500 points and spent 0. You now have 570 points")
    assert "week_ended" not in kinds(as_member(idle), idle)
    assert [mail["Subject"] for mail in mails.all].count("Your week in points") == 1
    clock.set(at("2026-03-17 09:00"))
    run()
    assert kinds(as_member(member), member).count("week_ended") == 1


def test_a_week_is_summed_up_once_also_when_no_scheduler_ran_on_monday(
    run, database, clock, as_member, mails
):
    clock.set(at("2026-03-09 09:00"))  # a Monday
    member = a_member(database, email="aisyah@example.com")
    earn(database, member, 500)
    run()
    for moment, expected in (
        ("2026-03-15 23:00", 0),
        ("2026-03-18 08:59", 0),
        ("2026-03-18 09:00", 1),
        ("2026-03-19 09:00", 1),
        ("2026-03-22 23:00", 1),
    ):
        clock.set(at(moment))
        run()
        assert kinds(as_member(member), member).count("week_ended") == expected, moment
    earn(database, member, 70)
    clock.set(at("2026-04-08 09:00"))  # after two Mondays without a scheduler: nothing moved last week
    run()
    assert kinds(as_member(member), member).count("week_ended") == 1


@pytest.mark.parametrize(("back", "expected"), [("2026-03-27 09:00", 1), ("2026-04-24 09:00", 0)])
def test_vouchers_that_lapsed_or_became_usable_in_a_pause_are_told_once(run, database, clock, back, expected):
    """A pause of a few days, and one of more than thirty."""
    clock.set(at("2026-03-13 12:00"))
    member = a_member(database)
    with database.bound(), transaction() as db:
        assert claims.welcome(db, member)
    claim(database, member, a_reward(database, title="Mango rice", valid_days=10))  # until 23 March
    run()
    clock.set(at(back))
    for _ in range(3):
        run()
        with database.bound():
            found = list(current_session().scalars(select(Event.type)))
        assert found.count(EventType.VOUCHER_USABLE) == found.count(EventType.VOUCHER_LAPSED) == expected
        clock.advance(hours=20)


def test_a_run_that_died_is_finished_without_telling_anybody_twice(run, database, clock, as_member):
    clock.set(at("2026-03-14 12:00"))
    members = [a_member(database) for _ in range(3)]
    reward = a_reward(database, valid_days=10)
    for member in members:
        claim(database, member, reward)
    clock.set(at("2026-03-21 09:00"))
    check = next(each for each in scheduler.upcoming.DAILY_CHECKS if each.name == "ending")
    with database.bound():
        found = scheduler.upcoming.find(current_session(), check, clock.now())
        with transaction() as db:  # the first of several batches, and then it died
            scheduler.upcoming.write(db, check, clock.now(), found[:2])
    run()
    for member in members:
        assert kinds(as_member(member), member).count("voucher_ends") == 1


@pytest.mark.parametrize(
    ("preference", "kind"), [("birthdayOffers", "birthday_gift"), ("weeklySummary", "week_ended")]
)
def test_a_switch_stops_what_the_scheduler_tells_and_brings_it_back(
    run, database, clock, as_member, mails, preference, kind
):
    clock.set(at("2026-02-23 12:00"))
    a_reward(database, kind="birthday", type=2, title="Cake")
    member = a_member(database, email="aisyah@example.com", date_of_birth=date(1994, 3, 8))
    subject = {"birthday_gift": "Your birthday gift is ready", "week_ended": "Your week in points"}[kind]
    # The next notices: after three years, or three weeks.
    times = {
        "birthday_gift": ["2026-03-01 09:00", "2027-03-01 09:00", "2028-03-01 09:00"],
        "week_ended": ["2026-03-02 09:00", "2026-03-09 09:00", "2026-03-16 09:00"],
    }[kind]
    for moment, chosen, expected in zip(times, (True, False, True), (1, 1, 2), strict=True):
        clock.set(at(moment) - timedelta(days=1))
        with database.bound(), transaction() as db:
            ledger.earn(db, member, 45, a_bill(), "RM 45.00 at Publika")
        clock.set(at(moment))
        browser = as_member(member)
        choose(browser, member, **{preference: chosen})
        run()
        assert kinds(browser, member)[:1].count(kind) == chosen
        assert [mail["Subject"] for mail in mails.all].count(subject) == expected
