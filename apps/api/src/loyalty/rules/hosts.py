"""The super-apps inside which members open the mini-program: LOYALTY_HOSTS (docs/integrations.md)."""

import re
from ipaddress import ip_address
from typing import Annotated, Final, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    model_validator,
)

MAX_HOSTS = 20
# HS256 wants a key as long as its hash (RFC 7518 §3.2).
MIN_SECRET = 32
# OpenID Connect Core §2: a subject has at most 255 ASCII characters.
MAX_SUBJECT = 255
_SUBJECT = re.compile(r"[\x21-\x7e]{1,255}", re.ASCII)


class WrongHosts(ValueError):
    """What is wrong with the hosts, as a sentence without the name of the setting."""


def _check_address(value: str, info: ValidationInfo) -> str:
    """Addresses are https; outside of production also http on loopback."""
    try:
        parts = urlsplit(value)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.username is not None or "#" in value or not value.isascii() or " " in value:
        raise ValueError("it should be an address by https, without #")
    is_local = parts.scheme == "http" and not (info.context or {})["production"] and _is_loopback(host)
    if parts.scheme != "https" and not is_local:
        raise ValueError("it should be an address by https, without #")
    return value


def _check_origin(value: str) -> str:
    if _origin(value) != value:
        raise ValueError("it should be an origin, such as https://app.example.com")
    return value


_Method = Literal["client_secret_basic", "client_secret_post"]
_Text = Annotated[str, Field(pattern=r"^\S(.*\S)?$")]
_Address = Annotated[str, AfterValidator(_check_address)]
_Origin = Annotated[_Address, AfterValidator(_check_origin)]


class Host(BaseModel):
    """One super-app: an OpenID Connect provider. It publishes its keys at `jwks_uri`, or signs with our
    client secret (`signed_by`: HS256, as LINE does). Codes come back from pages of `origins`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{1,19}$")]
    title: Annotated[_Text, Field(max_length=40)]
    origins: Annotated[tuple[_Origin, ...], Field(min_length=1)]
    client_id: _Text
    client_secret: Annotated[_Text, Field(repr=False)]
    issuer: _Text
    authorization_endpoint: _Address
    token_endpoint: _Address
    token_endpoint_auth_method: _Method = "client_secret_basic"  # noqa: S105
    jwks_uri: _Address = ""
    signed_by: Literal["keys", "secret"] = "keys"

    @model_validator(mode="after")
    def _check(self) -> Self:
        """Check what only the whole of a host shows."""
        if (self.signed_by == "keys") is not bool(self.jwks_uri):
            raise ValueError("give jwks_uri, or signed_by secret, and not both")
        if self.signed_by == "secret" and len(self.client_secret) < MIN_SECRET:
            raise ValueError(f"a client_secret that signs needs {MIN_SECRET} characters")
        if _origin(self.authorization_endpoint) not in self.origins:
            raise ValueError("origins should have the origin of authorization_endpoint")
        return self


_HOSTS: Final = TypeAdapter(Annotated[tuple[Host, ...], Field(max_length=MAX_HOSTS)])


def read(text: str, *, production: bool) -> tuple[Host, ...]:
    """The hosts of a JSON list; raises WrongHosts with a sentence that says what to change."""
    try:
        hosts = _HOSTS.validate_json(text, context={"production": production})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise WrongHosts(f"{'.'.join(map(str, first['loc']))}: {first['msg']}.".removeprefix(": ")) from None
    names = [host.name for host in hosts]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise WrongHosts(f"names the host {twice} twice.")
    return hosts


def is_subject(value: object) -> bool:
    """Whether a value may be the name of an account at a host."""
    return isinstance(value, str) and _SUBJECT.fullmatch(value) is not None


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
