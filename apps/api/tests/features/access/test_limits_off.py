"""Where the budgets do not bite: on the developer's own machine, and where a test turned them off."""

import pytest

from support.login_steps import ask, enter


@pytest.fixture
def unlimited(other_app):
    return other_app(rate_limits=False)


def test_the_own_machine_may_sign_in_many_people(app):
    """Behind the front end's proxy everybody has this one address."""
    answers = [ask(app.test_client(), f"12345{last:04}", ip="127.0.0.1").status_code for last in range(40)]

    assert set(answers) == {200}


def test_the_own_machine_has_a_numbers_own_budget(client, clock):
    given = 0
    for _ in range(8):
        given += ask(client, ip="127.0.0.1").status_code == 200
        clock.advance(seconds=31)

    assert given == 5


def test_production_has_no_own_machine(other_app):
    app = other_app(env="production")
    answers = [ask(app.test_client(), f"12345{last:04}", ip="127.0.0.1").status_code for last in range(12)]

    assert answers.count(200) == 10


def test_with_limits_off_the_cooldown_still_holds(unlimited):
    client = unlimited.test_client()

    assert ask(client).status_code == 200
    assert ask(client).status_code == 429


def test_with_limits_off_a_code_still_has_five_tries(unlimited):
    client = unlimited.test_client()
    ask(client)

    assert [enter(client, "000000").status_code for _ in range(6)] == [422] * 5 + [429]
