"""The super-apps inside which members open the mini-program: LOYALTY_HOSTS (docs/integrations.md)."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from string import Formatter
from typing import Any, Final
from urllib.parse import urlsplit

OIDC, CODE = "oidc", "code"
KINDS: Final = (OIDC, CODE)
# Who signs a host's ID tokens: keys that it publishes, or our client secret (HS256, as LINE does).
KEYS, SECRET = "keys", "secret"
BASIC, POST_BODY = "client_secret_basic", "client_secret_post"
METHODS: Final = ("POST", "GET")
MAX_HOSTS = 20
# HS256 wants a key as long as its hash (RFC 7518 §3.2).
MIN_SECRET = 32
# OpenID Connect Core §2: a subject has at most 255 ASCII characters.
MAX_SUBJECT = 255
_NAME = re.compile(r"[a-z][a-z0-9-]{1,19}", re.ASCII)
_SUBJECT = re.compile(r"[\x21-\x7e]{1,255}", re.ASCII)
_FIELDS_OF_CODE: Final = ("client_id", "client_secret", "code")


class WrongHosts(ValueError):
    """What is wrong with the hosts, as a sentence without the name of the setting."""


@dataclass(frozen=True)
class Host:
    """One super-app. Of kind `oidc` it is an OpenID Connect provider; of kind `code` its server gives a
    subject for a code that its page, `page`, was given.

    `fields` is what is sent to the server of kind `code`, with {client_id}, {client_secret} and {code} in the
    values; `subject` is the name of the subject in its answer, with dots into inner objects.
    """

    name: str
    title: str
    kind: str
    origins: tuple[str, ...]
    client_id: str
    client_secret: str = field(repr=False)
    issuer: str = ""
    authorization_endpoint: str = ""
    token_endpoint: str = ""
    token_endpoint_auth_method: str = BASIC
    jwks_uri: str = ""
    signed_by: str = KEYS
    page: str = ""
    endpoint: str = ""
    method: str = "POST"
    fields: tuple[tuple[str, str], ...] = ()
    subject: str = "subject"


_REQUIRED: Final = {
    OIDC: ("issuer", "authorization_endpoint", "token_endpoint"),
    CODE: ("page", "endpoint"),
}
_OPTIONAL: Final = {
    OIDC: ("jwks_uri", "signed_by", "token_endpoint_auth_method"),
    CODE: ("method", "fields", "subject"),
}
_ALWAYS: Final = ("name", "title", "kind", "origins", "client_id", "client_secret")
_ADDRESSES: Final = ("authorization_endpoint", "token_endpoint", "jwks_uri", "page", "endpoint")
_CHOICES: Final[dict[str, Collection[str]]] = {
    "signed_by": (KEYS, SECRET),
    "token_endpoint_auth_method": (BASIC, POST_BODY),
    "method": METHODS,
}


def read(text: str, *, production: bool) -> tuple[Host, ...]:
    """The hosts of a JSON list; raises WrongHosts with a sentence that says what to change.

    Addresses are https; outside of production also http on loopback.
    """
    try:
        listed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongHosts("is no JSON: it should be a list of hosts, [{…}].") from error
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise WrongHosts("should be a list of hosts, [{…}].")
    if len(listed) > MAX_HOSTS:
        raise WrongHosts(f"has more than {MAX_HOSTS} hosts.")
    hosts = tuple(_host(each, number, production) for number, each in enumerate(listed, 1))
    names = [host.name for host in hosts]
    for name in names:
        if names.count(name) > 1:
            raise WrongHosts(f"names the host {name} twice.")
    return hosts


def is_subject(value: object) -> bool:
    """Whether a value may be the name of an account at a host."""
    return isinstance(value, str) and _SUBJECT.fullmatch(value) is not None


def _host(given: Mapping[str, Any], number: int, production: bool) -> Host:
    name = given.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise WrongHosts(
            f"host {number}: name should be 2 to 20 small letters, digits and hyphens, such as line."
        )
    kind = given.get("kind")
    if kind not in KINDS:
        raise WrongHosts(f"{name}: kind should be {' or '.join(KINDS)}.")
    for key in given:
        if key not in (*_ALWAYS, *_REQUIRED[kind], *_OPTIONAL[kind]):
            raise WrongHosts(f"{name}: {key} is unknown for a host of kind {kind}.")
    for key in ("title", "client_id", "client_secret", *_REQUIRED[kind]):
        if not given.get(key):
            raise WrongHosts(f"{name}: {key} is missing.")
    for key, value in given.items():
        if key not in ("origins", "fields") and not (isinstance(value, str) and value.strip() == value):
            raise WrongHosts(f"{name}: {key} should be a text without spaces around it.")
    if len(given["title"]) > 40:
        raise WrongHosts(f"{name}: title should have at most 40 characters.")
    for key, choices in _CHOICES.items():
        if key in given and given[key] not in choices:
            raise WrongHosts(f"{name}: {key} should be {' or '.join(choices)}.")
    for key in _ADDRESSES:
        if key in given and not _is_address(given[key], production):
            raise WrongHosts(f"{name}: {key} should be an address by https, without #.")
    host = Host(**{**given, "origins": _origins(given, name, production), "fields": _fields(given, name)})
    _check_kind(host)
    return host


def _check_kind(host: Host) -> None:
    """What only the whole of a host shows."""
    if host.kind == CODE and _origin(host.page) not in host.origins:
        raise WrongHosts(f"{host.name}: origins should have the origin of page.")
    if host.kind == OIDC:
        if (host.signed_by == KEYS) is not bool(host.jwks_uri):
            raise WrongHosts(f"{host.name}: give jwks_uri, or signed_by secret, and not both.")
        if host.signed_by == SECRET and len(host.client_secret) < MIN_SECRET:
            raise WrongHosts(f"{host.name}: a client_secret that signs needs {MIN_SECRET} characters.")
        if _origin(host.authorization_endpoint) not in host.origins:
            raise WrongHosts(f"{host.name}: origins should have the origin of authorization_endpoint.")


def _origins(given: Mapping[str, Any], name: str, production: bool) -> tuple[str, ...]:
    origins = given.get("origins")
    if not isinstance(origins, list) or not origins:
        raise WrongHosts(f'{name}: origins should be a list, such as ["https://app.example.com"].')
    for each in origins:
        if not isinstance(each, str) or not _is_address(each, production) or _origin(each) != each:
            raise WrongHosts(f"{name}: {each} is no origin such as https://app.example.com.")
    return tuple(origins)


def _fields(given: Mapping[str, Any], name: str) -> tuple[tuple[str, str], ...]:
    """The fields of a code's request; without any, those of OAuth's names."""
    fields = given.get("fields", {each: f"{{{each}}}" for each in _FIELDS_OF_CODE})
    sound = isinstance(fields, dict) and all(isinstance(each, str) for each in fields.values())
    if not sound:
        raise WrongHosts(f"{name}: fields should be an object of texts.")
    for key, value in fields.items():
        try:
            names = {part[1] for part in Formatter().parse(value) if part[1] is not None}
        except ValueError:
            names = {""}
        if not names <= set(_FIELDS_OF_CODE):
            raise WrongHosts(
                f"{name}: the field {key} may hold {{client_id}}, {{client_secret}} and {{code}} only."
            )
    if not any("{code}" in value for value in fields.values()):
        raise WrongHosts(f"{name}: one of fields should hold {{code}}.")
    return tuple(fields.items())


def _is_address(value: str, production: bool) -> bool:
    try:
        parts = urlsplit(value)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not host or parts.username is not None or "#" in value or not value.isascii() or " " in value:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and not production and _is_loopback(host))


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
