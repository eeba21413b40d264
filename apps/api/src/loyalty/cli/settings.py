"""`settings`: what can be set, and what it means."""

from __future__ import annotations

from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty import config as settings

settings_commands = AppGroup("settings", help="The settings.")


@settings_commands.command("write")
@click.argument("path", default=".env.example")
def write_settings(path: str) -> None:
    """Write every setting, with what it means, to .env.example."""
    Path(path).write_text(settings.example_file(), encoding="utf-8")
    click.echo(f"{path} is written.")
