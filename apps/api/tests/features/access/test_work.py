"""Many wrong codes, at one number or at all together: from then on an unknown device solves a puzzle."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import func, select, text

from loyalty import scheduler
from loyalty.backoffice.log import log
from loyalty.backoffice.members import actions
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.access import rate_limits
from loyalty.features.access.context import ClientContext, OtpRequest, number_of
from loyalty.features.access.models import CodeEvent
from loyalty.rules import otp
from loyalty.rules.otp import is_solved
from support import code_events
from support.factories import AMIR, a_member
from support.login_steps import ask, ask_to_join, enter, form, wrong

pytestmark = pytest.mark.usefixtures("member")


@pytest.fixture
def member(database):
    return a_member(database, number="123456789", name="Aisyah Rahman")


def guesses(database, count, ago_s=60):
    """Wrong codes at other numbers, from other addresses."""
    with database.bound(), transaction() as db:
        code_events.add(db, count, now(db) - timedelta(seconds=ago_s), kind="try")


def solved(challenge):
    answer = 0
    while not is_solved(challenge["puzzle"], str(answer), challenge["bits"]):
        answer += 1
    return f"{challenge['puzzle']}:{answer}"


def test_below_five_hundred_nobody_works(client, database, clock, sent):
    guesses(database, 499)
    ask(client)

    assert enter(client, sent.code()).status_code == 200


def test_after_five_hundred_an_unknown_device_gets_a_puzzle_and_signs_in_with_its_answer(
    client, database, clock, sent
):
    guesses(database, 500)
    ask(client)
    asked = enter(client, sent.code())
    assert (asked.status_code, asked.json["code"]) == (429, "challenge")
    assert int(asked.headers["Retry-After"]) == 1

    answer = enter(client, sent.code(), work=solved(asked.json["challenge"]))

    assert answer.status_code == 200


def test_an_hour_later_nobody_works(client, database, clock, sent):
    guesses(database, 500, ago_s=3660)
    ask(client)

    assert enter(client, sent.code()).status_code == 200


def test_work_is_for_one_try_at_one_number(client, database, clock, sent):
    guesses(database, 500)
    ask(client)
    work_done = solved(enter(client, sent.code()).json["challenge"])
    assert enter(client, wrong(sent.code()), work=work_done).status_code == 422

    again = enter(client, sent.code(), work=work_done)

    assert again.json["code"] == "challenge"


def test_work_is_good_for_ten_minutes(client, database, clock, sent):
    guesses(database, 500, ago_s=0)
    ask(client)
    work_done = solved(enter(client, sent.code()).json["challenge"])
    clock.advance(seconds=600)
    ask(client)

    assert enter(client, sent.code(), work=work_done).json["code"] == "challenge"


@pytest.mark.parametrize("work", ["", ":", "1.2:3", "99999999999.00:0", "x" * 5000])
def test_work_that_nobody_asked_for_opens_nothing(client, database, clock, sent, work):
    guesses(database, 500)
    ask(client)

    assert enter(client, sent.code(), work=work).json["code"] == "challenge"


def test_a_device_that_proved_the_number_before_does_not_work(client, database, clock, sent):
    ask(client)
    assert enter(client, sent.code()).status_code == 200
    clock.advance(seconds=61)
    guesses(database, 500)
    ask(client)

    assert enter(client, sent.code()).status_code == 200


def guessed_at(database, failures, ago_s=60, number="123456789"):
    """So many wrong codes in a row at a number, at codes that were sent to it."""
    with database.bound(), transaction() as db:
        at = now(db) - timedelta(seconds=ago_s)
        code_events.add(db, failures, at, kind="try", number=number, in_row=True)


def test_wrong_codes_that_cost_no_message_never_keep_the_owner_out(app, clock, sent):
    for times in range(120):
        assert enter(app.test_client(), "000000", ip=f"198.51.{times}.1").status_code == 422
    owner = app.test_client()
    ask(owner)

    assert enter(owner, sent.code()).status_code == 200


def test_a_number_that_is_no_members_can_join_whatever_was_guessed_at_it(app, clock, sent):
    free = "129999999"
    for times in range(120):
        client = app.test_client()
        joined = client.post(
            "/api/member",
            json=form(free, otpCode="000000"),
            environ_base={"REMOTE_ADDR": f"198.51.{times}.1"},
        )
        assert joined.status_code == 422
    owner = app.test_client()
    ask_to_join(owner, free)

    assert owner.post("/api/member", json=form(free, otpCode=sent.code())).status_code == 201


@pytest.mark.parametrize(
    ("failures", "ago_s", "works"), [(99, 60, False), (100, 60, True), (100, 86_400, False)]
)
def test_a_number_that_is_guessed_at_costs_an_unknown_device_a_puzzle_for_a_day(
    client, database, clock, sent, failures, ago_s, works
):
    guessed_at(database, failures, ago_s)
    ask(client)
    answer = enter(client, sent.code())

    assert (answer.json.get("code") == "challenge") is works
    if works:
        solution = solved(answer.json["challenge"])
        assert int(answer.headers["Retry-After"]) == 1
        assert enter(client, sent.code(), work=solution).status_code == 200


def alarms(kind="number_guessed"):
    return REGISTRY.get_sample_value("loyalty_code_alarms_total", {"kind": kind}) or 0


@pytest.mark.parametrize("before", [499, 600])
def test_five_hundred_wrong_codes_call_the_operators_once_an_hour(client, database, clock, sent, before):
    ask(client)
    enter(client, sent.code())  # a device that is known goes on trying
    clock.advance(seconds=61)
    ask(client)
    called = alarms("failures")
    guesses(database, before - 1, ago_s=0)
    if before == 499:
        enter(client, wrong(sent.code()))
        assert alarms("failures") == called
    for _ in range(2):
        enter(client, wrong(sent.code()))
        assert alarms("failures") == called + 1

    clock.advance(hours=1)
    ask(client)
    guesses(database, 500, ago_s=0)
    enter(client, wrong(sent.code()))

    assert alarms("failures") == called + 2


@pytest.mark.only_on("postgresql")
def test_two_wrong_codes_at_once_cannot_jump_over_the_five_hundredth(app, database, clock):
    """Neither sees the other's: both would count 499."""
    called = alarms("failures")
    guesses(database, 498)
    one_counted, go_on = threading.Event(), threading.Event()

    def one() -> None:
        with app.app_context(), transaction() as db:
            guesses_one(db, "121111111")
            one_counted.set()
            go_on.wait(10)

    def other() -> None:
        one_counted.wait(10)
        with app.app_context(), transaction() as db:
            guesses_one(db, "122222222")

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(one), pool.submit(other)]
        with database.bound():
            while not both[1].done() and not current_session().scalar(WAITS):
                pass
        go_on.set()
        for each in both:
            each.result()

    assert alarms("failures") == called + 1


WAITS = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


def guesses_one(db, national):
    client = ClientContext(network="203.0.113.9", device="another")
    request = OtpRequest(otp.Purpose.LOGIN, number_of("60", national), client)
    rate_limits.count_try(db, request, now(db), at_challenge=False)


def test_each_wrong_code_at_a_sent_code_counts_and_the_hundredth_calls_the_operators(
    client, database, clock, sent
):
    guessed_at(database, 98)
    before = alarms()
    ask(client)
    enter(client, wrong(sent.code()))
    assert alarms() == before

    enter(client, wrong(sent.code()))

    assert alarms() == before + 1
    assert enter(client, sent.code()).json["code"] == "challenge"


def test_what_was_counted_at_a_number_is_forgotten_after_a_day(app, database, clock):
    guessed_at(database, 7, ago_s=0)
    clock.advance(hours=24)
    with app.app_context():
        scheduler.run()

    with database.bound():
        assert current_session().scalar(select(func.count()).select_from(CodeEvent)) == 0


def test_an_operator_unlocks_a_number(app, client, database, clock, sent):
    guessed_at(database, 100)
    with app.app_context():
        assert actions.unlock("60", "+60 12-345 6789", AMIR) == 100
    ask(client)

    assert enter(client, sent.code()).status_code == 200
    with database.bound():
        (entry,) = log.entries(current_session())
    assert (entry.action, entry.member_id, entry.details) == ("member.unlock", 1, "forgot 100 wrong codes")
