"""The one place that reads the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any

from environs import Env

from loyalty.config.checks import WrongSetting, check
from loyalty.config.settings import Config

_WORDS = {"on": True, "off": False}


def from_environment(values: Mapping[str, str] | None = None) -> Config:
    """Read LOYALTY_… from the environment (or from `values`) and check it; raise WrongSetting with a
    sentence.
    """
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


def _name(setting: Field[Any]) -> str:
    return f"LOYALTY_{setting.name.upper()}"


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
