"""SECURITY.md O1, O2, O4, O7, O8, O13, O14: what a right and a wrong code do."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select, text

from loyalty import scheduler
from loyalty.db.session import current_session
from loyalty.features.access.models import OtpChallenge, SignIn
from support.factories import a_member
from support.login_steps import ask, ask_to_join, enter, form, wrong

WRONG = "Invalid verification code. Please try again."


@pytest.fixture
def member(database):
    return a_member(database, number="123456789", name="Aisyah Rahman")


@pytest.mark.usefixtures("member")
def test_the_right_code_signs_in(client, sent):
    ask(client)
    answer = enter(client, sent.code())

    assert answer.status_code == 200
    assert set(answer.json) == {"user", "loginToken", "isFirstLogin"}
    assert answer.json["user"]["name"] == "Aisyah Rahman"
    member_id = answer.json["user"]["id"]
    token = {"Authorization": f"Bearer {answer.json['loginToken']}"}
    assert client.get(f"/api/member/{member_id}", headers=token).status_code == 200


@pytest.mark.usefixtures("member")
def test_a_wrong_code_does_not(client, sent):
    ask(client)
    answer = enter(client, wrong(sent.code()))

    assert answer.status_code == 422
    assert answer.json["message"] == WRONG
    assert answer.json["code"] == "invalid_code"


def test_a_code_nobody_asked_for_is_wrong_like_any_other(client):
    assert enter(client, "123456").json["message"] == WRONG


@pytest.mark.usefixtures("member")
def test_a_code_works_once(app, sent):
    ask(app.test_client())
    code = sent.code()

    assert enter(app.test_client(), code).status_code == 200
    assert enter(app.test_client(), code).status_code == 422


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize(("after_s", "status"), [(119.9, 200), (120.0, 422), (120.1, 422)])
def test_a_code_lives_120_seconds_on_the_databases_clock(client, clock, sent, after_s, status):
    ask(client)
    code = sent.code()
    clock.advance(seconds=after_s)

    assert enter(client, code).status_code == status


@pytest.mark.usefixtures("member")
def test_there_are_five_tries(client, sent):
    ask(client)
    for _ in range(4):
        assert enter(client, wrong(sent.code())).status_code == 422

    assert enter(client, sent.code()).status_code == 200


@pytest.mark.usefixtures("member")
def test_there_is_no_sixth_try(client, clock, sent):
    ask(client)
    for _ in range(5):
        assert enter(client, wrong(sent.code())).status_code == 422
    clock.advance(seconds=30)  # the pause that five wrong codes bring
    answer = enter(client, sent.code())

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.usefixtures("member")
def test_a_new_code_brings_no_new_tries(client, clock, sent):
    ask(client)
    for _ in range(3):
        enter(client, wrong(sent.code()))
    clock.advance(seconds=30)
    ask(client)
    for _ in range(2):
        enter(client, wrong(sent.code()))
    clock.advance(seconds=30)

    assert enter(client, sent.code()).status_code == 429


@pytest.mark.usefixtures("member")
def test_no_code_is_sent_that_could_not_be_entered(client, clock, sent):
    ask(client)
    for _ in range(5):
        enter(client, "000000")
    clock.advance(minutes=2)
    refused = ask(client)
    clock.advance(seconds=int(refused.headers["Retry-After"]))

    assert refused.status_code == 429
    assert ask(client).status_code == 200
    assert enter(client, sent.code()).status_code == 200


@pytest.mark.usefixtures("member")
@pytest.mark.parametrize(("which", "status"), [(0, 422), (1, 200), (2, 200)])
def test_the_newest_two_codes_count(client, clock, sent, which, status):
    """O7: messages arrive out of order."""
    for _ in range(3):
        ask(client)
        clock.advance(seconds=30)

    assert enter(client, sent.codes()[which]).status_code == status


@pytest.mark.usefixtures("member")
def test_success_ends_every_other_code(app, clock, sent):
    client = app.test_client()
    ask(client)
    clock.advance(seconds=30)
    ask(client)
    enter(client, sent.codes()[1])

    assert enter(client, sent.codes()[0]).status_code == 422
    assert enter(app.test_client(), sent.codes()[0]).status_code == 422


@pytest.mark.usefixtures("member")
def test_another_client_can_neither_use_up_the_tries_nor_replace_the_code(app, clock, sent):
    """ASVS 6.6.2: the code belongs to the browser that asked for it."""
    own, guesser = app.test_client(), app.test_client()
    ask(own)
    code = sent.code()
    for _ in range(2):
        clock.advance(seconds=30)
        ask(guesser, ip="198.51.100.1")
    for _ in range(5):
        enter(guesser, "000000", ip="198.51.100.1")

    assert enter(own, code).status_code == 200


@pytest.mark.usefixtures("member")
def test_the_request_id_does_what_the_cookie_does(app, clock, sent):
    asked = ask(app.test_client(use_cookies=False))
    code = sent.code()
    for _ in range(5):
        enter(app.test_client(use_cookies=False), "000000", ip="198.51.100.1")
    answer = enter(app.test_client(use_cookies=False), code, request_id=asked.json["requestId"])

    assert answer.status_code == 200


@pytest.mark.usefixtures("member")
def test_a_client_that_keeps_nothing_signs_in_too(app, sent):
    """The specification has neither cookie nor request id."""
    ask(app.test_client(use_cookies=False))

    assert enter(app.test_client(use_cookies=False), sent.code()).status_code == 200


@pytest.mark.usefixtures("member")
def test_a_code_is_worth_nothing_for_the_other_purpose(client, sent):
    """O8."""
    ask(client)
    ask_to_join(client)
    for_login, for_joining = sent.codes()

    assert enter(client, for_joining).status_code == 422
    assert client.post("/api/member", json=form(otpCode=for_login)).status_code == 422


@pytest.mark.usefixtures("member")
def test_wrong_codes_bring_longer_and_longer_pauses(app, clock):
    pauses = []
    for _ in range(9):
        answer = enter(app.test_client(), "000000")
        while answer.status_code == 429:
            pauses.append(int(answer.headers["Retry-After"]))
            clock.advance(seconds=pauses[-1])
            answer = enter(app.test_client(), "000000")

    assert pauses == [30, 60, 120, 240]


@pytest.mark.usefixtures("clock")
def test_an_address_enters_sixty_wrong_codes_an_hour(app):
    tried = sum(
        enter(app.test_client(), "000000", f"12{times:02}00000").status_code == 422 for times in range(70)
    )

    assert tried == 60


@pytest.mark.parametrize(
    "entered",
    [
        "12345",
        "1234567",
        "12345a",
        "123456\n",
        " 123456",
        "\uff11\uff12\uff13\uff14\uff15\uff16",
        "",
        "12 456",
    ],
)
def test_only_six_ascii_digits_are_a_code(client, entered):
    answer = enter(client, entered)

    assert answer.status_code == 422
    assert "OtpCode" in answer.json["errors"]


@pytest.mark.usefixtures("clock")
def test_a_right_code_for_an_unknown_number_leads_to_registration(client, sent):
    """O4: the owner of the phone may know, and needs no second code."""
    ask(client)
    refused = enter(client, sent.code())
    joined = client.post("/api/member", json=form(registrationTicket=refused.json["registrationTicket"]))

    assert refused.status_code == 404
    assert refused.json["code"] == "not_registered"
    assert joined.status_code == 201


@pytest.mark.usefixtures("clock", "member")
def test_a_right_code_for_a_registered_number_leads_to_sign_in(client, sent):
    ask_to_join(client)
    refused = client.post("/api/member", json=form(otpCode=sent.code()))
    body = {"CallingCodeId": 1, "MobileNumber": "123456789", "SignInTicket": refused.json["signInTicket"]}

    assert refused.status_code == 409
    assert refused.json["code"] == "already_member"
    assert client.post("/api/member/login", json=body).status_code == 200
    assert client.post("/api/member/login", json=body).status_code == 422


@pytest.mark.usefixtures("member")
def test_a_wrong_code_for_a_registered_number_reveals_nothing(client, sent):
    ask_to_join(client)
    answer = client.post("/api/member", json=form(otpCode=wrong(sent.code())))

    assert answer.status_code == 422
    assert answer.json["message"] == WRONG


@pytest.mark.usefixtures("member")
def test_a_ticket_is_for_its_number_its_purpose_and_a_quarter_of_an_hour(client, clock, sent):
    ask(client, "129999999")
    ticket = enter(client, sent.code(), "129999999").json["registrationTicket"]
    as_sign_in = {"CallingCodeId": 1, "MobileNumber": "129999999", "SignInTicket": ticket}

    other_number = client.post("/api/member", json=form("128888888", registrationTicket=ticket))
    other_purpose = client.post("/api/member/login", json=as_sign_in)
    clock.advance(minutes=15)
    too_late = client.post("/api/member", json=form("129999999", registrationTicket=ticket))

    assert [each.json["code"] for each in (other_number, other_purpose, too_late)] == ["invalid_ticket"] * 3


@pytest.mark.parametrize("proof", [{}, {"OtpCode": "123456", "SignInTicket": "x"}])
def test_there_is_exactly_one_proof(client, proof):
    body = {"CallingCodeId": 1, "MobileNumber": "123456789", **proof}

    assert client.post("/api/member/login", json=body).status_code == 422


@pytest.mark.databases_differ
@pytest.mark.usefixtures("member")
def test_of_many_wrong_codes_at_once_five_are_looked_at(app, database, sent, rounds):
    """O1."""
    times = rounds(60, 200)
    ask(app.test_client(use_cookies=False))
    guess = wrong(sent.code())

    def attack(turn: int) -> int:
        return enter(app.test_client(use_cookies=False), guess, ip=f"198.51.100.{turn}").status_code

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(attack, range(times)))

    assert answers.count(422) == 5
    assert answers.count(429) == times - 5
    assert enter(app.test_client(use_cookies=False), sent.code()).status_code == 429
    with database.bound():
        assert current_session().scalar(select(func.max(OtpChallenge.tries))) == 5


@pytest.mark.databases_differ
@pytest.mark.usefixtures("member")
def test_of_many_right_codes_at_once_one_signs_in(app, database, clock, sent, rounds):
    """O2."""
    times, at_once = rounds(5, 500), rounds(16, 64)
    for _ in range(times):
        ask(app.test_client(use_cookies=False))
        code = sent.code()
        with ThreadPoolExecutor(16) as pool:
            answers = list(
                pool.map(
                    lambda times, code=code: (
                        enter(app.test_client(use_cookies=False), code, ip=f"198.51.100.{times}").status_code
                    ),
                    range(at_once),
                )
            )
        assert answers.count(200) == 1
        # On SQLite sixty-four writers may wait for each other longer than we let them: a definite no as well.
        assert set(answers) <= {200, 422, 429, 503}
        clock.advance(hours=3)

    with database.bound():
        assert current_session().scalar(select(func.count()).select_from(SignIn)) == times


@pytest.mark.usefixtures("member")
def test_a_wrong_try_is_committed_before_its_refusal_is_answered(client, database, sent):
    """Read from a connection of its own."""
    ask(client)
    enter(client, wrong(sent.code()))

    with database.bound():
        assert set(current_session().scalars(select(OtpChallenge.tries))) == {0, 1}


@pytest.mark.usefixtures("capsys", "member")
def test_codes_and_numbers_stay_out_of_logs_and_tables(capsys, client, database, sent):
    """O13: what is left in logs and tables after the message was sent."""
    ask(client)
    code = sent.code()
    enter(client, wrong(code))
    bearer = {"Authorization": "Bearer secret-string"}
    client.get("/api/member/checksession?token=secret-string", headers=bearer)
    output = "".join(capsys.readouterr())
    tables = ("jobs", "otp_challenges", "code_events", "known_devices")
    with database.bound():
        rows = [row for name in tables for row in current_session().execute(text(f"SELECT * FROM {name}"))]  # noqa: S608

    assert "request" in output
    for secret in (code, "123456789", "secret-string"):
        assert secret not in output
    values = [str(value) for row in rows for value in row]
    assert not [value for value in values if code == value or f"{code} " in value or "123456789" in value]


def test_what_is_a_day_old_is_forgotten(app, database, client, clock, sent):
    ask(client)
    enter(client, wrong(sent.code()))
    clock.advance(hours=24)
    with app.app_context():
        scheduler.run()

    with database.bound():
        for name in ("otp_challenges", "code_events"):
            assert current_session().scalar(text(f"SELECT count(*) FROM {name}")) == 0  # noqa: S608
