"""The API and loyalty programme of a restaurant group. `flask --app loyalty` and gunicorn start here."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from loyalty.config import Config


def create_app(config: "Config | None" = None) -> "Flask":
    """Build the application with its command line; the parts are imported only now, so rules stay light.

    One of our commands gets an application that answers no requests: it starts in less than half the time.

    A wrong setting ends a command with its sentence and 1. Elsewhere it is WrongSetting: gunicorn would start
    a worker that left by SystemExit again and again (loyalty.serving looks before there are workers).
    """
    import click
    from flask.cli import FlaskGroup

    from loyalty.app import create_app as build
    from loyalty.cli import register_commands
    from loyalty.config import WrongSetting

    context = click.get_current_context(silent=True)
    # Flask looks one of our commands up in its own group; `run`, `shell` and `routes` have begun by then.
    for_a_command = context is not None and isinstance(context.command, FlaskGroup)
    try:
        app = build(config, with_http=not for_a_command)
    except WrongSetting as wrong:
        if context is None:
            raise
        raise SystemExit(f"Error: {wrong}") from None
    register_commands(app)
    return app
