"""`content`: what the apps are built with."""

from __future__ import annotations

import json
from typing import TextIO

import click
from flask.cli import AppGroup

from loyalty.features.content import documents
from loyalty.features.content.schemas import LANGUAGES
from loyalty.features.rewards.programme import first_texts

content_commands = AppGroup("content", help="What the pages say.")


@content_commands.command("first")
@click.argument("file", type=click.File("w", encoding="utf-8"), default="-")
def first(file: TextIO) -> None:
    """Write the content of a new database as JSON, and the tags under which GET /content would send it."""
    texts = first_texts()
    tags = {
        language: documents.as_sent(documents.first_public_document(texts, language))[1]
        for language in LANGUAGES
    }
    json.dump(
        {"tags": tags, "document": documents.first_public_document(texts)},
        file,
        ensure_ascii=False,
        sort_keys=True,
    )
