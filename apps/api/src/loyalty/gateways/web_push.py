"""Web Push: a message encrypted for one browser, handed to that browser's push service.

RFC 8030 (the request), RFC 8188 and 8291 (aes128gcm and its keys), RFC 8292 (VAPID: who sends).
"""

import os
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from loyalty.gateways.channels import FINAL, Message, ProviderDown, RateLimited, Refused
from loyalty.gateways.public_http import PublicHttp
from loyalty.rules import base64url
from loyalty.rules.push_keys import point_of

SALT_BYTES = 16
RECORD_SIZE = 4096
# What fits into one record with its padding delimiter and its tag (RFC 8291 §4).
MAX_PAYLOAD = 3993
# RFC 8292 allows a day; a clock may be wrong.
VAPID_LIFE_S = 12 * 3600
GONE = (404, 410)


class SubscriptionGone(Refused):
    """The browser takes no more pushes: its subscription is to be deleted."""


def encrypt(
    payload: bytes,
    *,
    p256dh: bytes,
    auth: bytes,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A body that only one browser can read (RFC 8291 §3.4). `salt` and `key` are random, but in tests.

    Raises ValueError for a payload above MAX_PAYLOAD bytes.
    """
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("this is too long for a push")
    salt = salt or os.urandom(SALT_BYTES)
    key = key or ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    ours = point_of(key)
    secret = key.exchange(ec.ECDH(), theirs)
    material = _derived(secret, auth, b"WebPush: info\x00" + p256dh + ours, 32)
    content_key = _derived(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD_SIZE.to_bytes(4) + bytes([len(ours)]) + ours
    return head + AESGCM(content_key).encrypt(nonce, payload + b"\x02", None)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def vapid(endpoint: str, key: ec.EllipticCurvePrivateKey, subject: str, at_s: float) -> str:
    """The Authorization header for an endpoint (RFC 8292): a JWT by ES256 and our public key. `subject` is
    where a push service writes to about us, `at_s` the time in seconds since 1970.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(at_s) + VAPID_LIFE_S, "sub": subject}
    return f"vapid t={jwt.encode(claims, key, algorithm='ES256')}, k={base64url.encode(point_of(key))}"


@dataclass(frozen=True)
class Push:
    """A push for one browser; `ttl_s` is how long its service may keep it."""

    endpoint: str
    p256dh: bytes
    auth: bytes
    payload: bytes
    ttl_s: int
    is_urgent: bool
    topic: str


Compose = Callable[[str, int, str], Push | None]


class WebPushChannel:
    """The outbox's channel for pushes: composes each when it is sent, as e-mails are."""

    def __init__(
        self,
        compose: Compose,
        gone: Callable[[str], object],
        key: ec.EllipticCurvePrivateKey | None,
        subject: str,
        *,
        allowed_hosts: Collection[str] = (),
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`gone` is called with the `text` of a message whose browser takes no more pushes."""
        self._compose, self._gone, self._key, self._subject = compose, gone, key, subject
        self._http, self._clock = PublicHttp(allowed_hosts), clock

    def send(self, message: Message) -> None:
        """Encrypt and hand over one push; nothing is sent where there is nothing to say any more."""
        push = self._compose(message.kind, message.reference or 0, message.text)
        if push is None:
            return
        if self._key is None:
            raise Refused
        try:
            self._post(push, self._key)
        except SubscriptionGone:
            self._gone(message.text)
            raise

    def _post(self, push: Push, key: ec.EllipticCurvePrivateKey) -> None:
        body = encrypt(push.payload, p256dh=push.p256dh, auth=push.auth)
        headers = {
            "Authorization": vapid(push.endpoint, key, self._subject, self._clock()),
            "Content-Type": "application/notification+json",
            "Content-Encoding": "aes128gcm",
            "TTL": str(push.ttl_s),
            "Urgency": "high" if push.is_urgent else "normal",
            "Topic": push.topic,
        }
        answer = self._http.post(push.endpoint, body, headers)
        status = answer.status
        if status in GONE:
            raise SubscriptionGone
        if status == 429:
            raise RateLimited
        if status in FINAL or status == 413:
            raise Refused
        if not 200 <= status < 300:  # also a redirect, which is not followed
            raise ProviderDown
