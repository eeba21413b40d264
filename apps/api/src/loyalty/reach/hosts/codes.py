"""Whose account a host's code is: asked of the host's own server, never of the page.

OpenID Connect Core 1.0 (§3.1.3: token request, ID token), RFC 7636 (PKCE), RFC 7517 (the host's keys).
"""

import base64
import hashlib
import hmac
from datetime import datetime, timedelta
from functools import cache
from math import isfinite
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

import jwt
import structlog
from jwt import PyJWKClient
from jwt.exceptions import PyJWKSetError, PyJWTError
from typing_extensions import override

from loyalty import config
from loyalty.errors import Invalid, Unavailable
from loyalty.gateways import host_servers
from loyalty.gateways.host_servers import HostDown
from loyalty.rules import base64url
from loyalty.rules.codes import Code
from loyalty.rules.hosts import Host, is_subject
from loyalty.rules.problems import Problem

log = structlog.get_logger(__name__)

# Where a host sends the browser back to (docs/integrations.md).
RETURN_PATH = "/login"
# By how much clocks may differ.
LEEWAY = timedelta(seconds=60)
SIGNED_BY_KEYS = ("RS256", "ES256")
SIGNED_BY_SECRET = ("HS256",)


def address(host: Host, state: str) -> str:
    """Where the browser goes to come back with a code: the authorization endpoint (OpenID Connect §3.1.2)."""
    parameters = {
        "response_type": "code",
        "client_id": host.client_id,
        "redirect_uri": return_address(),
        "scope": "openid",
        "state": state,
        "nonce": _nonce(state),
        "code_challenge": _challenge(_verifier(state)),
        "code_challenge_method": "S256",
    }
    joint = "&" if urlsplit(host.authorization_endpoint).query else "?"
    return f"{host.authorization_endpoint}{joint}{urlencode(parameters)}"


def return_address() -> str:
    """The address of ours that codes come to; a host knows it as its client's redirect URI."""
    return f"{config.current().mini_origin}{RETURN_PATH}"


def subject(host: Host, code: str, state: str, begun_at: datetime, at: datetime) -> str:
    """The account that a code stands for; raises Invalid `host_refused` and Unavailable `host_down`.

    `state` is the attempt's, which began at `begun_at`; `at` is now.
    """
    try:
        found = _of_token(host, code, state, begun_at, at)
    except HostDown as error:
        log.warning("host down", host=host.name, reason=str(error))
        raise Unavailable(Problem(Code.HOST_DOWN, {"app": host.title}), retry_after_s=30) from error
    if not is_subject(found):
        raise _refused(host, "no subject")
    return str(found)


def _of_token(host: Host, code: str, state: str, begun_at: datetime, at: datetime) -> object:
    fields = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": return_address(),
        "code_verifier": _verifier(state),
    }
    headers = {}
    if host.token_endpoint_auth_method == "client_secret_basic":  # noqa: S105  # a method
        pair = f"{quote_plus(host.client_id)}:{quote_plus(host.client_secret)}"
        headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        fields |= {"client_id": host.client_id, "client_secret": host.client_secret}
    status, found = host_servers.call("POST", host.token_endpoint, fields, headers)
    if status == 400 and found.get("error") == "invalid_grant":
        raise _refused(host, "invalid_grant")
    if status != 200:  # our client id or secret, or their fault
        raise HostDown(f"status {status} {str(found.get('error'))[:40]}")
    claims = _verified(host, found.get("id_token"))
    _check_claims(host, claims, _nonce(state), begun_at, at)
    return claims["sub"]


def _verified(host: Host, id_token: object) -> dict[str, Any]:
    """The claims of an ID token that is signed as the host's settings say, whatever its header says."""
    if not isinstance(id_token, str):
        raise _refused(host, "no ID token")
    by_secret = host.signed_by == "secret"
    try:
        key = host.client_secret if by_secret else _keys_at(host.jwks_uri).get_signing_key_from_jwt(id_token)
        claims: dict[str, Any] = jwt.decode(
            id_token,
            key,
            algorithms=SIGNED_BY_SECRET if by_secret else SIGNED_BY_KEYS,
            audience=host.client_id,
            issuer=host.issuer,
            # Times are compared with the database's clock, below.
            options={
                "require": ["exp", "iat", "iss", "aud", "sub", "nonce"],
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
    except PyJWKSetError as error:
        raise HostDown("no keys") from error
    except (PyJWTError, ValueError, TypeError) as error:
        raise _refused(host, type(error).__name__) from error
    return claims


def _check_claims(host: Host, claims: dict[str, Any], nonce: str, begun_at: datetime, at: datetime) -> None:
    if claims["nonce"] != nonce:
        raise _refused(host, "nonce")
    audience = claims["aud"]
    alone = audience == host.client_id or audience == [host.client_id]
    if claims.get("azp", host.client_id if alone else None) != host.client_id:
        raise _refused(host, "azp")
    issued_s, expires_s = claims["iat"], claims["exp"]
    if not all(isinstance(each, int | float) and isfinite(each) for each in (issued_s, expires_s)):
        raise _refused(host, "times")
    if expires_s + LEEWAY.total_seconds() <= at.timestamp():
        raise _refused(host, "expired")
    earliest, latest = begun_at - LEEWAY, at + LEEWAY
    if not earliest.timestamp() <= issued_s <= latest.timestamp():
        raise _refused(host, "issued at another time")


def _refused(host: Host, reason: str) -> Invalid:
    """The refusal of a code; the reason is for the log and holds nothing of the member's."""
    log.warning("host refused", host=host.name, reason=reason)
    return Invalid(Code.HOST_REFUSED, {"app": host.title})


class _Keys(PyJWKClient):
    """The keys that a host publishes, fetched again after an hour and for a name that is not among them."""

    @override
    def fetch_data(self) -> Any:
        """The published keys; raises HostDown."""
        status, published = host_servers.call("GET", self.uri)
        if status != 200:
            raise HostDown(f"status {status} of the keys")
        return published


@cache
def _keys_at(uri: str) -> _Keys:
    return _Keys(uri, lifespan=3600, cooldown_duration=0)


def forget_keys() -> None:
    """Ask every host for its keys again, as after a restart."""
    _keys_at.cache_clear()


def keyed_hash(purpose: str, value: str) -> str:
    """A keyed hash of a secret that went to a browser."""
    message = f"host.{purpose}\x1f{value}".encode()
    return hmac.digest(config.current().hash_key.encode(), message, "sha256").hex()


def _nonce(state: str) -> str:
    """The nonce of an attempt: it comes from its state, which is known here by its hash only."""
    return keyed_hash("nonce", state)


def _verifier(state: str) -> str:
    return keyed_hash("verifier", state)


def _challenge(verifier: str) -> str:
    return base64url.encode(hashlib.sha256(verifier.encode()).digest())
