"""What is read from a request: its id, the client's network and device, and its body as strict JSON."""

import json
import re
import secrets
import select
import socket
from collections.abc import Callable
from functools import lru_cache, wraps
from ipaddress import IPv6Address, ip_address
from random import getrandbits
from socket import AF_INET, inet_pton
from typing import Any, NoReturn, ParamSpec, TypeVar

import orjson
from flask import Flask, Request, Response, g, has_request_context, request
from flask.json.provider import DefaultJSONProvider
from marshmallow import RAISE, Schema
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from loyalty import config
from loyalty.errors import BadRequest
from loyalty.rules.codes import Code

HEADER = "X-Request-Id"
# What operators' machines ask all the time.
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
_OWN = "loyalty.request_id"
_VALID_ID = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)


def request_id() -> str:
    """The id of the request at hand; outside of one, a new one."""
    return id_of(request.environ) if has_request_context() else _new_id()


def id_of(environ: dict[str, Any]) -> str:
    """The id of a WSGI request, the same however often it is asked for."""
    found: str | None = environ.get(_OWN)
    if found is None:
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[_OWN] = sent if _VALID_ID.fullmatch(sent) else _new_id()
    return found


def _new_id() -> str:
    """A random id. It is not a secret, so a fast generator does."""
    return f"{getrandbits(128):032x}"


def client_network() -> str:
    """The client's address as our proxies report it; an IPv6 client counts by its /64."""
    return network_of(request.remote_addr or "")


def is_own_machine() -> bool:
    """Whether this is development and the client is on the same machine; false in production."""
    try:
        return not config.current().production and ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


@lru_cache(4_096)
def network_of(address: str) -> str:
    """The key that limits count an address by; all invalid ones share one."""
    if ":" not in address:
        return address if _is_ipv4(address) else "unknown"
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return "unknown"
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


def _is_ipv4(address: str) -> bool:
    """Asked of nearly every request: the system reads four numbers many times quicker than a class does."""
    try:
        inet_pton(AF_INET, address)
    except (OSError, ValueError):
        return False
    return True


P = ParamSpec("P")

DEVICE_COOKIE = "loyalty_device"
_NAME = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
DEVICE_LIFE_S = 400 * 24 * 3600  # the longest a browser keeps a cookie


def from_mini() -> bool:
    """Whether the mini-program sends this request: browsers send Origin with every POST."""
    settings = config.current()
    return settings.handoff and request.headers.get("Origin") == settings.mini_origin


def channel() -> str:
    """The app a member acts in, as consents are kept: mini or site."""
    return "mini" if from_mini() else "site"


def has_device() -> bool:
    """Whether the browser sent the name that an earlier answer gave it."""
    return _NAME.fullmatch(request.cookies.get(DEVICE_COOKIE, "")) is not None


def device() -> str:
    """The device's random name; a new one for a device that has none."""
    if "device" not in g:
        g.device = request.cookies[DEVICE_COOKIE] if has_device() else secrets.token_urlsafe(24)
    found: str = g.device
    return found


def keeps_device(view: Callable[P, Response]) -> Callable[P, Response]:
    """Set the device's cookie when the call succeeds: it lifts limits for a known device and signs nobody in.

    A cookie out of reach of scripts; put it above `response`, so that it sees the answer.
    """

    @wraps(view)
    def keeping(*args: P.args, **kwargs: P.kwargs) -> Response:
        answer = view(*args, **kwargs)
        answer.set_cookie(
            DEVICE_COOKIE,
            device(),
            max_age=DEVICE_LIFE_S,
            path="/api",
            httponly=True,
            secure=config.current().production,
            samesite="Strict",
        )
        return answer

    return keeping


def client_connected() -> bool:
    """False when the client has closed the connection: a page that was left cancels its requests.

    A proxy passes that on by hanging up too. Where the server does not show its socket, somebody waits.
    """
    environ = request.environ
    line: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return line is None or not _has_ended(line)


def _has_ended(line: socket.socket) -> bool:
    """Whether nothing can come on this line any more; waits for nothing and takes nothing from it."""
    look = select.poll()
    try:
        look.register(line, select.POLLIN)
        return bool(look.poll(0)) and line.recv(1, socket.MSG_PEEK) == b""
    except ConnectionError:
        return True
    except (OSError, ValueError):  # closed here already, or encrypted: nothing is known
        return False


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
    """Allow one call longer bodies, or bodies of more keys; put it above what reads the arguments."""

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
