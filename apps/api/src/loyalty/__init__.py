"""The API and loyalty programme of a restaurant group. `flask --app loyalty` and gunicorn start here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from loyalty.config import Config


def create_app(config: Config | None = None) -> Flask:
    """Build the application with its command line; the parts are imported only now, so rules stay light."""
    from loyalty.app import create_app as build
    from loyalty.cli import register_commands

    app = build(config)
    register_commands(app)
    return app
