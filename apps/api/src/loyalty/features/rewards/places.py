"""Where a reward is good: ids of outlets in one column, and the outlets they name."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy.orm import Session

from loyalty.features.outlets import service as outlets


@lru_cache(1_024)
def ids_in(column: str) -> tuple[int, ...]:
    """The ids of a column; none means every outlet."""
    return tuple(int(each) for each in column.split(",") if each)


def column_of(ids: Iterable[int]) -> str:
    """The ids as a column holds them."""
    return ",".join(str(each) for each in sorted(set(ids)))


def named(db: Session, ids: tuple[int, ...]) -> list[outlets.OutletFacts]:
    """The outlets of these ids, all of them when there are none; closed ones are left out."""
    return [outlet for outlet in outlets.outlets(db, outlets.OPEN) if not ids or outlet.id in ids]
