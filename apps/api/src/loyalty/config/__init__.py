"""The settings: one frozen Config, read from the environment and checked once, at the start."""

from __future__ import annotations

from contextvars import ContextVar

from loyalty.config.checks import WrongSetting, check_attachments, warn
from loyalty.config.environment import (
    colours_wanted,
    example_file,
    figures_folder,
    from_environment,
    sudo_user,
    unknown_settings,
)
from loyalty.config.origins import handoff_problem
from loyalty.config.settings import Config

__all__ = [
    "Config",
    "WrongSetting",
    "bind",
    "check_attachments",
    "colours_wanted",
    "current",
    "example_file",
    "figures_folder",
    "from_environment",
    "handoff_problem",
    "sudo_user",
    "unknown_settings",
    "warn",
]

_bound: ContextVar[Config | None] = ContextVar("loyalty_config", default=None)


def bind(config: Config) -> None:
    """Make this the configuration of the request, command or thread at hand."""
    _bound.set(config)


def current() -> Config:
    """The configuration at hand: how services read a setting without knowing Flask."""
    config = _bound.get()
    if config is None:
        raise RuntimeError("no configuration is bound here")
    return config
