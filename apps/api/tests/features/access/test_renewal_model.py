"""A1 and A2 in every order of events: a page is left while its check is under way, and a thief has a copy.

The world: one browser whose pages come one after the other (Web Locks let only one of them check at a time),
a server that works checks off in any order and as late as it likes, answers that are lost, the minute of rule
A1 always over, and a thief who copies what is stored, once. Leaving out a rule has to bring a bad end back.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, auto
from typing import NamedTuple

import pytest

from state_space import walk


class Rule(StrEnum):
    """What this rests on (docs/handoff.md)."""

    OLD_TOKENS_END_THE_FAMILY = auto()
    NOT_WHERE_NOBODY_WAITS = auto()
    ONE_CHECK_AT_A_TIME = auto()
    UNUSED_NEWEST_LEAVES_THE_ONE_BEFORE = auto()


class Bad(StrEnum):
    """What must never happen."""

    SIGNED_OUT_FOR_NOTHING = "no thief ever came, and the member was signed out"
    THIEF_UNNOTICED = "somebody presented an old token and waited for the answer, and nothing ended"


class Check(NamedTuple):
    """A check under way: with which token, whether somebody waits, and whether it is the thief's."""

    token: int
    waits: bool = True
    thief: bool = False


class World(NamedTuple):
    family_alive: bool = True
    newest: int = 1
    newest_used: bool = False
    stored: int | None = 1
    stolen: int | None = None
    under_way: tuple[Check, ...] = ()
    sent: int = 0
    thefts_left: int = 1
    thief_came: bool = False


MOST_SENT = 6
Step = tuple[World, frozenset[Bad]]
FINE: frozenset[Bad] = frozenset()


class Story(NamedTuple):
    """All that can happen next."""

    rules: frozenset[Rule]

    def next(self, world: World) -> Iterator[Step]:
        yield from self._send(world)
        yield from self._leave(world)
        yield from self._steal(world)
        for nth, check in enumerate(world.under_way):
            rest = world._replace(under_way=world.under_way[:nth] + world.under_way[nth + 1 :])
            yield from self._work_off(rest, check)

    def _send(self, world: World) -> Iterator[Step]:
        if world.sent == MOST_SENT:
            return
        busy = any(check.waits and not check.thief for check in world.under_way)
        if world.stored is not None and not (busy and Rule.ONE_CHECK_AT_A_TIME in self.rules):
            yield self._sent(world, Check(world.stored)), FINE
        if world.stored is not None and world.stored == world.newest:
            # Any other call: the newest token has arrived.
            yield world._replace(newest_used=True), FINE
        if world.stolen is not None:
            yield self._sent(world, Check(world.stolen, thief=True)), FINE
            yield self._sent(world, Check(world.stolen, waits=False, thief=True)), FINE

    def _sent(self, world: World, check: Check) -> World:
        # In which order checks were sent decides nothing.
        under_way = tuple(sorted((*world.under_way, check)))
        came = world.thief_came or check.thief
        return world._replace(under_way=under_way, sent=world.sent + 1, thief_came=came)

    def _leave(self, world: World) -> Iterator[Step]:
        """The page is left: what it asked goes on, and nobody waits for it."""
        left = tuple(sorted(c if c.thief else c._replace(waits=False) for c in world.under_way))
        if left != world.under_way:
            yield world._replace(under_way=left), FINE

    def _steal(self, world: World) -> Iterator[Step]:
        if world.thefts_left and world.stored is not None:
            yield world._replace(stolen=world.stored, thefts_left=0), FINE

    def _work_off(self, world: World, check: Check) -> Iterator[Step]:
        after, answer, bad = self._answered(world, check)
        if not check.waits:
            yield after, bad
            return
        if check.thief:
            yield after._replace(stolen=answer), bad
            return
        # What is stored is replaced only where it is still what was sent, or by nothing (session.ts).
        stored = answer if world.stored == check.token else world.stored
        yield after._replace(stored=stored), bad
        yield after, bad  # the answer is lost

    def _answered(self, world: World, check: Check) -> tuple[World, int | None, frozenset[Bad]]:
        """The server's side: the world afterwards, the token it answers, and what went wrong."""
        if not world.family_alive:
            return world, None, FINE
        if check.token == world.newest:
            newest = world.newest + 1
            return world._replace(newest=newest, newest_used=False), newest, FINE
        if check.token == world.newest - 1 and self._one_before_is_good(world):
            return world, world.newest, FINE
        if not check.waits and Rule.NOT_WHERE_NOBODY_WAITS in self.rules:
            return world, None, FINE
        if Rule.OLD_TOKENS_END_THE_FAMILY not in self.rules:
            return world, None, frozenset({Bad.THIEF_UNNOTICED} if check.waits else ())
        bad = FINE if world.thief_came else frozenset({Bad.SIGNED_OUT_FOR_NOTHING})
        return world._replace(family_alive=False), None, bad

    def _one_before_is_good(self, world: World) -> bool:
        return not world.newest_used and Rule.UNUSED_NEWEST_LEAVES_THE_ONE_BEFORE in self.rules


def test_pages_that_are_left_sign_nobody_out_and_a_thief_is_noticed():
    worlds, bad = walk(World(), Story(frozenset(Rule)).next)

    assert bad == set()
    assert worlds >= 10_000


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        (Rule.NOT_WHERE_NOBODY_WAITS, Bad.SIGNED_OUT_FOR_NOTHING),
        (Rule.ONE_CHECK_AT_A_TIME, Bad.SIGNED_OUT_FOR_NOTHING),
        (Rule.UNUSED_NEWEST_LEAVES_THE_ONE_BEFORE, Bad.SIGNED_OUT_FOR_NOTHING),
        (Rule.OLD_TOKENS_END_THE_FAMILY, Bad.THIEF_UNNOTICED),
    ],
)
def test_every_rule_is_needed(missing, expected):
    _, bad = walk(World(), Story(frozenset(Rule) - {missing}).next, until_bad=True)

    assert expected in bad
