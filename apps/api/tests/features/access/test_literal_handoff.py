"""Rules A12 and A13 of docs/handoff.md: the stored token itself is handed off (spec 000 §2)."""

from support.login_steps import OWN, THIEF, alive, check, mint


def test_the_stored_token_itself_opens_a_session_of_the_mini(client, site, aisyah):
    """A12, as spec 000 §2 says."""
    answer = check(client, site, handoff=OWN)

    assert answer.status_code == 200
    assert answer.json["user"]["id"] == aisyah
    assert answer.json["loginToken"].startswith("lm.")
    assert alive(client, answer.json["loginToken"])


def test_a_token_that_travelled_opens_nothing_on_the_site_any_more(client, site, aisyah):
    """A13."""
    mini = check(client, site, handoff=OWN).json["loginToken"]

    assert check(client, site).json == {"handedOff": True}
    assert check(client, site, handoff="mint").json == {"handedOff": True}
    assert client.get(f"/api/member/{aisyah}", headers={"x-user-token": site}).status_code == 401
    client.post("/api/member/logout", headers={"x-user-token": mini})
    assert check(client, site).status_code == 401


def test_a_token_that_travelled_still_signs_out(client, site):
    """A15, handed off or not."""
    mini = check(client, site, handoff=OWN).json["loginToken"]
    client.post("/api/member/logout", headers={"x-user-token": site})

    assert not alive(client, mini)


def test_a_lost_answer_to_a_travelled_token_is_repeated(client, site):
    """A12, A8."""
    lost = check(client, site, handoff=OWN).json["loginToken"]

    assert check(client, site, handoff=OWN).json["loginToken"] == lost


def test_a_travelled_token_presented_by_somebody_else_ends_everything(client, site):
    """A12, A9."""
    mini = check(client, site, handoff=OWN).json["loginToken"]
    replayed = check(client, site, handoff=THIEF)

    assert replayed.status_code == 401
    assert not alive(client, mini)


def test_a_travelled_token_asks_before_it_changes_the_member(client, site, benny):
    """A12, A6, A7."""
    asked = check(client, site, handoff=OWN, current=benny)
    agreed = check(client, site, handoff=OWN, current=benny, confirm="1")

    assert asked.status_code == 409
    assert agreed.status_code == 200
    assert not alive(client, benny)


def test_an_old_token_that_travels_ends_the_sign_in(client, site):
    """A12: only the current one travels."""
    second = check(client, site).json["loginToken"]
    third = check(client, second).json["loginToken"]

    assert check(client, site, handoff=OWN).json["code"] == "session_reused"
    assert not alive(client, third)


def test_a_session_of_the_mini_does_not_travel(client, site):
    mini = check(client, mint(client, site), handoff=OWN).json["loginToken"]

    assert check(client, mini, handoff=THIEF).status_code == 401
    assert check(client, mini, handoff="mint").status_code == 409
    assert alive(client, mini)
