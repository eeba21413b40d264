"""SECURITY.md O3 to O10: who is sent a code, how often, and what the answer gives away."""

from datetime import timedelta

import pytest

from loyalty.features.access.rate_limits import please_wait
from support.factories import a_member
from support.login_steps import ask, ask_to_join, enter, form, number

ARABIC = "".join(chr(0x660 + digit) for digit in range(1, 10))
FULL_WIDTH = "".join(chr(0xFF10 + digit) for digit in range(1, 10))


@pytest.mark.usefixtures("clock")
def test_a_code_is_sent_to_the_number_and_the_answer_has_its_end(client, sent):
    answer = ask(client, "012-345 6789")

    assert answer.status_code == 200
    assert answer.json["message"] == "OTP sent successfully! Please check your phone."
    assert answer.json["expiredAt"] == "2026-03-14T04:02:00.000Z"
    message = sent.all()[0]
    assert message.to == "+60123456789"
    assert message.code in message.text
    assert len(message.code) == 6


@pytest.mark.parametrize("call", [ask, ask_to_join])
def test_the_answer_does_not_reveal_whether_a_number_is_registered(app, database, sent, call):
    a_member(database, number="121111111")
    known = call(app.test_client(), "121111111")
    unknown = call(app.test_client(), "122222222")

    assert set(known.json) == set(unknown.json)
    assert known.json["message"] == unknown.json["message"]
    assert known.status_code == unknown.status_code == 200
    assert [name for name, _ in known.headers] == [name for name, _ in unknown.headers]
    assert sent.codes("+60121111111")
    assert sent.codes("+60122222222")


@pytest.mark.usefixtures("clock")
def test_the_refusals_do_not_reveal_it_either(app, database):
    a_member(database, number="121111111")
    for national in ("121111111", "122222222"):
        ask(app.test_client(), national)
    known, unknown = (ask(app.test_client(), national) for national in ("121111111", "122222222"))

    assert known.status_code == unknown.status_code == 429
    assert known.json["message"] == unknown.json["message"] == "Please wait 30 seconds"


@pytest.mark.parametrize(("call", "pause"), [(ask, 30), (ask_to_join, 60)])
def test_another_code_has_to_wait_for_the_cooldown(client, clock, call, pause):
    call(client)
    clock.advance(seconds=pause - 0.5)
    early = call(client)
    clock.advance(seconds=0.5)

    assert early.status_code == 429
    assert early.headers["Retry-After"] == "1"
    assert early.json["message"] == "Please wait 1 second"
    assert call(client).status_code == 200


@pytest.mark.parametrize(
    ("seconds", "sentence"),
    [(1, "1 second"), (90, "90 seconds"), (91, "2 minutes"), (120, "2 minutes"), (3256, "55 minutes")],
)
def test_a_long_wait_is_given_in_minutes(seconds, sentence):
    refused = please_wait(seconds)

    assert refused.message == f"Please wait {sentence}"
    assert refused.retry_after_s == seconds


def test_a_number_gets_ten_codes_a_day(client, clock):
    start, sent_at = clock.now(), []
    while clock.now() < start + timedelta(hours=25):
        answer = ask(client)
        if answer.status_code == 200:
            sent_at.append(clock.now() - start)
        clock.advance(seconds=int(answer.headers.get("Retry-After", 30)))

    assert len([at for at in sent_at if at < timedelta(hours=24)]) == 10
    assert sent_at[10] == timedelta(hours=24)


def test_the_sixth_code_of_the_hour_waits_for_the_first_to_be_an_hour_old(client, clock):
    for _ in range(5):
        assert ask(client).status_code == 200
        clock.advance(minutes=1)
    refused = ask(client)

    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == str(55 * 60)
    clock.advance(minutes=55)
    assert ask(client).status_code == 200


def test_registration_and_sign_in_have_budgets_of_their_own(client, clock):
    for _ in range(5):
        assert ask_to_join(client).status_code == 200
        clock.advance(minutes=1)

    assert ask_to_join(client).status_code == 429
    assert ask(client).status_code == 200


def test_an_address_asks_for_ten_numbers_an_hour(app, clock):
    for last in range(10):
        assert ask(app.test_client(), f"12{last}000000").status_code == 200
    eleventh = ask(app.test_client(), "129999999")

    assert eleventh.status_code == 429
    assert eleventh.headers["Retry-After"] == "3600"
    assert ask(app.test_client(), "129999999", ip="198.51.100.1").status_code == 200
    clock.advance(seconds=30)
    assert ask(app.test_client(), "120000000").status_code == 200


def test_an_address_gets_thirty_codes_an_hour(app, clock):
    asked = 0
    for times in range(36):
        asked += ask(app.test_client(), f"12{times % 10}000000").status_code == 200
        clock.advance(seconds=31)

    assert asked == 30


def test_one_customer_of_a_provider_owns_a_whole_ipv6_network(app):
    for last in range(10):
        ask(app.test_client(), f"12{last}000000", ip=f"2001:db8:0:1::{last:x}")

    assert ask(app.test_client(), "129999999", ip="2001:db8:0:1:ffff::1").status_code == 429
    assert ask(app.test_client(), "129999999", ip="2001:db8:0:2::1").status_code == 200


@pytest.mark.usefixtures("clock")
def test_a_range_of_numbers_is_not_pumped(app, rounds):
    """O10: many numbers of one range, each from an address of its own."""
    sent_to_range = sum(
        ask(app.test_client(), f"12345{last:04}", ip=f"10.{last // 256}.{last % 256}.1").status_code == 200
        for last in range(rounds(100, 500))
    )

    assert sent_to_range == 20
    assert ask(app.test_client(), "198765432", ip="10.9.9.9").status_code == 200


def test_a_pumped_range_rests_for_an_hour_after_its_last_code(app, clock):
    for last in range(20):
        assert ask(app.test_client(), f"12345{last:04}", ip=f"10.0.{last}.1").status_code == 200
        clock.advance(minutes=2)
    clock.advance(minutes=21)

    assert ask(app.test_client(), "123459999", ip="10.1.1.1").status_code == 429
    clock.advance(minutes=40)
    assert ask(app.test_client(), "123459999", ip="10.1.1.1").status_code == 200


def test_a_range_whose_codes_are_entered_does_not_rest(app, clock, sent):
    for last in range(20):
        national = f"12345{last:04}"
        ask(app.test_client(), national, ip=f"10.0.{last}.1")
        if last % 2:
            enter(app.test_client(), sent.code(f"+60{national}"), national, ip=f"10.0.{last}.1")
        clock.advance(minutes=2)

    assert (
        ask(app.test_client(), "123459999", ip="10.1.1.1").status_code == 429
    )  # twenty an hour all the same
    clock.advance(minutes=21)
    assert ask(app.test_client(), "123459999", ip="10.1.1.1").status_code == 200


def test_a_foreign_country_gets_thirty_codes_an_hour_and_home_has_no_such_limit(app):
    def send(calling_code_id: int, national: str, ip: str) -> bool:
        return (
            app.test_client()
            .post(
                "/api/member/login/otp",
                json=number(national, calling_code_id),
                environ_base={"REMOTE_ADDR": ip},
            )
            .status_code
            == 200
        )

    codes = {each["name"]: each["id"] for each in app.test_client().get("/api/callingCode").json}
    abroad = sum(send(codes["65"], f"8{last:03}0000", f"10.1.{last}.1") for last in range(40))
    at_home = sum(send(codes["60"], f"1{last:04}0000", f"10.2.{last}.1") for last in range(40))

    assert abroad < 31
    assert at_home == 40


def test_known_devices_get_codes_beyond_the_daily_budget(app, clock, sent, change_settings):
    known = app.test_client()
    ask(known)
    joined = enter(known, sent.code())
    known.post("/api/member", json=form(registrationTicket=joined.json["registrationTicket"]))
    change_settings(codes_per_day=3)
    clock.advance(minutes=1)
    for last in range(2):
        assert ask(app.test_client(), f"1311{last}0000").status_code == 200

    assert ask(app.test_client(), "131170000").status_code == 429
    assert ask(known).status_code == 200


def test_a_number_without_budget_still_signs_in_from_its_own_device(app, clock, sent):
    """O9: an attacker uses up every budget of a number."""
    own, attacker = app.test_client(), app.test_client()
    ask(own)
    ticket = enter(own, sent.code()).json["registrationTicket"]
    own.post("/api/member", json=form(registrationTicket=ticket))
    for _ in range(4):
        clock.advance(seconds=31)
        ask(attacker, ip="198.51.100.9")
    clock.advance(seconds=31)
    assert ask(attacker, ip="198.51.100.9").status_code == 429
    for _ in range(9):
        enter(attacker, "000000", ip="198.51.100.9")

    asked = ask(own)
    answer = enter(own, sent.code())

    assert asked.status_code == 200
    assert answer.status_code == 200


def test_the_reserve_of_a_known_device_is_three_an_hour(app, clock, sent):
    own = app.test_client()
    ask(own)
    own.post("/api/member", json=form(registrationTicket=enter(own, sent.code()).json["registrationTicket"]))
    clock.advance(hours=2)
    given = 0
    for _ in range(12):
        given += ask(own).status_code == 200
        clock.advance(seconds=31)

    assert given == 5 + 3


@pytest.mark.parametrize(
    "typed",
    ["123456789", "0123456789", "+60123456789", "0060123456789", "012-345 6789", " 12 345 6789 "],
)
def test_every_way_to_write_a_number_is_one_number(client, clock, typed):
    """O6: one budget, one member."""
    ask(client, "123456789")
    clock.advance(seconds=10)

    assert ask(client, typed).status_code == 429


@pytest.mark.parametrize("typed", [ARABIC, FULL_WIDTH, "¹²³⁴⁵⁶⁷⁸⁹", "①23456789", "12345678٩"])
def test_digits_of_other_scripts_are_refused(client, sent, typed):
    answer = ask(client, typed)

    assert answer.status_code == 422
    assert sent.all() == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"CallingCodeId": 1, "MobileNumber": "12345"}, "MobileNumber"),
        ({"CallingCodeId": 99999, "MobileNumber": "123456789"}, "CallingCodeId"),
        ({"CallingCodeId": "1", "MobileNumber": "123456789"}, "CallingCodeId"),
        ({"CallingCodeId": True, "MobileNumber": "123456789"}, "CallingCodeId"),
        ({"CallingCodeId": 1.0, "MobileNumber": "123456789"}, "CallingCodeId"),
        ({"CallingCodeId": 1, "MobileNumber": 123456789}, "MobileNumber"),
        ({"CallingCodeId": 1, "MobileNumber": "12345\x006789"}, "MobileNumber"),
        ({"CallingCodeId": 1}, "MobileNumber"),
        ({"CallingCodeId": 1, "MobileNumber": "123456789", "Admin": True}, "Admin"),
    ],
)
def test_a_request_that_names_no_number_is_refused_by_field(client, sent, body, field):
    answer = client.post("/api/member/login/otp", json=body)

    assert answer.status_code == 422
    assert field in answer.json["errors"]
    assert answer.json["code"] == "invalid"
    assert sent.all() == []


def test_the_country_says_what_its_numbers_look_like(client):
    assert ask(client, "23456789").json["message"] == (
        "Malaysian mobile numbers should start with 1 and be 9-10 digits long"
    )


def test_silent_sends_nothing_to_unregistered_numbers_and_answers_the_same(
    app, database, sent, change_settings
):
    change_settings(otp_unknown="silent")
    a_member(database, number="121111111")
    known, unknown = ask(app.test_client(), "121111111"), ask(app.test_client(), "122222222")

    assert set(known.json) == set(unknown.json)
    assert sent.codes("+60122222222") == []
    assert len(sent.codes("+60121111111")) == 1
