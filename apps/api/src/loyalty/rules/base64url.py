"""Base64url without padding, as the RFCs of tokens, passkeys and pushes write bytes (RFC 4648 §5)."""

from base64 import b64decode, urlsafe_b64encode


def encode(data: bytes) -> str:
    """Bytes as text."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """The bytes of a text; raises ValueError for what is not base64url."""
    return b64decode(f"{text}{'=' * (-len(text) % 4)}", altchars=b"-_", validate=True)


def decode_exactly(text: str, length: int) -> bytes | None:
    """So many bytes of a text, with or without its padding; None when it holds anything else."""
    plain = text.rstrip("=")
    try:
        data = decode(plain)
    except ValueError:
        return None
    return data if len(data) == length and encode(data) == plain else None
