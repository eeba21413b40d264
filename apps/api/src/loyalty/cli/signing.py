"""Who is at the command line and why: `--by` and `--reason`, which every act on a member carries."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from loyalty.features.office.log import Signature


def signed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Hand the command a `signature`; it is kept in the log of the office (`audit log`)."""

    @click.option(
        "--reason",
        required=True,
        help="Why: for the log, and for the member where it moves points; without a name or number.",
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
