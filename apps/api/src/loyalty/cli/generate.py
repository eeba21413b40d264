"""`generate`: files that are written from the code, and keys for the settings, stored nowhere."""

import json
import secrets
from pathlib import Path
from typing import TextIO

import click
from cryptography.hazmat.primitives.asymmetric import ec
from flask.cli import AppGroup

from loyalty import config
from loyalty.rules import base64url, voucher_codes
from loyalty.rules.push_keys import KEY_BYTES, point_of

generate_commands = AppGroup("generate", help="Write files from the code, and make keys for the settings.")


@generate_commands.command("openapi")
@click.argument("path", default="libs/api-client/openapi.json")
def generate_openapi(path: str) -> None:
    """Write the OpenAPI document of this API, sorted and indented."""
    from loyalty.app import create_app

    document = create_app().extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    Path(path).write_text(text, encoding="utf-8")
    click.echo(f"{path} is written.")


@generate_commands.command("content")
@click.argument("file", type=click.File("w", encoding="utf-8"), default="-")
def generate_content(file: TextIO) -> None:
    """Write the content of a new database as JSON, and the tags under which GET /content would send it."""
    from loyalty.features.content import documents
    from loyalty.features.content.schemas import LANGUAGES
    from loyalty.features.rewards.programme import first_texts

    texts = first_texts()
    tags = {
        language: documents.as_sent(documents.first_public_document(texts, language))[1]
        for language in LANGUAGES
    }
    found = {"tags": tags, "document": documents.first_public_document(texts)}
    json.dump(found, file, ensure_ascii=False, sort_keys=True)


@generate_commands.command("settings")
@click.argument("path", default=".env.example")
def generate_settings(path: str) -> None:
    """Write every setting with its meaning and default to PATH."""
    Path(path).write_text(config.example_file(), encoding="utf-8")
    click.echo(f"{path} is written.")


@generate_commands.command("voucher-key")
def generate_voucher_key() -> None:
    """Make a private key for LOYALTY_VOUCHER_KEYS."""
    click.echo(base64url.encode(secrets.token_bytes(voucher_codes.SEED_BYTES)))


@generate_commands.command("push-key")
def generate_push_key() -> None:
    """Make a key pair (VAPID). The private key goes into LOYALTY_PUSH_KEY; browsers get the public one."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(KEY_BYTES)
    click.echo(f"LOYALTY_PUSH_KEY={base64url.encode(private)}")
    click.echo(f"public key: {base64url.encode(point_of(key))}")
