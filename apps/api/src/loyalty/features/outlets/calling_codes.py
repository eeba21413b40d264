"""The calling codes of all countries, as data of the package: ids never change, new codes go to the end.

Geographic codes of ITU-T E.164 only: satellites and international freephone are dear and nobody's home.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class CallingCode:
    """A calling code; `name` is the code itself, "60" (spec 000 §3)."""

    id: int
    name: str


@cache
def calling_codes() -> tuple[CallingCode, ...]:
    """All calling codes, Malaysia's first."""
    rows = json.loads((files(__package__) / "calling_codes.json").read_text(encoding="utf-8"))
    return tuple(CallingCode(**row) for row in rows)


@cache
def _by_id() -> dict[int, str]:
    return {code.id: code.name for code in calling_codes()}


@cache
def _by_name() -> dict[str, int]:
    return {code.name: code.id for code in calling_codes()}


def calling_code_of(calling_code_id: int) -> str | None:
    """The code that an id stands for (1 is "60"), or None when we do not serve it."""
    return _by_id().get(calling_code_id)


def calling_code_id_of(calling_code: str) -> int:
    """The id of a code ("60" is 1); raises KeyError for one that we do not serve."""
    return _by_name()[calling_code]
