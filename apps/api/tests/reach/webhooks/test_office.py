"""Webhooks in the office: added and changed by head office, tested, with every act in the log."""

import pytest

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from support.factories import a_member
from support.staff_app import a_person, in_office
from support.webhook_receiver import verified

WEBHOOK = "/api/staff/webhook"
WHY = {"reason": "The contract has ended"}


@pytest.fixture
def made(office, receiver):
    content = {"name": "Till system", "url": receiver.url, "types": ["points.earned", "member.joined"]}
    answer = office.post(WEBHOOK, json=content)
    assert answer.status_code == 201, answer.text
    return answer.json


def acts(database):
    with database.bound():
        return [each.action for each in log.entries(current_session(), descending=False)]


def test_a_webhook_from_its_secret_to_its_end(database, office, receiver, made, work):
    assert made["webhook"]["types"] == ["member.joined", "points.earned"]
    receiver.text, receiver.answer = "hello\x1b[31m", lambda _event: 200
    tested = office.post(f"{WEBHOOK}/1/test").json
    assert (tested["status"], tested["error"], tested["answer"]) == (200, None, "hello [31m")
    assert verified(made["secret"], receiver.all[-1]) == ["taken"]
    assert receiver.all[-1].event["type"] == "webhook.test"
    second = office.post(f"{WEBHOOK}/1/secret").json["secret"]
    assert office.post(f"{WEBHOOK}/1/secret").json["code"] == "two_secrets"
    (shown,) = office.get(WEBHOOK).json["webhookList"]
    assert len(shown["secrets"]) == 2
    assert made["secret"] not in office.get(WEBHOOK).text
    assert len(office.post(f"{WEBHOOK}/1/secret/end").json["secrets"]) == 1
    receiver.all.clear()
    a_member(database)
    work()
    assert verified(second, *receiver.all) == ["taken"]
    assert office.post(f"{WEBHOOK}/1/replay", json={"since": "2020-01-01", **WHY}).json == {"count": 1}
    assert office.put(f"{WEBHOOK}/1/state", json={"state": "off", **WHY}).json["state"] == "off"
    assert (
        office.post(f"{WEBHOOK}/1/replay", json={"since": "2020-01-01", **WHY}).json["code"] == "webhook_off"
    )
    assert office.put(f"{WEBHOOK}/1/state", json={"state": "on"}).json["state"] == "on"
    changed = {"revision": 1, "name": "Tills", "url": receiver.url, "types": []}
    assert office.put(f"{WEBHOOK}/1", json=changed).json["name"] == "Tills"
    assert office.post(f"{WEBHOOK}/1/remove", json=WHY).status_code == 204
    assert office.get(WEBHOOK).json["webhookList"] == []
    assert [each for each in acts(database) if each.startswith("webhook.")] == [
        "webhook.add",
        "webhook.test",
        "webhook.rotate",
        "webhook.end-secret",
        "webhook.replay",
        "webhook.off",
        "webhook.on",
        "webhook.change",
        "webhook.remove",
    ]


def test_the_second_to_change_a_webhook_reads_who_was_first(app, database, office, receiver, made):
    raj = in_office(app, a_person(database, ("head-office", None), name="Raj"))
    wanted = {"revision": made["webhook"]["revision"], "name": "Tills", "url": receiver.url, "types": []}
    assert raj.put(f"{WEBHOOK}/1", json=wanted).json["revision"] == 2
    refused = office.put(f"{WEBHOOK}/1", json={**wanted, "name": "Old tills"})
    assert (refused.status_code, refused.json["code"]) == (409, "edited_meanwhile")
    assert refused.json["revision"] == 2
    assert refused.json["changedBy"].startswith("Raj via ")
    assert refused.json["changedAt"]
    assert office.get(WEBHOOK).json["webhookList"][0]["name"] == "Tills"
    again = {**wanted, "revision": 2, "name": "Old tills"}
    assert office.put(f"{WEBHOOK}/1", json=again).json["name"] == "Old tills"


def test_what_was_given_up_is_listed_and_sent_again(app, database, clock, office, receiver, made, work):
    receiver.answer = lambda _event: 500
    a_member(database)
    work()
    clock.advance(days=3)
    work()
    office = in_office(app, a_person(database, ("head-office", None), name="Raj"))
    (webhook,) = office.get(WEBHOOK).json["webhookList"]
    assert (webhook["state"], webhook["failed"], webhook["lastError"]) == ("failed", 1, "answered 500")
    (lost,) = office.get(f"{WEBHOOK}/1/delivery").json["deliveryList"]
    assert (lost["type"], lost["tries"], lost["lastError"]) == ("member.joined", 2, "answered 500")
    again = {"position": lost["position"]}
    assert office.post(f"{WEBHOOK}/1/replay", json=again).json["code"] == "webhook_off"
    assert office.put(f"{WEBHOOK}/1/state", json={"state": "on"}).status_code == 200
    receiver.answer = lambda _event: 204
    assert office.post(f"{WEBHOOK}/1/replay", json=again).json == {"count": 1}
    work()
    assert [each.event["type"] for each in receiver.taken] == ["member.joined"]
    assert office.get(f"{WEBHOOK}/1/delivery").json["deliveryList"] == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.com/hook", "not_https"),
        ("https://10.0.0.1/hook", "private_host"),
        ("https://[::ffff:169.254.169.254]/hook", "private_host"),
        ("https://localhost/hook", "private_host"),
        ("https://example.com:8443/hook", "address_with_port"),
        ("https://example.com/a b", "not_https"),
        ("ftp://example.com/hook", "not_https"),
        ("no address", "not_https"),
    ],
)
def test_an_address_that_is_not_public_is_refused(office, url, code):
    answer = office.post(WEBHOOK, json={"name": "Till system", "url": url, "types": []})
    assert (answer.status_code, answer.json["code"]) == (422, code)


def test_names_kinds_and_secrets_are_checked(office, receiver, made):
    same = office.post(WEBHOOK, json={"name": "till SYSTEM", "url": receiver.url, "types": []})
    assert (same.status_code, same.json["code"]) == (409, "webhook_name_taken")
    unknown = office.post(WEBHOOK, json={"name": "Other", "url": receiver.url, "types": ["points.lost"]})
    assert unknown.status_code == 422
    assert office.post(f"{WEBHOOK}/1/secret/end").json["code"] == "one_secret"
    assert office.get(f"{WEBHOOK}/9/delivery").json["code"] == "no_such_webhook"
    assert office.post(f"{WEBHOOK}/1/replay", json={"position": 9}).json["code"] == "no_such_delivery"


def test_a_new_destination_needs_a_fresh_verification(app, database, clock, receiver):
    office = in_office(app, a_person(database, ("head-office", None)))
    clock.advance(minutes=6)
    body = {"name": "Till system", "url": receiver.url, "types": []}
    assert office.post(WEBHOOK, json=body).json["code"] == "verification_needed"


def test_a_key_of_the_feed_from_the_office(office, client):
    made = office.post("/api/staff/feed-key", json={"name": "Data warehouse"}).json
    bearer = {"Authorization": f"Bearer {made['key']}"}
    assert client.get("/api/events", headers=bearer).json == []
    (shown,) = office.get(WEBHOOK).json["feedKeyList"]
    assert (shown["name"], shown["revokedAt"]) == ("Data warehouse", None)
    assert made["key"] not in office.get(WEBHOOK).text
    assert office.post("/api/staff/feed-key/1/revoke", json=WHY).json["revokedAt"]
    assert client.get("/api/events", headers=bearer).status_code == 401
    assert office.post("/api/staff/feed-key/1/revoke", json=WHY).json["code"] == "no_such_feed_key"
