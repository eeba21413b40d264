"""The API and loyalty programme of a restaurant group. `flask --app loyalty` and gunicorn start here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from loyalty.config import Config


def create_app(config: Config | None = None) -> Flask:
    """Build the application with its command line; the parts are imported only now, so rules stay light.

    A wrong setting ends a command with its sentence and 1. Elsewhere it is WrongSetting: gunicorn would start
    a worker that left by SystemExit again and again (loyalty.serving looks before there are workers).
    """
    import click

    from loyalty.app import create_app as build
    from loyalty.cli import register_commands
    from loyalty.config import WrongSetting

    try:
        app = build(config)
    except WrongSetting as wrong:
        if click.get_current_context(silent=True) is None:
            raise
        raise SystemExit(f"Error: {wrong}") from None
    register_commands(app)
    return app
