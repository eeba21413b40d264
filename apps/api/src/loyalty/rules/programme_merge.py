"""Bringing a draft of the programme up to date: its own changes, put onto the programme as it is now.

A document is the programme file's content as plain values (backoffice/programme/file.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]

# The lists of a document, and what names a record of each.
KEYS = {"tiers": "level", "outlets": "id", "rewards": "id"}
_ABSENT = object()


@dataclass(frozen=True)
class Clash:
    """A value that the draft changes and that has become something else since the draft began."""

    what: str
    field: str
    before: object
    now: object
    wanted: object


def merged(base: Document, wanted: Document, current: Document) -> tuple[dict[str, Any], list[Clash]]:
    """`current` with what `wanted` changes in `base`, and the values that both have changed differently.

    Of a clash the wanted value is in the result. A setting that a document leaves out stays as it is.
    """
    clashes: list[Clash] = []
    settings = _record(
        "settings", base["settings"], {**base["settings"], **wanted["settings"]}, current["settings"], clashes
    )
    result: dict[str, Any] = {"settings": settings}
    for part, key in KEYS.items():
        old, new, now = ({each[key]: each for each in of[part]} for of in (base, wanted, current))
        records = []
        for record_id in sorted(old.keys() | new.keys() | now.keys()):
            one = (old.get(record_id), new.get(record_id), now.get(record_id))
            if (record := _record(f"{part.removesuffix('s')} {record_id}", *one, clashes)) is not None:
                records.append(record)
        result[part] = records
    return result, clashes


def _record(
    what: str,
    base: Mapping[str, Any] | None,
    wanted: Mapping[str, Any] | None,
    current: Mapping[str, Any] | None,
    clashes: list[Clash],
) -> dict[str, Any] | None:
    """One record; None where it is left out."""
    if wanted is None:
        # Taken out by the draft, or added since it began.
        return dict(current) if base is None and current is not None else None
    base, current = base or {}, current or {}
    found: dict[str, Any] = {}
    for name in dict.fromkeys([*current, *wanted]):
        old, new, now = (each.get(name, _ABSENT) for each in (base, wanted, current))
        if new in (old, now):
            found[name] = now if new == old and now is not _ABSENT else new
        else:
            found[name] = new
            if now is not old and now != old:
                clashes.append(Clash(what, name, *(None if v is _ABSENT else v for v in (old, now, new))))
    return {name: value for name, value in found.items() if value is not _ABSENT}
