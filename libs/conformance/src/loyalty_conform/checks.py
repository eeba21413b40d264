"""What is checked of an answer: its status, its headers, its body, and the contract (openapi.json)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import httpx
import jsonschema_rs

from loyalty_conform.journeys import Step, at, filled


@dataclass(frozen=True)
class Operation:
    """An operation of the contract."""

    method: str
    path: str
    responses: dict[str, Any]


class Contract:
    """An OpenAPI 3.1 document: its operations by operationId, and the schemas of their answers."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.operations = {
            operation["operationId"]: Operation(method.upper(), path, operation["responses"])
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if method != "parameters"
        }
        self._validators: dict[str, Any] = {}

    def problems(self, operation_id: str, answer: httpx.Response) -> list[str]:
        """Why an answer is not one of the contract; empty when it is."""
        responses = self.operations[operation_id].responses
        key = str(answer.status_code) if str(answer.status_code) in responses else "default"
        if key not in responses:
            return [f"The contract has no answer {answer.status_code} here."]
        described = responses[key]
        if "$ref" in described:
            described = self._component(described["$ref"])
        content = described.get("content")
        if content is None:
            return []
        media_type = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type not in content:
            return [f"The answer is {media_type or 'of no type'} instead of {' or '.join(content)}."]
        if media_type != "application/json":
            return []
        validator = self._validator(content[media_type]["schema"])
        return [
            f"{error.message} (at /{'/'.join(map(str, error.instance_path))})"
            for error in validator.iter_errors(answer.json())
        ][:5]

    def _component(self, reference: str) -> Any:
        found: Any = self.document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def _validator(self, schema: Any) -> Any:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {**schema, "components": self.document["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return self._validators[key]


def is_expected(step: Step, status: int) -> bool:
    """Whether the step says that the answer may have this status."""
    if step.statuses is not None:
        return status in step.statuses
    return status in (step.status if isinstance(step.status, tuple) else (step.status,))


def problems_of(step: Step, answer: httpx.Response, values: dict[str, Any]) -> list[str]:
    """What the step says and the answer does not keep, in sentences."""
    found: list[str] = []
    if step.statuses is None and not is_expected(step, answer.status_code):
        wanted = step.status if isinstance(step.status, tuple) else (step.status,)
        return [f"Status {answer.status_code} instead of {' or '.join(map(str, wanted))}."]
    for name, pattern in step.expect_headers.items():
        sent = answer.headers.get(name)
        if sent is None or re.fullmatch(pattern, sent) is None:
            found.append(f"Header {name} is {sent!r}; it should match {pattern!r}.")
    if step.expect:
        try:
            body = answer.json()
        except ValueError:
            return [*found, "The answer is not JSON."]
        for expectation in step.expect:
            found.extend(_unmet(filled(expectation, values), body))
    return found


def _unmet(expectation: dict[str, Any], body: Any) -> list[str]:
    pointer = expectation["at"]
    values = at(body, pointer)
    if expectation.get("absent"):
        return [f"{pointer} should not be there."] if values else []
    if not values and "rows" not in expectation:
        return [f"{pointer} is missing."]
    found = []
    if "equals" in expectation and values != [expectation["equals"]]:
        found.append(f"{pointer} is {_short(values)} instead of {_short(expectation['equals'])}.")
    if "every" in expectation and any(each != expectation["every"] for each in values):
        found.append(f"{pointer}: {_short(values)}, not all {_short(expectation['every'])}.")
    if "matches" in expectation:
        bad = [each for each in values if not re.fullmatch(expectation["matches"], str(each))]
        if bad:
            found.append(f"{pointer}: {_short(bad)} should match {expectation['matches']!r}.")
    if "row" in expectation and not any(_has(each, expectation["row"]) for each in values[0]):
        found.append(f"{pointer} has no row {_short(expectation['row'])}.")
    if "rows" in expectation and [len(each) for each in values] != [expectation["rows"]]:
        found.append(f"{pointer} should have {expectation['rows']} rows.")
    if "values" in expectation and values != expectation["values"]:
        found.append(f"{pointer} is {_short(values)} instead of {_short(expectation['values'])}.")
    if expectation.get("ascending") and values != sorted(values):
        found.append(f"{pointer} is not in ascending order: {_short(values)}.")
    return found


def _has(row: Any, part: dict[str, Any]) -> bool:
    return isinstance(row, dict) and all(name in row and row[name] == part[name] for name in part)


def _short(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 120 else f"{shown[:117]}…"
