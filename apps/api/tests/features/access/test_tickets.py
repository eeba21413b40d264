"""Rules A3, A10 and A11 of docs/handoff.md: what a ticket is good for, and what it is not."""

import pytest

from support.login_steps import OWN, alive, check, mint


def test_the_site_is_given_a_ticket_and_keeps_its_session(client, site):
    """A3."""
    answer = check(client, site, handoff="mint")

    assert answer.status_code == 200
    assert answer.json["handoffToken"] not in (site, answer.json["loginToken"])
    assert answer.json["user"]["name"] == "Aisyah Rahman"
    assert alive(client, answer.json["loginToken"])


def test_ten_unused_tickets_are_enough(client, clock, site):
    """A3."""
    for _ in range(10):
        assert check(client, site, handoff="mint").status_code == 200
    refused = check(client, site, handoff="mint")

    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "60"
    clock.advance(seconds=60)
    assert check(client, site, handoff="mint").status_code == 200


def test_thirty_tickets_an_hour_are_enough(client, clock, site):
    """A3."""
    for _ in range(30):
        assert check(client, site, handoff="mint").status_code == 200
        clock.advance(minutes=1, seconds=1)
    refused = check(client, site, handoff="mint")

    assert refused.status_code == 429
    clock.advance(seconds=int(refused.headers["Retry-After"]))
    assert check(client, site, handoff="mint").status_code == 200


@pytest.mark.parametrize(("after_s", "status"), [(59.9, 200), (60, 401), (61, 401)])
def test_a_ticket_lives_sixty_seconds(client, clock, site, after_s, status):
    """A4, A10."""
    ticket = mint(client, site)
    clock.advance(seconds=after_s)

    assert check(client, ticket, handoff=OWN).status_code == status


def test_a_ticket_is_good_for_nothing_else(client, site, aisyah):
    """A11: at second one, as a bearer, without a nonce, to mint, to sign out."""
    ticket = mint(client, site)

    assert client.get(f"/api/member/{aisyah}", headers={"x-user-token": ticket}).status_code == 401
    assert check(client, ticket).status_code == 401
    assert check(client, ticket, handoff="mint").status_code == 401
    assert check(client, ticket, handoff=OWN).status_code == 200


@pytest.mark.parametrize(
    "nonce", ["short", "a" * 21, "a" * 201, "with space".ljust(30), "ünïcode".ljust(30, "x")]
)
def test_a_nonce_holds_128_bits(client, site, nonce):
    ticket = mint(client, site)
    sent = nonce.encode().decode("latin-1")

    assert check(client, ticket, handoff=sent).status_code == 422
    assert check(client, ticket, handoff=OWN).status_code == 200


def test_a_ticket_of_a_dead_sign_in_opens_nothing(client, site):
    """A10."""
    ticket = mint(client, site)
    client.post("/api/member/logout", headers={"x-user-token": site})

    assert check(client, ticket, handoff=OWN).json["code"] == "handoff_expired"


@pytest.mark.parametrize("ticket", ["garbage", "lh.1.AAAAAAAAAAAAAAAAAAAAAA.0." + "A" * 43])
def test_an_unknown_ticket_opens_nothing(client, ticket):
    """A10, B10."""
    answer = check(client, ticket, handoff=OWN)

    assert answer.status_code == 401
    assert answer.json["code"] == "handoff_expired"


def test_a_failed_ticket_leaves_the_session_that_is_there(client, clock, site, benny):
    ticket = mint(client, site)
    clock.advance(seconds=61)
    for bad in (ticket, "garbage"):
        assert check(client, bad, handoff=OWN, current=benny).status_code == 401

    assert alive(client, benny)


@pytest.mark.parametrize(
    ("site_origin", "mini_origin"),
    [
        ("https://www.example.com", "https://www.example.com"),
        ("https://www.example.com", "http://app.example.com"),
        ("https://www.example.com", "https://app.example.com/members"),
        ("https://www.example.com", ""),
        ("https://www.example.com", "https://user@app.example.com"),
        ("https://www.example.com", "app.example.com"),
    ],
)
def test_without_two_good_origins_there_is_no_handoff(
    client, site, site_origin, mini_origin, change_settings
):
    """B15."""
    change_settings(site_origin=site_origin, mini_origin=mini_origin)
    answer = check(client, site, handoff="mint")

    assert answer.status_code == 409
    assert answer.json["code"] == "handoff_off"
    assert alive(client, site)
