"""A super-app on loopback: an OpenID Connect provider, which notes what it is asked.

It follows the specification and not our code: what it signs and refuses is decided here. `python
host_server.py PORT` is one for a person or a browser test.
"""

import base64
import hashlib
import hmac
import json
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support.loopback import QuietHandler, serving

CLIENT_ID, CLIENT_SECRET = "loyalty-client", "a client secret of forty characters here"


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value: int) -> str:
    return text(value.to_bytes((value.bit_length() + 7) // 8))


class EcKey:
    """A key for ES256."""

    algorithm = "ES256"

    def __init__(self, key_id: str) -> None:
        self.id, self._key = key_id, ec.generate_private_key(ec.SECP256R1())

    @property
    def public(self) -> dict[str, str]:
        point = self._key.public_key().public_numbers()
        x, y = (text(each.to_bytes(32)) for each in (point.x, point.y))
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": self.id, "use": "sig", "alg": "ES256"}

    @property
    def pem(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def sign(self, message: bytes) -> bytes:
        r, s = decode_dss_signature(self._key.sign(message, ec.ECDSA(SHA256())))
        return r.to_bytes(32) + s.to_bytes(32)


class RsaKey:
    """A key for RS256."""

    algorithm = "RS256"

    def __init__(self, key_id: str) -> None:
        self.id, self._key = key_id, rsa.generate_private_key(65537, 2048)

    @property
    def public(self) -> dict[str, str]:
        numbers = self._key.public_key().public_numbers()
        return {"kty": "RSA", "n": number(numbers.n), "e": number(numbers.e), "kid": self.id, "use": "sig"}

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message, padding.PKCS1v15(), SHA256())


def token(header: dict[str, Any], claims: dict[str, Any], sign: Callable[[bytes], bytes]) -> str:
    """A JWT in its compact form (RFC 7515 §7.1)."""
    parts = [text(json.dumps(each).encode()) for each in (header, claims)]
    signed = ".".join(parts)
    return f"{signed}.{text(sign(signed.encode()))}"


def by_secret(secret: bytes) -> Callable[[bytes], bytes]:
    """A signature by HS256."""
    return lambda message: hmac.digest(secret, message, "sha256")


@dataclass
class Grant:
    """What a code stands for."""

    subject: str
    nonce: str = ""
    challenge: str = ""
    redirect_uri: str = ""


@dataclass
class HostServer:
    """A provider. Tests change its fields to make it wrong, slow or endless."""

    clock: Callable[[], float] = time.time
    key: EcKey | RsaKey = field(default_factory=lambda: EcKey("first"))
    by_secret: bool = False
    origin: str = ""
    grants: dict[str, Grant] = field(default_factory=dict)
    # Every request: its path, and its fields.
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    # What differs from a right ID token.
    header: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    sign: Callable[[bytes], bytes] | None = None
    # What is answered to a path instead: a status and bytes, or what writes to the socket itself.
    instead: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    stalled: threading.Event | None = None

    def oidc(self, **more: Any) -> dict[str, Any]:
        """This server in LOYALTY_HOSTS, by default as the host `chat`."""
        signed_by = {"signed_by": "secret"} if self.by_secret else {"jwks_uri": f"{self.origin}/keys"}
        return {
            "name": "chat",
            "title": "Chat",
            "issuer": self.origin,
            "authorization_endpoint": f"{self.origin}/authorize",
            "token_endpoint": f"{self.origin}/token",
            **signed_by,
            "client_id": CLIENT_ID,
            "client_secret": CLIENT_SECRET,
            "origins": [self.origin],
            **more,
        }

    def grant(self, subject: str, **more: str) -> str:
        """A code for somebody's account, as the host makes one for its user."""
        code = secrets.token_urlsafe(12)
        self.grants[code] = Grant(subject, **more)
        return code

    def authorize(self, address: str, subject: str) -> dict[str, str]:
        """What comes back to the redirect URI from an authorization request: code and state."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert query["response_type"] == "code"
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        code = self.grant(
            subject,
            nonce=query["nonce"],
            challenge=query["code_challenge"],
            redirect_uri=query["redirect_uri"],
        )
        return {"code": code, "state": query["state"]}

    def exchange(self, fields: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """The token endpoint (RFC 6749 §4.1.3, RFC 7636 §4.6): a code counts once."""
        expected = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET.replace(' ', '+')}".encode()).decode()
        by_body = (fields.get("client_id"), fields.get("client_secret")) == (CLIENT_ID, CLIENT_SECRET)
        if not by_body and authorization != f"Basic {expected}":
            return 401, {"error": "invalid_client"}
        grant = self.grants.pop(fields.get("code", ""), None)
        verifier = text(hashlib.sha256(fields.get("code_verifier", "").encode()).digest())
        if grant is None or grant.challenge != verifier or grant.redirect_uri != fields["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        return 200, {"access_token": "unused", "token_type": "Bearer", "id_token": self.id_token(grant)}

    def id_token(self, grant: Grant) -> str:
        """An ID token (OpenID Connect Core §2), with whatever the test has made wrong."""
        at = int(self.clock())
        claims = {
            "iss": self.origin,
            "aud": CLIENT_ID,
            "sub": grant.subject,
            "iat": at,
            "exp": at + 3600,
            "nonce": grant.nonce,
            "name": "Not the member's name",
            "phone_number": "+60199999999",
            **self.claims,
        }
        algorithm = "HS256" if self.by_secret else self.key.algorithm
        header = {"typ": "JWT", "alg": algorithm, "kid": self.key.id, **self.header}
        sign = self.sign or (by_secret(CLIENT_SECRET.encode()) if self.by_secret else self.key.sign)
        claims = {name: value for name, value in claims.items() if value is not None}
        return token({name: value for name, value in header.items() if value is not None}, claims, sign)


class _Handler(QuietHandler):
    host: HostServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        fields = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/authorize":
            back = self.host.authorize(self.path, self._account())
            return self._send(302, b"", Location=f"{fields['redirect_uri']}?{urlencode(back)}")
        if parts.path == "/as":
            return self._send(200, b"{}", **{"Set-Cookie": f"account={fields['subject']}; Path=/"})
        return self._answer(parts.path, fields)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self._answer(urlsplit(self.path).path, {name: each[0] for name, each in parse_qs(body).items()})

    def _answer(self, path: str, fields: dict[str, str]) -> None:
        self.host.asked.append((path, fields))
        if self.host.stalled is not None:
            self._drip(self.host.stalled)
        elif path in self.host.instead:
            status, body = self.host.instead[path]
            self._send(status, body)
        elif path == "/keys":
            self._json(200, {"keys": [self.host.key.public]})
        elif path == "/token":
            self._json(*self.host.exchange(fields, self.headers.get("Authorization", "")))
        else:
            self._json(404, {})

    def _drip(self, until: threading.Event) -> None:
        """Send a byte now and then, so that no single read takes long, and end with a good answer."""
        body = b"{" + b" " * 60 + b"}"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            for byte in body:
                if until.wait(0.05):
                    break
                self.wfile.write(bytes([byte]))
        except OSError:
            until.set()
        self.close_connection = True

    def _account(self) -> str:
        """Who is signed in at the host in this browser: `/as?subject=U-1` says who."""
        return SimpleCookie(self.headers.get("Cookie", ""))["account"].value

    def _json(self, status: int, body: dict[str, Any]) -> None:
        self._send(status, json.dumps(body).encode(), **{"Content-Type": "application/json"})

    def _send(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def running(host: HostServer | None = None, port: int = 0) -> Iterator[HostServer]:
    """A server on loopback while the block runs."""
    host = host or HostServer()
    with serving(type("Handler", (_Handler,), {"host": host}), port) as address:
        host.origin = f"http://{address}"
        yield host


if __name__ == "__main__":
    with running(port=int(sys.argv[1])):
        threading.Event().wait()
