"""Journeys: what is asked of a backend and what it has to answer, as data.

A journey is a JSON file in `journeys/`. In every text of a step, `{name}` is a value of the run or one that
an earlier step saved; a text that is nothing but `{name}` becomes the value itself, with its type.

Two entries stand for several steps and fill in `{case.field}` when the file is read: one with `forEach` is
repeated for each golden case or row, and `{"part": "join", "as": "first"}` is the steps of that name in
parts.json, with the other fields of the entry.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

_NAME = re.compile(r"\{([a-zA-Z][a-zA-Z0-9]*)\}")
_CASE = re.compile(r"\{case\.([a-zA-Z]+)(:ringgit)?\}")
PROFILES = ("look", "journey", "hostile")


@dataclass(frozen=True)
class Step:
    """One request and what its answer has to be; `cites` is the paragraph that says so.

    `signed_in_as` names a saved token, `code_for` what a one-time code is fetched for (kept as `code`),
    `times` how often the same request is sent at once; `statuses` are then the sorted statuses.
    """

    name: str
    operation: str
    cites: str
    path: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    signed_in_as: str | None = None
    code_for: str | None = None
    times: int = 1
    status: int | tuple[int, ...] = 200
    statuses: tuple[int, ...] | None = None
    expect: tuple[dict[str, Any], ...] = ()
    expect_headers: dict[str, str] = field(default_factory=dict)
    save: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Journey:
    """A row of steps; `needs` are the values of the run without which it cannot be performed."""

    name: str
    title: str
    profile: str
    needs: tuple[str, ...]
    steps: tuple[Step, ...]
    clean_up: tuple[Step, ...]


def journeys(profile: str) -> list[Journey]:
    """The journeys of a profile and of the milder ones, in the order of their names."""
    allowed = PROFILES[: PROFILES.index(profile) + 1]
    folder = files(__package__) / "journeys"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    found = [_journey(name.removesuffix(".json"), _read(f"journeys/{name}")) for name in names]
    return [journey for journey in found if journey.profile in allowed]


def _journey(name: str, data: dict[str, Any]) -> Journey:
    return Journey(
        name=name,
        title=data["title"],
        profile=data["profile"],
        needs=tuple(data.get("needs", ())),
        steps=tuple(step for each in data["steps"] for step in _steps(each)),
        clean_up=tuple(step for each in data.get("cleanUp", ()) for step in _steps(each)),
    )


def _steps(data: dict[str, Any]) -> list[Step]:
    """The steps that one entry of a journey stands for."""
    if "part" in data:
        return [_step(_of_case(each, data)) for each in _read("parts.json")[data["part"]]]
    template = {name: value for name, value in data.items() if name != "forEach"}
    rows = product(*(_rows(each) for each in data.get("forEach", ())))
    return [_step(_of_case(template, {k: v for part in row for k, v in part.items()})) for row in rows]


def _rows(which: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of one `forEach`: written there, or golden cases of a file, some of them left out."""
    rows: list[dict[str, Any]] = which["rows"] if "rows" in which else at(bundled(which["file"]), which["at"])
    return [
        row
        for row in rows
        if all(row.get(name) in values for name, values in which.get("where", {}).items())
        and all(row.get(name) not in values for name, values in which.get("whereNot", {}).items())
    ]


def _of_case(template: Any, row: dict[str, Any]) -> Any:
    if isinstance(template, dict):
        return {_of_case(key, row): _of_case(each, row) for key, each in template.items()}
    if isinstance(template, list):
        return [_of_case(each, row) for each in template]
    if not isinstance(template, str):
        return template
    if whole := _CASE.fullmatch(template):
        return _field(row, whole)
    return _CASE.sub(lambda found: str(_field(row, found)), template)


def _field(row: dict[str, Any], found: re.Match[str]) -> Any:
    value = row[found[1]]
    return f"{value // 100}.{value % 100:02}" if found[2] else value


def bundled(name: str) -> Any:
    """`openapi.json`, or golden cases such as `phone.json`; in the wheel, or in this workspace."""
    if (files(__package__) / "data" / name).is_file():
        return _read(f"data/{name}")
    client = Path(__file__).parents[3] / "api-client"
    found = client / name if name == "openapi.json" else client / "cases" / name
    return json.loads(found.read_text(encoding="utf-8"))


def _read(name: str) -> Any:
    return json.loads((files(__package__) / name).read_text(encoding="utf-8"))


def _step(data: dict[str, Any]) -> Step:
    names = {"signedInAs": "signed_in_as", "codeFor": "code_for", "expectHeaders": "expect_headers"}
    values = {names.get(name, name): value for name, value in data.items()}
    values["expect"] = tuple(values.get("expect", ()))
    if isinstance(values.get("status"), list):
        values["status"] = tuple(values["status"])
    if "statuses" in values:
        values["statuses"] = tuple(values["statuses"])
    return Step(**values)


def filled(template: Any, values: dict[str, Any]) -> Any:
    """A template with its `{name}`s replaced. Raises KeyError for a name that nothing has saved."""
    if isinstance(template, dict):
        return {key: filled(each, values) for key, each in template.items()}
    if isinstance(template, list):
        return [filled(each, values) for each in template]
    if not isinstance(template, str):
        return template
    if whole := _NAME.fullmatch(template):
        return values[whole[1]]
    return _NAME.sub(lambda found: str(values[found[1]]), template)


def at(document: Any, pointer: str) -> list[Any]:
    """The values that a JSON pointer leads to; `*` stands for every entry of a list, `name=60` for
    those with such a field.
    """
    found = [document]
    for part in pointer.split("/")[1:]:
        following: list[Any] = []
        for each in found:
            if isinstance(each, list) and part == "*":
                following.extend(each)
            elif isinstance(each, list) and "=" in part:
                name, _, value = part.partition("=")
                following.extend(row for row in each if str(row.get(name)) == value)
            elif isinstance(each, list) and part.isdigit() and int(part) < len(each):
                following.append(each[int(part)])
            elif isinstance(each, dict) and part in each:
                following.append(each[part])
        found = following
    return found
