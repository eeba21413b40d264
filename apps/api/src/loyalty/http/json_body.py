"""JSON in and out: strict about what comes in (trust.md G15, B2), quick about what goes out."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

import orjson
from flask import Flask, request
from flask.json.provider import DefaultJSONProvider

P = ParamSpec("P")
R = TypeVar("R")

MAX_BODY_BYTES = 64 * 1024
MAX_DEPTH = 32
MAX_KEYS = 200
MAX_INTEGER = 2**63 - 1
_BOM = b"\xef\xbb\xbf"


class MalformedJson(ValueError):
    """The body is no JSON that we take; the sentence says why."""


def read_json(body: bytes | str) -> Any:
    """Parse a request body; raise MalformedJson for anything ambiguous, endless or beyond 64 bits."""
    if isinstance(body, bytes):
        if body.startswith(_BOM):
            raise MalformedJson("The body starts with a byte order mark.")
        try:
            body = body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise MalformedJson("The body is not UTF-8.") from error
    try:
        value = _READER.decode(body)
    except RecursionError as error:
        raise MalformedJson("The body is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise MalformedJson("The body is not valid JSON.") from error
    _measure(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedJson("The body names a key twice.")
    return found


def _integer(digits: str) -> int:
    # Measured before it is converted: Python refuses more than 4,300 digits with a crash of its own.
    if len(digits) > 20 or abs(int(digits)) > MAX_INTEGER:
        raise MalformedJson("The body holds a number that is too large.")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise MalformedJson("The body holds a number that is too large.")
    return number


def _constant(word: str) -> NoReturn:
    raise MalformedJson(f"The body holds {word}, which is not JSON.")


# Made once: json.loads would make one for each body.
_READER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _measure(value: Any) -> None:
    """Walk the value without recursion and refuse too much depth or too many keys."""
    keys = 0
    waiting = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, str):
            _refuse_half_signs(item)
        if not isinstance(item, dict | list):
            continue
        if depth > MAX_DEPTH:
            raise MalformedJson("The body is nested too deeply.")
        keys += len(item)
        if keys > MAX_KEYS:
            raise MalformedJson("The body has too many keys.")
        inner = [*item.keys(), *item.values()] if isinstance(item, dict) else item
        waiting.extend((each, depth + 1) for each in inner)


def _refuse_half_signs(text: str) -> None:
    r"""Refuse a lone surrogate: JSON can spell it (\ud800), no answer and no database can hold it."""
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        raise MalformedJson("The body holds half a sign.")


class QuickJson(DefaultJSONProvider):
    """What Flask writes answers with."""

    def dumps(self, obj: Any, **_options: Any) -> str:
        """Write an answer."""
        return orjson.dumps(obj).decode()


def init_app(app: Flask) -> None:
    """Write JSON this way in the whole application; take no longer bodies than are read here."""
    app.json = QuickJson(app)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES


def larger_bodies(max_bytes: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let one call take longer bodies than the others; put it above what reads the arguments."""

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def allowing(*args: P.args, **kwargs: P.kwargs) -> R:
            request.max_content_length = max_bytes
            return view(*args, **kwargs)

        return allowing

    return mark
