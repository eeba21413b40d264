"""Notices to a member in their language, and where the words of a package are: `texts/<language>.json`."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from loyalty.rules.people import LANGUAGES


@dataclass(frozen=True)
class Notice:
    """A notice in the member's language: the subject of a mail, and one short text."""

    subject: str
    text: str


@cache
def words(package: str, language: str) -> dict[str, Any]:
    """The words of a package in a language; in English for any other."""
    name = language if language in LANGUAGES else "en"
    found: dict[str, Any] = json.loads((files(package) / "texts" / f"{name}.json").read_text("utf-8"))
    return found


def notice(kind: str, language: str, **values: str) -> Notice:
    """The notice of a kind (`new_device`, `passkey_added`, `inactive`) with what its sentences name."""
    found = words(__package__, language)[kind]
    return Notice(found["subject"].format(**values), found["text"].format(**values))
