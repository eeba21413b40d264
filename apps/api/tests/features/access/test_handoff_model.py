"""G2: every way a small world can go, and nothing bad in any of them.

The world: a member with two tabs, a thief who reads the history of addresses, answers that are lost, tabs
that are closed, storage that is wiped, a sign-out with and without network, a minute that passes. All orders
of at most three visits, two lost answers and one of everything else are walked through. Leaving out any one
of six rules has to bring a bad end back: otherwise the walk would prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, auto
from typing import NamedTuple

import pytest

from state_space import walk


class Rule(StrEnum):
    """What keeps the handoff safe (docs/handoff.md)."""

    TICKETS_EXPIRE = auto()
    REUSE_KILLS = auto()
    SECOND_NONCE_BURNS_A_RESERVED_TICKET = auto()
    FAILURE_KEEPS_WHAT_IS_THERE = auto()
    SIGN_OUT_IS_KEPT_PENDING = auto()
    PENDING_SIGN_OUT_BEFORE_A_RETRY = auto()


class Bad(StrEnum):
    """What must never happen."""

    LATE_TICKET_OPENS = "a string from an address opens a session after its minute"
    THIEF_STAYS = "the thief was faster, the victim came, and the thief's session lives"
    GOOD_SESSION_LOST = "a refused ticket signed a good session out"
    SIGNED_IN_AGAIN = "signed in again after a sign-out, without a new code"


class Ticket(NamedTuple):
    """`taken_by` is the nonce it was used with; `opened` the session it opened or answered.

    It may be reserved for a thief who is signed in as somebody else; `member_came` with it since.
    """

    taken_by: str | None = None
    opened: int | None = None
    reserved: bool = False
    member_came: bool = False
    expired: bool = False


class Tab(NamedTuple):
    """A tab of the member: elsewhere, arriving at the mini, waiting for an answer, in, visitor, closed."""

    place: str = "elsewhere"
    ticket: int | None = None


class Left(NamedTuple):
    """What may still happen."""

    visits: int = 3
    losses: int = 2
    closings: int = 1
    thefts: int = 1
    minutes: int = 1
    wipes: int = 1
    sign_outs: int = 1


class World(NamedTuple):
    family_alive: bool = True
    site_signed_in: bool = True
    tickets: tuple[Ticket, ...] = ()
    sessions: tuple[bool, ...] = ()  # alive or not
    mini: int | None = None
    tabs: tuple[Tab, Tab] = (Tab(), Tab())
    pending_sign_out: bool = False
    signed_out: bool = False
    left: Left = Left()

    def holds(self, session: int | None) -> bool:
        return session is not None and self.family_alive and self.sessions[session]

    def with_tab(self, number: int, tab: Tab) -> World:
        return self._replace(tabs=(tab, self.tabs[1]) if number == 0 else (self.tabs[0], tab))

    def with_ticket(self, number: int, ticket: Ticket) -> World:
        return self._replace(tickets=(*self.tickets[:number], ticket, *self.tickets[number + 1 :]))

    def spend(self, what: str) -> World:
        return self._replace(left=self.left._replace(**{what: getattr(self.left, what) - 1}))

    def everybody_out(self) -> World:
        tabs = tuple(Tab("visitor") if tab.place == "in" else tab for tab in self.tabs)
        return self._replace(mini=None, tabs=tabs)  # type: ignore[arg-type]


Step = tuple[World, frozenset[Bad]]
FINE: frozenset[Bad] = frozenset()


class Server(NamedTuple):
    """The API's side of a presentation."""

    rules: frozenset[Rule]

    def present(self, world: World, number: int, nonce: str, current: int | None) -> tuple[World, int | None]:
        """The world afterwards, and the session that was answered, or None for a refusal."""
        ticket = world.tickets[number]
        if not world.family_alive:
            return world, None
        if ticket.taken_by is None and ticket.reserved and nonce != "thief":
            burns = Rule.SECOND_NONCE_BURNS_A_RESERVED_TICKET in self.rules
            burnt = ticket._replace(taken_by="thief", member_came=True) if burns else ticket
            return world.with_ticket(number, burnt._replace(member_came=True)), None
        if ticket.taken_by is None:
            return self._first_use(world, number, nonce, current)
        if ticket.taken_by == nonce and not ticket.expired and world.holds(ticket.opened or current):
            return world, ticket.opened if ticket.opened is not None else current
        if ticket.taken_by != nonce and ticket.opened is not None and Rule.REUSE_KILLS in self.rules:
            alive = tuple(on and at != ticket.opened for at, on in enumerate(world.sessions))
            return world._replace(sessions=alive), None
        return world, None

    def _first_use(
        self, world: World, number: int, nonce: str, current: int | None
    ) -> tuple[World, int | None]:
        ticket = world.tickets[number]
        if ticket.expired and Rule.TICKETS_EXPIRE in self.rules:
            return world, None
        if world.holds(current):
            return world.with_ticket(number, ticket._replace(taken_by=nonce)), current
        opened = len(world.sessions)
        world = world._replace(sessions=(*world.sessions, True))
        return world.with_ticket(number, ticket._replace(taken_by=nonce, opened=opened)), opened


class Story(NamedTuple):
    """All that can happen next."""

    rules: frozenset[Rule]

    @property
    def server(self) -> Server:
        return Server(self.rules)

    def next(self, world: World) -> Iterator[Step]:
        for number in (0, 1):
            yield from self._visit_the_site(world, number)
            yield from self._arrive_at_the_mini(world, number)
            yield from self._try_again(world, number)
        yield from self._theft(world)
        yield from self._yes_of_a_thief(world)
        yield from self._everything_else(world)

    def _visit_the_site(self, world: World, number: int) -> Iterator[Step]:
        away = world.tabs[number].place in ("elsewhere", "in", "visitor", "closed")
        if not (away and world.left.visits and world.site_signed_in):
            return
        world = world.spend("visits")
        if world.family_alive:
            with_ticket = world._replace(tickets=(*world.tickets, Ticket()))
            yield with_ticket.with_tab(number, Tab("arriving", len(world.tickets))), FINE
        else:
            yield world._replace(site_signed_in=False), FINE

    def _arrive_at_the_mini(self, world: World, number: int) -> Iterator[Step]:
        tab = world.tabs[number]
        if tab.place != "arriving" or tab.ticket is None:
            return
        keeps = Rule.FAILURE_KEEPS_WHAT_IS_THERE in self.rules
        had = world.mini if keeps else None
        result = self._send_pending_sign_out(world)
        after, answered = self.server.present(result, tab.ticket, f"tab {number}", had)
        yield self._settle(world, after, number, tab.ticket, answered, had)
        if world.left.losses:
            yield after.spend("losses")._replace(mini=had).with_tab(number, Tab("waiting", tab.ticket)), FINE
        if world.left.closings:
            yield world.spend("closings").with_tab(number, Tab("closed")), FINE

    def _try_again(self, world: World, number: int) -> Iterator[Step]:
        tab = world.tabs[number]
        if tab.place != "waiting" or tab.ticket is None:
            return
        result = (
            self._send_pending_sign_out(world)
            if Rule.PENDING_SIGN_OUT_BEFORE_A_RETRY in self.rules
            else world
        )
        had = world.mini if Rule.FAILURE_KEEPS_WHAT_IS_THERE in self.rules else None
        after, answered = self.server.present(result, tab.ticket, f"tab {number}", had)
        yield self._settle(world, after, number, tab.ticket, answered, world.mini)

    def _send_pending_sign_out(self, world: World) -> World:
        if world.pending_sign_out and Rule.SIGN_OUT_IS_KEPT_PENDING in self.rules:
            return world._replace(family_alive=False, pending_sign_out=False)
        return world

    def _settle(
        self, before: World, after: World, number: int, ticket: int, answered: int | None, had: int | None
    ) -> Step:
        """The answer arrives in the tab."""
        if answered is not None:
            bad = frozenset({Bad.SIGNED_IN_AGAIN}) if before.signed_out else FINE
            return after._replace(mini=answered).with_tab(number, Tab("in")), bad
        keeps = Rule.FAILURE_KEEPS_WHAT_IS_THERE in self.rules
        stays = keeps and after.holds(had)
        settled = after._replace(mini=had if keeps else None)
        bad = set()
        if before.holds(before.mini) and after.family_alive and not keeps and not before.signed_out:
            bad.add(Bad.GOOD_SESSION_LOST)
        seen = after.tickets[ticket]
        if seen.taken_by == "thief" and after.holds(seen.opened):
            bad.add(Bad.THIEF_STAYS)
        return settled.with_tab(number, Tab("in" if stays else "visitor")), frozenset(bad)

    def _theft(self, world: World) -> Iterator[Step]:
        if not world.left.thefts:
            return
        for number, ticket in enumerate(world.tickets):
            after, answered = self.server.present(world, number, "thief", None)
            late = answered is not None and ticket.expired
            yield after.spend("thefts"), frozenset({Bad.LATE_TICKET_OPENS}) if late else FINE
            if world.family_alive and ticket.taken_by is None and not ticket.expired:
                yield world.spend("thefts").with_ticket(number, ticket._replace(reserved=True)), FINE

    def _yes_of_a_thief(self, world: World) -> Iterator[Step]:
        """Who had a ticket reserved by a session of their own account says yes to it."""
        for number, ticket in enumerate(world.tickets):
            if ticket.reserved and ticket.taken_by is None:
                reserved = world.with_ticket(number, ticket._replace(expired=False))
                after, answered = self.server.present(reserved, number, "thief", None)
                stays = answered is not None and ticket.member_came
                yield after, frozenset({Bad.THIEF_STAYS}) if stays else FINE

    def _everything_else(self, world: World) -> Iterator[Step]:
        if world.left.minutes:
            expired = tuple(ticket._replace(expired=True) for ticket in world.tickets)
            yield world.spend("minutes")._replace(tickets=expired), FINE
        if world.left.wipes and world.mini is not None:
            yield world.spend("wipes").everybody_out(), FINE
        if world.left.sign_outs and world.holds(world.mini):
            out = world.spend("sign_outs").everybody_out()._replace(signed_out=True)
            yield out._replace(family_alive=False), FINE
            yield out._replace(pending_sign_out=True), FINE


def test_nothing_bad_happens_in_any_world():
    worlds, bad = walk(World(), Story(frozenset(Rule)).next)

    assert bad == set()
    assert worlds >= 80_000


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        (Rule.TICKETS_EXPIRE, Bad.LATE_TICKET_OPENS),
        (Rule.REUSE_KILLS, Bad.THIEF_STAYS),
        (Rule.SECOND_NONCE_BURNS_A_RESERVED_TICKET, Bad.THIEF_STAYS),
        (Rule.FAILURE_KEEPS_WHAT_IS_THERE, Bad.GOOD_SESSION_LOST),
        (Rule.SIGN_OUT_IS_KEPT_PENDING, Bad.SIGNED_IN_AGAIN),
        (Rule.PENDING_SIGN_OUT_BEFORE_A_RETRY, Bad.SIGNED_IN_AGAIN),
    ],
)
def test_every_rule_is_needed(missing, expected):
    _, bad = walk(World(), Story(frozenset(Rule) - {missing}).next, until_bad=True)

    assert expected in bad
