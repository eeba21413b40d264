"""The one place that reads the environment."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from difflib import get_close_matches
from typing import Any

from environs import Env

from loyalty.config.checks import WrongSetting, check
from loyalty.config.settings import Config

_WORDS = {"on": True, "off": False}
_PREFIX = "LOYALTY_"
# Read by the development servers, the browser tests and the test suite, which share our prefix.
_OTHERS = ("API_PORT", "SITE_PORT", "MINI_PORT", "API_URL", "HANDOFF", "PICTURES", "FUZZ_CASES")
_PREFIXES_OF_OTHERS = ("E2E_", "TEST_")
# How alike an unknown name and a setting's are when the one is taken for the other misspelt (1: the same).
_MISSPELT = 0.75


def for_program(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program that we start: ours, with these variables more."""
    return {**os.environ, **more}


def from_environment(values: Mapping[str, str] | None = None) -> Config:
    """Read LOYALTY_… from the environment (or from `values`) and check it.

    Raises WrongSetting with a sentence; also for a name that looks like a setting's misspelt. Any other name
    is not ours to refuse: a release that was rolled back finds settings of the release after it.
    """
    _refuse_misspelt(os.environ if values is None else values)
    env = Env()
    told = {}
    for setting in fields(Config):
        name = _name(setting)
        said = (env.str(name, "") if values is None else values.get(name, "")).strip()
        if said:
            told[setting.name] = _read(setting, said)
    config = Config(**told)  # type: ignore[arg-type]  # _read gives each field its own type
    check(config)
    return config


def example_file() -> str:
    """The text of `.env.example`: every setting with its meaning and its default."""
    rows = ["# Written by `flask --app loyalty settings write`. Every setting is optional in development.\n"]
    for setting in fields(Config):
        meaning, words = setting.metadata["meaning"], _words(setting)
        choices = f" ({', '.join(words)})" if words else ""
        rows.append(f"\n# {meaning}{choices}\n# {_name(setting)}={_default(setting)}\n")
    return "".join(rows)


def figures_folder() -> str:
    """Where the workers of this node put what they count, so that /metrics can add it up; empty for one
    process. The name is prometheus-client's own, which reads it too.
    """
    return Env().str("PROMETHEUS_MULTIPROC_DIR", "")


def colours_wanted() -> bool:
    """Whether whoever passes our lines on wants them in colour, by the name that many programs know."""
    return Env().str("FORCE_COLOR", "0") != "0"


def sudo_user() -> str:
    """Who became root by sudo, as sudo tells it; empty otherwise. Anybody can set this for a process of
    their own: only root may be believed.
    """
    return Env().str("SUDO_USER", "")


def unknown_settings(names: Iterable[str] | None = None) -> list[str]:
    """Those of `names` (the environment's) that have our prefix and mean nothing to any of our programs."""
    known = {setting.name.upper() for setting in fields(Config)} | set(_OTHERS)
    ours = (
        name.removeprefix(_PREFIX)
        for name in (os.environ if names is None else names)
        if name.startswith(_PREFIX)
    )
    return sorted(
        f"{_PREFIX}{name}" for name in ours if name not in known and not name.startswith(_PREFIXES_OF_OTHERS)
    )


def _refuse_misspelt(names: Iterable[str]) -> None:
    known = [setting.name.upper() for setting in fields(Config)]
    for name in unknown_settings(names):
        near = get_close_matches(name.removeprefix(_PREFIX), known, n=1, cutoff=_MISSPELT)
        if near:
            raise WrongSetting(f"{name} is not a setting. Did you mean {_PREFIX}{near[0]}?")


def _name(setting: Field[Any]) -> str:
    return f"{_PREFIX}{setting.name.upper()}"


def _words(setting: Field[Any]) -> tuple[str, ...]:
    """The words a setting may be; none when it is not one of a few."""
    return tuple(_WORDS) if isinstance(setting.default, bool) else setting.metadata["choices"]


def _default(setting: Field[Any]) -> str:
    if isinstance(setting.default, bool):
        return next(word for word, value in _WORDS.items() if value is setting.default)
    return str(setting.default)


def _read(setting: Field[Any], said: str) -> bool | int | str:
    """Turn the words of one setting into its value."""
    words = _words(setting)
    if words and said not in words:
        raise WrongSetting(f"{_name(setting)}={said} is unknown. It may be {' or '.join(words)}.")
    if isinstance(setting.default, bool):
        return _WORDS[said]
    if isinstance(setting.default, int):
        if not (said.isascii() and said.isdigit()):
            raise WrongSetting(f"{_name(setting)}={said} should be a whole number.")
        return int(said)
    return said
