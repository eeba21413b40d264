"""Drafts of the programme: planned, submitted by one person, approved by another, applied on their day."""

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest
import yaml
from sqlalchemy import func, select

from loyalty import scheduler
from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.events.models import Event
from loyalty.rules.events import EventType
from support.factories import a_member, run_command
from support.message_steps import choose
from support.staff_app import a_person, in_office

DRAFT = "/api/staff/programme/draft"
PLAN = "/api/staff/programme/plan"
FILE = "/api/staff/programme/file"
WHY = "The menu of spring"


@pytest.fixture
def mei(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


@pytest.fixture
def raj(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Raj"))


def begun(browser, **body):
    answer = browser.post(DRAFT, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json


def saved(browser, draft, change, **more):
    """Save a draft after `change(document)`."""
    document = draft["document"]
    change(document)
    body = {"revision": draft["revision"], "document": document, **more}
    return browser.put(f"{DRAFT}/{draft['id']}", json=body)


def submitted(browser, draft, **more):
    body = {"state": "waiting", "revision": draft["revision"], "reason": WHY, **more}
    return browser.put(f"{DRAFT}/{draft['id']}/state", json=body)


def withdrawn(browser, draft, reason):
    return browser.put(f"{DRAFT}/{draft['id']}/state", json={"state": "withdrawn", "reason": reason})


def decide(browser, draft, verdict, reason="Looked at it"):
    """Approve or refuse a draft that was submitted; returns the refusal, or the draft as it is then."""
    path = f"{DRAFT}/{draft['id']}"
    proposal = browser.get(path).json["approvalId"]
    decision = {"decision": verdict, "reason": reason}
    answer = browser.post(f"/api/staff/approval/{proposal}/decision", json=decision)
    return browser.get(path) if answer.status_code == 204 else answer


def approved(browser, draft):
    return decide(browser, draft, "approve")


def plan_of(browser, draft):
    return browser.post(PLAN, json={"draftId": draft["id"]}).json


def reward(document, reward_id):
    return next(each for each in document["rewards"] if each["id"] == reward_id)


def dearer(document):
    reward(document, 1)["cost"] = 550


def cost_now(client):
    listed = client.get("/api/reward").json["rewardList"]
    return next(each["pointToRedeem"] for each in listed if each["id"] == 1)


def ready(browser, change=dearer, **more):
    """A draft that was saved and submitted."""
    draft = saved(browser, begun(browser), change).json
    answer = submitted(browser, draft, **more)
    assert answer.status_code == 200, answer.text
    return answer.json


def test_a_draft_is_planned_approved_by_another_person_and_seen_by_members(app, mei, raj, client, database):
    a_member(database, earned=520)
    draft = saved(mei, begun(mei), dearer).json
    assert plan_of(mei, draft) == {
        "changes": [
            {
                "what": "reward 1",
                "field": "cost",
                "before": 500,
                "after": 550,
                "touches": {
                    "code": "members_lack_points",
                    "message": "1 member now lacks the points",
                    "params": {"count": 1},
                },
            }
        ],
        "problems": [],
        "questions": [],
        "announcements": [],
        "recipientCount": 0,
    }
    assert submitted(mei, draft).json["state"] == "waiting"
    refused = approved(mei, draft)
    assert (refused.status_code, refused.json["code"]) == (409, "own_proposal")
    puppet = a_person(database, ("head-office", None), name="Puppet", by="Mei via staff:1")
    assert approved(in_office(app, puppet), draft).json["code"] == "proposer_added_you"
    done = approved(raj, draft)
    assert (done.status_code, done.json["state"], done.json["versionId"]) == (200, "applied", 1)
    assert cost_now(client) == 550
    versions = mei.get("/api/staff/programme/version").json["versionList"]
    assert [(v["id"], v["operator"], v["proposedBy"], v["reason"]) for v in versions] == [
        (1, "Raj via staff:2", "Mei via staff:1", "Looked at it"),
        (0, None, None, None),
    ]
    with database.bound():
        actions = [(each.operator.split()[0], each.action) for each in log.entries(current_session())]
    assert [each for each in actions if each[1].startswith("programme")] == [
        ("Raj", "programme.apply"),
        ("Mei", "programme.submit"),
        ("Mei", "programme.save"),
        ("Mei", "programme.draft"),
    ]


def test_two_who_edit_get_a_conflict_and_nothing_is_lost(mei, raj):
    draft = begun(mei)
    theirs = raj.get(f"{DRAFT}/{draft['id']}").json
    assert saved(mei, draft, dearer).status_code == 200
    late = saved(raj, theirs, lambda document: reward(document, 2).update(active=False))
    assert (late.status_code, late.json["code"]) == (409, "draft_changed")
    assert (late.json["revision"], late.json["changedBy"]) == (2, "Mei via staff:1")
    now = raj.get(f"{DRAFT}/{draft['id']}").json
    assert reward(now["document"], 1)["cost"] == 550
    assert saved(raj, now, lambda document: reward(document, 2).update(active=False)).status_code == 200
    assert [each["what"] for each in plan_of(mei, draft)["changes"]] == ["reward 1", "reward 2"]


def test_two_drafts_of_different_rewards_do_not_wait_for_each_other(mei, raj, client):
    first = begun(mei, changes={"rewards": [{"id": 1, "cost": 550}]})
    second = begun(raj, changes={"rewards": [{"id": 2, "cost": 650}], "settings": {"bill_limit": 1500}})
    assert first["changes"] == [{"what": "reward 1", "field": "cost", "before": 500, "after": 550}]
    unfinished = mei.get(DRAFT, query_string={"isUnfinished": "true"}).json["draftList"]
    assert [(each["id"], [change["what"] for change in each["changes"]]) for each in unfinished] == [
        (second["id"], ["settings", "reward 2"]),
        (first["id"], ["reward 1"]),
    ]
    assert submitted(raj, second).status_code == 200
    assert submitted(mei, first).status_code == 200
    assert approved(mei, second).json["state"] == "applied"
    assert approved(raj, first).json["state"] == "applied"
    costs = {each["id"]: each["pointToRedeem"] for each in client.get("/api/reward").json["rewardList"]}
    assert (costs[1], costs[2]) == (550, 650)
    assert mei.get(DRAFT, query_string={"isUnfinished": "true"}).json["draftList"] == []


NEW = {"kind": "points", "type": 2, "title": "Mango Sticky Rice", "cost": 650, "valid_days": 14}


def test_two_new_rewards_in_two_drafts_have_two_ids(mei, raj, client):
    drafts = [begun(who, changes={"rewards": [{**NEW, "title": str(who)}]}) for who in (mei, raj)]
    assert [each["changes"][0]["what"] for each in drafts] == ["reward 12", "reward 13"]
    for who, other, draft in ((mei, raj, drafts[0]), (raj, mei, drafts[1])):
        assert submitted(who, draft).status_code == 200
        assert approved(other, draft).json["state"] == "applied"
    assert {12, 13} < {each["id"] for each in client.get("/api/reward").json["rewardList"]}


@pytest.mark.parametrize(
    "body",
    [
        {"changes": {"tiers": [{"multiplier": "1.5"}]}},
        {"changes": {"rewards": [{"id": "twelve"}]}},
        {"changes": {"menus": []}},
    ],
)
def test_a_draft_begins_with_changes_that_say_what_they_change(mei, body):
    assert mei.post(DRAFT, json=body).status_code == 422


def test_members_read_a_reward_in_their_language_and_in_english_where_it_is_not_translated(mei, raj, client):
    words = {"ms": {"title": "Pulut Mangga", "terms": ""}, "th": {}}
    draft = begun(mei, changes={"rewards": [{**NEW, "translations": words}]})
    submitted(mei, draft)
    assert approved(raj, draft).status_code == 200
    for language, text in (("ms", {"en": NEW["title"], "ms": "Pulut Mangga"}), ("th", {"en": NEW["title"]})):
        texts = client.get("/api/content", query_string={"language": language}).json["rewardTexts"]
        assert [each for each in texts if each["en"] == NEW["title"]] == [text]
    assert reward(mei.get("/api/staff/programme").json["document"], 12)["translations"] == {
        "ms": {"title": "Pulut Mangga"}
    }


def test_changes_are_planned_before_there_is_a_draft(mei, database):
    a_member(database, earned=520)
    plan = mei.post(PLAN, json={"changes": {"rewards": [{"id": 1, "cost": 550}]}}).json
    assert [(each["after"], each["touches"]["message"]) for each in plan["changes"]] == [
        (550, "1 member now lacks the points")
    ]
    wrong = mei.post(PLAN, json={"changes": {"rewards": [{"id": 1, "cost": "many"}]}}).json
    assert [each["path"] for each in wrong["problems"]] == [["rewards", 0, "cost"]]
    assert mei.get(DRAFT).json["draftList"] == []


def test_a_draft_that_was_withdrawn_is_finished(mei):
    draft = begun(mei)
    gone = withdrawn(mei, draft, "Not this year").json
    assert (gone["state"], gone["withdrawnBy"], gone["withdrawal"], gone["decidedBy"]) == (
        "withdrawn",
        "Mei via staff:1",
        "Not this year",
        None,
    )
    again = withdrawn(mei, draft, "Not this year")
    assert (again.status_code, again.json["code"]) == (409, "draft_finished")


def test_a_draft_with_mistakes_is_kept_and_its_plan_says_where_they_are(mei):
    draft = saved(
        mei, begun(mei), lambda document: reward(document, 2).update(cost="many", colour="red")
    ).json
    plan = plan_of(mei, draft)
    at = next(at for at, each in enumerate(draft["document"]["rewards"]) if each["id"] == 2)
    found = {tuple(each["path"]): each for each in plan["problems"]}
    assert plan["changes"] == []
    assert found[("rewards", at, "cost")]["message"].endswith("should be a whole number from 0 to 1,000,000.")
    assert found[("rewards", at, "colour")]["message"].endswith("colour cannot be used here.")
    file = mei.get(f"{FILE}?draftId={draft['id']}")
    line = file.text.splitlines()[found[("rewards", at, "cost")]["line"] - 1]
    assert line.strip() == "cost: many"
    refused = submitted(mei, draft)
    assert (refused.status_code, refused.json["code"]) == (409, "draft_has_problems")


@pytest.mark.parametrize(
    ("change", "question"),
    [
        (lambda d: reward(d, 1).update(cost=2_500), "Reward 1: 2,500 points, 5 times today's 500."),
        (lambda d: reward(d, 1).update(cost=2_499), None),
        (lambda d: d["settings"].update(bill_limit=0), "Settings: bill_limit 0 is no limit"),
    ],
)
def test_a_plan_asks_what_the_command_line_asks(mei, change, question):
    questions = plan_of(mei, saved(mei, begun(mei), change).json)["questions"]
    assert any(each["message"].startswith(question) for each in questions) if question else questions == []


@pytest.mark.parametrize(
    ("day", "status"),
    [("2026-03-13", 422), ("2026-03-14", 200), ("2027-03-15", 200), ("2027-03-16", 422), (None, 200)],
)
def test_a_programme_may_begin_today_up_to_a_year_ahead(mei, day, status):
    draft = saved(mei, begun(mei), dearer).json
    assert submitted(mei, draft, effectiveOn=day).status_code == status


def test_an_approved_programme_is_applied_on_its_malaysian_day_and_once(mei, raj, client, clock, database):
    draft = ready(mei, effectiveOn="2026-03-20")
    assert approved(raj, draft).json["state"] == "approved"
    for moment, done, cost in (
        (datetime(2026, 3, 19, 15, 59, 59, tzinfo=UTC), 0, 500),
        (datetime(2026, 3, 19, 16, 0, tzinfo=UTC), 1, 550),
        (datetime(2026, 3, 19, 16, 1, tzinfo=UTC), 0, 550),
    ):
        clock.set(moment)
        with database.bound():
            jobs = {each.job: each for each in scheduler.run()}
        assert (jobs["programmes applied"].count, jobs["programmes applied"].failed) == (done, None)
        raj.application.extensions["loyalty.public_cache"].clear()
        assert cost_now(client) == cost
    with database.bound():
        assert log.entries(current_session(), action="programme.apply")[0].operator == "Raj via staff:2"


@pytest.fixture
def amir_applies(app, mei, tmp_path):
    """`amir_applies(change, "a special week")`: somebody else applies the programme of now, changed."""

    def apply(change, reason):
        document = yaml.load(mei.get(FILE).text, Loader=yaml.CSafeLoader)
        change(document)
        file = tmp_path / "programme.yaml"
        file.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")
        answer = run_command(app, "programme", "apply", file, "--by", "amir", "--reason", reason)
        assert answer.exit_code == 0, answer.output

    return apply


def test_what_somebody_else_changed_meanwhile_stays(mei, raj, amir_applies):
    draft = ready(mei, effectiveOn="2026-03-20")
    amir_applies(lambda document: document["outlets"][1].update(open=False), "repairs of the roof")
    plan = plan_of(mei, draft)
    assert [each["what"] for each in plan["changes"]] == ["reward 1"]
    assert approved(raj, draft).json["state"] == "approved"


def test_what_both_have_changed_is_a_problem_until_it_was_looked_at(mei, raj, amir_applies):
    draft = saved(mei, begun(mei), dearer).json
    amir_applies(lambda document: reward(document, 1).update(cost=480), "a special week")
    assert plan_of(mei, draft)["problems"] == [
        {
            "code": "changed_meanwhile",
            "message": "reward 1: cost was 500 when the draft began, is 480 now, and would become 550. "
            "Look at it and save the draft again from the programme as it is.",
            "params": {"what": "reward 1", "field": "cost", "before": "500", "now": "480", "after": "550"},
            "line": None,
            "path": ["reward 1", "cost"],
            "part": "",
            "record": "",
        }
    ]
    assert submitted(mei, draft).json["code"] == "draft_has_problems"
    draft = saved(mei, draft, lambda _same: None, fromCurrent=True).json
    assert (draft["madeFrom"], plan_of(mei, draft)["problems"]) == (1, [])
    assert submitted(mei, draft).status_code == 200
    assert approved(raj, draft).status_code == 200


def test_an_approved_programme_that_cannot_be_applied_on_its_day_has_failed_and_says_why(
    mei, raj, app, clock, database, amir_applies
):
    draft = ready(mei, effectiveOn="2026-03-20")
    approved(raj, draft)
    amir_applies(lambda document: reward(document, 1).update(cost=480), "a special week")
    clock.advance(days=7)
    with database.bound():
        scheduler.run()
    mei = in_office(app, 1)
    failed = mei.get(f"{DRAFT}/{draft['id']}").json
    assert (failed["state"], failed["versionId"]) == ("failed", None)
    assert failed["problem"]["message"].startswith("reward 1: cost was 500 when the draft began, is 480 now")
    assert mei.post(DRAFT).status_code == 201


def test_an_earlier_version_is_a_draft_again(mei, raj, client):
    def spring(document):
        dearer(document)
        document["outlets"].append({"id": 90, "name": "Ipoh Parade", "brand": "krua-bowl", "open": True})

    approved(raj, ready(mei, spring))
    draft = begun(mei, fromVersion=0)
    assert [(each["what"], each["field"], each["after"]) for each in plan_of(mei, draft)["changes"]] == [
        ("reward 1", "cost", 500)
    ]
    assert mei.get(f"{FILE}?versionId=0").text.startswith("settings:")
    for unknown in (2, 10**15):
        assert mei.get(f"{FILE}?versionId={unknown}").status_code == 404
    assert withdrawn(raj, draft, "only looking").status_code == 200
    assert mei.post(DRAFT, json={"fromVersion": 7}).status_code == 404


def test_a_file_is_downloaded_changed_and_uploaded(mei):
    draft = begun(mei)
    download = mei.get(f"{FILE}?draftId={draft['id']}")
    assert (
        download.headers["Content-Disposition"]
        == f'attachment; filename="programme-draft-{draft["id"]}.yaml"'
    )
    assert download.headers["X-Content-Type-Options"] == "nosniff"
    changed = download.text.replace("cost: 500", "cost: 550", 1)
    uploaded = mei.put(f"{DRAFT}/{draft['id']}", json={"revision": 1, "file": changed})
    assert uploaded.status_code == 200, uploaded.text
    assert [each["after"] for each in plan_of(mei, draft)["changes"]] == [550]
    for wrong, sentence in (
        ("tiers: 7\n", "Line 1: tiers should be a list of records."),
        ("a: [", "Line 1 is not valid YAML"),
        ("[" * 5_000, "The file is nested too deeply."),
        ("a: &a [x]\n" + "".join(f"b{n}: &b{n} [{', '.join(['*' + ('a' if not n else f'b{n-1}')] * 20)}]\n"
                                for n in range(8)), "it holds too much"),
        ('tiers: "\\0"\n', "a text contains characters that cannot be stored."),
    ):  # fmt: skip
        refused = mei.put(f"{DRAFT}/{draft['id']}", json={"revision": 2, "file": wrong})
        assert (refused.status_code, refused.json["code"]) == (422, "programme"), refused.text
        assert any(sentence in each["message"] for each in refused.json["problems"])


@pytest.mark.parametrize(("size", "status"), [(128 * 1024, 422), (128 * 1024 + 1, 422)])
def test_a_file_has_a_longest_size(mei, size, status):
    draft = begun(mei)
    file = "#" * size
    answer = mei.put(f"{DRAFT}/{draft['id']}", json={"revision": 1, "file": file})
    assert answer.status_code == status
    assert ("Longer than maximum" in answer.text) == (size > 128 * 1024)


def test_today_tells_those_who_may_approve_a_draft(mei, raj):
    def waiting_for(who):
        return who.get("/api/staff/today").json["waitingDraftCount"]

    assert waiting_for(raj) == 0
    draft = ready(mei)
    assert (waiting_for(mei), waiting_for(raj)) == (0, 1)
    assert approved(raj, draft).status_code == 200
    assert waiting_for(raj) == 0


def test_a_draft_is_listed_among_what_waits_and_what_was_decided_with_what_it_changes(
    app, database, mei, raj
):
    def listed(who, query=""):
        rows = who.get(f"/api/staff/approval{query}").json["approvalList"]
        return [(each["kind"], each["subjectId"], each["askedBy"], each["things"]) for each in rows]

    draft = ready(mei)
    title = reward(draft["document"], 1)["title"]
    row = ("programme", draft["id"], "Mei via staff:1", [title])
    assert listed(mei) == listed(raj) == [row]
    assert listed(in_office(app, a_person(database, ("area-manager", None), name="Omar"))) == []
    assert approved(raj, draft).status_code == 200
    assert (listed(raj), listed(raj, "?decided=true")) == ([], [row])


def test_a_refused_draft_is_not_applied(mei, raj, client):
    draft = ready(mei)
    others = withdrawn(raj, draft, "Too dear for students")
    assert (others.status_code, others.json["code"]) == (409, "not_own")
    refused = decide(raj, draft, "refuse", "Too dear for students").json
    assert (refused["state"], refused["decidedBy"], refused["decision"]) == (
        "refused",
        "Raj via staff:2",
        "Too dear for students",
    )
    assert approved(raj, draft).json["code"] == "refused_by"
    assert cost_now(client) == 500


@pytest.mark.databases_differ
def test_of_two_who_approve_at_once_one_does_it(app, database, mei, raj):
    ana = in_office(app, a_person(database, ("head-office", None), name="Ana"))
    draft, gate, answers = ready(mei), Barrier(2), []

    def approve(browser):
        gate.wait()
        answers.append(approved(browser, draft).status_code)

    threads = [Thread(target=approve, args=(each,)) for each in (raj, ana)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(answers) == [200, 409]
    assert len(mei.get("/api/staff/programme/version").json["versionList"]) == 2


@pytest.mark.databases_differ
def test_two_who_add_a_reward_at_once_get_two_ids(mei, raj):
    gate, answers = Barrier(2), []

    def begin(browser):
        gate.wait()
        answers.append(begun(browser, changes={"rewards": [NEW]})["changes"][0]["what"])

    threads = [Thread(target=begin, args=(each,)) for each in (mei, raj)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(answers) == ["reward 12", "reward 13"]


def a_new_reward(**values):
    def change(document):
        usual = {**reward(document, 1), "id": 99, "title": "Mango Sticky Rice", "starts": None, "ends": None}
        document["rewards"].append({**usual, **values})

    return change


@pytest.mark.parametrize(
    ("values", "plan_at", "effective_on", "counts"),
    [
        ({}, None, None, (1, 1, 1, 1)),
        ({"starts": "2026-03-20"}, "2026-03-19T16:00:00.000Z", None, (0, 0, 1, 1)),
        ({"starts": "2026-03-16"}, "2026-03-19T16:00:00.000Z", "2026-03-20", (0, 0, 1, 1)),
        ({"starts": "2026-03-20", "ends": "2026-03-20"}, "2026-03-19T16:00:00.000Z", None, (0, 0, 0, 0)),
    ],
)
def test_a_reward_is_announced_once_when_it_starts_also_by_a_late_scheduler(
    mei, raj, client, as_member, database, clock, values, plan_at, effective_on, counts
):
    first, _ = a_member(database), a_member(database)
    choose(as_member(first), first, promotionsNotifications=False)
    draft = ready(mei, a_new_reward(**values), effectiveOn=effective_on)
    plan = plan_of(raj, draft)
    assert plan["announcements"] == [{"title": "Mango Sticky Rice", "at": plan_at}]
    assert plan["recipientCount"] == 1
    assert approved(raj, draft).status_code == 200

    def announced():
        with database.bound():
            return current_session().scalar(select(func.count()).where(Event.type == EventType.REWARD_NEW))

    found = [announced()]
    for moment in (
        datetime(2026, 3, 19, 15, 59, 59, tzinfo=UTC),
        datetime(2026, 3, 22, 1, 0, tzinfo=UTC),
        datetime(2026, 3, 22, 1, 1, tzinfo=UTC),
    ):
        clock.set(moment)
        with database.bound():
            scheduler.run()
        found.append(announced())
    assert tuple(found) == counts


def test_a_withdrawn_reward_is_announced_when_it_is_offered(mei, raj, database):
    draft = ready(mei, a_new_reward(active=False))
    assert plan_of(raj, draft)["announcements"] == []
    approved(raj, draft)
    draft = ready(mei, lambda document: reward(document, 99).update(active=True))
    assert plan_of(raj, draft)["announcements"] == [{"title": "Mango Sticky Rice", "at": None}]
