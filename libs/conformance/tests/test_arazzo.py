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


def respect(backend: Backend, folder: Path) -> tuple[int, dict[str, Any]]:
    """Respect's exit code and what it found; it reports to nobody."""
    file, found = folder / "journeys.arazzo.json", folder / "found.json"
    file.write_text(json.dumps(document(journeys("look"), str(CONTRACT))), encoding="utf-8")
    words = ["respect", str(file), "--server", f"loyalty={backend.address}", "--json-output", str(found)]
    done = subprocess.run(
        [str(ROOT / "node_modules/.bin/redocly"), *words],
        env={**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"},
        capture_output=True, check=False,
    )  # fmt: skip
    (of_the_file,) = json.loads(found.read_text(encoding="utf-8"))["files"].values()
    return done.returncode, of_the_file


def test_respect_finds_nothing_in_our_server(undamaged: Backend, tmp_path: Path) -> None:
    """Every exported step is performed and passes."""
    code, found = respect(undamaged, tmp_path)
    assert code == 0, found
    steps = sum(len(each["steps"]) for each in document(journeys("look"), "")["workflows"])
    assert found["totalRequests"] == steps


def test_respect_finds_a_deviation(
    found_by_respect: dict[str, Any], template: Template, tmp_path: Path
) -> None:
    """The document says what is required, a status, a value and a header, not only which calls there are."""
    with Backend(template, tmp_path, found_by_respect["edits"]) as backend:
        code, _found = respect(backend, tmp_path)
    assert code == 1
