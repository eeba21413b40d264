"""Broadcasts of the office: counted, looked at, approved by another person, paced, stopped, counted again."""

from datetime import timedelta
from random import Random

import pytest

from loyalty import scheduler
from loyalty.db.session import current_session, transaction
from loyalty.features.points import bills
from loyalty.reach.broadcasts import segments
from loyalty.reach.broadcasts import sending as broadcasts
from loyalty.reach.notifications import log
from loyalty.rules.people import FREQUENCIES, LANGUAGES
from support.factories import a_member
from support.message_steps import choose, messages
from support.staff_app import a_person, in_office

BROADCAST = "/api/staff/broadcast"
WHY = "The week of mangoes"
TEXTS = {
    each: {"title": f"Mango week ({each})", "body": f"Mango rice at half price. {each}"} for each in LANGUAGES
}


@pytest.fixture
def mei(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


@pytest.fixture
def raj(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Raj"))


def content(**more):
    return {"kind": "marketing", "segment": {}, "texts": TEXTS, **more}


def begun(browser, **more):
    answer = browser.post(BROADCAST, json=content(**more))
    assert answer.status_code == 201, answer.text
    return answer.json


def set_state(browser, made, state, reason, **more):
    body = {"state": state, "reason": reason, **more}
    return browser.put(f"{BROADCAST}/{made['id']}/state", json=body)


def submitted(browser, **more):
    made = begun(browser, **more)
    answer = set_state(browser, made, "waiting", WHY, revision=made["revision"])
    assert answer.status_code == 200, answer.text
    return answer.json


def decide(browser, made, verdict, reason="Looked at it"):
    """Approve or refuse a broadcast that was submitted; returns the refusal, or it as it is then."""
    path = f"{BROADCAST}/{made['id']}"
    proposal = browser.get(path).json["approvalId"]
    decision = {"decision": verdict, "reason": reason}
    answer = browser.post(f"/api/staff/approval/{proposal}/decision", json=decision)
    return browser.get(path) if answer.status_code == 204 else answer


def approved(browser, made):
    return decide(browser, made, "approve")


def read(browser, made):
    return browser.get(f"{BROADCAST}/{made['id']}").json


def speak(browser, member, language):
    saved = browser.get(f"/api/member/{member}/preferences").json["language"]
    chosen = {"language": {**saved, "selectedLanguage": language}}
    assert browser.put(f"/api/member/{member}/preferences", json=chosen).status_code == 200


def test_it_is_approved_by_another_person_and_sent_once(
    mei, raj, browser, member, mails, work, app, database
):
    speak(browser, member, "ms")
    made = submitted(mei)
    own = approved(mei, made)
    assert (own.status_code, own.json["code"]) == (409, "own_proposal")
    puppet = a_person(database, ("head-office", None), name="Puppet", by="Mei via staff:1")
    assert approved(in_office(app, puppet), made).json["code"] == "proposer_added_you"
    work()
    assert mails.all == []  # nothing before the approval
    assert approved(raj, made).json["state"] == "sending"
    work()
    work()
    (mail,) = mails.all
    assert (mail["To"], mail["Subject"]) == ("aisyah@example.com", "Mango week (ms)")
    assert "half price. ms" in mail.get_body(("plain",)).get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    (entry,) = messages(browser, member)["notificationList"]
    assert (entry["title"], entry["kind"], entry["canStop"]) == ("Mango week (ms)", "offer", True)
    shown = read(raj, made)
    assert (shown["state"], shown["leaving"], shown["unwanted"]) == ("done", 1, 0)
    assert shown["outcome"] == {"waiting": 0, "leaving": 0, "sent": 1, "failed": 0, "dropped": 0, "read": 0}
    again = approved(raj, made)
    assert (again.status_code, again.json["code"]) == (409, "approved_by")
    exported = browser.get(f"/api/member/{member}/export").json["records"]["notifications"]
    assert exported[0]["body"] == "Mango rice at half price. ms"


@pytest.mark.parametrize(
    ("kind", "preference"), [("marketing", "promotionsNotifications"), ("newsletter", "newsletter")]
)
def test_a_switch_stops_a_broadcast_and_brings_it_back(
    mei, raj, browser, member, mails, work, kind, preference
):
    for chosen, expected, unwanted in ((True, 1, 0), (False, 1, 1), (True, 2, 0)):
        choose(browser, member, **{preference: chosen})
        made = submitted(mei, kind=kind)
        approved(raj, made)
        work()
        assert len(mails.all) == expected
        assert len(messages(browser, member)["notificationList"]) == expected
        assert read(mei, made)["unwanted"] == unwanted


def test_a_newsletter_is_a_mail_or_nothing(mei, raj, browser, member, service, mails, work):
    browser.post(f"/api/member/{member}/pushSubscription", json=service.subscription)
    approved(raj, submitted(mei, kind="newsletter"))
    work()
    assert (len(mails.all), service.pushes) == (1, [])
    choose(browser, member, notificationFrequency="minimal")
    approved(raj, submitted(mei, kind="newsletter"))
    work()
    assert len(mails.all) == 1


def test_its_pace_and_its_stop(mei, raj, database, mails, work, clock):
    for at in range(7):
        a_member(database, email=f"{at}@example.com")
    work()
    mails.all.clear()
    made = submitted(mei, perMinute=2)
    approved(raj, made)
    work()
    assert len(mails.all) == 2
    clock.advance(seconds=59)
    work()
    assert len(mails.all) == 2
    clock.advance(seconds=1)
    work()
    assert len(mails.all) == 4
    stopped = set_state(mei, made, "stopped", "A wrong price")
    assert (stopped.status_code, stopped.json["state"]) == (200, "stopped")
    clock.advance(minutes=5)
    work()
    assert len(mails.all) == 4
    assert len({mail["To"] for mail in mails.all}) == 4
    shown = read(mei, made)
    assert (shown["leaving"], shown["outcome"]["sent"], shown["stopReason"]) == (4, 4, "A wrong price")


QUIET = {"quietHoursEnabled": True, "quietHoursStart": "11:30", "quietHoursEnd": "13:00"}


@pytest.mark.parametrize(
    ("chosen", "minutes"),
    [(QUIET, 60), ({"notificationFrequency": "daily"}, 21 * 60)],  # from noon to one, and to nine o'clock
)
def test_what_was_held_back_leaves_at_the_pace_too(
    app, mei, raj, database, as_member, mails, work, clock, chosen, minutes
):
    for at in range(7):
        member = a_member(database, email=f"{at}@example.com")
        choose(as_member(member), member, **chosen)
    work()
    made = submitted(mei, perMinute=2)
    approved(raj, made)
    work()
    assert (mails.all, read(mei, made)["outcome"]["waiting"]) == ([], 7)
    clock.advance(minutes=minutes)
    # Two a minute; nothing runs for four minutes, and then it is two again.
    for seconds, expected in ((0, 2), (59, 2), (1, 4), (239, 6), (0, 6), (60, 7)):
        clock.advance(seconds=seconds)
        work()
        assert len(mails.all) == expected
    assert len({mail["To"] for mail in mails.all}) == 7
    ida = in_office(app, a_person(database, ("head-office", None), name="Ida"))
    assert read(ida, made)["outcome"] == {
        "waiting": 0,
        "leaving": 0,
        "sent": 7,
        "failed": 0,
        "dropped": 0,
        "read": 0,
    }


def test_what_is_held_back_and_what_is_still_being_sent_have_one_pace(
    mei, raj, database, as_member, mails, work, clock
):
    """Two were held back; when their quiet hours end, four more are still to be written."""
    for at in range(8):
        member = a_member(database, email=f"{at}@example.com")
        if at < 2:
            choose(as_member(member), member, **{**QUIET, "quietHoursEnd": "12:02"})
    work()
    approved(raj, submitted(mei, perMinute=2))
    for expected in (2, 4, 6, 8, 8):
        work()
        assert len(mails.all) == expected
        clock.advance(minutes=1)


def test_what_waits_for_the_morning_is_stopped_too(mei, raj, browser, member, mails, work, clock):
    choose(browser, member, **{**QUIET, "quietHoursEnd": "12:10"})
    made = submitted(mei)
    approved(raj, made)
    work()
    assert read(mei, made)["outcome"]["waiting"] == 1
    assert set_state(mei, made, "stopped", "A wrong price").status_code == 200
    clock.advance(minutes=20)
    work()
    assert mails.all == []
    assert read(mei, made)["outcome"]["dropped"] == 1


@pytest.mark.parametrize(("now_in", "gets"), [("zh", "zh"), ("th", "ms")])
def test_a_member_who_changes_their_language_before_it_leaves_reads_what_they_can(
    mei, raj, browser, member, mails, work, clock, now_in, gets
):
    """Chosen by Malay; there are words in English, Malay and Chinese."""
    speak(browser, member, "ms")
    choose(browser, member, **QUIET)
    texts = {each: TEXTS[each] for each in ("en", "ms", "zh")}
    approved(raj, submitted(mei, segment={"languages": ["ms"]}, texts=texts))
    work()
    speak(browser, member, now_in)
    (entry,) = messages(browser, member)["notificationList"]
    assert entry["title"] == f"Mango week ({gets})"
    clock.advance(hours=1)
    work()
    (mail,) = mails.all
    assert mail["Subject"] == f"Mango week ({gets})"
    html = mail.get_body(("html",)).get_content()
    assert f'<html lang="{now_in}">' in html
    assert ('lang="ms"' in html) is (gets == "ms")


def test_words_are_needed_in_every_language_its_members_speak(mei):
    some = {"texts": {each: TEXTS[each] for each in ("th", "ms")}}
    made = begun(mei, **some)
    assert set_state(mei, made, "waiting", WHY).status_code == 422
    refused = set_state(mei, made, "waiting", WHY, revision=1)
    assert (refused.status_code, refused.json["code"]) == (409, "missing_languages")
    assert refused.json["languages"] == ["en", "zh", "ta", "id"]
    saved = mei.put(
        f"{BROADCAST}/{made['id']}",
        json={**content(**some), "revision": 1, "segment": {"languages": ["ms", "th"]}},
    )
    assert saved.status_code == 200, saved.text
    late = mei.put(f"{BROADCAST}/{made['id']}", json={**content(**some), "revision": 1})
    assert (late.status_code, late.json["code"]) == (409, "broadcast_changed")
    assert set_state(mei, made, "waiting", WHY, revision=2).status_code == 200


def titles(browser, member):
    return [each["title"] for each in messages(browser, member)["notificationList"]]


def test_english_stands_in_for_the_languages_without_words(mei, raj, browser, member, work):
    speak(browser, member, "th")
    made = submitted(mei, texts={each: TEXTS[each] for each in ("en", "zh")})
    assert approved(raj, made).status_code == 200
    work()
    assert titles(browser, member) == [TEXTS["en"]["title"]]


def test_it_leaves_at_its_moment_once_and_who_read_it_is_counted(
    mei, raj, browser, member, mails, work, clock
):
    at = clock.now() + timedelta(minutes=20)
    made = submitted(mei, sendAt=at.isoformat())
    assert approved(raj, made).json["state"] == "sending"
    clock.advance(minutes=19, seconds=59)
    work()
    assert (read(mei, made)["outcome"], titles(browser, member)) == (None, [])
    clock.advance(seconds=1)
    work()
    work()
    assert (read(mei, made)["outcome"]["read"], len(mails.all)) == (0, 1)
    (seen,) = messages(browser, member)["notificationList"]
    path = f"/api/member/{member}/notification/read"
    assert browser.post(path, json={"upToId": seen["id"]}).status_code == 200
    assert read(mei, made)["outcome"]["read"] == 1


def test_one_that_waits_for_its_moment_is_stopped(mei, raj, browser, member, work, clock):
    made = submitted(mei, sendAt=(clock.now() + timedelta(minutes=10)).isoformat())
    approved(raj, made)
    stopped = set_state(mei, made, "stopped", "The mangoes are late")
    assert stopped.json["state"] == "stopped"
    clock.advance(minutes=20)
    work()
    assert titles(browser, member) == []


def test_its_time_is_changed_before_it_and_approved_again(mei, raj, browser, member, work, clock):
    made = submitted(mei, sendAt=(clock.now() + timedelta(minutes=3)).isoformat())
    why = "The mangoes are late"
    early = set_state(mei, made, "open", why)
    assert (early.status_code, early.json["code"]) == (409, "broadcast_not_scheduled")
    approved(raj, made)
    again = set_state(mei, made, "open", why).json
    assert (again["state"], again["revision"]) == ("open", 1)
    later = (clock.now() + timedelta(minutes=10)).isoformat()
    save = {**content(sendAt=later), "revision": 1}
    assert mei.put(f"{BROADCAST}/{made['id']}", json=save).json["revision"] == 2
    clock.advance(minutes=4)
    work()
    assert titles(browser, member) == []
    assert set_state(mei, made, "waiting", WHY, revision=2).json["state"] == "waiting"
    assert approved(raj, made).json["state"] == "sending"
    clock.advance(minutes=5, seconds=59)
    work()
    assert titles(browser, member) == []
    clock.advance(seconds=1)
    work()
    assert titles(browser, member) == [TEXTS["en"]["title"]]
    late = set_state(mei, made, "open", why)
    assert (late.status_code, late.json["code"]) == (409, "broadcast_not_scheduled")


def test_what_is_submitted_has_its_time_before_it(mei, clock):
    made = begun(mei, sendAt=(clock.now() + timedelta(minutes=5)).isoformat())
    clock.advance(minutes=5)
    answer = set_state(mei, made, "waiting", WHY, revision=1)
    assert (answer.status_code, answer.json["code"]) == (409, "send_time_passed")


def test_a_refused_and_a_withdrawn_broadcast_are_never_sent(mei, raj, member, mails, work):
    refused, withdrawn, never_submitted = submitted(mei), submitted(mei), begun(mei)
    assert decide(raj, refused, "refuse", "Not this week").json["state"] == "refused"
    for made in (withdrawn, never_submitted):
        if made is withdrawn:
            others = set_state(raj, made, "stopped", "Not this week")
            assert (others.status_code, others.json["code"]) == (409, "not_own")
        ended = set_state(mei, made, "stopped", "Not this week").json
        assert (ended["state"], ended["stoppedBy"]) == ("withdrawn", "Mei via staff:1")
    for made in (refused, withdrawn):
        assert approved(raj, made).status_code == 409
    work()
    assert mails.all == []


def test_a_test_goes_to_one_address_and_nobody_else(mei, member, mails, work, clock):
    made = begun(mei)
    path = f"{BROADCAST}/{made['id']}/test"
    assert mei.post(path, json={"to": "nobody", "language": "th"}).status_code == 422
    assert mei.post(path, json={"to": "mei@example.com", "language": "th"}).status_code == 204
    again = mei.post(path, json={"to": "raj@example.com", "language": "en"})
    assert (again.status_code, again.json["code"]) == (409, "test_waiting")
    work()
    (mail,) = mails.all
    assert (mail["To"], mail["Subject"]) == ("mei@example.com", "Mango week (th)")
    clock.advance(minutes=6)
    stale = mei.post(path, json={"to": "mei@example.com", "language": "th"})
    assert (stale.status_code, stale.json["code"]) == (403, "verification_needed")


def visit(database, member, moment):
    receipt = f"R-{member}-{moment:%d}"
    with database.bound(), transaction() as db:
        bills.post(db, outlet_id=1, member_id=member, receipt=receipt, amount_sen=1_000, paid_at=moment)


def test_the_preview_counts_what_is_sent_then(mei, raj, database, as_member, work, clock, mails):
    """Random members and choices: what the preview says is what the broadcast does, member by member."""
    draw = Random(21)  # noqa: S311
    for at in range(30):
        member = a_member(
            database,
            email=f"{at}@example.com" if draw.random() < 0.7 else None,
            outlet_id=draw.choice((1, 2, 3)),
            name=f"Person{at} Secret",
        )
        browser = as_member(member)
        speak(browser, member, draw.choice(LANGUAGES))
        choose(
            browser,
            member,
            promotionsNotifications=draw.random() < 0.6,
            notificationFrequency=draw.choice(FREQUENCIES),
        )
    work()
    mails.all.clear()
    for segment in ({}, {"languages": ["ms", "zh", "ta"]}, {"outletIds": [1, 2]}):
        seen = mei.post(f"{BROADCAST}/preview", json=content(segment=segment)).json
        assert seen["members"] == seen["leaving"] + seen["logOnly"] + seen["unwanted"]
        assert sum(seen["byLanguage"].values()) == seen["leaving"] + seen["logOnly"]
        assert seen["missingLanguages"] == []
        assert [each["language"] for each in seen["pushes"]] == list(LANGUAGES)
        assert len(seen["examples"]) == 3
        for example in seen["examples"]:
            assert example["firstName"].startswith("Person")
            assert example["title"] == f"Mango week ({example['language']})"
            assert "Secret" not in str(example)
            assert "@" not in str(example)
        assert len({each["language"] for each in seen["examples"]}) == min(3, len(seen["byLanguage"]))
        made = submitted(mei, segment=segment)
        approved(raj, made)
        work()
        shown = read(mei, made)
        counted = {name: shown[name] for name in ("leaving", "logOnly", "unwanted")}
        assert counted == {name: seen[name] for name in counted}


def test_a_preview_of_many_members_says_of_how_many_its_numbers_are(mei, database, monkeypatch):
    monkeypatch.setattr(segments, "AT_ONCE", 2)
    monkeypatch.setattr(segments, "MAX_PREVIEWED", 4)
    for at in range(5):
        a_member(database, email=f"{at}@example.com")

    seen = mei.post(f"{BROADCAST}/preview", json=content()).json

    assert (seen["members"], seen["counted"]) == (5, 4)
    assert seen["leaving"] + seen["logOnly"] + seen["unwanted"] == 4


@pytest.mark.parametrize("shows_details", [False, True])
def test_the_preview_shows_the_push_that_a_device_gets_then(
    mei, raj, browser, member, service, work, shows_details
):
    """Also of the longest text, of which no push has room for all."""
    speak(browser, member, "th")
    device = {**service.subscription, "showsDetails": shows_details}
    assert browser.post(f"/api/member/{member}/pushSubscription", json=device).status_code == 201
    words = {"th": {"title": "สัปดาห์มะม่วง", "body": "ก" * 2_000}}
    offer = {"segment": {"languages": ["th"]}, "texts": words}
    (seen,) = mei.post(f"{BROADCAST}/preview", json=content(**offer)).json["pushes"]
    approved(raj, submitted(mei, **offer))
    work()
    (push,) = service.pushes
    expected = seen["body" if shows_details else "hiddenBody"]
    assert (push["notification"]["title"], push["notification"]["body"]) == (seen["title"], expected)
    assert ("กกก" in expected) is shows_details
    newsletter = mei.post(f"{BROADCAST}/preview", json=content(**offer, kind="newsletter")).json
    assert newsletter["pushes"] == []


def test_a_segment_is_whom_it_says(database, as_member, clock):
    basic, elite, other = (a_member(database, **how) for how in ({}, {"earned": 5_000}, {"outlet_id": 2}))
    speak(as_member(other), other, "th")
    visit(database, basic, clock.now() - timedelta(days=30))
    visit(database, elite, clock.now() - timedelta(days=30))
    visit(database, elite, clock.now() - timedelta(days=2))
    today = clock.now().date()
    before, lately = str(today - timedelta(days=31)), str(today - timedelta(days=10))
    with database.bound():
        db = current_session()

        def found(**segment):
            return segments.after(db, segment, 0, 10)

        assert found() == [basic, elite, other]
        assert found(levels=[2]) == [elite]
        assert found(levels=[0, 1]) == [basic, other]
        assert found(languages=["th"]) == [other]
        assert found(languages=["en"]) == [basic, elite]  # nothing chosen is English
        assert found(outlet_ids=[2]) == [other]
        assert found(visited_from=before) == [basic, elite]
        assert found(visited_from=lately) == [elite]
        assert found(visited_to=lately) == [basic]
        assert found(visited_to=lately, languages=["th"]) == []
        assert found(least_visits=1) == [basic, elite]
        assert found(least_visits=2) == [elite]
        assert found(balance_from=5_000) == [elite]
        assert found(balance_from=5_001) == []
        assert found(balance_to=4_999) == [basic, other]
        assert found(balance_to=5_000) == [basic, elite, other]
        month = db.get_one(segments.Member, basic).date_of_birth.month
        assert basic in found(birth_month=month)
        assert basic not in found(birth_month=month % 12 + 1)
        brands = {
            each.brand
            for each in current_session().execute(
                segments.select(segments.Outlet.brand).where(segments.Outlet.id == 1)
            )
        }
        assert basic in found(brand=brands.pop())
        assert found(brand="no-brand") == []


def test_a_segment_has_the_tiers_of_the_moment_it_is_read(mei, database, clock):
    """Nobody has written the steps down that are due; a page can be empty and the next one not."""
    today = clock.now()
    clock.set(today - timedelta(days=40))
    a_member(database, earned=5_000), a_member(database, earned=5_000)
    clock.set(today)
    elite, basic = a_member(database, earned=5_000), a_member(database)

    def shown(*levels: int) -> int:
        return mei.post(f"{BROADCAST}/preview", json=content(segment={"levels": levels})).json["members"]

    assert [shown(*levels) for levels in ([2], [1], [0], [0, 1, 2], [])] == [1, 2, 1, 4, 4]
    with database.bound():
        db = current_session()
        assert [segments.after(db, {"levels": [2]}, last, 1) for last in (0, elite)] == [[elite], []]
        assert segments.after(db, {"levels": [0]}, 0, 1) == [basic]


def test_a_worker_that_dies_tells_nobody_twice(mei, raj, database, mails, work, monkeypatch):
    for at in range(5):
        a_member(database, email=f"{at}@example.com")
    work()
    mails.all.clear()
    made = submitted(mei)
    approved(raj, made)
    with database.bound():
        log.follow()
        try:
            with transaction() as db:
                found = segments.after(db, {}, 0, 3)
                log.notify(db, found, 10_000, log.KINDS["offer"], {}, broadcasts.now(db))
                raise RuntimeError("died")
        except RuntimeError:
            pass
    work()
    assert sorted(mail["To"] for mail in mails.all) == [f"{at}@example.com" for at in range(5)]


def test_it_leads_to_the_page_that_was_chosen(mei, raj, browser, member, mails, work):
    made = submitted(mei, page="/menu")
    assert read(raj, made)["page"] == "/menu"
    approved(raj, made)
    work()
    (entry,) = messages(browser, member)["notificationList"]
    assert entry["page"] == "/menu"
    (mail,) = mails.all
    assert "/menu" in mail.get_body(("plain",)).get_content()
    assert begun(mei)["page"] == "/rewards"
    assert mei.post(BROADCAST, json=content(page="https://evil.example")).status_code == 422


def test_the_words_go_when_no_message_has_them_any_more(mei, raj, database, as_member, work, clock):
    """Nothing ran for forty days after the first message: the second has the words for a year after that."""
    first, second = (a_member(database, email=f"{at}@example.com") for at in range(2))
    work()
    approved(raj, submitted(mei, perMinute=1))
    work()
    clock.advance(days=40)
    work()

    def after(days):
        clock.advance(days=days)
        with database.bound():
            done = {each.job: each.count for each in scheduler.run()}
            logs = [log.read(current_session(), each).notification_list for each in (first, second)]
        return [[entry.title for entry in each] for each in logs], done["words of broadcasts forgotten"]

    mine = ["Mango week (en)"]
    assert after(364) == ([[], mine], 0)
    assert after(1) == ([[], []], 0)
    assert after(30) == ([[], []], 1)


def test_today_tells_those_who_may_approve_it(app, database, mei, raj):
    def waiting_for(who):
        return who.get("/api/staff/today").json["waitingBroadcastCount"]

    assert (waiting_for(mei), waiting_for(raj)) == (0, 0)
    begun(mei)
    made = submitted(mei)
    assert (waiting_for(mei), waiting_for(raj)) == (0, 1)
    manager = in_office(app, a_person(database, ("outlet-manager", 1), name="Ravi"))
    assert waiting_for(manager) is None
    approved(raj, made)
    assert waiting_for(raj) == 0


def test_the_list_has_the_result_of_each(mei, raj, member, mails, work):
    made = submitted(mei)
    begun(mei)
    approved(raj, made)
    work()
    shown = mei.get(BROADCAST).json["broadcastList"]
    sent = {"waiting": 0, "leaving": 0, "sent": 1, "failed": 0, "dropped": 0, "read": 0}
    assert [(each["state"], each["outcome"]) for each in shown] == [("open", None), ("done", sent)]
