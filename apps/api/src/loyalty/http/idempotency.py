"""The Idempotency-Key header: which write this is, for a caller who asks twice (api-contract)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Response, request
from marshmallow import EXCLUDE, Schema, fields, validate

from loyalty.db.once import Answer, Key

HEADER = "Idempotency-Key"


class KeyHeaders(Schema):
    """A key of the caller's making: the same key with the same body is answered as the first time."""

    class Meta:
        """A request has other headers as well."""

        unknown = EXCLUDE

    key = fields.String(data_key=HEADER, validate=validate.Regexp(r"^[!-~]{1,200}\Z"))


def key_of(headers: dict[str, Any], owner: str) -> Key | None:
    """The key of the request at hand, or None when it carries none."""
    if "key" not in headers:
        return None
    asked = f"{request.method} {request.path}\n".encode() + request.get_data()
    return Key(owner, headers["key"], sha256(asked).hexdigest())


def answered(answer: Answer) -> Response:
    """An answer as a response."""
    return Response(answer.body, status=answer.status, mimetype="application/json")
