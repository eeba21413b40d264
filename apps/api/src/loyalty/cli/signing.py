"""Who typed a command and why: the login, `--by` and `--reason` of every command that is logged."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click
from flask import current_app

from loyalty import config
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.db.session import current_session
from loyalty.errors import Invalid
from loyalty.rules.signing import MIN_REASON, operator_of

# The application's extension by which tests replace the login: a function that returns one.
LOGIN = "loyalty.login"
_LOGIN_UID = Path("/proc/self/loginuid")
_NO_LOGIN = 2**32 - 1


def signed(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the command a `signature`, which is written to the log of the office."""

    @click.option(
        "--reason",
        required=True,
        help=f"Why, in {MIN_REASON} characters or more, without names or numbers, for the log.",
    )
    @click.option(
        "--by",
        "operator_name",
        default="",
        help="Your name, where several people share a login, or your account of the staff app (staff:12). It "
        "is logged beside the login.",
    )
    @wraps(command)
    def with_signature(*args: Any, operator_name: str, reason: str, **kwargs: Any) -> Any:
        if config.current().name_required and not operator_name.strip():
            raise click.UsageError("Give your name with --by (LOYALTY_NAME_REQUIRED is on).")
        login: str = current_app.extensions.get(LOGIN, login_of_this_process)()
        signature = Signature(operator_of(login, _account_or(operator_name)), " ".join(reason.split()))
        return command(*args, signature=signature, **kwargs)

    return with_signature


def _account_or(operator_name: str) -> str:
    """The account of the staff app that a name means, as `staff:12`, so that it cannot decide there what it
    asked for here; otherwise the name.
    """
    if not operator_name.strip():
        return ""
    try:
        return people.account_named(current_session(), operator_name) or operator_name
    except Invalid as several:
        raise click.UsageError(several.message) from several


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
