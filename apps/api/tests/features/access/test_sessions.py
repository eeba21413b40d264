"""Rules A1, A2, A14, A15 of docs/handoff.md: a session in one place, renewed by every check."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import event, select
from sqlalchemy.exc import IntegrityError

from loyalty.db.session import current_session, transaction
from loyalty.features.access import sign_in
from loyalty.features.access.models import BrowserSession, SignIn
from support.factories import a_member
from support.login_steps import ask, check, enter, form


@pytest.fixture
def member_id(database):
    return a_member(database)


@pytest.fixture
def token(app, member_id, clock):
    """The first token of a session of the site."""
    with app.app_context(), transaction() as db:
        return sign_in.begin(db, member_id, at_mini=False).login_token


def read_own_record(client, member_id, token, header="x-user-token"):
    value = f"Bearer {token}" if header == "Authorization" else token
    return client.get(f"/api/member/{member_id}", headers={header: value})


def test_a_check_answers_the_member_and_a_fresh_token(client, member_id, token):
    """A1."""
    answer = check(client, token)

    assert answer.status_code == 200
    assert answer.json["user"]["id"] == member_id
    assert answer.json["loginToken"] != token
    assert answer.headers["Cache-Control"] == "no-store"
    assert check(client, answer.json["loginToken"]).status_code == 200


def test_a_lost_answer_is_repeated_with_the_same_token(client, clock, token):
    """A1: the token before stays good while its successor has not been seen."""
    lost = check(client, token).json["loginToken"]
    clock.advance(hours=8)
    repeated = check(client, token)

    assert repeated.status_code == 200
    assert repeated.json["loginToken"] == lost


def test_the_token_before_is_good_for_a_minute_for_other_tabs(client, clock, member_id, token):
    """A1: and answers the newest token, never a second new one."""
    new = check(client, token).json["loginToken"]
    assert read_own_record(client, member_id, new).status_code == 200
    clock.advance(seconds=59.9)

    assert check(client, token).json["loginToken"] == new
    assert read_own_record(client, member_id, token).status_code == 200


def test_the_token_before_is_refused_after_its_minute_and_ends_everything(client, clock, member_id, token):
    """A2."""
    new = check(client, token).json["loginToken"]
    read_own_record(client, member_id, new)
    clock.advance(seconds=60)
    reused = check(client, token)

    assert reused.status_code == 401
    assert reused.json["code"] == "session_reused"
    assert read_own_record(client, member_id, new).status_code == 401


def test_an_old_token_ends_the_whole_sign_in_at_once(client, database, member_id, token):
    """A2: every descendant is dead with the answer, and the rows say so."""
    second = check(client, token).json["loginToken"]
    third = check(client, second).json["loginToken"]
    mini = check(client, check(client, third, handoff="mint").json["handoffToken"], handoff="n" * 22)
    reused = check(client, token)

    assert reused.json["code"] == "session_reused"
    for descendant in (second, third, mini.json["loginToken"]):
        assert read_own_record(client, member_id, descendant).status_code == 401
        assert check(client, descendant).status_code == 401
    with database.bound():
        assert current_session().execute(select(SignIn.end_reason)).scalar_one() == "reused"


def test_an_old_token_on_another_call_is_refused_and_ends_nothing(client, member_id, token):
    second = check(client, token).json["loginToken"]
    third = check(client, second).json["loginToken"]

    assert read_own_record(client, member_id, token).status_code == 401
    assert read_own_record(client, member_id, third).status_code == 200


@pytest.mark.databases_differ
def test_twenty_tabs_check_at_the_same_time_and_none_is_signed_out(app, member_id, token, rounds):
    """From addresses of their own, so that no flood limit ends a long storm."""

    def tab(number: int) -> FlaskClient:
        browser = app.test_client()
        browser.environ_base["REMOTE_ADDR"] = f"198.51.100.{number}"
        return browser

    for _ in range(rounds(10, 100)):
        with ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda number, sent=token: check(tab(number), sent), range(20)))
        assert {answer.status_code for answer in answers} == {200}
        new = {answer.json["loginToken"] for answer in answers}
        assert len(new) == 1
        token = new.pop()

    assert read_own_record(app.test_client(), member_id, token).status_code == 200


@pytest.mark.parametrize("header", ["Authorization", "x-user-token"])
def test_either_header_carries_the_token(client, member_id, token, header):
    assert read_own_record(client, member_id, token, header).status_code == 200


def test_two_different_tokens_are_none(client, member_id, token):
    """A14."""
    new = check(client, token).json["loginToken"]
    both = {"Authorization": f"Bearer {new}", "x-user-token": token}

    assert client.get(f"/api/member/{member_id}", headers=both).status_code == 401
    assert client.get("/api/member/checksession", headers=both).status_code == 401
    both["x-user-token"] = new
    assert client.get(f"/api/member/{member_id}", headers=both).status_code == 200


@pytest.mark.parametrize(
    "bad",
    ["", "x", "ls.1.AAAAAAAAAAAAAAAAAAAAAA.1." + "A" * 43, "Bearer", "null", "ls." * 400, "日本", "lz.a.1.b"],
)
def test_garbage_is_no_session(client, member_id, bad):
    sent = bad.encode().decode("latin-1")
    answer = client.get(f"/api/member/{member_id}", headers={"x-user-token": sent})

    assert answer.status_code == 401
    assert answer.json["code"] == "not_signed_in"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_changed_token_is_no_session(client, member_id, token):
    for place in (0, 5, 26, len(token) - 2):
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        assert read_own_record(client, member_id, changed).status_code == 401


def test_a_token_that_another_key_signed_is_no_session(app, database, member_id, token, change_settings):
    change_settings(secret_keys="another-key-of-at-least-32-characters")

    assert read_own_record(app.test_client(), member_id, token).status_code == 401


def test_a_new_key_signs_nobody_out_while_the_old_one_is_in_the_ring(
    app, member_id, token, config, client, change_settings
):
    old, new = config.secret_keys, "another-key-of-at-least-32-characters"
    change_settings(secret_keys=f"{new}, {old}")
    renewed = check(client, token).json["loginToken"]
    assert read_own_record(client, member_id, token).status_code == 200

    change_settings(secret_keys=new)
    assert read_own_record(client, member_id, renewed).status_code == 200
    assert read_own_record(client, member_id, token).status_code == 401


def test_a_code_on_its_way_outlives_a_new_token_key(database, config, client, sent, change_settings):
    a_member(database, number="123456789")
    ask(client)
    change_settings(secret_keys=f"another-key-of-at-least-32-characters,{config.secret_keys}")

    assert enter(client, sent.code()).status_code == 200


def test_a_session_ends_after_thirty_days(client, clock, member_id, token):
    clock.advance(days=30, seconds=-1)
    new = check(client, token).json["loginToken"]
    clock.advance(seconds=1)

    assert read_own_record(client, member_id, new).status_code == 401
    assert check(client, new).json["code"] == "session_ended"


def test_sign_out_ends_every_session_of_the_sign_in(client, member_id, token):
    """A15, G4."""
    second = check(client, token).json["loginToken"]
    ticket = check(client, second, handoff="mint").json["handoffToken"]
    mini = check(client, ticket, handoff="n" * 22).json["loginToken"]
    unused = check(client, second, handoff="mint").json["handoffToken"]
    answer = client.post("/api/member/logout", headers={"x-user-token": mini})

    assert answer.status_code == 204
    for dead in (token, second, mini):
        assert check(client, dead).status_code == 401
    assert check(client, unused, handoff="m" * 22).status_code == 401


def test_any_old_token_signs_out(client, member_id, token):
    newest = token
    for _ in range(4):
        newest = check(client, newest).json["loginToken"]
    client.post("/api/member/logout", headers={"Authorization": f"Bearer {token}"})

    assert read_own_record(client, member_id, newest).status_code == 401


@pytest.mark.parametrize("headers", [{}, {"x-user-token": "garbage"}, {"Authorization": "Basic YTpi"}])
def test_sign_out_never_fails(client, headers):
    assert client.post("/api/member/logout", headers=headers).status_code == 204


def test_a_ticket_signs_nobody_out(client, member_id, token):
    ticket = check(client, token, handoff="mint").json["handoffToken"]
    client.post("/api/member/logout", headers={"x-user-token": ticket})

    assert read_own_record(client, member_id, token).status_code == 200


def test_signing_out_leaves_the_members_other_devices_alone(app, client, member_id, token):
    with app.app_context(), transaction() as db:
        other = sign_in.begin(db, member_id, at_mini=False).login_token
    client.post("/api/member/logout", headers={"x-user-token": token})

    assert read_own_record(client, member_id, other).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Purpose": "prefetch;prerender"}, {"Sec-Purpose": "prefetch"}, {"Sec-Fetch-Mode": "navigate"}],
)
def test_a_browser_that_looks_ahead_changes_nothing(client, member_id, token, headers):
    """B12."""
    answer = client.get(
        "/api/member/checksession", headers={"x-user-token": token, "x-handoff": "mint", **headers}
    )

    assert answer.status_code == 400
    assert check(client, token).status_code == 200


def test_a_call_reads_its_session_once(client, database, member_id, token):
    read_own_record(client, member_id, token)
    statements = []
    event.listen(
        database.reads, "before_cursor_execute", lambda *arguments: statements.append(str(arguments[2]))
    )
    read_own_record(client, member_id, token)

    assert len([each for each in statements if "sign_ins" in each]) == 1


def test_a_use_that_cannot_be_noted_leaves_the_answer_as_it_is(client, database, member_id, token):
    def refuse(_connection, _cursor, statement, *_more):
        if statement.startswith("UPDATE sessions"):
            refused.append(statement)
            raise IntegrityError(statement, {}, Exception("refused"))

    refused = []
    event.listen(database.writes, "before_cursor_execute", refuse)
    answer = read_own_record(client, member_id, token)
    event.remove(database.writes, "before_cursor_execute", refuse)

    assert answer.status_code == 200
    assert len(refused) == 1


def test_only_what_cannot_sign_is_stored(database, token):
    """A copy of the tables opens nothing: the rows hold neither token nor signature."""
    signature = token.rsplit(".", 1)[1]
    with database.bound():
        stored = current_session().execute(select(*BrowserSession.__table__.c)).one()

    assert not [value for value in stored if signature in str(value)]


def test_a_first_sign_in_is_marked_until_the_mini_has_received_it(client, app, member_id, clock, token):
    """The flag survives the handoff, so that the referral dialog opens where the member ends up."""
    on_site = check(client, token)
    ticket = check(client, on_site.json["loginToken"], handoff="mint")
    opened = check(client, ticket.json["handoffToken"], handoff="n" * 22)
    repeated = check(client, ticket.json["handoffToken"], handoff="n" * 22)
    later = check(client, opened.json["loginToken"])

    assert on_site.json["isFirstLogin"] is True
    assert ticket.json["isFirstLogin"] is True
    assert opened.json["isFirstLogin"] is True
    assert repeated.json["isFirstLogin"] is True
    assert later.json["isFirstLogin"] is False
    assert check(client, ticket.json["loginToken"]).json["isFirstLogin"] is False


def test_a_second_sign_in_is_no_first(app, client, member_id, token):
    with app.app_context(), transaction() as db:
        welcome = sign_in.begin(db, member_id, at_mini=False)

    assert welcome.is_first_login is False
    assert check(client, welcome.login_token).json["isFirstLogin"] is False


def test_a_session_opened_on_the_mini_is_a_mini_session(client, config, sent):
    ask(client, "129999999", origin=config.mini_origin)
    ticket = enter(client, sent.code(), "129999999", origin=config.mini_origin).json["registrationTicket"]
    joined = client.post(
        "/api/member",
        json=form("129999999", registrationTicket=ticket),
        headers={"Origin": config.mini_origin},
    )

    assert joined.json["loginToken"].startswith("lm.")
    assert joined.json["isFirstLogin"] is True
    assert check(client, joined.json["loginToken"]).json["isFirstLogin"] is False


def test_clocks_of_two_nodes_do_not_matter(client, clock, token):
    """B11: expiry is in the row, by the database's clock; no token carries a time."""
    clock.set(clock.now() - timedelta(seconds=5))

    assert check(client, token).status_code == 200
