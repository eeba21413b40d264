"""A software authenticator: what a browser and a security key do together, with errors on request."""

import hashlib
import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(value: bytes) -> str:
    """base64url, as in WebAuthn's JSON."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(value: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


@dataclass
class Authenticator:
    """One credential and its counter; `origin` and `rp_id` are what the browser says of the page."""

    origin: str = "http://localhost:4200"
    rp_id: str = "localhost"
    counts: bool = True
    is_framed: bool = False
    flags: int = PRESENT | VERIFIED
    count: int = 0
    user_handle: str | None = None
    credential_id: bytes = field(default_factory=lambda: os.urandom(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """A new passkey by the options of the API, attested by nobody."""
        self.user_handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        length = len(self.credential_id).to_bytes(2)
        attested = bytes(16) + length + self.credential_id + cbor2.dumps(public)
        data = self._data(self.flags | ATTESTED) + attested
        made = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._credential(
            {
                "clientDataJSON": self._client_data("webauthn.create", options["challenge"]),
                "attestationObject": encoded(cbor2.dumps(made)),
                "transports": ["internal", "hybrid"],
                "publicKeyAlgorithm": -7,
            }
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """The passkey used once."""
        self.count += self.counts
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(self.flags)
        signed = data + hashlib.sha256(decoded(client_data)).digest()
        return self._credential(
            {
                "clientDataJSON": client_data,
                "authenticatorData": encoded(data),
                "signature": encoded(self.key.sign(signed, ec.ECDSA(SHA256()))),
                "userHandle": self.user_handle,
            }
        )

    def _client_data(self, kind: str, challenge: str) -> str:
        output = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.is_framed}
        return encoded(json.dumps(output).encode())

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = encoded(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }
