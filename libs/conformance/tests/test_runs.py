"""What a run makes of limits and of failed steps, seen with a server that answers what a test says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from loyalty_conform.checks import Contract
from loyalty_conform.journeys import Journey, Step, bundled
from loyalty_conform.runs import Outcome, Run, by_command, by_hook, by_prompt

CODES = (200, {}, [{"id": 1, "name": "60"}])
ERROR = {"message": "Please wait.", "code": "limited", "requestId": "1"}


@contextmanager
def answering(*answers: tuple[int, dict[str, str], Any]) -> Iterator[str]:
    """A server that gives these answers one after the other, whatever it is asked."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = left.pop(0)
            content = json.dumps(body).encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Type": "application/json"}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_args: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def performed(address: str, *steps: Step) -> list[Outcome]:
    journey = Journey("a-journey", "A journey", "look", (), steps, ())
    return Run(address, Contract(bundled("openapi.json")), {}, by_prompt).perform([journey])


def asking(**more: Any) -> Step:
    return Step(name="the calling codes", operation="getCallingCode", cites="spec 000 §7", **more)


def test_a_short_limit_is_waited_for() -> None:
    with answering((429, {"Retry-After": "0"}, ERROR), CODES) as address:
        (outcome,) = performed(address, asking())
    assert (outcome.problems, outcome.skipped) == ([], None)


def test_a_long_limit_is_no_deviation() -> None:
    with answering((429, {"Retry-After": "3600"}, ERROR)) as address:
        (outcome,) = performed(address, asking())
    assert outcome.problems == []
    assert outcome.skipped == "The backend takes no such requests for now (429, Retry-After 3600)."


def test_what_a_refusal_contains_is_not_kept_for_later_steps() -> None:
    later = Step("one tier", "getMembershipByMembershipId", "spec 000 §7", path={"membership_id": "{id}"})
    with answering((409, {}, ERROR)) as address:
        first, second = performed(address, asking(save={"id": "/requestId"}), later)
    assert first.problems == ["Status 409 instead of 200."]
    assert second.skipped == "An earlier step did not bring what it needs."


def test_an_answer_of_another_media_type_or_format_is_a_problem() -> None:
    contract = {
        "openapi": "3.1.0",
        "components": {},
        "paths": {
            "/at": {
                "get": {
                    "operationId": "at",
                    "responses": {
                        "200": {
                            "content": {
                                "application/json": {"schema": {"type": "string", "format": "date-time"}}
                            }
                        }
                    },
                }
            }
        },
    }
    journey = Journey("a", "A", "look", (), (Step("when", "at", "spec 000 §7"),), ())
    with answering((200, {}, "2026-11-24T14:00:00Z"), (200, {}, "yesterday")) as address:
        good, bad = (
            Run(address, Contract(contract), {}, by_prompt).perform([journey])[0].problems for _ in range(2)
        )
    assert good == []
    assert bad == ['"yesterday" is not a "date-time" (at /)']


def test_a_code_that_cannot_be_fetched_is_said_in_words() -> None:
    for codes, sentence in (
        (by_command(["/does/not/exist"]), "The command for codes did not run"),
        (by_hook("http://127.0.0.1:1/"), "The hook for codes did not answer"),
    ):
        journey = Journey("a", "A", "look", (), (asking(code_for="+60121000001"),), ())
        with answering() as address:
            (outcome,) = Run(address, Contract(bundled("openapi.json")), {}, codes).perform([journey])
        assert sentence in outcome.problems[0]
