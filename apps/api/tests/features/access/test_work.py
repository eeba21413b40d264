"""Five hundred wrong codes in an hour, from wherever: from then on a stranger works for each try."""

from datetime import timedelta

import pytest

from at_the_door import ask, enter, wrong
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.features.access.models import CodeAttempt
from loyalty.rules.work import is_solved
from people import a_member

pytestmark = pytest.mark.usefixtures("member")


@pytest.fixture
def member(database):
    return a_member(database, number="123456789", name="Aisyah Rahman")


def guesses(database, count, ago_s=60):
    """Wrong codes at other numbers, from other addresses."""
    with database.bound(), transaction() as db:
        at = now(db) - timedelta(seconds=ago_s)
        db.add_all(
            CodeAttempt(
                purpose="login", number_hash=f"n{i}", network_hash=f"w{i}", tried_at=at, was_right=False
            )
            for i in range(count)
        )


def solved(challenge):
    answer = 0
    while not is_solved(challenge["puzzle"], str(answer), challenge["bits"]):
        answer += 1
    return f"{challenge['puzzle']}:{answer}"


def test_below_five_hundred_nobody_works(client, database, clock, sent):
    guesses(database, 499)
    ask(client)

    assert enter(client, sent.code()).status_code == 200


def test_at_five_hundred_a_stranger_is_given_a_puzzle_and_comes_in_with_its_answer(
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
    guesses(database, 500, ago_s=3601)
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


@pytest.mark.parametrize("said", ["", ":", "1.2:3", "99999999999.00:0", "x" * 5000])
def test_work_that_nobody_asked_for_opens_nothing(client, database, clock, sent, said):
    guesses(database, 500)
    ask(client)

    assert enter(client, sent.code(), work=said).json["code"] == "challenge"


def test_a_device_that_proved_the_number_before_does_not_work(client, database, clock, sent):
    ask(client)
    assert enter(client, sent.code()).status_code == 200
    clock.advance(seconds=61)
    guesses(database, 500)
    ask(client)

    assert enter(client, sent.code()).status_code == 200
