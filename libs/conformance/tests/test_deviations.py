"""A deviation planted in a copy of the server is named with its paragraph; without one nothing is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from backend import Backend, numbers
from loyalty_conform.checks import Contract
from loyalty_conform.journeys import bundled, journeys
from loyalty_conform.runs import Outcome, Run, by_command

DEVIATIONS = json.loads((Path(__file__).parent / "deviations.json").read_text(encoding="utf-8"))
SHORT = 4  # how many `npm test` plants


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The first few deviations, or all."""
    if "deviation" in metafunc.fixturenames:
        planted = DEVIATIONS if metafunc.config.getoption("--whole") else DEVIATIONS[:SHORT]
        metafunc.parametrize("deviation", planted, ids=[each["name"] for each in planted])


def performed(backend: Backend, till_key: str, run: int, only: str | None = None) -> list[Outcome]:
    chosen = [each for each in journeys("hostile") if only in (None, each.name)]
    values = {**numbers(run), "tillKey": till_key}
    codes = by_command(backend.code_command)
    return Run(backend.address, Contract(bundled("openapi.json")), values, codes).perform(chosen)


def test_a_deviation_is_named_with_its_paragraph(
    deviation: dict[str, Any], template: tuple[Path, str], tmp_path: Path
) -> None:
    """The kit names the paragraph that the planted deviation breaks."""
    with Backend(template[0], tmp_path, deviation["edits"]) as backend:
        outcomes = performed(backend, template[1], 0, deviation["journey"])
    assert deviation["cites"] in {each.cites for each in outcomes if each.problems}


def test_no_false_alarm(template: tuple[Path, str], tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Our own server keeps everything, in 50 runs (in one with `npm test`)."""
    with Backend(template[0], tmp_path, []) as backend:
        for run in range(50 if pytestconfig.getoption("--whole") else 1):
            outcomes = performed(backend, template[1], run)
            assert [each for each in outcomes if each.problems or each.skipped] == []


def test_there_are_thirty_deviations_of_different_names() -> None:
    """What the kit is proved by."""
    assert len({each["name"] for each in DEVIATIONS}) == len(DEVIATIONS) >= 30
