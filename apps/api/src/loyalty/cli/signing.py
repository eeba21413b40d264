"""Who is at the command line and why: `--by` and `--reason`, which every act by hand carries."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from loyalty.features.office.log import Signature
from loyalty.rules.signing import SHORTEST_REASON


def signed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Hand the command a `signature`; it is kept in the log of the office (`audit log`)."""
    return _signed(command, None)


def signed_for(usual_reason: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The same for what is done every day: without `--reason` the log says this."""
    return lambda command: _signed(command, usual_reason)


def _signed(command: Callable[..., Any], usual_reason: str | None) -> Callable[..., Any]:
    # A default of None is a default to Click: it would ask for nothing.
    how: dict[str, Any] = (
        {"default": usual_reason, "show_default": True} if usual_reason else {"required": True}
    )

    @click.option(
        "--reason",
        **how,
        help=f"Why, in {SHORTEST_REASON} characters or more: for the log, and for the member where it moves "
        "points; without a name or number.",
    )
    @click.option(
        "--by", "operator", default=_login_name, show_default="your login name", help="Who you are."
    )
    @wraps(command)
    def signing(*args: Any, operator: str, reason: str, **kwargs: Any) -> Any:
        signature = Signature(operator.strip(), " ".join(reason.split()))
        return command(*args, signature=signature, **kwargs)

    return signing


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
