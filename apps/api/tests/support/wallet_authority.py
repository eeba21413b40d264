"""A certificate authority of our own in Apple's place, and a service account in Google's."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

PASS_TYPE, TEAM = "pass.com.example.member", "AB12CD34EF"
ISSUER_ID, ACCOUNT = "3388000000012345678", "passes@example.iam.gserviceaccount.com"


@dataclass(frozen=True)
class Authority:
    """A root, the certificate that it issued, and that one's key."""

    root: x509.Certificate
    certificate: x509.Certificate
    key: rsa.RSAPrivateKey
    root_key: rsa.RSAPrivateKey


@cache
def authority(named: str = "Apple in our tests", pass_type: str = PASS_TYPE, team: str = TEAM) -> Authority:
    """One authority a name; making keys takes a moment."""
    root_key, key = (rsa.generate_private_key(65537, 2048) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, named)])
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.USER_ID, pass_type),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Pass Type ID: {pass_type}"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, team),
        ]
    )
    root = _issued(issuer, issuer, root_key.public_key(), root_key, is_authority=True)
    return Authority(
        root, _issued(subject, issuer, key.public_key(), root_key, is_authority=False), key, root_key
    )


def _issued(
    subject: x509.Name,
    issuer: x509.Name,
    public: Any,
    by: rsa.RSAPrivateKey,
    *,
    is_authority: bool,
    host: str = "",
) -> x509.Certificate:
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public)
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
    builder = builder.not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
    if host:
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        builder = builder.add_extension(names, critical=False)
    limits = x509.BasicConstraints(ca=is_authority, path_length=None)
    return builder.add_extension(limits, critical=True).sign(by, SHA256())


def server_files(folder: Path) -> tuple[str, str]:
    """The certificate with its key of a server on loopback, and the authority that it trusts and is of."""
    ours = authority()
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    certificate = _issued(
        name, ours.root.subject, key.public_key(), ours.root_key, is_authority=False, host="localhost"
    )
    chain, root = folder / "server.pem", folder / "root.pem"
    chain.write_bytes(certificate.public_bytes(Encoding.PEM) + pem(key))
    root.write_bytes(ours.root.public_bytes(Encoding.PEM))
    return str(chain), str(root)


def pem(key: rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@cache
def google_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


def apple_settings(folder: Path) -> dict[str, str]:
    """The settings of Apple Wallet, with their files in a folder."""
    ours = authority()
    written = {
        "certificate": ours.certificate.public_bytes(Encoding.PEM),
        "key": pem(ours.key),
        "issuer": ours.root.public_bytes(Encoding.PEM),
    }
    settings = {"wallet_apple_pass_type": PASS_TYPE, "wallet_apple_team": TEAM}
    for name, content in written.items():
        path = folder / f"{name}.pem"
        path.write_bytes(content)
        settings[f"wallet_apple_{name}"] = str(path)
    return settings


def google_settings(folder: Path) -> dict[str, str]:
    """The settings of Google Wallet, with the account's file in a folder."""
    path = folder / "account.json"
    account = {"client_email": ACCOUNT, "private_key": pem(google_key()).decode(), "private_key_id": "k1"}
    path.write_text(json.dumps({"type": "service_account", **account}))
    return {"wallet_google_issuer": ISSUER_ID, "wallet_google_account": str(path)}
