"""How the arguments of a call are read: bodies by our strict JSON, queries without unknown names."""

from __future__ import annotations

from typing import Any

from flask import Request
from marshmallow import RAISE, Schema
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from loyalty.http.json_body import MAX_BODY_BYTES, MalformedJson, read_json


class StrictParser(FlaskParser):
    """A body that is no JSON is a 400, one that does not say it is JSON a 415, an unknown name a 422.

    A call whose arguments are described with `required=False` may come without a body: that is `{}`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.DEFAULT_UNKNOWN_BY_LOCATION = {**FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def load_json(self, req: Request, schema: Schema) -> Any:
        """Read a body. webargs' own reader takes NaN, doubled keys and endless depth."""
        if getattr(schema, "optional_body", False) and not req.get_data():
            return {}
        if not req.is_json:
            raise UnsupportedMediaType
        try:
            body = req.get_data()
            # A chunked body says no length; Werkzeug cuts it at the limit instead of refusing it.
            if req.content_length is None and len(body) >= (req.max_content_length or MAX_BODY_BYTES):
                raise RequestEntityTooLarge
            return read_json(body)
        except MalformedJson as error:
            raise BadRequest(str(error)) from error

    def load_headers(self, req: Request, schema: Schema) -> dict[str, str]:
        """Read the headers that a schema names, and do not even look at the others."""
        names = (field.data_key or name for name, field in schema.fields.items())
        return {name: sent for name in names if (sent := req.headers.get(name)) is not None}
