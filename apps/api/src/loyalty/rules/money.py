"""Money is ringgit written with two places, and whole sen inside: never a float."""

from __future__ import annotations

import re

# How a dataclass says that one of its whole numbers is an amount in sen.
SEN = {"unit": "sen"}

_RINGGIT = re.compile(r"(0|[1-9][0-9]{0,8})\.([0-9]{2})", re.ASCII)


def ringgit(sen: int) -> str:
    """`4590` as "45.90"; sen are never negative here."""
    if sen < 0:
        raise ValueError("a bill, a price and a discount are never negative")
    return f"{sen // 100}.{sen % 100:02}"


def sen(ringgit: str) -> int | None:
    """The sen of "45.90", 4590, or None when it is not written so."""
    found = _RINGGIT.fullmatch(ringgit)
    return int(found[1]) * 100 + int(found[2]) if found else None
