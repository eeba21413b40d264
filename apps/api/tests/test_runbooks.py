"""The commands, options, settings, metrics and routes that the documents name exist."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import click
import pytest
import yaml
from prometheus_client import REGISTRY, Metric

from loyalty.config import Config
from loyalty.http.probes import NodeFigures
from loyalty.rules.devices import SESSION_LIFE
from loyalty.web import FIGURES

HERE = Path(__file__).resolve().parents[3]
PAGES = [
    HERE / "README.md",
    HERE / "CONTRIBUTING.md",
    HERE / "SECURITY.md",
    *sorted((HERE / "docs").rglob("*.md")),
]
DASHBOARD = HERE / "deploy/grafana/loyalty-api.json"
ALERTS = HERE / "deploy/prometheus/alerts.yml"
PROMPT = "flask --app loyalty"
# Read by npm start and by the browser tests, not by the API.
SETTINGS_OF_OTHERS = {
    "API_PORT",
    "SITE_PORT",
    "MINI_PORT",
    "STAFF_PORT",
    "PICTURES",
    "FUZZ_CASES",
    "CONFORM_TILL_KEY",
}


def told_to_type(page: Path) -> Iterator[list[str]]:
    """The words of each line of a page that may be a command: blocks of code, and code in a sentence."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    for line in lines:
        words = line.split(" #")[0].strip()
        for command in words.split(" && "):
            yield command.split(PROMPT)[-1].split() if PROMPT in command else ["?", *command.split()]


def commands_of(page: Path, top: click.Group) -> Iterator[list[str]]:
    """Those that are the API's: in full, or beginning with the name of one of its commands."""
    for words in told_to_type(page):
        if words and words[0] != "?":
            yield words
        elif len(words) > 2 and words[1] in top.list_commands(click.Context(top)):
            yield words[1:]


def problem(words: list[str], top: click.Group) -> str | None:
    """Why a line could not be typed, or None."""
    command: click.Command = top
    arguments = [word for word in words if word != "…"]
    while arguments and isinstance(command, click.Group) and not arguments[0].startswith("-"):
        found = command.get_command(click.Context(command), name := arguments.pop(0))
        if found is None:
            return f"there is no command {name}"
        command = found
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    strange = [
        word for word in arguments if word.startswith("--") and word.split("=")[0] not in known | {"--help"}
    ]
    return f"{command.name} does not take {', '.join(strange)}" if strange else None


def test_how_long_an_old_token_key_is_kept_is_the_longest_life_of_a_session():
    leaks = (HERE / "docs/runbooks/leaks.md").read_text()

    assert f"after {SESSION_LIFE.days} days, the longest life of a session, `new` alone" in leaks


def test_every_command_in_a_page_exists(app):
    result = {(page.name, " ".join(words)): words for page in PAGES for words in commands_of(page, app.cli)}
    wrong = {where: problem(words, app.cli) for where, words in result.items()}

    assert {where: why for where, why in wrong.items() if why} == {}


def test_the_pages_are_read_as_their_reader_reads_them(app):
    result = {" ".join(words) for page in PAGES for words in commands_of(page, app.cli)}

    assert {"db upgrade", "audit", "queues retry --all", "till revoke ID --reason TEXT"} <= result
    assert problem(["till", "forget"], app.cli) == "there is no command forget"
    assert problem(["scheduler", "run", "--rehearse"], app.cli) == "run does not take --rehearse"


def test_every_setting_that_is_named_to_operators_exists(app):
    known = {field.upper() for field in Config.model_fields} | SETTINGS_OF_OTHERS
    result = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
    result |= {f"{name} --help": help_of(commands(app)[name], name) for name in commands(app)}

    named = {(where, name) for where, text in result.items() for name in re.findall(r"\bLOYALTY_(\w+)", text)}

    assert [(where, name) for where, name in sorted(named) if name not in known] == []


def commands(app) -> dict[str, click.Command]:
    """Every command by its name."""
    context = click.Context(app.cli)
    return {name: app.cli.get_command(context, name) for name in app.cli.list_commands(context)}


def help_of(command: click.Command, name: str) -> str:
    """All help of a command and of what is below it."""
    inner = command.commands.items() if isinstance(command, click.Group) else ()
    own = command.get_help(click.Context(command, info_name=name))
    return "\n".join([own, *(help_of(each, called) for called, each in inner)])


def test_every_figure_that_is_watched_is_counted(app):
    counted = {sample for family in figures() for sample in names_of(family)}
    result = [DASHBOARD.read_text(encoding="utf-8"), *(page.read_text(encoding="utf-8") for page in PAGES)]

    watched = {
        name for text in result for name in re.findall(r"\bloyalty_\w+_(?:total|seconds)(?:_\w+)?", text)
    }

    assert watched
    assert watched - counted == set()


def test_every_figure_of_ours_is_on_the_dashboard(app):
    asked = set(re.findall(r"\bloyalty_\w+", " ".join(expressions())))
    ours = [family for family in figures() if family.name.startswith("loyalty_")]

    assert ours
    assert [family.name for family in ours if not names_of(family) & asked] == []


def figures() -> list[Metric]:
    """Every figure of /metrics: what workers count, and what the database is asked for."""
    when_asked = (NodeFigures(), *FIGURES)
    return [*REGISTRY.collect(), *(figure for each in when_asked for figure in each.describe())]


def names_of(family) -> set[str]:
    """Under which names a figure is asked for."""
    return {f"{family.name}{end}" for end in ("", "_total", "_bucket", "_sum", "_count")}


def test_the_dashboard_asks_for_routes_that_exist(app):
    rules = {rule.rule for rule in app.url_map.iter_rules()}
    asked = re.findall(r"route=~?\"([^\"]+)\"", " ".join(expressions()))

    assert asked
    for route in "|".join(asked).split("|"):
        assert any(re.fullmatch(route, rule) for rule in rules), route


def test_every_alert_is_about_what_is_counted_and_leads_somewhere(app):
    counted = {sample for family in figures() for sample in names_of(family)} | {"up"}
    routes = {rule.rule for rule in app.url_map.iter_rules()}
    runbooks = {str(page.relative_to(HERE)): page.read_text() for page in (HERE / "docs/runbooks").iterdir()}
    alerts = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]

    assert len(alerts) > 5
    for alert in alerts:
        name, result = alert["alert"], alert["annotations"]
        watched = set(re.findall(r"\b(?:loyalty_\w+|up(?={))", alert["expr"]))
        assert watched, name
        assert watched <= counted, name
        for route in "|".join(re.findall(r"route=~?\"([^\"]+)\"", alert["expr"])).split("|"):
            assert not route or any(re.fullmatch(route, rule) for rule in routes), (name, route)
        assert alert["labels"]["severity"] in ("page", "ticket"), name
        assert all(result.get(each) for each in ("summary", "description")), name
        assert f"`{name}`" in runbooks[result["runbook"]], name
        commands = [words.split() for words in re.findall(rf"`{PROMPT} ([^`]+)`", result["description"])]
        assert not any(problem(command, app.cli) for command in commands), name


PROMTOOL = which("promtool")


@pytest.mark.skipif(PROMTOOL is None, reason="promtool of Prometheus is not installed")
def test_alerts_fire_also_where_a_figure_is_missing():
    tests = HERE / "apps/api/tests/alerts_test.yml"

    ended = subprocess.run([PROMTOOL, "test", "rules", tests], capture_output=True, text=True)  # noqa: S603

    assert ended.returncode == 0, ended.stdout + ended.stderr


def expressions() -> list[str]:
    """What the dashboard's panels ask Prometheus."""
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel.get("targets", [])]
