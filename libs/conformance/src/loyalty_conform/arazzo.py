"""The journeys as an Arazzo 1.0.1 document, which other tools perform too (Redocly Respect)."""

from __future__ import annotations

import json
import re
from typing import Any

from loyalty_conform.journeys import Journey, Step

_NAME = re.compile(r"\{([a-zA-Z][a-zA-Z0-9]*)\}")
_PLAIN = re.compile(r"(?:/[A-Za-z0-9]+)+")


def document(journeys: list[Journey], openapi: str) -> dict[str, Any]:
    """The document; `openapi` is where the contract lies, as the document names it.

    What no criterion of Arazzo says is left out: that every row of a list has something, their number and
    their order. The contract is not in it either: Respect checks that by itself.
    """
    return {
        "arazzo": "1.0.1",
        "info": {"title": "Conformance journeys of the loyalty API", "version": "1"},
        "sourceDescriptions": [{"name": "loyalty", "url": openapi, "type": "openapi"}],
        "workflows": [_workflow(journey) for journey in journeys],
    }


def _workflow(journey: Journey) -> dict[str, Any]:
    saved: dict[str, str] = {}
    steps = []
    for number, step in enumerate(journey.steps, 1):
        step_id = f"step{number}"
        if not _names(step) <= saved.keys():
            continue  # it needs a value that no Arazzo expression picks out of a list
        steps.append(_step(step, step_id, saved))
        for name, pointer in step.save.items():
            if _PLAIN.fullmatch(pointer):
                saved[name] = f"$steps.{step_id}.outputs.{name}"
    return {"workflowId": journey.name, "summary": journey.title, "steps": steps}


def _names(step: Step) -> set[str]:
    given = (*step.path.values(), *step.query.values())
    return {name for value in given if isinstance(value, str) for name in _NAME.findall(value)}


def _step(step: Step, step_id: str, saved: dict[str, str]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": where, "value": _value(value, saved)}
        for where, given in (("path", step.path), ("query", step.query))
        for name, value in given.items()
    ]
    criteria = [
        {"condition": f"$statusCode == {step.status}"},
        *(_matches(f"$response.header.{name}", pattern) for name, pattern in step.expect_headers.items()),
        *(criterion for each in step.expect for criterion in _criteria(each)),
    ]
    outputs = {
        name: f"$response.body#{pointer}" for name, pointer in step.save.items() if _PLAIN.fullmatch(pointer)
    }
    found: dict[str, Any] = {
        "stepId": step_id,
        "description": f"{step.name} ({step.cites})",
        "operationId": f"$sourceDescriptions.loyalty.{step.operation}",
        "successCriteria": criteria,
    }
    if parameters:
        found["parameters"] = parameters
    if outputs:
        found["outputs"] = outputs
    return found


def _criteria(expectation: dict[str, Any]) -> list[dict[str, str]]:
    pointer = expectation["at"]
    found = []
    if "values" in expectation and pointer.count("/*") == 1:
        for place, value in enumerate(expectation["values"]):
            found += _criteria({"at": pointer.replace("*", str(place)), "equals": value})
    if _PLAIN.fullmatch(pointer) is None:
        return found
    if "equals" in expectation:
        found.append({"condition": f"$response.body#{pointer} == {_literal(expectation['equals'])}"})
    if "matches" in expectation:
        found.append(_matches(f"$response.body#{pointer}", expectation["matches"]))
    if "row" in expectation:
        fields = " && ".join(f"@.{name}=={json.dumps(value)}" for name, value in expectation["row"].items())
        # Respect applies the path to a list with the context in it: `$..` is right for both.
        path = f"$..[?({fields})]"
        found.append({"context": f"$response.body#{pointer}", "condition": path, "type": "jsonpath"})
    return found


def _matches(context: str, pattern: str) -> dict[str, str]:
    return {"context": context, "condition": f"^(?:{pattern})$", "type": "regex"}


def _literal(value: Any) -> str:
    """A string in quotes, a quote in it doubled (Arazzo 1.0.1, Literals); a number, true, false or null."""
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return json.dumps(value)


def _value(value: Any, saved: dict[str, str]) -> Any:
    if isinstance(value, str) and (whole := _NAME.fullmatch(value)):
        return saved[whole[1]]
    return value
