"""The five calls of Apple's web service, made by devices over HTTP, and what changes their passes."""

from collections.abc import Callable

import pytest
import yaml
from sqlalchemy import select, text

from loyalty import scheduler
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.jobs import Job
from loyalty.db.session import current_session
from support.factories import AMIR, a_member, a_reward, run_command
from support.message_steps import earn
from support.wallet_steps import SERVICE, document, fields

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def phone(clock, follow, device, download):
    """A device that has the member's card and is notified of its changes."""
    follow()
    found = device("phone")
    answer = download()
    found.card = found.add(answer.data, answer.headers["Last-Modified"])
    assert found.register(found.card) == 201
    return found


def waiting(database) -> list[str]:
    """What waits in the outbox for a wallet."""
    with database.bound():
        payloads = current_session().scalars(
            select(Job.payload).where(Job.queue == "wallet").order_by(Job.id)
        )
        return [each["text"] for each in payloads]


def test_registering_again_is_known_and_takes_the_new_push_token(phone, database):
    assert phone.register(phone.card, "beef") == 200
    with database.bound():
        assert current_session().scalars(text("SELECT push_token FROM wallet_devices")).all() == ["beef"]


def test_a_pass_that_has_not_changed_is_not_sent_again(phone):
    answer = phone.fetch(phone.card)
    assert (answer.status_code, answer.data) == (304, b"")


def test_a_change_moves_the_tag_and_the_file_has_it(phone, member, database, clock, follow):
    phone.changed()
    tag = int(phone.tag)
    assert phone.changed() == []
    clock.advance(minutes=5)
    earn(database, member, 45)
    follow()

    assert phone.changed() == [phone.card["serialNumber"]]
    assert int(phone.tag) > tag
    answer = phone.fetch(phone.card)
    assert (answer.status_code, answer.mimetype) == (200, "application/vnd.apple.pkpass")
    said = fields(document(answer.data))
    assert (said["points"], said["as_of"]) == (745, "2026-03-14T12:05:00+08:00")
    assert document(answer.data)["authenticationToken"] == phone.card["authenticationToken"]
    assert phone.fetch(phone.card).status_code == 304
    assert phone.changed() == []


@pytest.fixture
def publish(app, tmp_path):
    """Publish the programme of now, changed."""

    def run(change: Callable[[dict], None]) -> None:
        data = yaml.load(run_command(app, "programme", "show").output, Loader=yaml.CSafeLoader)
        change(data)
        file = tmp_path / "programme.yaml"
        file.write_text(yaml.dump(data, Dumper=yaml.CSafeDumper), encoding="utf-8")
        words = ("--by", "mei", "--reason", "Spring menu")
        answer = run_command(app, "programme", "apply", file, *words)
        assert answer.exit_code == 0, answer.output

    return run


def test_a_tier_with_another_name_is_told_to_its_members_once(
    phone, member, database, clock, follow, publish, as_member
):
    wanted = {"wallet": "apple", "brand": "krua-bowl", "voucherId": None}
    others = [a_member(database), a_member(database), a_member(database, earned=5000)]
    for each in others:
        assert as_member(each).post(f"/api/member/{each}/walletPass", json=wanted).status_code == 201
    follow()
    phone.changed()
    clock.advance(minutes=5)
    publish(lambda data: data["tiers"][0].update(name="Friend"))
    publish(lambda data: data["tiers"][0].update(multiplier="1.5"))
    follow()

    assert phone.changed() == [phone.card["serialNumber"]]
    answer = phone.fetch(phone.card)
    assert fields(document(answer.data))["tier"] == "Friend"
    assert waiting(database) == [f"{phone.card['serialNumber']} phone"]
    assert phone.changed() == []
    with database.bound():
        query = "SELECT member_id, tag FROM wallet_passes ORDER BY tag DESC, member_id LIMIT 3"
        rows = current_session().execute(text(query)).all()
    assert {row.member_id for row in rows} == {member, *others[:2]}
    assert len({row.tag for row in rows}) == 1


def test_an_outlet_with_another_name_changes_the_vouchers_that_name_it(
    phone, claim, download, database, clock, follow, publish
):
    passes = []
    for outlets in ([1], [2], []):
        answer = download(claim(database, outlets=outlets))
        passes.append(phone.add(answer.data, answer.headers["Last-Modified"]))
        assert phone.register(passes[-1]) == 201
    follow()
    phone.changed()
    clock.advance(minutes=5)
    publish(lambda data: data["outlets"][0].update(name="Bangsar Two"))
    follow()

    assert phone.changed() == [passes[0]["serialNumber"]]
    assert fields(document(phone.fetch(passes[0]).data))["outlets"] == "Bangsar Two"


def test_two_changes_within_a_second_are_two(phone, member, database, clock, follow):
    """Dates in HTTP have whole seconds: the clock stands still here."""
    for points in (701, 702, 703):
        earn(database, member, 1)
        follow()
        answer = phone.fetch(phone.card)
        assert answer.status_code == 200
        assert fields(document(answer.data))["points"] == points
        assert phone.fetch(phone.card).status_code == 304


@pytest.mark.parametrize("wrong", ["", "ApplePass ", "ApplePass " + "0" * 64, "Bearer {}", "ApplePass {}x"])
def test_a_wrong_token_opens_nothing_and_changes_nothing(phone, wrong, database):
    headers = {"Authorization": wrong.format(phone.card["authenticationToken"])}
    registration = phone.path(phone.card)
    newest = f"{SERVICE}/v1/passes/{phone.card['passTypeIdentifier']}/{phone.card['serialNumber']}"
    answers = [
        phone.http.post(registration, json={"pushToken": "evil"}, headers=headers),
        phone.http.delete(registration, headers=headers),
        phone.http.get(newest, headers=headers),
    ]
    assert [each.status_code for each in answers] == [401, 401, 401]
    with database.bound():
        assert current_session().scalars(text("SELECT push_token FROM wallet_devices")).all() == ["f00d"]


def test_the_token_of_one_pass_opens_no_other_and_no_other_type(phone, as_member, database, client):
    other = a_member(database)
    browser = as_member(other)
    wanted = {"wallet": "apple", "brand": "krua-bowl"}
    theirs = document(
        client.get(browser.post(f"/api/member/{other}/walletPass", json=wanted).json["url"]).data
    )
    mine = phone.headers(phone.card)
    for of in (theirs, {**phone.card, "passTypeIdentifier": "pass.com.example.other"}):
        path = f"{SERVICE}/v1/passes/{of['passTypeIdentifier']}/{of['serialNumber']}"
        assert client.get(path, headers=mine).status_code == 401


def test_two_devices_each_have_their_tag_and_one_that_removed_the_pass_is_told_no_more(
    phone, device, member, database, clock, follow
):
    watch = device("watch")
    assert watch.fetch(phone.card).status_code == 200
    assert watch.register(phone.card, "cafe") == 201
    follow()
    phone.changed()
    clock.advance(minutes=1)
    earn(database, member)
    follow()
    serial = phone.card["serialNumber"]
    assert (phone.changed(), watch.changed()) == ([serial], [serial])
    assert sorted(set(waiting(database))) == [f"{serial} phone", f"{serial} watch"]

    assert watch.unregister(phone.card) == 200
    assert watch.unregister(phone.card) == 200
    clock.advance(minutes=1)
    earn(database, member)
    follow()
    assert (phone.changed(), watch.changed()) == ([serial], [])


def test_many_events_are_one_message_to_a_device(phone, member, database, follow):
    follow()
    for _ in range(5):
        earn(database, member)
    follow()
    earn(database, member)
    follow()
    assert waiting(database) == [f"{phone.card['serialNumber']} phone"]


def test_events_of_others_and_events_that_no_pass_shows_change_none(
    phone, database, as_member, member, follow
):
    follow()
    phone.changed()
    earn(database, a_member(database))
    as_member(member).post(f"/api/member/{member}/erasure/otp", json={})
    follow()
    assert phone.changed() == []
    assert phone.fetch(phone.card).status_code == 304


def test_a_change_between_the_download_and_the_registration_is_told_at_once(
    device, download, member, database, clock, follow
):
    answer = download()
    follow()
    clock.advance(minutes=1)
    earn(database, member)
    follow()
    assert waiting(database) == []
    late = device("late")
    shown = late.add(answer.data, answer.headers["Last-Modified"])
    assert late.register(shown) == 201
    assert waiting(database) == [f"{shown['serialNumber']} late"]


def test_a_used_voucher_is_void_and_the_card_stays_as_it_was(
    app, as_member, member, database, device, download, clock, follow
):
    reward = a_reward(database)
    claimed = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    voucher = claimed.json["memberReward"]
    phone = device("phone")
    follow()
    shown = {}
    for which in (None, voucher["id"]):
        answer = download(which)
        shown[which] = phone.add(answer.data, answer.headers["Last-Modified"])
        assert phone.register(shown[which]) == 201
    phone.changed()
    clock.advance(minutes=1)
    with app.app_context():
        office_vouchers.cancel_voucher(voucher["code"], AMIR)
    follow()

    assert phone.changed() == [shown[voucher["id"]]["serialNumber"]]
    void = document(phone.fetch(shown[voucher["id"]]).data)
    assert (void["voided"], fields(void)["state"]) == (True, "state.cancelled")
    assert phone.fetch(shown[None]).status_code == 304


def test_an_erasure_voids_the_passes_tells_their_devices_and_leaves_nothing_of_the_member(
    app, phone, member, database, clock, follow, client
):
    follow()
    phone.changed()
    clock.advance(minutes=1)
    erased = run_command(
        app, "member", "erase", str(member), "--yes", "--by", "amir", "--reason", "ticket 4712, a wish"
    )
    assert erased.exit_code == 0, erased.output
    follow()

    serial = phone.card["serialNumber"]
    assert waiting(database)[-1] == f"{serial} phone"
    assert phone.changed() == [serial]
    answer = phone.fetch(phone.card)
    void = document(answer.data)
    assert void["voided"] is True
    assert "barcodes" not in void
    assert fields(void) == {"state": "void"}
    assert phone.fetch(phone.card).status_code == 304

    clock.advance(days=31)
    with database.bound():
        scheduler.run()
        assert current_session().scalar(text("SELECT count(*) FROM wallet_passes")) == 0
        assert current_session().scalar(text("SELECT count(*) FROM wallet_devices")) == 0
    assert phone.fetch(phone.card).status_code == 401


def test_signing_out_changes_no_pass(phone, as_member, member, follow):
    phone.changed()
    browser = as_member(member)
    assert browser.post("/api/member/logout").status_code == 204
    follow()
    assert phone.changed() == []
    assert phone.fetch(phone.card).status_code == 304


def test_the_twenty_first_device_takes_the_place_of_the_oldest(phone, device, clock, database):
    for number in range(20):
        clock.advance(seconds=1)
        assert device(f"device-{number}").register(phone.card) == 201
    with database.bound():
        names = current_session().scalars(text("SELECT device FROM wallet_devices")).all()
    assert len(names) == 20
    assert "phone" not in names
