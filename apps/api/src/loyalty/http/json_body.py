"""Bodies: strict JSON in requests, quick JSON in answers."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

import orjson
from flask import Flask, Request, Response, g, request
from flask.json.provider import DefaultJSONProvider
from marshmallow import RAISE, Schema
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from loyalty.errors import BadRequest
from loyalty.rules.codes import Code

P = ParamSpec("P")
R = TypeVar("R")

MAX_BODY_BYTES = 64 * 1024
MAX_DEPTH = 32
MAX_KEYS = 200
MAX_INTEGER = 2**63 - 1
_BOM = b"\xef\xbb\xbf"


def read_json(body: bytes | str, max_keys: int = MAX_KEYS) -> Any:
    """Parse a request body; raise BadRequest for anything ambiguous, endless or beyond 64 bits."""
    if isinstance(body, bytes):
        if body.startswith(_BOM):
            raise BadRequest(Code.BYTE_ORDER_MARK)
        try:
            body = body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadRequest(Code.NOT_UTF8) from error
    try:
        value = _READER.decode(body)
    except RecursionError as error:
        raise BadRequest(Code.NESTED_TOO_DEEPLY) from error
    except json.JSONDecodeError as error:
        raise BadRequest(Code.NOT_JSON) from error
    _measure(value, max_keys)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRequest(Code.KEY_TWICE)
    return found


def _integer(digits: str) -> int:
    # Measured before it is converted: Python refuses more than 4,300 digits with a crash of its own.
    if len(digits) > 20 or abs(int(digits)) > MAX_INTEGER:
        raise BadRequest(Code.NUMBER_TOO_LARGE)
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise BadRequest(Code.NUMBER_TOO_LARGE)
    return number


def _constant(word: str) -> NoReturn:
    raise BadRequest(Code.NOT_A_JSON_NUMBER, {"word": word})


# Made once: json.loads would make one for each body.
_READER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _measure(value: Any, max_keys: int) -> None:
    """Walk the value without recursion and refuse too much depth or too many keys."""
    keys = 0
    waiting = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, str):
            _refuse_lone_surrogates(item)
        if not isinstance(item, dict | list):
            continue
        if depth > MAX_DEPTH:
            raise BadRequest(Code.NESTED_TOO_DEEPLY)
        keys += len(item)
        if keys > max_keys:
            raise BadRequest(Code.TOO_MANY_KEYS)
        inner = [*item.keys(), *item.values()] if isinstance(item, dict) else item
        waiting.extend((each, depth + 1) for each in inner)


def _refuse_lone_surrogates(text: str) -> None:
    r"""Refuse a lone surrogate: JSON can contain it (\ud800), UTF-8 and the databases cannot."""
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise BadRequest(Code.UNPAIRED_SURROGATE)


class OrjsonProvider(DefaultJSONProvider):
    """What Flask writes answers with."""

    def dumps(self, obj: Any, **_options: Any) -> str:
        """JSON as text."""
        return orjson.dumps(obj).decode()

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """A response of JSON, without a line's end."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs)), mimetype=self.mimetype)


def init_app(app: Flask) -> None:
    """Write JSON this way in the whole application; take no longer bodies than are read here."""
    app.json = OrjsonProvider(app)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES


def larger_bodies(max_bytes: int, max_keys: int = MAX_KEYS) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Allow one call longer bodies, or bodies of more keys."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def allowing(*args: P.args, **kwargs: P.kwargs) -> R:
            request.max_content_length = max_bytes
            g.max_keys = max_keys
            return view(*args, **kwargs)

        return allowing

    return mark


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
        body = req.get_data()
        # A chunked body says no length; Werkzeug cuts it at the limit instead of refusing it.
        if req.content_length is None and len(body) >= (req.max_content_length or MAX_BODY_BYTES):
            raise RequestEntityTooLarge
        return read_json(body, g.get("max_keys", MAX_KEYS))

    def load_headers(self, req: Request, schema: Schema) -> dict[str, str]:
        """Read only the headers that a schema names."""
        names = (field.data_key or name for name, field in schema.fields.items())
        return {name: sent for name in names if (sent := req.headers.get(name)) is not None}
