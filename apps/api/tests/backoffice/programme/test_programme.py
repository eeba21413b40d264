"""The programme file: printed, planned, applied, refused, kept."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask

from loyalty.backoffice.log import log
from loyalty.backoffice.programme.file import check
from loyalty.db.session import current_session
from loyalty.features.rewards.programme import RewardFileSchema
from loyalty.rules.points import times
from loyalty.rules.tiers import TIERS
from support.factories import a_member

WHY = ("--by", "mei", "--reason", "Spring menu")
PLUS = TIERS[1].multiplier_tenths
MORE = times(PLUS + 1)


def read(text: str) -> dict[str, Any]:
    """The document of a programme file."""
    return yaml.load(text, Loader=yaml.CSafeLoader)


def written(data: dict[str, Any]) -> str:
    """A document as a programme file."""
    return yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False)


@pytest.fixture
def run(app: Flask):
    return lambda *words: app.test_cli_runner().invoke(args=["programme", *map(str, words)])


@pytest.fixture
def file(run, tmp_path):
    """`file(change)` is the programme of now, changed, as a file."""

    def changed(change=dict.copy):
        data = read(run("show").output)
        change(data)
        place = tmp_path / "programme.yaml"
        place.write_text(written(data), encoding="utf-8")
        return place

    return changed


def reward(data, reward_id):
    return next(each for each in data["rewards"] if each["id"] == reward_id)


def test_the_printed_programme_changes_nothing_when_applied(run, file):
    planned = run("plan", file())

    assert (planned.exit_code, planned.output.strip()) == (0, "No changes.")


def test_a_plan_lists_changes_with_whom_they_affect_and_changes_nothing(run, file, database):
    a_member(database, earned=520)
    dearer = file(lambda data: reward(data, 1).update(cost=550))

    planned = run("plan", dearer, "--json")

    assert planned.exit_code == 1
    assert json.loads(planned.output) == [
        {
            "what": "reward 1",
            "field": "cost",
            "before": 500,
            "after": 550,
            "touches": "1 member now lacks the points",
        }
    ]
    assert reward(read(run("show").output), 1)["cost"] == 500


def test_an_applied_file_is_seen_by_members_logged_and_kept(run, file, client, database):
    def spring(data):
        reward(data, 1).update(cost=550, title="Spring Milk Tea")
        reward(data, 2).update(active=False)
        data["tiers"][1]["multiplier"] = MORE
        data["outlets"][0]["open"] = False
        data["outlets"].append({"id": 90, "name": "Ipoh Parade", "brand": "krua-bowl", "open": True})

    assert run("apply", file(spring), *WHY).exit_code == 0

    seen = {each["id"]: each for each in client.get("/api/reward").json["rewardList"]}
    assert (seen[1]["pointToRedeem"], seen[1]["title"]) == (550, "Spring Milk Tea")
    open_outlets = {each["id"] for each in client.get("/api/outlet?statusId=1").json["outletList"]}
    assert 90 in open_outlets
    assert 1 not in open_outlets
    with database.bound():
        assert [(each.operator, each.action, each.reason) for each in log.entries(current_session())] == [
            ("mei", "programme.apply", "Spring menu")
        ]
    assert json.loads(run("history", "--json").output)[0]["operator"] == "mei"
    assert reward(read(run("history", "--version", "1").output), 1)["cost"] == 550


def test_settings_are_planned_and_applied(run, file, clock, database):
    a_member(database)
    clock.advance(days=800)
    forget = file(lambda data: data["settings"].update(inactive_months=12, adjust_limit=50))

    planned = json.loads(run("plan", forget, "--json").stdout)

    assert [(each["field"], each["before"], each["after"], each["touches"]) for each in planned] == [
        ("adjust_limit", 1000, 50, ""),
        (
            "inactive_months",
            24,
            12,
            "1 member would be warned by the next run, and erased 30 days later if unseen",
        ),
    ]
    run("apply", forget, *WHY)
    assert read(run("show").output)["settings"] == {
        "adjust_limit": 50,
        "operator_day_limit": 10_000,
        "inactive_months": 12,
        "bill_maximum": 50_000,
        "bill_limit": 2_000,
        "till_day_limit": 30_000,
        "member_day_limit": 3_000,
    }


def test_a_file_without_settings_leaves_them(run, file):
    run("apply", file(lambda data: data["settings"].update(adjust_limit=50)), *WHY)

    assert run("plan", file(lambda data: data.pop("settings"))).output.strip() == "No changes."


def test_a_setting_that_a_file_does_not_name_stays_as_it_is(run, file):
    run("apply", file(lambda data: data["settings"].update(adjust_limit=50, bill_limit=900)), *WHY)
    before_there_were_limits = {"adjust_limit": 60, "inactive_months": 24}

    changed = file(lambda data: data.update(settings=before_there_were_limits))

    planned = json.loads(run("plan", changed, "--json").output)
    assert [(each["field"], each["before"], each["after"]) for each in planned] == [("adjust_limit", 50, 60)]
    run("apply", changed, *WHY)
    assert read(run("show").output)["settings"]["bill_limit"] == 900


@pytest.mark.parametrize(("months", "asked"), [(0, True), (23, True), (24, False), (25, True)])
def test_a_plan_warns_of_a_retention_other_than_in_the_privacy_notice(run, file, months, asked):
    other = file(lambda data: data["settings"].update(inactive_months=months))
    warning = f"Warning: Settings: inactive_months {months} is not what the privacy notice promises"

    assert (warning in run("plan", other).output) == asked

    run("apply", other, *WHY)
    without_settings = file(lambda data: data.pop("settings"))
    assert (warning in run("plan", without_settings).output) == asked


@pytest.mark.parametrize(
    ("limits", "asked"),
    [
        ({"bill_limit": 0}, "bill_limit 0 is no limit"),
        ({"till_day_limit": 150_000}, "till_day_limit RM 150,000, 5 times today's RM 30,000."),
        ({"till_day_limit": 149_999}, None),
        ({"member_day_limit": 1_999}, "bill_limit RM 2,000 is never reached: member_day_limit is RM 1,999."),
        ({"member_day_limit": 2_000}, None),
        ({"member_day_limit": 700, "bill_limit": 700}, None),
    ],
)
def test_a_plan_warns_of_odd_till_limits(run, file, limits, asked):
    planned = run("plan", file(lambda data: data["settings"].update(limits))).output

    assert (f"Warning: Settings: {asked}" in planned) if asked else ("Warning" not in planned)


def test_a_plan_says_that_a_new_outlet_needs_its_address_and_hours(run, file):
    def another(data):
        data["outlets"][0]["name"] = "KL East Mall, Level 2"
        data["outlets"][1]["open"] = False
        data["outlets"].append({"id": 90, "name": "Ipoh Parade", "brand": "krua-bowl", "open": True})
        data["tiers"][1]["multiplier"] = MORE

    planned = json.loads(run("plan", file(another), "--json").output)

    of_content = {(each["what"], each["field"]) for each in planned if "address and hours" in each["touches"]}
    assert of_content == {("outlet 90", "name")}


def test_the_same_file_again_changes_and_logs_nothing(run, file):
    cheaper = file(lambda data: reward(data, 1).update(cost=450))
    run("apply", cheaper, *WHY)

    again = run("apply", cheaper, *WHY)

    assert again.output.strip() == "No changes."
    assert [each["id"] for each in json.loads(run("history", "--json").output)] == [1, 0]


def test_an_earlier_version_can_be_applied_again(run, file, tmp_path):
    run("apply", file(lambda data: reward(data, 1).update(cost=450)), *WHY)
    run("apply", file(lambda data: reward(data, 1).update(cost=475)), *WHY)
    first = tmp_path / "first.yaml"
    first.write_text(run("history", "--version", "1").output, encoding="utf-8")

    run("apply", first, *WHY)

    assert reward(read(run("show").output), 1)["cost"] == 450


def test_new_rewards_get_a_picture_and_clean_words(run, file, client):
    def add(data):
        data["rewards"].append(
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


def swap_names(data):
    one, two = data["outlets"][:2]
    one["name"], two["name"] = two["name"], one["name"]


# What is wrong by itself, whatever is in force.
MISTAKES = [
    (lambda data: reward(data, 1).update(price=1), "reward 1: price cannot be used here"),
    (lambda data: reward(data, 1).pop("title"), "reward 1: title is missing"),
    (lambda data: reward(data, 1).update(title="null"), "reward 1: title is missing"),
    (lambda data: reward(data, 1).update(value="12"), "value should be an amount in ringgit"),
    (lambda data: reward(data, 1).update(cost="five hundred"), "cost should be a whole number"),
    (lambda data: reward(data, 1).update(cost=-300), "cost should be a whole number from 0"),
    (lambda data: reward(data, 1).update(cost=1_000_001), "to 1,000,000"),
    (lambda data: reward(data, 1).update(limit=0), "limit should be a whole number from 1"),
    (lambda data: reward(data, 1).update(valid_days=0), "valid_days should be a whole number"),
    (lambda data: reward(data, 1).update(kind="gift"), "kind should be one of points"),
    (lambda data: reward(data, 1).update(type=4), "type should be a whole number from 1 to 3"),
    (lambda data: reward(data, 1).update(tier=4), "tier should be one of the levels 0 to 3"),
    (lambda data: reward(data, 1).update(outlets="all"), "outlets should be a list"),
    (lambda data: reward(data, 1).update(outlets=["all"]), "outlets should be a whole number"),
    (lambda data: reward(data, 1).update(active="perhaps"), "active should be true or false"),
    (lambda data: reward(data, 1).update(starts="soon"), "starts should be a day such as"),
    (
        lambda data: reward(data, 1).update(starts="2026-12-02", ends="2026-12-01"),
        "ends should be after starts",
    ),
    (lambda data: reward(data, 7).update(cost=5), "cost is for the kind points only"),
    (
        lambda data: data["rewards"].append(dict(data["rewards"][0])),
        "id 1 is taken by the one at number 1",
    ),
    (lambda data: data["rewards"].append("tea"), "rewards should be a record"),
    (lambda data: data["outlets"][0].update(name="x" * 101), "name should be a text of up to 100"),
    (
        lambda data: data["outlets"][1].update(name=data["outlets"][0]["name"]),
        "outlet 2: name is taken by the one at number 1",
    ),
    (
        lambda data: data["outlets"][0].update(brand="mango-lab"),
        "outlet 1: brand should be one of krua-bowl",
    ),
    (lambda data: data["outlets"][0].update(open="maybe"), "open should be true or false"),
    (
        lambda data: data["tiers"][1].update(multiplier="lots"),
        "tier 1: multiplier should be a number",
    ),
    (lambda data: data["tiers"][1].update(multiplier="1.25"), "at most one decimal place"),
    (lambda data: data["tiers"][1].update(multiplier="0.0"), "multiplier should be more than 0"),
    (lambda data: data["tiers"][1].update(level=7), "level should be 1"),
    (lambda data: data["tiers"][0].update(floor=1), "floor should be 0"),
    (
        lambda data: data["tiers"][2].update(floor=100),
        "more points than the 1,500 of the one below",
    ),
    (lambda data: data.update(tiers=[]), "tiers should have a first tier"),
    (lambda data: data.pop("tiers"), "tiers is missing"),
    (lambda data: data.update(prices=[]), "prices cannot be used here"),
    (lambda data: data.update(rewards="none"), "rewards should be a list"),
    (lambda data: data["settings"].update(patience=1), "settings: patience cannot be used here"),
    (lambda data: data["settings"].update(adjust_limit=-1), "a whole number from 0"),
    (lambda data: data["settings"].update(inactive_months="often"), "a whole number from 0"),
    (lambda data: data["settings"].update(inactive_months=5), "0 for never, or at least 6"),
]
# What the database refuses, and one of the mistakes.
REFUSED = [
    (lambda data: data["rewards"].pop(0), "Reward 1 is missing"),
    (lambda data: data["outlets"].pop(0), "Outlet 1 is missing"),
    (lambda data: reward(data, 1).update(outlets=[777]), "names outlet 777"),
    (lambda data: reward(data, 1).update(image="nothing.webp"), "no picture nothing.webp"),
    (swap_names, "Outlet 1 would get the name that outlet 2 has now"),
    (lambda data: data["tiers"][1].update(floor=1), "stay while there are members"),
    (lambda data: data["tiers"].pop(), "tier should be one of the levels 0 to 2"),
    (lambda data: reward(data, 1).update(cost=-300), "cost should be a whole number from 0"),
]


@pytest.mark.any_database
def test_a_file_with_a_mistake_says_it(run, subtests):
    valid = read(run("show").output)
    # A part of it is read in half the time.
    valid["outlets"] = valid["outlets"][:2]
    valid["rewards"] = [each | {"outlets": [1]} for each in valid["rewards"] if each["id"] in (1, 7)]
    assert check(written(valid))[1] == []

    for change, sentence in MISTAKES:
        with subtests.test(sentence):
            data = read(written(valid))
            change(data)
            assert sentence in "".join(each.message for each in check(written(data))[1])


@pytest.mark.any_database
def test_an_invalid_file_is_refused_as_a_whole_with_a_message(run, file, database, subtests):
    a_member(database, earned=600)
    place = file(lambda data: reward(data, 2).update(cost=1))
    valid = place.read_text(encoding="utf-8")

    for change, sentence in REFUSED:
        with subtests.test(sentence):
            data = read(valid)
            change(data)
            place.write_text(written(data), encoding="utf-8")

            answer = run("apply", place, *WHY)

            assert answer.exit_code != 0
            assert sentence in answer.output
    assert reward(read(run("show").output), 2)["cost"] == 600


def test_a_claimed_reward_keeps_its_kind_and_a_stock_for_its_claims(run, file, as_member, database):
    member = a_member(database, earned=600)
    run("apply", file(lambda data: reward(data, 1).update(stock=2)), *WHY)
    claim = {"memberId": member, "rewardId": 1}
    assert as_member(member).post("/api/claim", json=claim).status_code == 201

    assert "it cannot be 0" in run("apply", file(lambda r: reward(r, 1).update(stock=0)), *WHY).output
    assert "its type stays" in run("apply", file(lambda r: reward(r, 1).update(type=1)), *WHY).output
    assert run("apply", file(lambda data: reward(data, 1).update(stock=1)), *WHY).exit_code == 0


def test_invalid_yaml_is_reported_with_its_line(run, tmp_path):
    place = tmp_path / "broken.yaml"
    place.write_text("tiers:\n  - {level: 0\nrewards: [", encoding="utf-8")

    answer = run("plan", place)

    assert answer.exit_code != 0
    assert (
        "Line 3 is not valid YAML: expected ',' or '}', but got ':' (while parsing a flow mapping, line 2)."
        in answer.output
    )


def test_all_mistakes_are_listed_with_their_lines(run, file):
    place = file(
        lambda data: (
            reward(data, 1).update(cost="many"),
            data["tiers"][1].update(multiplier="1.25"),
        )
    )
    text = place.read_text(encoding="utf-8")
    lines = text.splitlines()

    answer = run("plan", place)

    cost, multiplier = lines.index("  cost: many") + 1, lines.index("  multiplier: '1.25'") + 1
    assert f"Line {multiplier}, tier 1: multiplier should be" in answer.output
    assert f"Line {cost}, reward 1: cost should be" in answer.output
    assert answer.exit_code == 1


def test_a_name_that_is_written_twice_is_refused(run, file):
    place = file()
    text = place.read_text(encoding="utf-8")
    place.write_text(text.replace("  cost: 500\n", "  cost: 500\n  cost: 5\n", 1), encoding="utf-8")

    assert "cost is written twice" in run("apply", place, *WHY).output


def test_days_need_no_quotes_and_are_malaysian_and_whole(run, file, client, clock):
    place = file(lambda data: reward(data, 1).update(starts="DAY1", ends="DAY2"))
    text = place.read_text(encoding="utf-8").replace("DAY1", "2026-03-14").replace("DAY2", "2026-03-20")
    place.write_text(text, encoding="utf-8")

    assert run("apply", place, *WHY).exit_code == 0

    shown = reward(read(run("show").output), 1)
    assert (shown["starts"], shown["ends"]) == ("2026-03-14T00:00:00+08:00", "2026-03-21T00:00:00+08:00")
    assert client.get("/api/reward/1").status_code == 200


def test_amounts_and_multipliers_need_no_quotes_and_stay_exact(run, file):
    place = file()
    text = place.read_text(encoding="utf-8").replace("value: '11.90'", "value: 12.10")
    place.write_text(text.replace(f"'{times(PLUS)}'", MORE), encoding="utf-8")

    planned = json.loads(run("plan", place, "--json").output)

    assert [(each["field"], each["before"], each["after"]) for each in planned] == [
        ("multiplier", times(PLUS), MORE),
        ("value", "11.90", "12.10"),
    ]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda data: data["tiers"][1].update(multiplier=times(10 * PLUS)),
            f"Tier 1: {times(10 * PLUS)} points a ringgit, 10 times today's {times(PLUS)}",
        ),
        (lambda data: reward(data, 1).update(cost=50), "Reward 1: 50 points, 0.1 times today's 500"),
        (lambda data: reward(data, 1).update(cost=0), "Reward 1: it costs no points"),
        (lambda data: reward(data, 1).update(terms=None), "Reward 1: it has no terms"),
        (
            lambda data: reward(data, 1).update(ends="2020-01-01"),
            "Reward 1: it is active, and has already ended",
        ),
    ],
)
def test_odd_values_give_a_warning_and_can_be_applied(run, file, change, sentence):
    odd = file(change)

    assert sentence in run("plan", odd).output
    assert run("apply", odd, *WHY).exit_code == 0


@pytest.mark.parametrize(("multiplier", "asked"), [(times(5 * PLUS - 1), False), (times(5 * PLUS), True)])
def test_five_times_as_much_is_odd(run, file, multiplier, asked):
    planned = run("plan", file(lambda data: data["tiers"][1].update(multiplier=multiplier)))

    assert ("Warning" in planned.output) is asked


def test_the_programme_before_the_first_apply_is_version_0(run, file, tmp_path):
    run("apply", file(lambda data: reward(data, 1).update(cost=450)), *WHY)
    place = tmp_path / "before.yaml"
    place.write_text(run("history", "--version", "0").output, encoding="utf-8")

    run("apply", place, *WHY)

    assert reward(read(run("show").output), 1)["cost"] == 500


def test_every_name_in_the_file_is_documented(run):
    data = read(run("show").output)
    names = {name for part in ("tiers", "outlets", "rewards") for name in data[part][0]} | set(
        data["settings"]
    )
    page = (Path(__file__).parents[5] / "docs/programme.md").read_text(encoding="utf-8")

    assert set(RewardFileSchema().fields) == set(data["rewards"][0])
    assert [name for name in sorted(names) if f"| `{name}`" not in page] == []


def test_floors_can_change_while_there_are_no_members(run, file):
    assert run("apply", file(lambda data: data["tiers"][1].update(floor=1_000)), *WHY).exit_code == 0
    assert read(run("show").output)["tiers"][1]["floor"] == 1_000
