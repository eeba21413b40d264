"""Passes for Apple Wallet as signed files, and its push service (APNs), which notifies devices of changes."""

import json
import os
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha1
from io import BytesIO
from tempfile import NamedTemporaryFile
from zipfile import ZIP_DEFLATED, ZipFile

import httpx
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder

from loyalty.gateways import http_client
from loyalty.gateways.channels import Message, Refused, raise_for
from loyalty.gateways.wallet_keys import AppleKeys

TYPE = "application/vnd.apple.pkpass"


def package(files: Mapping[str, bytes], keys: AppleKeys) -> bytes:
    """A .pkpass: these files, a manifest with their SHA-1, and its detached signature (PKCS #7)."""
    # Apple's format wants SHA-1 here; what protects a pass is the signature of the manifest, by SHA-256.
    hashes = {name: sha1(content, usedforsecurity=False).hexdigest() for name, content in files.items()}
    manifest = json.dumps(hashes, separators=(",", ":")).encode()
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", manifest)
        archive.writestr("signature", sign(manifest, keys))
    return held.getvalue()


def sign(manifest: bytes, keys: AppleKeys) -> bytes:
    """The detached signature of a manifest (DER), with the time and both certificates, as Apple asks."""
    builder = PKCS7SignatureBuilder().set_data(manifest)
    builder = builder.add_signer(keys.certificate, keys.key, SHA256()).add_certificate(keys.issuer)
    return builder.sign(Encoding.DER, [PKCS7Options.DetachedSignature, PKCS7Options.Binary])


# What Apple asks of a push for a pass: no content at all. The device then asks us what has changed.
PAYLOAD = b"{}"
GONE = 410
BAD_TOKEN = "BadDeviceToken"  # noqa: S105


class ApplePushes:
    """The outbox's channel to APNs (HTTP/2): a message names a pass and a device, which is notified silently.

    Each push has a connection of its own: they are few, and none is kept open for the next.
    """

    def __init__(
        self,
        keys: AppleKeys,
        url: str,
        push_token_of: Callable[[str], str | None],
        gone: Callable[[str], object],
        *,
        trusted: str | None = None,
    ) -> None:
        """`push_token_of` and `gone` are given a message's text: what the device is called, and that Apple
        says it has no pass of ours any more. `trusted` is a file of authorities instead of the system's.
        """
        self._keys, self._url = keys, url
        self._push_token_of, self._gone, self._trusted = push_token_of, gone, trusted

    def send(self, message: Message) -> None:
        """Notify one device; nothing is sent where it has removed the pass meanwhile."""
        push_token = self._push_token_of(message.text)
        if push_token is None:
            return
        answer = http_client.call(
            "POST",
            f"{self._url}/3/device/{push_token}",
            headers={"apns-topic": self._keys.pass_type},
            content=PAYLOAD,
            transport=httpx.AsyncHTTPTransport(verify=self._tls(), http1=False, http2=True),
        )
        status, reason = answer.status, _reason(answer)
        if status == GONE or reason == BAD_TOKEN:
            self._gone(message.text)
            raise Refused
        raise_for(status)

    def _tls(self) -> ssl.SSLContext:
        """TLS with the pass's certificate: that is how APNs knows us."""
        context = ssl.create_default_context(cafile=self._trusted)
        key = self._keys.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        # ssl reads certificates from files only; this one is the owner's alone, and gone at once.
        with NamedTemporaryFile(delete=False) as file:
            file.write(self._keys.certificate.public_bytes(Encoding.PEM) + key)
        try:
            context.load_cert_chain(file.name)
        finally:
            with suppress(OSError):
                os.unlink(file.name)
        return context


def _reason(answer: http_client.Answer) -> str:
    """Why Apple refuses, in its word, or nothing."""
    try:
        return str(answer.json_object().get("reason", ""))
    except ValueError:
        return ""
