"""Who is at the command line and why: the login, `--by` and `--reason`, which every act by hand carries."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click
from flask import current_app

from loyalty import config
from loyalty.features.office.log import Signature
from loyalty.rules.signing import SHORTEST_REASON, operator_of

# The application's extension that tests use to log in as somebody: a function that gives a login.
LOGIN = "loyalty.login"
_LOGIN_UID = Path("/proc/self/loginuid")
_NO_LOGIN = 2**32 - 1


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
        "--by",
        "said",
        default="",
        help="Your name, where several people share a login. It is noted beside the login, never instead.",
    )
    @wraps(command)
    def signing(*args: Any, said: str, reason: str, **kwargs: Any) -> Any:
        if config.current().name_required and not said.strip():
            raise click.UsageError("Please say who you are: --by and a name (LOYALTY_NAME_REQUIRED).")
        login: str = current_app.extensions.get(LOGIN, login_of_this_process)()
        signature = Signature(operator_of(login, said), " ".join(reason.split()))
        return command(*args, signature=signature, **kwargs)

    return signing


def login_of_this_process() -> str:
    """Who logged in to this machine and typed the command."""
    return find_login(os.geteuid(), config.sudo_user(), _login_uid(), _name_of)


def find_login(uid: int, sudo_user: str, login_uid: int | None, name_of: Callable[[int], str]) -> str:
    """The login behind a process that runs as `uid`.

    `login_uid` is what the kernel has kept since the log-in, through su and sudo; None where nobody logged
    in, as in a container. Then `sudo_user` counts, but only for root: anybody can set that variable.
    """
    if login_uid is not None:
        return name_of(login_uid)
    return (sudo_user if uid == 0 else "") or name_of(uid)


def _login_uid() -> int | None:
    with suppress(OSError, ValueError):
        found = int(_LOGIN_UID.read_text(encoding="ascii"))
        return None if found == _NO_LOGIN else found
    return None


def _name_of(uid: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid-{uid}"
