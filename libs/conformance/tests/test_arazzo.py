"""The exported journeys are performed by Redocly Respect, which is no work of ours."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from backend import ROOT, Backend, Template
from loyalty_conform.arazzo import document
from loyalty_conform.journeys import journeys

CONTRACT = ROOT / "libs/api-client/openapi.json"


def respect(backend: Backend, folder: Path) -> tuple[int, str]:
    """Respect's exit code and what it printed; it reports to nobody."""
    file = folder / "journeys.arazzo.json"
    file.write_text(json.dumps(document(journeys("look"), str(CONTRACT))), encoding="utf-8")
    redocly = str(ROOT / "node_modules/.bin/redocly")
    done = subprocess.run(
        [redocly, "respect", str(file), "--server", f"loyalty={backend.address}"],
        env={**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_respect_finds_nothing_in_our_server(undamaged: Backend, tmp_path: Path) -> None:
    """Every exported step is performed and passes."""
    code, told = respect(undamaged, tmp_path)
    assert code == 0, told
    steps = sum(len(each["steps"]) for each in document(journeys("look"), "")["workflows"])
    assert f"Steps: {steps} passed, {steps} total" in told


def test_respect_finds_a_deviation(
    found_by_respect: dict[str, Any], template: Template, tmp_path: Path
) -> None:
    """The document says what is required, a status, a value and a header, not only which calls there are."""
    with Backend(template, tmp_path, found_by_respect["edits"]) as backend:
        code, _told = respect(backend, tmp_path)
    assert code == 1
