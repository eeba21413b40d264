"""The reachable states of models that are small enough to visit all of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
Bad = TypeVar("Bad")


def walk(
    start: State,
    steps: Callable[[State], Iterable[tuple[State, frozenset[Bad]]]],
    *,
    until_bad: bool = False,
) -> tuple[int, set[Bad]]:
    """Visit every reachable state; gives how many there are and what is wrong in them.

    `steps` gives the states that can follow one, each with what is wrong about it; with `until_bad` the first
    wrong state ends it.
    """
    seen, waiting, bad = {start}, deque([start]), set[Bad]()
    while waiting and not (until_bad and bad):
        for state, wrong in steps(waiting.popleft()):
            bad |= wrong
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return len(seen), bad
