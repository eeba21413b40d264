"""A browser's keys and its push service on loopback: apart from what sends, it checks and decrypts."""

import hashlib
import hmac
import json
import os
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from support.loopback import QuietHandler, serving


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(encoded: str) -> bytes:
    return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, hashlib.sha256)


class Browser:
    """A subscription's private half."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypt(self, body: bytes) -> str:
        """RFC 8291 from the receiver's side, HKDF by hand."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        secret = mac(self.auth, self._key.exchange(ec.ECDH(), public))
        material = mac(secret, b"WebPush: info\0" + self.point + theirs + b"\1")
        key = mac(salt, material)
        content = mac(key, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = mac(key, b"Content-Encoding: nonce\0\1")[:12]
        padded = AESGCM(content).decrypt(nonce, sealed, None)
        assert padded.endswith(b"\2")
        return padded[:-1].decode()


class PushService:
    """What arrived, decrypted, with its headers; `answers` are given before 201. Where `until` is there, it
    answers when that is set.
    """

    def __init__(self) -> None:
        self.browser = Browser()
        self.answers: list[int] = []
        self.requests: list[dict[str, str]] = []
        self.pushes: list[dict[str, Any]] = []
        self.host = ""
        self.until: threading.Event | None = None
        self.public_key = ""

    @property
    def subscription(self) -> dict[str, Any]:
        """What a page of ours sends to the API."""
        keys = {"p256dh": text(self.browser.point), "auth": text(self.browser.auth)}
        return {"endpoint": f"http://{self.host}/send/1", **keys, "showsDetails": False}

    def take(self, headers: dict[str, str], body: bytes) -> int:
        self.requests.append(headers)
        if self.answers:
            return self.answers.pop(0)
        if not self.is_signed(headers["Authorization"]):
            return 403
        self.pushes.append(json.loads(self.browser.decrypt(body)))
        return 201

    def is_signed(self, authorization: str) -> bool:
        """RFC 8292: the key is the one that was subscribed with, and the claims are for this service."""
        scheme, _, parameters = authorization.partition(" ")
        values = dict(part.strip().split("=", 1) for part in parameters.split(","))
        head, claims, signature = values["t"].split(".")
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(values["k"]))
        raw = data(signature)
        signed = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        point.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        said = json.loads(data(claims))
        is_ours = values["k"] == self.public_key and said["aud"] == f"http://{self.host}"
        return scheme == "vapid" and is_ours and said["sub"].startswith("mailto:")


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on a free port."""
    found = PushService()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if found.until is not None:
                found.until.wait(60)
            self.send_response(found.take(dict(self.headers), body))
            self.send_header("Content-Length", "0")
            self.end_headers()

    with serving(Handler) as host:
        found.host = host
        yield found
