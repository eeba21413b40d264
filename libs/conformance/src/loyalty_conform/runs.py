"""Performing journeys against an address."""

from __future__ import annotations

import re
import secrets
import subprocess
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote

import click
import httpx

from loyalty_conform.checks import Contract, is_expected, problems_of
from loyalty_conform.journeys import Journey, Step, at, filled

Codes = Callable[[str], str]
CODE_PATIENCE_S = 20
# The longest that a run waits after a 429: the time between two codes of joining (spec 000 §9), and a bit.
LIMIT_PATIENCE_S = 65
MISSING = {"tillKey": "the key of a test till (--till-key)"}
A_NUMBER = "so many test numbers (--number)"


@dataclass
class Outcome:
    """What became of a step: passed when it has no problems; `skipped` says why it was not performed."""

    journey: str
    step: str
    operation: str
    cites: str
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    skipped: str | None = None


class Run:
    """One run against one address. `values` are test numbers and keys; `codes` fetches a one-time code.

    After a 429 it waits `limit_patience_s` at the most.
    """

    def __init__(
        self,
        address: str,
        contract: Contract,
        values: dict[str, Any],
        codes: Codes,
        limit_patience_s: float = LIMIT_PATIENCE_S,
    ) -> None:
        self._client = httpx.Client(base_url=address, timeout=30)
        self._contract = contract
        self._values = values
        self._codes = codes
        self._limit_patience_s = limit_patience_s

    def perform(self, journeys: Iterable[Journey]) -> list[Outcome]:
        """Perform the journeys one after the other; after a failed step a journey goes on to its clean-up."""
        with self._client:
            return [outcome for journey in journeys for outcome in self._journey(journey)]

    def _journey(self, journey: Journey) -> list[Outcome]:
        missing = {MISSING.get(name, A_NUMBER) for name in journey.needs if name not in self._values}
        if missing:
            why = f"This run was not given {' and '.join(sorted(missing))}."
            return [
                Outcome(journey.name, step.name, step.operation, step.cites, skipped=why)
                for step in journey.steps
            ]
        values = {**self._values, "key": secrets.token_hex(16), "otherKey": secrets.token_hex(16)}
        outcomes: list[Outcome] = []
        for step in (*journey.steps, *journey.clean_up):
            outcome = Outcome(journey.name, step.name, step.operation, step.cites)
            since = time.perf_counter()
            try:
                outcome.problems = self._step(step, values)
            except KeyError:
                outcome.skipped = "An earlier step did not bring what it needs."
            except Limited as limited:
                outcome.skipped = str(limited)
            except (httpx.HTTPError, ValueError, CodeMissing) as error:
                outcome.problems = [
                    str(error) if isinstance(error, CodeMissing) else f"{type(error).__name__}: {error}"
                ]
            outcome.seconds = time.perf_counter() - since
            outcomes.append(outcome)
        return outcomes

    def _step(self, step: Step, values: dict[str, Any]) -> list[str]:
        operation = self._contract.operations[step.operation]
        path = operation.path
        for name, value in filled(step.path, values).items():
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        headers = filled(step.headers, values)
        if step.signed_in_as:
            headers["Authorization"] = f"Bearer {values[step.signed_in_as]}"
        if step.code_for:
            values["code"] = self._codes(filled(step.code_for, values))
        body = filled(step.body, values)
        query = filled(step.query, values)

        def send(times: int) -> list[httpx.Response]:
            # Each request is one of a visitor's own: no cookie of an earlier one is sent.
            self._client.cookies.clear()
            request = partial(self._client.request, params=query, headers=headers, json=body)
            with ThreadPoolExecutor(times) as pool:
                sent = [pool.submit(request, operation.method, path) for _ in range(times)]
                return [each.result() for each in sent]

        answers = send(step.times)
        if step.times == 1 and not is_expected(step, 429):
            answers = [_after_limits(answers[0], lambda: send(1)[0], self._limit_patience_s)]
        problems: list[str] = []
        statuses = tuple(sorted(answer.status_code for answer in answers))
        if step.statuses is not None and statuses != step.statuses:
            problems.append(f"Statuses {statuses} instead of {step.statuses}.")
        for answer in answers:
            found = [*problems_of(step, answer, values), *self._contract.problems(step.operation, answer)]
            problems.extend(each for each in found if each not in problems)
        if is_expected(step, answers[0].status_code):
            for name, pointer in step.save.items():
                if found_values := at(answers[0].json(), pointer):
                    values[name] = found_values[0]
        return problems


class Limited(Exception):
    """The backend takes no more such requests for now, which is no deviation."""


def _after_limits(
    answer: httpx.Response, again: Callable[[], httpx.Response], patience_s: float
) -> httpx.Response:
    """The answer, or after a 429 the one that came when its Retry-After was over."""
    end = time.monotonic() + patience_s
    while answer.status_code == 429:
        retry_after = answer.headers.get("retry-after", "")
        wait = int(retry_after) if retry_after.isdecimal() else patience_s
        if time.monotonic() + wait > end:
            raise Limited(
                f"The backend takes no such requests for now (429, Retry-After {retry_after or 'missing'})."
            )
        time.sleep(wait)
        answer = again()
    return answer


class CodeMissing(Exception):
    """No one-time code came."""


def by_prompt(number: str) -> str:
    """Ask the person who runs the kit."""
    return str(click.prompt(f"The code sent to {number}", type=str)).strip()


def by_command(command: list[str]) -> Codes:
    """Run a command with the number as its last argument: it prints the newest code."""

    def ask(number: str) -> str:
        try:
            done = subprocess.run([*command, number], capture_output=True, text=True, check=False)  # noqa: S603  # the person's own
        except OSError as error:
            raise CodeMissing(f"The command for codes did not run: {error}") from error
        return done.stdout

    return _until_new(ask)


def by_hook(address: str) -> Codes:
    """Ask an address of the person's own: GET with `?number=`, which answers the newest code."""

    def ask(number: str) -> str:
        try:
            return httpx.get(address, params={"number": number}, timeout=10).text
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise CodeMissing(f"The hook for codes did not answer: {error}") from error

    return _until_new(ask)


def _until_new(ask: Callable[[str], str]) -> Codes:
    """Ask until six digits come that are new: a code that was used is shown until the next has arrived."""
    given: set[str] = set()

    def fetch(number: str) -> str:
        end = time.monotonic() + CODE_PATIENCE_S
        while time.monotonic() < end:
            code = ask(number).strip()
            if re.fullmatch("[0-9]{6}", code) and code not in given:
                given.add(code)
                return code
            time.sleep(0.2)
        raise CodeMissing(f"No code for {number} within {CODE_PATIENCE_S} s.")

    return fetch
