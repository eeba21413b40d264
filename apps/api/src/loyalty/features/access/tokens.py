"""The tokens of sessions and tickets: signed names of rows, which can be computed again at any time.

A token is `<kind>.<member>.<row key>.<counter>.<signature>`. The row is found by member and key. The key is
128 random bits, so that a token of another database is not valid here; the signature needs a secret key, so
that a copy of the database is not enough to make one.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from itsdangerous import Signer

from loyalty import config

_SHAPE = re.compile(
    r"(ls|lm|lh)\.([0-9]{1,16})\.([A-Za-z0-9_-]{22})\.([0-9]{1,9})\.[A-Za-z0-9_-]{43}", re.ASCII
)


class Kind(StrEnum):
    """Site session, mini session, handoff ticket: each token names its kind."""

    SITE = "ls"
    MINI = "lm"
    TICKET = "lh"


@dataclass(frozen=True)
class SessionToken:
    """What an authentic token says."""

    kind: Kind
    member_id: int
    key: str
    counter: int


def new_key() -> str:
    """A row's name in its tokens."""
    return secrets.token_urlsafe(16)


def write(kind: str, member_id: int, key: str, counter: int) -> str:
    """The token of a member's row, by its Kind, signed by the newest key."""
    return _signer(config.current().key_ring).sign(f"{kind}.{member_id}.{key}.{counter}").decode()


def read(token: str) -> SessionToken | None:
    """What a token says, or None when no key of the ring has signed it."""
    return _session_token(token, config.current().key_ring) if _SHAPE.fullmatch(token) else None


@lru_cache(4_096)
def _session_token(token: str, key_ring: tuple[str, ...]) -> SessionToken | None:
    """What a well-formed token names, cached. Whether it is still valid is not checked here."""
    if not _signer(key_ring).validate(token):
        return None
    kind, member_id, key, counter, _signature = token.split(".")
    return SessionToken(Kind(kind), int(member_id), key, int(counter))


def keyed_hash(purpose: str, *parts: str) -> str:
    """A keyed hash: of codes, numbers, addresses, proofs."""
    message = "\x1f".join((purpose, *parts)).encode()
    return hmac.new(config.current().hash_key.encode(), message, hashlib.sha256).hexdigest()


def otp_request_id_of(device: str) -> str:
    """The id under which a device asks for codes; it does not reveal the device's cookie."""
    return keyed_hash("request", device)[:32]


@lru_cache(4)
def _signer(key_ring: tuple[str, ...]) -> Signer:
    # itsdangerous wants the oldest key first; it signs with the newest and verifies with all of them.
    return Signer(
        list(reversed(key_ring)), salt="loyalty.session", key_derivation="hmac", digest_method=hashlib.sha256
    )
