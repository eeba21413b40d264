"""The certificates and keys of wallets, read from Apple's and Google's files (docs/integrations.md)."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.oid import NameOID

from loyalty.config import PREFIX, Config, WrongSetting
from loyalty.rules.wallet import APPLE, GOOGLE

T = TypeVar("T")


@dataclass(frozen=True)
class AppleKeys:
    """What passes are signed with: our certificate with its key, and Apple's that issued it."""

    pass_type: str
    team: str
    certificate: x509.Certificate
    key: rsa.RSAPrivateKey
    issuer: x509.Certificate


@dataclass(frozen=True)
class GoogleKeys:
    """Who signs links and asks Google: the service account, in the name of the issuer."""

    issuer: str
    email: str
    key: rsa.RSAPrivateKey
    key_id: str


def apple_keys(config: Config) -> AppleKeys | None:
    """The certificates and the key of Apple Wallet; None without them.

    Raises WrongSetting for a file that is not what its setting wants.
    """
    if APPLE not in config.wallets:
        return None
    certificate = _from_file(config, "wallet_apple_certificate", _certificate)
    key = _from_file(config, "wallet_apple_key", _private_key)
    issuer = _from_file(config, "wallet_apple_issuer", _certificate)
    if key.public_key() != certificate.public_key():
        raise WrongSetting(f"{PREFIX}WALLET_APPLE_KEY is not the key of {PREFIX}WALLET_APPLE_CERTIFICATE.")
    if certificate.issuer != issuer.subject:
        raise WrongSetting(
            f"{PREFIX}WALLET_APPLE_ISSUER did not issue the certificate in {PREFIX}WALLET_APPLE_CERTIFICATE."
        )
    if _named(certificate) != (config.wallet_apple_pass_type, config.wallet_apple_team):
        raise WrongSetting(
            f"{PREFIX}WALLET_APPLE_CERTIFICATE is for another {PREFIX}WALLET_APPLE_PASS_TYPE or "
            f"{PREFIX}WALLET_APPLE_TEAM."
        )
    return AppleKeys(config.wallet_apple_pass_type, config.wallet_apple_team, certificate, key, issuer)


def google_keys(config: Config) -> GoogleKeys | None:
    """The service account of Google Wallet; None without one. Raises WrongSetting as `apple_keys` does."""
    if GOOGLE not in config.wallets:
        return None
    issuer = config.wallet_google_issuer
    return _from_file(config, "wallet_google_account", lambda text: _service_account(text, issuer))


def _from_file(config: Config, name: str, read: Callable[[bytes], T]) -> T:
    """What the file that a setting names holds; raises WrongSetting."""
    setting = f"{PREFIX}{name.upper()}"
    try:
        return read(Path(getattr(config, name)).read_bytes())
    except OSError as error:
        raise WrongSetting(f"{setting} names a file that cannot be read.") from error
    except _WrongFile as error:
        raise WrongSetting(f"{setting} {error}.") from error


class _WrongFile(ValueError):
    """What is wrong with a file, as the end of a sentence."""


def _certificate(pem: bytes) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(pem)
    except ValueError as error:
        raise _WrongFile("holds no certificate in PEM") from error


@lru_cache(4)
def _private_key(pem: bytes) -> rsa.RSAPrivateKey:
    # Kept: to check the primes of one takes a hundred times as long as to sign with it.
    try:
        key = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise _WrongFile("holds no private key in PEM without a password") from error
    if not isinstance(key, rsa.RSAPrivateKey):
        raise _WrongFile("holds a key that is not RSA")
    return key


def _named(certificate: x509.Certificate) -> tuple[str, str]:
    """The pass type and the team that Apple wrote into a certificate; empty where there is none."""
    found = []
    for oid in (NameOID.USER_ID, NameOID.ORGANIZATIONAL_UNIT_NAME):
        values = certificate.subject.get_attributes_for_oid(oid)
        found.append(str(values[0].value) if values else "")
    return found[0], found[1]


def _service_account(text: bytes, issuer: str) -> GoogleKeys:
    """The key of a service account, as Google's console gives it."""
    try:
        account = json.loads(text)
        email, pem, key_id = account["client_email"], account["private_key"], account["private_key_id"]
    except (ValueError, KeyError, TypeError) as error:
        raise _WrongFile("is not the JSON key of a service account") from error
    return GoogleKeys(issuer, str(email), _private_key(str(pem).encode()), str(key_id))
