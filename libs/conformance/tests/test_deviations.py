"""A deviation planted in a copy of the server is named with its paragraph; without one nothing is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from backend import DEVIATIONS, Backend, Template
from loyalty_conform.checks import Contract
from loyalty_conform.journeys import bundled, journeys
from loyalty_conform.runs import Outcome, Run, by_command


def performed(backend: Backend, run: int, only: str | None = None) -> list[Outcome]:
    chosen = [each for each in journeys("hostile") if only in (None, each.name)]
    codes = by_command(backend.code_command)
    contract = Contract(bundled("openapi.json"))
    # Our server limits nobody here but for the minute between two codes, which nothing here waits for.
    return Run(backend.address, contract, backend.values(run), codes, limit_patience_s=5).perform(chosen)


def test_a_deviation_is_named_with_its_paragraph(
    deviation: dict[str, Any], template: Template, tmp_path: Path
) -> None:
    """The kit names the paragraph that the planted deviation breaks."""
    with Backend(template, tmp_path, deviation["edits"]) as backend:
        outcomes = performed(backend, 0, deviation["journey"])
    assert deviation["cites"] in {each.cites for each in outcomes if each.problems}


def test_no_false_alarm(run: int, undamaged: Backend) -> None:
    """Our own server keeps everything, and nothing is left out."""
    outcomes = performed(undamaged, run)
    assert [each for each in outcomes if each.problems or each.skipped] == []


def test_there_are_thirty_deviations_of_different_names() -> None:
    """What the kit is proved by."""
    assert len({each["name"] for each in DEVIATIONS}) == len(DEVIATIONS) >= 30
