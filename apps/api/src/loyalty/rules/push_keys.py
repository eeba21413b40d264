"""The keys of web push notifications: P-256 (RFC 8291, 8292)."""

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY_BYTES, POINT_BYTES, AUTH_BYTES = 32, 65, 16


def private_key(data: bytes) -> ec.EllipticCurvePrivateKey | None:
    """A key of P-256 from the 32 bytes of its number, or None when there is none."""
    try:
        return ec.derive_private_key(int.from_bytes(data), ec.SECP256R1())
    except ValueError:
        return None


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The 65 bytes of a public key: what a browser subscribes with."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_point(data: bytes) -> bool:
    """Whether these bytes are a public key of P-256."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return True
