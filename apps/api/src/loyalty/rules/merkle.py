"""The Merkle tree hash of RFC 6962 (section 2.1): one value over many, from which each can be proved."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

_LEAF, _NODE = b"\x00", b"\x01"


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root of the tree over these leaves in their order: 32 bytes, those of SHA-256 without any leaf.

    It keeps one hash a level, however many leaves there are.
    """
    # The hashes of the complete subtrees so far with the numbers of their leaves, the largest first.
    found: list[tuple[int, bytes]] = []
    for leaf in leaves:
        size, hashed = 1, sha256(_LEAF + leaf).digest()
        while found and found[-1][0] == size:
            size, hashed = 2 * size, sha256(_NODE + found.pop()[1] + hashed).digest()
        found.append((size, hashed))
    if not found:
        return sha256().digest()
    _, root = found.pop()
    while found:
        root = sha256(_NODE + found.pop()[1] + root).digest()
    return root
