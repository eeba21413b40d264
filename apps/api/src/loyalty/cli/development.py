"""`openapi` and `settings`: the files that are written from the code."""

from __future__ import annotations

import json
from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty import config

openapi_commands = AppGroup("openapi", help="Write the OpenAPI document.")


@openapi_commands.command("write")
@click.option("-f", "--format", "form", type=click.Choice(["json"]), default="json")
@click.argument("path", default="libs/api-client/openapi.json")
def write(form: str, path: str) -> None:  # noqa: ARG001  # there is one format; callers may name it
    """Write the OpenAPI document of this API, sorted and indented."""
    from loyalty.app import create_app

    document = create_app().extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    Path(path).write_text(text, encoding="utf-8")
    click.echo(f"{path} is written.")


settings_commands = AppGroup("settings", help="Write .env.example.")


@settings_commands.command("write")
@click.argument("path", default=".env.example")
def write_settings(path: str) -> None:
    """Write every setting with its meaning and default to PATH."""
    Path(path).write_text(config.example_file(), encoding="utf-8")
    click.echo(f"{path} is written.")
