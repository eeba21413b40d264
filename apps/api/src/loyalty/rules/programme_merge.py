"""Bringing a draft of the programme up to date: its own changes, put onto the programme as it is now.

A document is the programme file's content as plain values (backoffice/programme/file.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]

# The lists of a document, and what names a record of each.
KEYS = {"tiers": "level", "outlets": "id", "rewards": "id"}
_ABSENT = object()
# What a new record may leave out.
EMPTY: tuple[object, ...] = (None, "", [], {})


@dataclass(frozen=True)
class Clash:
    """A value that the draft changes and that has become something else since the draft began."""

    what: str
    field: str
    before: object
    now: object
    wanted: object


@dataclass(frozen=True)
class Difference:
    """A value that a document has otherwise than the one it was made from, by the file's names."""

    what: str
    field: str
    before: object
    after: object


def differences(base: Document, wanted: Document) -> list[Difference]:
    """What `wanted` changes in `base`; a record that is not one yet, or has no number, counts as none."""
    found = _of_record("settings", base["settings"], {**base["settings"], **_mapping(wanted.get("settings"))})
    for part, key in KEYS.items():
        old, new = _by_key(base[part], key), _by_key(wanted.get(part), key)
        for record_id, record in new.items():
            found += _of_record(f"{part.removesuffix('s')} {record_id}", old.get(record_id, {}), record)
    return found


def _of_record(what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference(what, name, old.get(name), value)
        for name, value in new.items()
        if value != old.get(name) and (old or value not in EMPTY)
    ]


def _by_key(records: object, key: str) -> dict[int, Mapping[str, Any]]:
    listed = records if isinstance(records, list) else []
    return {each[key]: each for each in map(_mapping, listed) if isinstance(each.get(key), int)}


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def laid_over(base: Document, changes: Document) -> dict[str, Any]:
    """`base` with the values that `changes` names: settings by name, and records by what names them.

    A record that `base` does not have is added with the values it has.
    """
    result: dict[str, Any] = {"settings": {**base["settings"], **changes.get("settings", {})}}
    for part, key in KEYS.items():
        changed = {each[key]: each for each in changes.get(part, [])}
        known = {each[key] for each in base[part]}
        result[part] = [{**each, **changed.get(each[key], {})} for each in base[part]]
        result[part] += [each for record_id, each in changed.items() if record_id not in known]
    return result


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
