"""The journeys as an Arazzo 1.0.1 document, which other tools perform too (Redocly Respect)."""

from __future__ import annotations

import re
from typing import Any

from loyalty_conform.journeys import Journey, Step

_NAME = re.compile(r"\{([a-zA-Z][a-zA-Z0-9]*)\}")
_PLAIN = re.compile(r"(?:/[A-Za-z0-9]+)+")


def document(journeys: list[Journey], openapi: str) -> dict[str, Any]:
    """The document; `openapi` is where the contract lies, as the document names it.

    Statuses and checks of one value are exported; lists by pattern, headers and the contract itself are left
    to whoever performs it: Respect checks the contract by itself.
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
    criteria = [{"condition": f"$statusCode == {step.status}"}]
    for expectation in step.expect:
        value = expectation.get("equals")
        if _PLAIN.fullmatch(expectation["at"]) and isinstance(value, str | int):
            told = f"'{value}'" if isinstance(value, str) else str(value)
            criteria.append({"condition": f"$response.body#{expectation['at']} == {told}"})
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


def _value(value: Any, saved: dict[str, str]) -> Any:
    if isinstance(value, str) and (whole := _NAME.fullmatch(value)):
        return saved[whole[1]]
    return value
