"""Rules A4 to A9 of docs/handoff.md: a ticket is presented, again, by somebody else."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from loyalty.db.session import current_session
from loyalty.features.access.models import BrowserSession, HandoffAlarm, HandoffTicket, SignIn
from support.login_steps import OTHER, OWN, THIEF, alive, check, mint


def test_a_ticket_opens_a_session_of_the_mini(client, site, aisyah):
    """A4."""
    answer = check(client, mint(client, site), handoff=OWN)

    assert answer.status_code == 200
    assert answer.json["user"]["id"] == aisyah
    assert answer.json["loginToken"].startswith("lm.")
    assert alive(client, answer.json["loginToken"])
    assert alive(client, site)


def test_the_mini_keeps_the_session_it_has(client, database, site):
    """A5: the same sign-in again, only the token steps on."""
    mine = check(client, mint(client, site), handoff=OWN).json["loginToken"]
    answer = check(client, mint(client, site), handoff=OTHER, current=mine)

    assert answer.status_code == 200
    assert answer.json["loginToken"] != mine
    assert answer.json["loginToken"].split(".")[1] == mine.split(".")[1]
    with database.bound():
        assert current_session().scalar(select(func.count()).where(BrowserSession.kind == "lm")) == 1


def test_a_session_of_another_sign_in_gives_way(client, sign_in, aisyah, site):
    """A5b: one browser, one sign-in, or signing out on the mini would leave the site signed in."""
    own = sign_in(aisyah, at_mini=True)
    answer = check(client, mint(client, site), handoff=OWN, current=own)
    client.post("/api/member/logout", headers={"x-user-token": answer.json["loginToken"]})

    assert not alive(client, own)
    assert not alive(client, site)


def test_a_sign_in_has_one_live_session_of_the_mini(client, site):
    """A copy of the site's token mints a ticket of its own: the next arrival of either ends the other's."""
    copied = check(client, mint(client, site), handoff=THIEF).json["loginToken"]
    own = check(client, mint(client, site), handoff=OWN).json["loginToken"]

    assert not alive(client, copied)
    assert alive(client, own)


def test_a_dead_session_of_the_mini_does_not_matter(client, sign_in, aisyah, site):
    """A4."""
    dead = sign_in(aisyah, at_mini=True)
    client.post("/api/member/logout", headers={"x-user-token": dead})

    assert check(client, mint(client, site), handoff=OWN, current=dead).status_code == 200
    assert check(client, mint(client, site), handoff=OTHER, current="garbage").status_code == 200


def test_another_member_is_asked_first(client, site, benny):
    """A6: the ticket is not used up and waits two minutes for this browser."""
    ticket = mint(client, site)
    asked = check(client, ticket, handoff=OWN, current=benny)

    assert asked.status_code == 409
    assert asked.json["code"] == "handoff_other_member"
    assert asked.json["maskedName"] == "Ai***"
    assert asked.json["lastDigits"] == "4321"
    assert alive(client, benny)
    assert check(client, ticket, handoff=OWN, current=benny).status_code == 409


def test_after_a_yes_the_other_members_session_ends(client, site, benny, aisyah):
    """A7."""
    ticket = mint(client, site)
    check(client, ticket, handoff=OWN, current=benny)
    answer = check(client, ticket, handoff=OWN, current=benny, confirm="1")

    assert answer.status_code == 200
    assert answer.json["user"]["id"] == aisyah
    assert not alive(client, benny)


def test_a_yes_counts_only_where_it_was_asked(client, site, benny):
    """A7: nobody can bring the answer along with the question."""
    ticket = mint(client, site)

    assert check(client, ticket, handoff=OWN, current=benny, confirm="1").status_code == 409
    assert alive(client, benny)


def test_a_thief_who_had_the_ticket_kept_for_them_is_out_when_the_member_arrives(
    client, database, site, benny
):
    """A9: the thief has an account of their own, Benny's, and waits with the yes."""
    ticket = mint(client, site)
    assert check(client, ticket, handoff=THIEF, current=benny).status_code == 409

    arrived = check(client, ticket, handoff=OWN)
    stolen = check(client, ticket, handoff=THIEF, current=benny, confirm="1")

    assert (arrived.status_code, arrived.json["code"]) == (401, "handoff_used")
    assert (stolen.status_code, stolen.json["code"]) == (401, "handoff_used")
    assert alive(client, site)
    with database.bound():
        assert current_session().scalar(select(func.count()).select_from(HandoffAlarm)) == 1
        assert current_session().scalar(select(HandoffTicket.state)) == "used"


def test_asking_again_and_again_keeps_a_ticket_no_longer(client, clock, site, benny):
    """A6: two minutes from the first question."""
    ticket = mint(client, site)
    for _ in range(3):
        assert check(client, ticket, handoff=OWN, current=benny).status_code == 409
        clock.advance(seconds=40)

    assert check(client, ticket, handoff=OWN, current=benny, confirm="1").status_code == 401


@pytest.mark.parametrize(("after_s", "status"), [(119.9, 200), (120, 401)])
def test_a_member_has_two_minutes_to_say_yes(client, clock, site, benny, after_s, status):
    """A6."""
    ticket = mint(client, site)
    clock.advance(seconds=50)
    check(client, ticket, handoff=OWN, current=benny)
    clock.advance(seconds=after_s)

    assert check(client, ticket, handoff=OWN, current=benny, confirm="1").status_code == status


def test_a_lost_answer_is_repeated(client, database, site):
    """A8: the same session, one row."""
    ticket = mint(client, site)
    lost = check(client, ticket, handoff=OWN)
    repeated = check(client, ticket, handoff=OWN)

    assert repeated.json["loginToken"] == lost.json["loginToken"]
    with database.bound():
        assert current_session().scalar(select(func.count()).where(BrowserSession.kind == "lm")) == 1


@pytest.mark.parametrize(("after_s", "status"), [(60, 200), (60.1, 401)])
def test_a_lost_answer_is_repeated_for_a_minute(client, clock, site, after_s, status):
    """A8."""
    ticket = mint(client, site)
    lost = check(client, ticket, handoff=OWN).json["loginToken"]
    clock.advance(seconds=after_s)

    assert check(client, ticket, handoff=OWN).status_code == status
    assert alive(client, lost)


def test_an_answer_that_arrived_is_not_repeated(client, site):
    """A8: M is in use."""
    ticket = mint(client, site)
    mine = check(client, ticket, handoff=OWN).json["loginToken"]
    assert alive(client, mine)

    assert check(client, ticket, handoff=OWN).json["code"] == "handoff_used"
    assert alive(client, mine)


def test_a_second_nonce_ends_what_the_first_opened(client, database, site):
    """A9: and the rows say so."""
    ticket = mint(client, site)
    opened = check(client, ticket, handoff=OWN).json["loginToken"]
    replayed = check(client, ticket, handoff=THIEF)

    assert replayed.status_code == 401
    assert replayed.json["code"] == "handoff_used"
    assert not alive(client, opened)
    assert alive(client, site)
    with database.bound():
        assert (
            current_session().scalar(select(BrowserSession.state).where(BrowserSession.kind == "lm"))
            == "revoked"
        )


def test_a_used_ticket_opens_nothing_however_often(client, site, rounds):
    ticket = mint(client, site)
    check(client, ticket, handoff=OWN)

    turns = range(rounds(200, 10_000))
    assert {check(client, ticket, handoff=f"{THIEF}{turn}").status_code for turn in turns} <= {401, 429}


def test_a_thief_who_was_faster_loses_what_he_got(client, site):
    """The member's own arrival ends the thief's session, their next one opens another."""
    ticket = mint(client, site)
    stolen = check(client, ticket, handoff=THIEF).json["loginToken"]
    victim = check(client, ticket, handoff=OWN)

    assert victim.status_code == 401
    assert not alive(client, stolen)
    assert check(client, mint(client, site), handoff=OWN).status_code == 200


def test_three_replays_end_everything(client, site):
    """A9."""
    tickets = [mint(client, site) for _ in range(3)]
    for ticket in tickets:
        check(client, ticket, handoff=OWN)
    for ticket in tickets[:2]:
        check(client, ticket, handoff=THIEF)
    assert alive(client, site)
    check(client, tickets[2], handoff=THIEF)

    assert not alive(client, site)


def test_replays_far_apart_do_not_end_everything(client, clock, site):
    """A9: three within ten minutes."""
    for _ in range(4):
        ticket = mint(client, site)
        check(client, ticket, handoff=OWN)
        check(client, ticket, handoff=THIEF)
        clock.advance(minutes=5)

    assert alive(client, site)


def test_a_ticket_from_an_old_history_ends_nothing(client, clock, site):
    """A10: after ten minutes a replay is only refused."""
    ticket = mint(client, site)
    opened = check(client, ticket, handoff=OWN).json["loginToken"]
    clock.advance(minutes=10, seconds=1)
    replayed = check(client, ticket, handoff=THIEF)

    assert replayed.json["code"] == "handoff_expired"
    assert alive(client, opened)


def test_a_session_that_was_kept_is_not_ended_by_a_replay(client, site):
    """A9: only what the ticket itself opened."""
    mine = check(client, mint(client, site), handoff=OWN).json["loginToken"]
    ticket = mint(client, site)
    kept = check(client, ticket, handoff=OWN, current=mine).json["loginToken"]
    check(client, ticket, handoff=THIEF)

    assert alive(client, kept)


@pytest.mark.databases_differ
def test_of_many_presentations_at_once_one_opens_a_session(app, database, site):
    ticket = mint(app.test_client(), site)
    with ThreadPoolExecutor(12) as pool:
        answers = list(
            pool.map(
                lambda times: check(app.test_client(), ticket, handoff=f"{THIEF}{times}").status_code,
                range(12),
            )
        )

    assert answers.count(200) == 1
    assert answers.count(401) == 11
    with database.bound():
        opened = (
            current_session().scalars(select(BrowserSession.state).where(BrowserSession.kind == "lm")).all()
        )
        assert opened == ["revoked"]
        assert current_session().scalar(select(HandoffTicket.state)) == "used"
        assert current_session().scalar(select(SignIn.end_reason)) == "handoff_alarm"
