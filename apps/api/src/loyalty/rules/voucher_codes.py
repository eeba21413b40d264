"""The signed code of a presented voucher, which a till verifies without the network (docs/till.md).

`LV1:` and, in Base45 (RFC 9285), 37 bytes of big-endian fields (`_FIELDS`) followed by their Ed25519
signature (RFC 8032). Only characters of a QR code's alphanumeric mode: it fits version 7 with error
correction M.
The rows in libs/api-client/cases/voucher-codes.json hold this file and its TypeScript twin together.
"""

import struct
from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from loyalty.rules.cards import ALPHABET, as_printed
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

PREFIX = "LV1:"
VERSION = 1
SEED_BYTES, SIGNATURE_BYTES, KEY_ID_BYTES = 32, 64, 4
# A till's clock may be so much before or behind ours.
CLOCK_SKEW = timedelta(minutes=5)

# version, key id, the voucher's code in base 22, outlet, till, reward, minimum spend in sen, presented at,
# ends at (both in seconds since 1970).
_FIELDS = struct.Struct(f">B{KEY_ID_BYTES}sQ6I")
_BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_CODE_SIGNS = 12

UNREADABLE = Problem(Code.VOUCHER_CODE_UNREADABLE)
UNKNOWN_KEY = Problem(Code.VOUCHER_CODE_UNKNOWN_KEY)
FORGED = Problem(Code.VOUCHER_CODE_FORGED)
OTHER_OUTLET = Problem(Code.VOUCHER_CODE_OTHER_OUTLET)
OTHER_TILL = Problem(Code.VOUCHER_CODE_OTHER_TILL)
NOT_YET = Problem(Code.VOUCHER_CODE_NOT_YET)
LAPSED = Problem(Code.VOUCHER_CODE_LAPSED)


@dataclass(frozen=True)
class VoucherCode:
    """The contents of a signed code. Times are whole seconds, `ends_at` is the first moment after its time.

    `till_id` is the one till that may take it without the network, at `outlet_id`.
    """

    code: str
    outlet_id: int
    till_id: int
    reward_id: int
    min_spend_sen: int
    presented_at: datetime
    ends_at: datetime


def public_key_of(seed: bytes) -> bytes:
    """The 32 bytes of the public key of a private one, which is 32 bytes too."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def key_id(public_key: bytes) -> bytes:
    """What a code calls its key by: the first bytes of the public key's SHA-256."""
    return sha256(public_key).digest()[:KEY_ID_BYTES]


def sign(shown: VoucherCode, seed: bytes) -> str:
    """The signed code of a presentation; the same one each time."""
    body = _FIELDS.pack(
        VERSION,
        key_id(public_key_of(seed)),
        _number_of(shown.code),
        shown.outlet_id,
        shown.till_id,
        shown.reward_id,
        shown.min_spend_sen,
        int(shown.presented_at.timestamp()),
        int(shown.ends_at.timestamp()),
    )
    return PREFIX + base45(body + Ed25519PrivateKey.from_private_bytes(seed).sign(body))


def decode(text: str) -> VoucherCode | None:
    """The contents of a signed code, with any signature; None when it is none."""
    raw = _bytes_of(text)
    return None if raw is None else _fields_of(raw)


def why_not_accepted(
    text: str,
    keys: Mapping[bytes, bytes],
    *,
    outlet_id: int,
    till_id: int,
    at: datetime,
    used: Container[str] = (),
) -> Problem | None:
    """Why a till cannot accept a signed code at a moment without the network, or None.

    `keys` are the public keys by `key_id`, `used` the codes of the vouchers that this till has taken.
    """
    raw = _bytes_of(text)
    if raw is None or (shown := _fields_of(raw)) is None:
        return UNREADABLE
    body, signature = raw[: _FIELDS.size], raw[_FIELDS.size :]
    public_key = keys.get(body[1 : 1 + KEY_ID_BYTES])
    if public_key is None:
        return UNKNOWN_KEY
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, body)
    except InvalidSignature:
        return FORGED
    if shown.outlet_id != outlet_id:
        return OTHER_OUTLET
    if shown.till_id != till_id:
        return OTHER_TILL
    if at < shown.presented_at - CLOCK_SKEW:
        return NOT_YET
    if at >= shown.ends_at + CLOCK_SKEW:
        return LAPSED
    return Problem(Code.VOUCHER_USED) if shown.code in used else None


def base45(raw: bytes) -> str:
    """Bytes in Base45: two make three characters, a last one alone two (RFC 9285, section 4)."""
    text = ""
    for start in range(0, len(raw), 2):
        pair = raw[start : start + 2]
        number = int.from_bytes(pair)
        for _ in range(len(pair) + 1):
            number, place = divmod(number, len(_BASE45))
            text += _BASE45[place]
    return text


def from_base45(text: str) -> bytes | None:
    """The bytes of a text in Base45, or None when it is not."""
    if len(text) % 3 == 1 or any(sign not in _BASE45 for sign in text):
        return None
    raw = b""
    for start in range(0, len(text), 3):
        group = text[start : start + 3]
        number = sum(_BASE45.index(sign) * len(_BASE45) ** place for place, sign in enumerate(group))
        if number >= 256 ** (len(group) - 1):
            return None
        raw += number.to_bytes(len(group) - 1)
    return raw


def _bytes_of(text: str) -> bytes | None:
    raw = from_base45(text.removeprefix(PREFIX)) if text.startswith(PREFIX) else None
    is_whole = raw is not None and len(raw) == _FIELDS.size + SIGNATURE_BYTES
    return raw if is_whole and raw is not None and raw[0] == VERSION else None


def _fields_of(raw: bytes) -> VoucherCode | None:
    _version, _key, number, outlet, till, reward, least, presented, ends = _FIELDS.unpack_from(raw)
    if number >= len(ALPHABET) ** _CODE_SIGNS:
        return None
    moments = (datetime.fromtimestamp(each, UTC) for each in (presented, ends))
    return VoucherCode(_code_of(number), outlet, till, reward, least, *moments)


def _number_of(code: str) -> int:
    number = 0
    for sign in code.replace("-", ""):
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    return number


def _code_of(number: int) -> str:
    signs = ""
    for _ in range(_CODE_SIGNS):
        number, place = divmod(number, len(ALPHABET))
        signs = ALPHABET[place] + signs
    return as_printed(signs)
