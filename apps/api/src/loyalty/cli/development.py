"""`openapi` and `settings`: the files that are written from the code."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric import ec
from flask.cli import AppGroup

from loyalty import config
from loyalty.rules import voucher_codes
from loyalty.rules.push_keys import KEY_BYTES, encode, point_of

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


settings_commands = AppGroup("settings", help="Write .env.example, and make keys, which are stored nowhere.")


@settings_commands.command("write")
@click.argument("path", default=".env.example")
def write_settings(path: str) -> None:
    """Write every setting with its meaning and default to PATH."""
    Path(path).write_text(config.example_file(), encoding="utf-8")
    click.echo(f"{path} is written.")


@settings_commands.command("voucher-key")
def make_voucher_key() -> None:
    """Make a private key for LOYALTY_VOUCHER_KEYS."""
    click.echo(voucher_codes.write_key(secrets.token_bytes(voucher_codes.SEED_BYTES)))


@settings_commands.command("push-key")
def make_push_key() -> None:
    """Make a key pair (VAPID). The private key goes into LOYALTY_PUSH_KEY; browsers get the public one."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(KEY_BYTES)
    click.echo(f"LOYALTY_PUSH_KEY={encode(private)}")
    click.echo(f"public key: {encode(point_of(key))}")
