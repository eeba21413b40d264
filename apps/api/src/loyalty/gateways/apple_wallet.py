"""Passes for Apple Wallet as signed files, and its push service (APNs), which notifies devices of changes."""

from __future__ import annotations

import json
import os
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha1
from io import BytesIO
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import ConnectionTerminated, DataReceived, ResponseReceived, StreamEnded, StreamReset
from h2.exceptions import H2Error

from loyalty.gateways.channels import (
    KeyRefused,
    Message,
    ProviderDown,
    RateLimited,
    Refused,
)
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
TIMEOUT_S = 5.0
GONE = 410
BAD_TOKEN = "BadDeviceToken"  # noqa: S105
_READ_BYTES = 65_536


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
        """Tell one device; nothing is sent where it has removed the pass meanwhile."""
        push_token = self._push_token_of(message.text)
        if push_token is None:
            return
        try:
            status, reason = self._post(push_token)
        except (OSError, H2Error) as error:
            raise ProviderDown from error
        if status == GONE or reason == BAD_TOKEN:
            self._gone(message.text)
            raise Refused
        if status == 429:
            raise RateLimited
        if status == 403:
            raise KeyRefused
        if 400 <= status < 500:
            raise Refused
        if status != 200:
            raise ProviderDown

    def _post(self, push_token: str) -> tuple[int, str]:
        """The status of one push, and Apple's word for why it was not taken."""
        parts = urlsplit(self._url)
        host = parts.hostname or ""
        with (
            socket.create_connection((host, parts.port or 443), TIMEOUT_S) as plain,
            self._context().wrap_socket(plain, server_hostname=host) as tls,
        ):
            if tls.selected_alpn_protocol() != "h2":
                raise ProviderDown
            return _exchange(tls, self._headers(parts.netloc, push_token))

    def _headers(self, authority: str, push_token: str) -> list[tuple[str, str]]:
        return [
            (":method", "POST"),
            (":scheme", "https"),
            (":authority", authority),
            (":path", f"/3/device/{push_token}"),
            ("apns-topic", self._keys.pass_type),
            ("content-length", str(len(PAYLOAD))),
        ]

    def _context(self) -> ssl.SSLContext:
        """TLS with the pass's certificate: that is how APNs knows us."""
        context = ssl.create_default_context(cafile=self._trusted)
        context.set_alpn_protocols(["h2"])
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


def _exchange(tls: ssl.SSLSocket, headers: list[tuple[str, str]]) -> tuple[int, str]:
    """Send one request and read its answer; raises ProviderDown when the connection ends before."""
    http = H2Connection(H2Configuration(client_side=True))
    http.initiate_connection()
    stream = http.get_next_available_stream_id()
    http.send_headers(stream, headers)
    http.send_data(stream, PAYLOAD, end_stream=True)
    tls.sendall(http.data_to_send())
    status, body = 0, b""
    while data := tls.recv(_READ_BYTES):
        for event in http.receive_data(data):
            if isinstance(event, ResponseReceived):
                status = int(dict(event.headers)[b":status"])
            elif isinstance(event, DataReceived):
                body += event.data
                http.acknowledge_received_data(event.flow_controlled_length, stream)
            elif isinstance(event, StreamEnded):
                return status, _reason(body)
            elif isinstance(event, StreamReset | ConnectionTerminated):
                raise ProviderDown
        tls.sendall(http.data_to_send())
    raise ProviderDown


def _reason(body: bytes) -> str:
    """Why Apple refuses, in its word, or nothing."""
    try:
        return str(json.loads(body)["reason"])
    except (ValueError, KeyError, TypeError):
        return ""
