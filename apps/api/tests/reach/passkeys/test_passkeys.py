"""Passkeys: added with a fresh proof, signing in without a code, and every way of cheating refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from structlog.testing import capture_logs

from loyalty.backoffice.members import actions
from loyalty.config import Config, WrongSetting
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.worker import compose
from support.authenticator import PRESENT, Authenticator
from support.factories import AMIR, a_member
from support.login_steps import ask, enter, wrong
from support.mail_html import html_of

NATIONAL = "123456789"
MINI = "http://localhost:4300"


@pytest.fixture
def config(config: Config) -> Config:
    """With all limits."""
    return config.model_copy(update={"rate_limits": True})


@pytest.fixture
def aisyah(database) -> int:
    return a_member(database, number=NATIONAL)


@pytest.fixture
def client(app, clock):
    """A browser elsewhere: the developer's own machine has no limits."""
    browser = app.test_client()
    browser.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    return browser


@pytest.fixture
def token(client, sent, aisyah) -> str:
    """Signed in by a code, right now."""
    ask(client)
    return enter(client, sent.code()).json["loginToken"]


def options_to_add(client, member_id, token, **body):
    path = f"/api/member/{member_id}/passkey/options"
    return client.post(path, json=body, headers={"x-user-token": token})


def add(client, member_id, token, authenticator, options=None):
    options = options or options_to_add(client, member_id, token).json["publicKey"]
    body = {"credential": authenticator.create(options)}
    return client.post(f"/api/member/{member_id}/passkey", json=body, headers={"x-user-token": token})


def challenge(client):
    return client.post("/api/member/login/passkey/options").json["publicKey"]


def sign_in(client, credential, **headers):
    return client.post("/api/member/login/passkey", json={"credential": credential}, headers=headers)


def listed(client, member_id, token):
    answer = client.get(f"/api/member/{member_id}/passkey", headers={"x-user-token": token})
    return answer.json["passkeyList"]


@pytest.fixture
def key(client, aisyah, token) -> Authenticator:
    """A passkey of this member's."""
    authenticator = Authenticator()
    answer = add(client, aisyah, token, authenticator)
    assert answer.status_code == 201, answer.text
    return authenticator


def test_a_member_signs_in_by_a_passkey_as_by_a_code(client, aisyah, token, key, clock):
    clock.advance(hours=1)
    answer = sign_in(client, key.get(challenge(client)))

    assert answer.status_code == 200, answer.text
    assert set(answer.json) == {"user", "loginToken", "isFirstLogin"}
    assert (answer.json["user"]["id"], answer.json["isFirstLogin"]) == (aisyah, False)
    assert answer.json["loginToken"].startswith("ls.")
    (passkey,) = listed(client, aisyah, answer.json["loginToken"])
    assert passkey["createdAt"] == "2026-03-14T04:00:00.000Z"
    assert passkey["lastUsedAt"] == "2026-03-14T05:00:00.000Z"


def test_on_the_mini_it_opens_a_session_of_the_mini(client, key):
    key.origin = MINI
    answer = sign_in(client, key.get(challenge(client)), Origin=MINI)

    assert answer.json["loginToken"].startswith("lm.")


def test_the_options_ask_for_a_key_that_the_device_finds_and_verifies_its_owner(client, aisyah, token, key):
    options = options_to_add(client, aisyah, token).json["publicKey"]

    assert options["rp"]["id"] == "localhost"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert [each["id"] for each in options["excludeCredentials"]] == [key.create(options)["id"]]
    assert NATIONAL not in str(options)
    assert challenge(client)["userVerification"] == "required"
    assert challenge(client).get("allowCredentials", []) == []


REFUSED = {
    "another page's origin": lambda key: setattr(key, "origin", "https://evil.example"),
    "our host at another port": lambda key: setattr(key, "origin", "http://localhost:4999"),
    "another RP": lambda key: setattr(key, "rp_id", "evil.example"),
    "nobody was verified": lambda key: setattr(key, "flags", PRESENT),
    "another key": lambda key: setattr(key, "key", Authenticator().key),
    "another member's name": lambda key: setattr(key, "user_handle", "A" * 43),
    "in somebody's frame": lambda key: setattr(key, "is_framed", True),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_sign_in_that_is_not_right_is_refused(client, key, fault):
    REFUSED[fault](key)
    answer = sign_in(client, key.get(challenge(client)))

    assert (answer.status_code, answer.json["code"]) == (422, "invalid_passkey")


@pytest.mark.parametrize(
    "fault", ["another page's origin", "another RP", "nobody was verified", "in somebody's frame"]
)
def test_a_passkey_that_is_not_right_is_not_kept(client, aisyah, token, fault):
    authenticator = Authenticator()
    REFUSED[fault](authenticator)
    answer = add(client, aisyah, token, authenticator)

    assert (answer.status_code, answer.json["code"]) == (422, "invalid_passkey")
    assert listed(client, aisyah, token) == []


def test_an_answer_counts_once(client, key):
    answer = key.get(challenge(client))
    assert sign_in(client, answer).status_code == 200

    assert sign_in(client, answer).json["code"] == "invalid_passkey"


@pytest.mark.databases_differ
def test_an_answer_at_once_from_everywhere_counts_once(app, client, key, rounds):
    key.counts = False
    for _round in range(rounds(2, 20)):
        answers = [key.get(challenge(client))] * 8
        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(lambda each: sign_in(app.test_client(), each).status_code, answers))
        assert sorted(statuses) == [200] + [422] * 7


def test_a_challenge_of_our_own_making_counts_nothing(client, key):
    answer = sign_in(client, key.get({"challenge": "A" * 43}))

    assert answer.json["code"] == "invalid_passkey"


def test_a_challenge_is_good_for_five_minutes(client, aisyah, token, key, clock):
    early, late = challenge(client), challenge(client)
    clock.advance(minutes=4, seconds=59)
    assert sign_in(client, key.get(early)).status_code == 200
    clock.advance(seconds=1)

    assert sign_in(client, key.get(late)).json["code"] == "invalid_passkey"


def test_a_challenge_to_add_signs_nobody_in_and_the_other_way_round(client, aisyah, token, key):
    to_add = options_to_add(client, aisyah, token).json["publicKey"]
    assert sign_in(client, key.get(to_add)).json["code"] == "invalid_passkey"

    to_sign_in = {**challenge(client), "user": {"id": "A" * 43}}
    assert add(client, aisyah, token, Authenticator(), to_sign_in).json["code"] == "invalid_passkey"


def test_a_challenge_to_add_is_its_members_own(client, app, database, aisyah, token, sent):
    options = options_to_add(client, aisyah, token).json["publicKey"]
    other = a_member(database, number="187654321")
    ask(client, "187654321")
    theirs = enter(client, sent.code(), "187654321").json["loginToken"]

    answer = add(client, other, theirs, Authenticator(), options)

    assert (answer.status_code, answer.json["code"]) == (422, "invalid_passkey")


def test_a_copy_whose_counter_has_fallen_behind_is_refused_with_an_alarm(client, aisyah, key):
    copy = replace(key)
    assert sign_in(client, key.get(challenge(client))).status_code == 200
    with capture_logs() as lines:
        answer = sign_in(client, copy.get(challenge(client)))

    assert (answer.status_code, answer.json["code"]) == (422, "passkey_cloned")
    (alarm,) = [line for line in lines if line["event"] == "passkey cloned"]
    assert (alarm["log_level"], alarm["member_id"]) == ("error", aisyah)
    assert "passkey_cloned" in [line.get("kind") for line in lines]
    # The original goes on.
    assert sign_in(client, key.get(challenge(client))).status_code == 200


def test_an_authenticator_that_does_not_count_is_taken_again_and_again(client, aisyah, token):
    key = Authenticator(counts=False)
    assert add(client, aisyah, token, key).status_code == 201

    assert [sign_in(client, key.get(challenge(client))).status_code for _ in range(3)] == [200] * 3


@pytest.mark.parametrize("is_lost", [True, False], ids=["a lost telephone", "a new number"])
def test_a_passkey_on_a_telephone_that_the_office_signs_out_opens_nothing(app, client, aisyah, key, is_lost):
    with app.app_context(), transaction() as db:
        if is_lost:
            actions.sign_out(db, aisyah, AMIR)
        else:
            actions.correct(db, aisyah, {"mobile_number": "187654321"}, AMIR)

    assert sign_in(client, key.get(challenge(client))).json["code"] == "unknown_passkey"


def test_a_passkey_that_was_removed_signs_in_no_more(client, aisyah, token, key):
    (passkey,) = listed(client, aisyah, token)
    path = f"/api/member/{aisyah}/passkey/{passkey['id']}"

    assert client.delete(path, headers={"x-user-token": token}).status_code == 204

    assert listed(client, aisyah, token) == []
    assert sign_in(client, key.get(challenge(client))).json["code"] == "unknown_passkey"
    assert client.delete(path, headers={"x-user-token": token}).json["code"] == "no_such_passkey"


def test_another_members_passkey_is_neither_removed_nor_kept_again(
    client, database, sent, aisyah, token, key
):
    (passkey,) = listed(client, aisyah, token)
    other = a_member(database, number="187654321")
    ask(client, "187654321")
    theirs = enter(client, sent.code(), "187654321").json["loginToken"]

    path = f"/api/member/{other}/passkey/{passkey['id']}"
    assert client.delete(path, headers={"x-user-token": theirs}).status_code == 404
    assert add(client, other, theirs, replace(key)).json["code"] == "passkey_known"
    assert sign_in(client, key.get(challenge(client))).json["user"]["id"] == aisyah


def test_an_erased_members_passkey_signs_nobody_in(app, client, aisyah, key):
    with app.app_context():
        actions.erase(aisyah, AMIR)

    assert sign_in(client, key.get(challenge(client))).json["code"] == "unknown_passkey"


def test_adding_one_wants_a_sign_in_of_the_last_ten_minutes_or_a_fresh_code(
    client, sent, aisyah, token, clock
):
    clock.advance(minutes=10)
    assert options_to_add(client, aisyah, token).status_code == 200
    clock.advance(seconds=1)

    refused = options_to_add(client, aisyah, token)
    assert (refused.status_code, refused.json["code"]) == (409, "proof_needed")
    ask(client)
    code = sent.code()
    assert options_to_add(client, aisyah, token, otpCode=wrong(code)).json["code"] == "invalid_code"
    options = options_to_add(client, aisyah, token, otpCode=code)
    assert add(client, aisyah, token, Authenticator(), options.json["publicKey"]).status_code == 201
    # The code is used up.
    assert options_to_add(client, aisyah, token, otpCode=code).json["code"] == "invalid_code"


def test_it_signs_in_while_codes_are_locked_for_the_number_and_lifts_that(app, client, aisyah, key):
    """Five wrong codes bring pauses for unknown devices; the passkey's device is known after it."""
    ask(client)
    for _try in range(5):
        enter(client, "000000")
    new = app.test_client()
    new.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    assert enter(new, "111111").status_code == 429

    assert sign_in(new, key.get(challenge(new))).status_code == 200

    assert enter(new, "111111").status_code == 422


def test_a_new_device_is_notified_after_a_passkey_too(app, client, sent, aisyah, key):
    new = app.test_client()
    with capture_logs() as events:
        assert sign_in(new, key.get(challenge(new))).status_code == 200
        assert sign_in(new, key.get(challenge(new))).status_code == 200

    assert [each.kind for each in sent.all()].count("new_device") == 1
    assert [line["kind"] for line in events if line["event"] == "security event"].count("new_device") == 1


def test_an_added_passkey_is_notified_to_the_telephone(sent, key):
    (result,) = [each for each in sent.all() if each.kind == "passkey_added"]

    assert result.to == f"+60{NATIONAL}"
    assert f"{MINI}/settings/devices" in result.text


def test_it_is_notified_by_mail_where_there_is_an_address_also_when_notices_are_off(
    app, client, database, sent, clock
):
    member = a_member(database, number="129999999", email="aisyah@example.com")
    ask(client, "129999999")
    token = enter(client, sent.code(), "129999999").json["loginToken"]
    path, headers = f"/api/member/{member}/preferences", {"x-user-token": token}
    saved = client.get(path, headers=headers).json["notifications"]
    quiet = {"notifications": {**saved, "securityNotifications": False}}
    assert client.put(path, json=quiet, headers=headers).status_code == 200

    assert add(client, member, token, Authenticator()).status_code == 201

    assert "passkey_added" not in {each.kind for each in sent.all()}
    with database.bound():
        about = select(Job.reference).where(Job.kind == "passkey_added")
        mail = compose("passkey_added", current_session().scalars(about).one())
    assert (mail["To"], mail["Subject"]) == (
        "aisyah@example.com",
        "A passkey was added to your membership",
    )
    assert f'<a href="{MINI}/settings/devices"' in html_of(mail)


def test_an_address_gets_so_many_challenges_an_hour(client, clock):
    statuses = [client.post("/api/member/login/passkey/options").status_code for _ in range(121)]
    assert statuses == [200] * 120 + [429]

    clock.advance(hours=1)
    assert client.post("/api/member/login/passkey/options").status_code == 200


def test_a_member_has_ten_at_most(client, aisyah, token):
    statuses = [add(client, aisyah, token, Authenticator()).status_code for _ in range(10)]
    assert statuses == [201] * 10

    assert options_to_add(client, aisyah, token).json["code"] == "too_many_passkeys"


def test_a_member_has_ten_at_most_whenever_the_challenges_were_asked_for(client, aisyah, token):
    asked = [options_to_add(client, aisyah, token).json["publicKey"] for _ in range(12)]

    answers = [add(client, aisyah, token, Authenticator(), each) for each in asked]

    assert [answer.status_code for answer in answers] == [201] * 10 + [409] * 2
    assert answers[-1].json["code"] == "too_many_passkeys"
    assert len(listed(client, aisyah, token)) == 10


def test_challenges_are_forgotten_once_they_count_for_no_limit(app, client, clock, aisyah, token, key):
    clock.advance(hours=1)
    done = app.test_cli_runner().invoke(args=["scheduler", "run", "--json"])

    assert done.exit_code == 0, done.output
    forgotten = {each["job"]: each["count"] for each in json.loads(done.output)}
    assert forgotten["passkey challenges forgotten"] == 1
    assert sign_in(client, key.get(challenge(client))).status_code == 200


def test_the_hosts_that_share_passkeys_are_named(client):
    answer = client.get("/.well-known/webauthn")

    assert answer.json == {"origins": ["http://localhost:4200", MINI]}
    assert answer.content_type == "application/json"


@pytest.mark.parametrize(
    ("rp_id", "is_right"),
    [
        ("", True),
        ("www.example.com", True),
        ("members.example.org", True),
        ("example.com", True),
        ("ample.com", False),
        ("other.example", False),
        ("https://www.example.com", False),
    ],
)
def test_the_host_that_passkeys_are_made_for_has_to_be_ours(rp_id, is_right):
    origins = {"site_origin": "https://www.example.com", "mini_origin": "https://members.example.org"}
    if is_right:
        assert Config(**origins, passkey_rp_id=rp_id).rp_id == (rp_id or "www.example.com")
    else:
        with pytest.raises(WrongSetting):
            Config(**origins, passkey_rp_id=rp_id)


@pytest.mark.fuzz
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(data=st.data())
def test_any_other_answer_is_refused_without_a_crash(client, aisyah, token, data):
    words = st.text("ABCxyz019-_", max_size=60) | st.binary(max_size=60).map(lambda each: each.hex())
    for made in (True, False):
        authenticator = Authenticator(user_handle="A" * 43)
        options = {**challenge(client), "user": {"id": "A" * 43}}
        credential = authenticator.create(options) if made else authenticator.get(options)
        credential = deepcopy(credential)
        part = data.draw(st.sampled_from([*credential["response"], "id", "rawId", "type"]))
        place = credential if part in credential else credential["response"]
        place[part] = data.draw(words)
        if made:
            path = f"/api/member/{aisyah}/passkey"
            answer = client.post(path, json={"credential": credential}, headers={"x-user-token": token})
        else:
            answer = sign_in(client, credential)
        assert answer.status_code in (422, 429), answer.text
