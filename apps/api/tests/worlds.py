"""Every world that can come about, for models that are small enough to be walked through whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

World = TypeVar("World", bound=Hashable)
Bad = TypeVar("Bad")


def walk(
    start: World,
    steps: Callable[[World], Iterable[tuple[World, frozenset[Bad]]]],
    *,
    until_bad: bool = False,
) -> tuple[int, set[Bad]]:
    """Visit every world that can come about; give how many there are and what went wrong in them.

    `steps` gives the worlds that can follow one, each with what is wrong about that; `until_bad` ends
    the walk with the first world in which something is.
    """
    seen, waiting, bad = {start}, deque([start]), set[Bad]()
    while waiting and not (until_bad and bad):
        for world, wrong in steps(waiting.popleft()):
            bad |= wrong
            if world not in seen:
                seen.add(world)
                waiting.append(world)
    return len(seen), bad
