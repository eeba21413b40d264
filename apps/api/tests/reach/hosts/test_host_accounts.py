"""Linking an account at a super-app: proved, agreed to, one member's alone, notified, exported, and ended."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from loyalty import scheduler
from loyalty.backoffice.members import actions
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import records
from loyalty.reach.hosts import accounts
from loyalty.reach.hosts.models import HostAccount, HostAttempt, HostConsent
from loyalty.reach.notifications import log
from loyalty.rules.hosts import Host
from support.authenticator import Authenticator
from support.factories import AMIR, a_member
from support.host_steps import NATIONAL, Phone, link, signs_in
from support.login_steps import alive, ask, ask_to_join, form, wrong

pytestmark = pytest.mark.databases_differ


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


def listed(phone: Phone, member_id: int, headers: dict[str, str]) -> dict[str, Any]:
    found = phone.client.get(f"/api/member/{member_id}/host", headers=headers).json["hostList"]
    by_name = {each["name"]: each for each in found}
    assert len(by_name) == len(found)
    return by_name


def unlink(phone: Phone, member_id: int, headers: dict[str, str], name: str = "chat") -> Any:
    return phone.client.delete(f"/api/member/{member_id}/host/{name}", headers=headers)


def rows(database: Database, table: Any, *columns: Any) -> list[tuple[Any, ...]]:
    with database.bound():
        return [tuple(row) for row in current_session().execute(select(*columns).select_from(table))]


def test_a_number_is_proved_once_and_from_then_on_the_host_signs_in(phone, sent, siti, clock):
    ticket = phone.link_ticket()
    headers = signs_in(phone, sent)
    assert listed(phone, siti, headers)["chat"]["linkedAt"] is None

    answer = link(phone, siti, headers, ticket)

    assert answer.status_code == 201
    assert answer.json == {
        "name": "chat",
        "title": "Chat",
        "linkedAt": "2026-03-14T04:00:00.000Z",
        "lastUsedAt": None,
    }
    codes = len(sent.codes())
    clock.advance(minutes=5)
    assert phone.present(phone.open().json["handoffToken"]).json["user"]["id"] == siti
    assert len(sent.codes()) == codes
    assert listed(phone, siti, headers)["chat"]["lastUsedAt"] == "2026-03-14T04:05:00.000Z"


def test_who_joins_inside_a_host_links_it_as_well(phone, sent, app):
    ticket = phone.link_ticket()
    ask_to_join(phone.client, "177777777")
    filled = form("177777777", otpCode=sent.code())
    member_id = phone.client.post("/api/member", json=filled).json["id"]
    headers = signs_in(phone, sent, "177777777")

    assert link(phone, member_id, headers, ticket).status_code == 201


def test_without_a_consent_nothing_is_linked(phone, sent, siti, database):
    ticket, headers = phone.link_ticket(), signs_in(phone, sent)
    path = f"/api/member/{siti}/host/chat"
    for body in ({"linkTicket": ticket}, {"linkTicket": ticket, "agreed": False}):
        assert phone.client.post(path, json=body, headers=headers).status_code == 422

    assert rows(database, HostAccount, HostAccount.member_id) == []
    assert phone.open().status_code == 404


def test_an_answer_that_was_lost_is_given_again(phone, sent, siti, database):
    ticket, headers = phone.link_ticket(), signs_in(phone, sent)
    first = link(phone, siti, headers, ticket)

    assert link(phone, siti, headers, ticket).json == first.json
    assert len(rows(database, HostConsent, HostConsent.id)) == 1


def test_an_old_sign_in_needs_a_code(phone, sent, siti, clock):
    headers = signs_in(phone, sent)
    clock.advance(minutes=10, seconds=1)
    ticket = phone.link_ticket()
    assert refusal(link(phone, siti, headers, ticket)) == (409, "proof_needed")
    ask(phone.client)
    assert refusal(link(phone, siti, headers, ticket, otpCode=wrong(sent.code()))) == (422, "invalid_code")

    assert link(phone, siti, headers, ticket, otpCode=sent.code()).status_code == 201


def test_a_sign_in_of_ten_minutes_ago_is_proof(phone, sent, siti, clock):
    headers, ticket = signs_in(phone, sent), phone.link_ticket()
    clock.advance(minutes=10)

    assert link(phone, siti, headers, ticket).status_code == 201


def test_a_host_does_not_vouch_for_another_host_or_a_passkey(phone, new_phone, siti, linked):
    new = new_phone()
    headers = {"x-user-token": new.present(new.open().json["handoffToken"]).json["loginToken"]}
    ticket = new.link_ticket("W-1", "wallet")

    assert refusal(link(new, siti, headers, ticket, "wallet")) == (409, "proof_needed")
    answer = new.client.post(f"/api/member/{siti}/passkey/options", json={}, headers=headers)
    assert refusal(answer) == (409, "proof_needed")
    options = phone.client.post(f"/api/member/{siti}/passkey/options", json={}, headers=linked).json
    assert Authenticator().create(options["publicKey"]), "a sign-in by a code still is"


def test_a_link_ticket_is_for_one_browser_one_host_and_fifteen_minutes(phone, new_phone, sent, siti, clock):
    ticket, late = phone.link_ticket(), phone.link_ticket()
    headers = signs_in(phone, sent)
    assert refusal(link(new_phone(), siti, headers, ticket)) == (422, "host_over")
    assert refusal(link(phone, siti, headers, ticket, "wallet")) == (422, "host_over")
    assert refusal(link(phone, siti, headers, "x" * 43)) == (422, "host_over")

    clock.advance(minutes=15)

    assert refusal(link(phone, siti, headers, late)) == (422, "host_over")


def test_a_linked_account_cannot_be_taken_over(app, phone, new_phone, sent, siti, linked, database):
    """Another member who has the account's ticket from before, or signs in beside it."""
    thief = a_member(database, number="128888888")
    theirs = new_phone()
    headers = signs_in(theirs, sent, "128888888")
    ticket = theirs.link_ticket("U-thief")
    assert link(theirs, thief, headers, ticket).status_code == 201
    with database.bound(), transaction() as db:
        db.execute(HostAttempt.__table__.update().values(subject="U-siti", linked_at=None))

    assert refusal(link(theirs, thief, headers, ticket)) == (409, "other_host_account")
    assert unlink(theirs, thief, headers).status_code == 204
    assert refusal(link(theirs, thief, headers, ticket)) == (409, "host_of_another_member")
    assert theirs.present(theirs.open().json["handoffToken"]).json["user"]["id"] == siti


def test_a_member_has_one_account_a_host_and_may_have_several_hosts(phone, siti, linked):
    second = phone.link_ticket("U-second")
    assert refusal(link(phone, siti, linked, second)) == (409, "other_host_account")
    assert link(phone, siti, linked, phone.link_ticket("U-siti", "wallet"), "wallet").status_code == 201

    assert unlink(phone, siti, linked).status_code == 204

    assert link(phone, siti, linked, second).status_code == 201


def together(app: Flask, act: Any, arguments: list[Any]) -> Counter[str]:
    """Do something for all arguments at once, each in a transaction; count what came of it."""

    def once(argument: Any) -> str:
        try:
            with app.app_context(), transaction() as db:
                act(db, argument)
        except IntegrityError:
            return "refused"
        return "done"

    with ThreadPoolExecutor(len(arguments)) as pool:
        return Counter(pool.map(once, arguments))


CHAT = Host.model_construct(name="chat", title="Chat")


def test_of_members_who_link_one_account_at_once_one_gets_it(app, database, clock, rounds):
    for round_number in range(rounds(3, 100)):
        members = [a_member(database) for _ in range(8)]
        subject = f"U-{round_number}"

        def keep(db: Any, member_id: int, subject: str = subject) -> None:
            accounts.keep_account(db, member_id, CHAT, subject, clock.now(), "mini")

        assert together(app, keep, members) == {"done": 1, "refused": 7}
    assert len(rows(database, HostConsent, HostConsent.id)) == rounds(3, 100), "and one agreed"


def test_of_accounts_that_one_member_links_at_once_one_is_linked(app, database, clock, rounds):
    for _ in range(rounds(3, 100)):
        member = a_member(database)

        def keep(db: Any, number: int, member: int = member) -> None:
            accounts.keep_account(db, member, CHAT, f"U-{member}-{number}", clock.now(), "mini")

        assert together(app, keep, list(range(8))) == {"done": 1, "refused": 7}


def test_two_members_who_send_at_once_get_an_account_and_a_reason(app, new_phone, sent, database, siti):
    """The whole call, on both sides of the race."""
    second = a_member(database, number="128888888")
    both = []
    for member_id, national in ((siti, NATIONAL), (second, "128888888")):
        phone = new_phone()
        both.append((phone, member_id, signs_in(phone, sent, national), phone.link_ticket("U-both")))

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: link(*each), both))

    codes = sorted(answer.json.get("code", "linked") for answer in answers)
    assert codes == ["host_of_another_member", "linked"]
    assert len(rows(database, HostAccount, HostAccount.member_id)) == 1


def test_one_member_who_sends_two_accounts_at_once_links_one(new_phone, sent, clock, siti):
    both = []
    for subject in ("U-one", "U-two"):
        phone = new_phone()
        both.append((phone, siti, signs_in(phone, sent), phone.link_ticket(subject)))
        clock.advance(seconds=30)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: link(*each), both))

    codes = sorted(answer.json.get("code", "linked") for answer in answers)
    assert codes == ["linked", "other_host_account"]


def test_an_unlinked_account_signs_in_no_more_and_what_it_opened_elsewhere_ends(
    phone, new_phone, siti, linked
):
    other = new_phone()
    elsewhere = other.present(other.open().json["handoffToken"]).json["loginToken"]
    waiting = new_phone().open().json["handoffToken"]
    assert alive(other.client, elsewhere)

    assert unlink(phone, siti, linked).status_code == 204

    assert not alive(other.client, elsewhere)
    assert other.present(waiting).status_code == 401
    assert other.open().status_code == 404
    assert listed(phone, siti, linked)["chat"]["linkedAt"] is None
    assert refusal(unlink(phone, siti, linked)) == (404, "host_not_linked")


def test_who_unlinks_where_the_host_signed_them_in_stays_signed_in(new_phone, siti, linked):
    phone = new_phone()
    token = phone.present(phone.open().json["handoffToken"]).json["loginToken"]

    assert unlink(phone, siti, {"x-user-token": token}).status_code == 204

    assert alive(phone.client, token)


def test_the_list_has_each_host_once_and_nobody_elses_links(
    phone, new_phone, sent, siti, linked, database, clock
):
    other = a_member(database, number="177777777")
    clock.advance(seconds=61)
    elsewhere = new_phone()
    headers = signs_in(elsewhere, sent, "177777777")

    mine = {name: each["linkedAt"] for name, each in listed(phone, siti, linked).items()}
    theirs = {name: each["linkedAt"] for name, each in listed(elsewhere, other, headers).items()}

    assert mine == {"chat": "2026-03-14T04:00:00.000Z", "wallet": None}
    assert theirs == {"chat": None, "wallet": None}


def test_a_host_that_is_no_longer_set_up_can_be_unlinked(phone, siti, linked, database):
    with database.bound(), transaction() as db:
        db.execute(HostAccount.__table__.update().values(host="gone"))
    assert listed(phone, siti, linked)["gone"]["title"] == "gone"

    assert unlink(phone, siti, linked, "gone").status_code == 204


def test_consents_are_kept_as_rows(phone, siti, linked, database):
    unlink(phone, siti, linked)

    kept = rows(database, HostConsent, HostConsent.member_id, HostConsent.host, HostConsent.agreed)
    assert sorted(kept, key=str) == [(siti, "chat", False), (siti, "chat", True)]


def test_the_member_is_told_and_cannot_switch_it_off(phone, siti, linked, database):
    path = f"/api/member/{siti}/preferences"
    saved = phone.client.get(path, headers=linked).json["notifications"]
    quiet = {"notifications": {**saved, "securityNotifications": False}}
    assert phone.client.put(path, json=quiet, headers=linked).status_code == 200
    unlink(phone, siti, linked)
    with database.bound():
        while log.follow():
            pass

    listed_messages = phone.client.get(f"/api/member/{siti}/notification", headers=linked).json
    messages = {each["kind"]: each["body"] for each in listed_messages["notificationList"]}
    assert messages["host_linked"].startswith("Chat now signs you in")
    assert messages["host_unlinked"].startswith("Chat no longer signs you in")


def test_a_new_device_is_told_of_after_a_host_too(new_phone, sent, siti, linked):
    new = new_phone()
    for _ in range(2):
        assert new.open().status_code == 200

    assert [each.kind for each in sent.all()].count("new_device") == 1


def test_the_export_has_account_and_consent_and_the_erasure_leaves_the_consent_alone(
    app: Flask, phone, siti, linked, database
):
    waiting = phone.code()
    phone.link_ticket("U-nobody")
    exported = phone.client.get(f"/api/member/{siti}/export", headers=linked).json["records"]
    (account,) = exported["hostAccounts"]
    assert (account["host"], account["subject"]) == ("chat", "U-siti")
    assert exported["hostConsents"][0]["agreed"] is True
    assert "hostAttempts" not in exported

    with app.app_context():
        actions.erase(siti, AMIR)

    assert rows(database, HostAccount, HostAccount.subject) == []
    subjects = [subject for (subject,) in rows(database, HostAttempt, HostAttempt.subject)]
    assert sorted(map(str, subjects)) == ["None", "U-nobody"]
    assert rows(database, HostConsent, HostConsent.agreed) == [(True,)]
    assert phone.send(waiting).status_code == 404


def test_the_office_signs_out_and_unlinks(app: Flask, phone, siti, linked, database):
    with app.app_context(), transaction() as db:
        actions.sign_out(db, siti, AMIR)

    assert phone.open().status_code == 404
    agreed = rows(database, HostConsent, HostConsent.agreed, HostConsent.channel)
    assert (False, "office") in agreed


def test_attempts_are_forgotten_after_an_hour(phone, siti, linked, clock, database):
    clock.advance(minutes=59)
    with database.bound():
        scheduler.run()
    assert len(rows(database, HostAttempt, HostAttempt.host)) == 1

    clock.advance(minutes=1)
    with database.bound():
        scheduler.run()

    assert rows(database, HostAttempt, HostAttempt.host) == []
    assert phone.open().status_code == 200


def test_a_member_changes_nothing_of_another_member(phone, new_phone, sent, siti, linked, database):
    other = a_member(database, number="128888888")
    theirs = new_phone()
    headers = signs_in(theirs, sent, "128888888")

    assert unlink(theirs, siti, headers).status_code == 403
    assert link(theirs, siti, headers, theirs.link_ticket("U-x")).status_code == 403
    assert unlink(theirs, other, headers).status_code == 404
    with database.bound():
        assert records.get_member(current_session(), siti).name == "Siti Aminah"
