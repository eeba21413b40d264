"""The rows that hold the API and the TypeScript client together; vitest reads the same files."""

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[4] / "libs/api-client/cases"


def case(name: str) -> Any:
    """What libs/api-client/cases/<name>.json holds."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def why(row: dict[str, Any]) -> str:
    """The name of a row in pytest's output."""
    return str(row.get("why") or row)
