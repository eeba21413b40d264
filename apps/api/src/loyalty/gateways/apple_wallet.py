"""Passes for Apple Wallet as signed files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha1
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization.pkcs7 import PKCS7Options, PKCS7SignatureBuilder

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
