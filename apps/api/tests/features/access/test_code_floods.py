"""Somebody asks for codes to numbers that are not theirs: members and a crowd that joins still get codes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count

import pytest
from prometheus_client import REGISTRY

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.rules.otp import is_solved
from support import code_events
from support.factories import a_member
from support.login_steps import ask, ask_to_join, enter

pytestmark = pytest.mark.databases_differ

MEMBER, UNKNOWN = "123456789", "129999999"


@pytest.fixture(autouse=True)
def member(database, clock):
    return a_member(database, number=MEMBER, name="Aisyah Rahman")


def flood(database, amount, *, ago_s=60, entered=False):
    """So many codes to other numbers, each for an address of its own."""
    with database.bound(), transaction() as db:
        sent_at = now(db) - timedelta(seconds=ago_s)
        code_events.add(db, amount, sent_at, kind="code", is_entered=entered)


def ask_and_work(app, national, call=ask):
    """Ask as the apps do: a puzzle is solved, and the request sent once more."""
    client = app.test_client()
    answer = call(client, national)
    if answer.status_code == 429 and answer.json["code"] == "challenge":
        puzzle, bits, solution = (*answer.json["challenge"].values(), 0)
        while not is_solved(puzzle, str(solution), bits):
            solution += 1
        answer = call(client, national, work=f"{puzzle}:{solution}")
    return answer


def alarms():
    return REGISTRY.get_sample_value("loyalty_code_alarms_total", {"kind": "pace"}) or 0


def test_below_the_usual_pace_nobody_works(app, database):
    flood(database, 99, entered=False, ago_s=3599)
    flood(database, 99, entered=True)

    assert ask(app.test_client(), UNKNOWN).status_code == 200


@pytest.mark.parametrize("call", [ask, ask_to_join])
def test_at_an_unusual_pace_an_unknown_device_works_for_its_code(app, database, sent, call):
    flood(database, 100)

    refused = call(app.test_client(), UNKNOWN)
    answer = ask_and_work(app, UNKNOWN, call)

    assert (refused.status_code, refused.json["code"]) == (429, "challenge")
    assert answer.status_code == 200
    assert len(sent.codes(f"+60{UNKNOWN}")) == 1


def test_work_is_good_for_one_code(app, database, clock):
    flood(database, 100)
    client = app.test_client()
    challenge = ask(client, UNKNOWN).json["challenge"]
    solution = 0
    while not is_solved(challenge["puzzle"], str(solution), challenge["bits"]):
        solution += 1
    done = f"{challenge['puzzle']}:{solution}"
    assert ask(client, UNKNOWN, work=done).status_code == 200
    clock.advance(seconds=31)

    assert ask(client, UNKNOWN, work=done).json["code"] == "challenge"


def test_the_last_quarter_of_an_hour_is_for_members_who_sign_in(app, database, sent):
    flood(database, 150)

    member, unknown = ask_and_work(app, MEMBER), ask_and_work(app, UNKNOWN)

    assert member.status_code == unknown.status_code == 200
    assert set(member.json) == set(unknown.json)
    assert len(sent.codes(f"+60{MEMBER}")) == 1
    assert sent.codes(f"+60{UNKNOWN}") == []


@pytest.mark.parametrize("national", [MEMBER, UNKNOWN])
def test_meanwhile_who_joins_gets_the_right_time_to_wait(app, database, clock, national):
    flood(database, 150, ago_s=600)
    refused = ask_to_join(app.test_client(), national)
    clock.advance(seconds=int(refused.headers["Retry-After"]))

    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) == 3000
    assert ask_and_work(app, national, ask_to_join).status_code == 200


def test_what_was_not_sent_uses_nothing_up(app, database, sent):
    flood(database, 199)
    for last in range(5):
        assert ask_and_work(app, f"13{last}000000").status_code == 200

    assert ask_and_work(app, MEMBER).status_code == 200
    assert len(sent.codes(f"+60{MEMBER}")) == 1


def test_an_hour_that_is_used_up_leaves_known_devices_alone(app, database, clock, sent):
    known = app.test_client()
    ask(known, MEMBER)
    enter(known, sent.code(), MEMBER)
    flood(database, 200)

    assert ask_and_work(app, UNKNOWN).status_code == 429
    assert ask_and_work(app, "128888888", ask_to_join).status_code == 429
    clock.advance(seconds=31)
    assert ask(known, MEMBER).status_code == 200


def test_a_crowd_that_enters_its_codes_is_not_slowed_down(app, database):
    flood(database, 1200, entered=True)

    assert ask_to_join(app.test_client(), UNKNOWN).status_code == 200


def test_one_alarm_says_that_the_pace_is_unusual(app, database):
    flood(database, 99)
    flood(database, 99, entered=True, ago_s=61)
    before = alarms()
    for last in range(2):
        ask_and_work(app, f"13{last}000000")

    assert alarms() == before + 1


def test_a_home_connection_with_a_whole_ipv6_48_counts_as_one(app, clock):
    def asks(network: int, wide: str = "2001:db8:1") -> int:
        address = f"{wide}:{network:x}::1"
        return ask(app.test_client(), f"1{network:03}00000", ip=address).status_code

    assert [asks(network) for network in range(20)] == [200] * 20
    assert asks(20) == 429
    assert asks(21, "2001:db8:2") == 200


def test_of_many_requests_at_once_an_address_gets_codes_for_ten_numbers(app, rounds):
    numbers = [f"12{last:03}0000" for last in range(rounds(40, 200))]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda each: ask(app.test_client(), each).status_code, numbers))

    assert answers.count(200) == 10
    assert set(answers) <= {200, 429, 503}


def test_of_many_requests_at_once_the_day_gives_no_more_codes_than_it_has(app, sent, rounds, change_settings):
    change_settings(codes_per_day=8)
    numbers = [f"12{last:03}0000" for last in range(rounds(30, 200))]

    def send(each: tuple[int, str]) -> int:
        client = app.test_client()
        answer = ask_to_join(client, each[1], ip=f"198.51.100.{each[0]}")
        if answer.status_code == 429 and answer.json["code"] == "challenge":
            puzzle, bits = answer.json["challenge"].values()
            solution = next(n for n in count() if is_solved(puzzle, str(n), bits))
            answer = ask_to_join(client, each[1], ip=f"198.51.100.{each[0]}", work=f"{puzzle}:{solution}")
        return answer.status_code

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(send, enumerate(numbers)))

    # Who joins gets three quarters of them.
    assert answers.count(200) == len(sent.all()) == 6
