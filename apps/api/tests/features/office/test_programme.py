"""The programme as a file: shown, planned, applied, refused, kept."""

from __future__ import annotations

import json

import pytest
import yaml
from flask import Flask

from loyalty.db.session import session
from loyalty.features.office import log
from people import a_member

WHY = ("--by", "mei", "--reason", "Spring menu")


@pytest.fixture
def run(app: Flask):
    return lambda *words: app.test_cli_runner().invoke(args=["programme", *map(str, words)])


@pytest.fixture
def file(run, tmp_path):
    """`file(change)` is the programme of now, changed, as a file."""

    def changed(change=dict.copy):
        said = yaml.safe_load(run("show").output)
        change(said)
        place = tmp_path / "programme.yaml"
        place.write_text(yaml.safe_dump(said, sort_keys=False), encoding="utf-8")
        return place

    return changed


def reward(said, reward_id):
    return next(each for each in said["rewards"] if each["id"] == reward_id)


def test_what_is_shown_changes_nothing(run, file):
    planned = run("plan", file())

    assert (planned.exit_code, planned.output.strip()) == (0, "Nothing would change.")


def test_a_plan_names_what_changes_and_whom_it_touches_and_changes_nothing(run, file, database):
    a_member(database, earned=520)
    dearer = file(lambda said: reward(said, 1).update(cost=550))

    planned = run("plan", dearer, "--json")

    assert planned.exit_code == 1
    assert json.loads(planned.output) == [
        {
            "what": "reward 1",
            "field": "cost",
            "before": 500,
            "after": 550,
            "touches": "1 members now lack the points",
        }
    ]
    assert reward(yaml.safe_load(run("show").output), 1)["cost"] == 500


def test_a_file_is_applied_seen_by_members_noted_and_kept(run, file, client, database):
    def spring(said):
        reward(said, 1).update(cost=550, title="Spring Milk Tea")
        reward(said, 2).update(active=False)
        said["tiers"][1]["multiplier"] = "1.3"
        said["outlets"][0]["open"] = False
        said["outlets"].append({"id": 90, "name": "Ipoh Parade", "brand": "krua-bowl", "open": True})

    assert run("apply", file(spring), *WHY).exit_code == 0

    seen = {each["id"]: each for each in client.get("/api/reward").json["rewardList"]}
    assert (seen[1]["pointToRedeem"], seen[1]["title"]) == (550, "Spring Milk Tea")
    open_outlets = {each["id"] for each in client.get("/api/outlet?statusId=1").json["outletList"]}
    assert 90 in open_outlets
    assert 1 not in open_outlets
    with database.bound():
        assert [(each.operator, each.action, each.reason) for each in log.entries(session())] == [
            ("mei", "programme.apply", "Spring menu")
        ]
    assert json.loads(run("history", "--json").output)[0]["operator"] == "mei"
    assert reward(yaml.safe_load(run("history", "--version", "1").output), 1)["cost"] == 550


def test_settings_are_planned_with_whom_they_touch_and_hold_when_applied(run, file, clock, database):
    a_member(database)
    clock.advance(days=800)
    forget = file(lambda said: said["settings"].update(inactive_months=24, adjust_limit=50))

    planned = json.loads(run("plan", forget, "--json").output)

    assert [(each["field"], each["before"], each["after"], each["touches"]) for each in planned] == [
        ("adjust_limit", 1000, 50, ""),
        ("inactive_months", 0, 24, "1 members would be erased by the next tick"),
    ]
    run("apply", forget, *WHY)
    assert yaml.safe_load(run("show").output)["settings"] == {"adjust_limit": 50, "inactive_months": 24}


def test_a_file_that_does_not_speak_of_settings_leaves_them(run, file):
    run("apply", file(lambda said: said["settings"].update(adjust_limit=50)), *WHY)

    assert run("plan", file(lambda said: said.pop("settings"))).output.strip() == "Nothing would change."


def test_the_same_file_again_changes_and_notes_nothing(run, file):
    cheaper = file(lambda said: reward(said, 1).update(cost=450))
    run("apply", cheaper, *WHY)

    again = run("apply", cheaper, *WHY)

    assert again.output.strip() == "Nothing would change."
    assert len(json.loads(run("history", "--json").output)) == 1


def test_an_earlier_programme_can_be_brought_back(run, file, tmp_path):
    run("apply", file(lambda said: reward(said, 1).update(cost=450)), *WHY)
    run("apply", file(lambda said: reward(said, 1).update(cost=475)), *WHY)
    first = tmp_path / "first.yaml"
    first.write_text(run("history", "--version", "1").output, encoding="utf-8")

    run("apply", first, *WHY)

    assert reward(yaml.safe_load(run("show").output), 1)["cost"] == 450


def test_new_rewards_get_a_picture_and_clean_words(run, file, client):
    def add(said):
        said["rewards"].append(
            {
                "id": 50,
                "kind": "points",
                "type": 2,
                "title": "Pandan Toast",
                "cost": 500,
                "value": "8.90",
                "valid_days": 30,
                "image": "beef-balls.webp",
                "description": "<p onclick='x()'>Toast<script>alert(1)</script></p>",
            }
        )

    assert run("apply", file(add), *WHY).exit_code == 0

    toast = client.get("/api/reward/50").json
    assert toast["description"] == "<p>Toast</p>"
    assert client.get(f"/api/content/{toast['imageName']}").status_code == 200


def refused(change, sentence):
    return pytest.param(change, sentence, id=sentence)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        refused(lambda said: said["rewards"].pop(0), "Reward 1 is missing"),
        refused(lambda said: said["outlets"].pop(0), "Outlet 1 is missing"),
        refused(lambda said: reward(said, 1).update(outlets=[777]), "names outlet 777"),
        refused(lambda said: reward(said, 1).update(price=1), "says price, which means nothing"),
        refused(lambda said: reward(said, 1).pop("title"), "Reward 1 lacks 'title'"),
        refused(lambda said: reward(said, 1).update(value="12"), "12 is no amount"),
        refused(lambda said: reward(said, 1).update(image="nothing.webp"), "no picture nothing.webp"),
        refused(lambda said: said["rewards"].append(dict(said["rewards"][0])), "two rewards with the id 1"),
        refused(lambda said: said["tiers"][1].update(floor=1), "stay while there are members"),
        refused(lambda said: said["tiers"].pop(), "stay while there are members"),
        refused(lambda said: said["tiers"][1].update(multiplier="lots"), "A tier is written wrongly"),
        refused(lambda said: said["tiers"][2].update(floor=100), "more points than the one below"),
        refused(lambda said: said.update(prices=[]), "prices means nothing here"),
        refused(lambda said: said.update(rewards="none"), "rewards should be a list"),
        refused(lambda said: said["settings"].update(patience=1), "settings may say adjust_limit"),
        refused(lambda said: said["settings"].update(adjust_limit=-1), "a whole number from 0"),
        refused(lambda said: said["settings"].update(inactive_months="24"), "a whole number from 0"),
    ],
)
def test_what_cannot_be_is_refused_whole_with_a_sentence(run, file, database, change, sentence):
    a_member(database, earned=600)

    def spoiled(said):
        reward(said, 2).update(cost=1)
        change(said)

    answer = run("apply", file(spoiled), *WHY)

    assert answer.exit_code != 0
    assert sentence in answer.output
    assert reward(yaml.safe_load(run("show").output), 2)["cost"] == 600


def test_a_reward_that_was_claimed_keeps_its_kind_and_has_room_for_what_was_claimed(
    run, file, as_member, database
):
    member = a_member(database, earned=600)
    run("apply", file(lambda said: reward(said, 1).update(stock=2)), *WHY)
    claim = {"memberId": member, "rewardId": 1}
    assert as_member(member).post("/api/claim", json=claim).status_code == 201

    assert "it cannot be 0" in run("apply", file(lambda r: reward(r, 1).update(stock=0)), *WHY).output
    assert "its type_id stays" in run("apply", file(lambda r: reward(r, 1).update(type=1)), *WHY).output
    assert run("apply", file(lambda said: reward(said, 1).update(stock=1)), *WHY).exit_code == 0


def test_a_file_that_is_no_yaml_is_told_with_its_line(run, tmp_path):
    place = tmp_path / "broken.yaml"
    place.write_text("tiers:\n  - {level: 0\nrewards: [", encoding="utf-8")

    answer = run("plan", place)

    assert answer.exit_code != 0
    assert "Line 3" in answer.output


def test_floors_may_be_moved_before_there_are_members(run, file):
    assert run("apply", file(lambda said: said["tiers"][1].update(floor=1_000)), *WHY).exit_code == 0
    assert yaml.safe_load(run("show").output)["tiers"][1]["floor"] == 1_000
