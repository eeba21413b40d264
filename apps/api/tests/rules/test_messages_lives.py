"""Ten thousand members with random choices, events and clocks: nothing leaves that should not, and what is
broken in the rules is noticed.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from loyalty.reach.notifications.texts import Text, text_of
from loyalty.rules import notifications as rules
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import KINDS, WRITTEN, Channel, Decision, MessageKind, Recipient
from loyalty.rules.people import DEFAULTS, FREQUENCIES, LANGUAGES, MARKETING
from support.quiet_hours import in_quiet_hours

LIVES = 10_000
SWITCHES = [name for name, value in DEFAULTS["notifications"].items() if isinstance(value, bool)]
TEXTS = {each: {"title": f"Title {each}", "body": f"Words in {each}"} for each in LANGUAGES}
Decide = Callable[..., Decision | None]
MayLeave = Callable[[MessageKind, Channel, Recipient, datetime], datetime | None]
Render = Callable[[str, Formats, dict[str, Any], datetime], Text]


@dataclass
class Left:
    """A message that has left: which event, by which channel, when, in which words, and what its member had
    chosen then.
    """

    event: int
    kind: MessageKind
    channel: Channel
    at: datetime
    text: Text
    chosen: Recipient


def a_recipient(draw: Random) -> Recipient:
    clock = [f"{draw.randrange(24):02}:{draw.choice((0, 1, 30, 59)):02}" for _ in range(2)]
    preferences = {name: draw.random() < 0.8 for name in SWITCHES}
    preferences |= {
        "quiet_hours_enabled": draw.random() < 0.7,
        "quiet_hours_start": clock[0],
        "quiet_hours_end": clock[1],
        "notification_frequency": draw.choice(FREQUENCIES),
    }
    return Recipient(
        preferences=preferences,
        language=draw.choice(LANGUAGES),
        withdrawn=frozenset(each for each in MARKETING if draw.random() < 0.2),
        has_push=draw.random() < 0.5,
        has_email=draw.random() < 0.7,
        has_phone=draw.random() < 0.5,
        has_phone_for_marketing=draw.random() < 0.5,
    )


def a_life(draw: Random, decide: Decide, may_leave: MayLeave, render: Render) -> list[Left]:
    """What leaves for one member: some events, each sent once, and choices that change while it waits."""
    recipient = a_recipient(draw)
    moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=draw.randrange(60 * 24 * 700))
    left: list[Left] = []
    for event in range(draw.randrange(1, 4)):
        kind = (
            KINDS[draw.choice(sorted(WRITTEN))] if draw.random() < 0.3 else draw.choice(list(KINDS.values()))
        )
        decision = decide(kind, recipient, happened_at=moment, now=moment)
        for way in decision.deliveries if decision else ():
            if draw.random() < 0.3:  # the member changes their mind while it waits
                recipient = a_recipient(draw)
            at: datetime | None = way.due_at
            for _ in range(4):  # the worker comes back when it may not leave yet
                when = may_leave(kind, way.channel, recipient, at)
                if when is None or when == at:
                    break
                at = when
            if when is not None:
                is_written = kind.name in WRITTEN
                data = {"texts": TEXTS, "language": decision.language} if is_written else VALUES
                text = render(kind.name, Formats(recipient.language), data, at)
                left.append(Left(event, kind, way.channel, at, text, recipient))
        moment += timedelta(minutes=draw.randrange(60 * 24 * 3))
    return left


VALUES = {
    **{
        "points": 1_234,
        "balance": 5_678,
        "remark": "Tea",
        "name": "Tea",
        "fromName": "Basic",
        "toName": "Plus",
    },
    **{"keepBy": "2026-03-31", "earned": 1, "spent": 2, "openVouchers": 3, "browser": "Chrome"},
    **{"system": "Android"},
}


@cache
def sentences(language: str) -> dict[str, Any]:
    """The words of a language, as they are in its file."""
    found: dict[str, Any] = json.loads(
        (files("loyalty.reach.notifications") / "texts" / f"{language}.json").read_text("utf-8")
    )
    return found


def speaks(language: str, kind: MessageKind, text: Text) -> bool:
    """Whether the words of a message, and the reason why it came, are in a language."""
    if text.why != sentences(language)["why"][kind.preference]:
        return False
    if kind.name in WRITTEN:
        return (text.title, text.body) == (f"Title {language}", f"Words in {language}")
    expected = sentences(language)["kinds"][kind.name]
    pattern = "(.+)".join(map(re.escape, re.split(r"\{\w+\}", expected["body"])))
    return text.title == expected["title"] and re.fullmatch(pattern, text.body) is not None


def wrong(life: list[Left]) -> set[str]:
    """What is wrong with what has left for a member."""
    found = set()
    for each in life:
        is_mail_for_security = each.kind.is_security and each.channel is Channel.EMAIL
        if in_quiet_hours(each.at, each.chosen.preferences) and not is_mail_for_security:
            found.add("in quiet hours")
        is_off = not each.chosen.preferences[each.kind.preference]
        if not each.kind.is_security and (is_off or each.kind.preference in each.chosen.withdrawn):
            found.add("against a choice")
        if each.channel is Channel.PUSH and not each.chosen.preferences["push_enabled"]:
            found.add("against a choice")
        if not speaks(each.chosen.language, each.kind, each.text):
            found.add("in another language")
    times = Counter((each.event, each.channel) for each in life)
    # About security the device is notified as well; anything else leaves once.
    ways = Counter(each.event for each in life if not each.kind.is_security)
    if max([*times.values(), *ways.values()], default=0) > 1:
        found.add("twice")
    return found


def found_in(
    lives: int,
    decide: Decide = rules.decide,
    may_leave: MayLeave = rules.may_leave,
    render: Render = text_of,
) -> set[str]:
    draw, found = Random(21), set()  # noqa: S311
    for _ in range(lives):
        found |= wrong(a_life(draw, decide, may_leave, render))
    return found


def test_nothing_leaves_that_should_not():
    draw, left = Random(21), 0  # noqa: S311
    for _ in range(LIVES):
        life = a_life(draw, rules.decide, rules.may_leave, text_of)
        assert wrong(life) == set(), life
        left += len(life)
    assert left > LIVES / 2  # it was no test of silence


def deaf_to_quiet_hours(kind, channel, recipient, at):
    """Leaves as soon as it is due."""
    return at if rules.may_leave(kind, channel, recipient, at) else None


def deaf_to_second_thoughts(kind, _channel, recipient, at):
    """Looks at the choices when the message is written, and never again."""
    return rules.after_quiet(at, recipient.preferences) if not kind.is_security else at


def in_english(kind, formats, data, at):
    """Speaks English to everybody."""
    return text_of(kind, replace(formats, language="en"), data, at)


def by_every_channel(kind, recipient, **times):
    """Sends an e-mail beside what it sends, also what it has sent by e-mail."""
    decision = rules.decide(kind, recipient, **times)
    if decision is None or not decision.deliveries:
        return decision
    more = replace(decision.deliveries[0], channel=Channel.EMAIL)
    return replace(decision, deliveries=(*decision.deliveries, more))


@pytest.mark.parametrize(
    ("broken", "noticed"),
    [
        ({"may_leave": deaf_to_quiet_hours}, "in quiet hours"),
        ({"may_leave": deaf_to_second_thoughts}, "against a choice"),
        ({"render": in_english}, "in another language"),
        ({"decide": by_every_channel}, "twice"),
    ],
)
def test_what_is_broken_is_noticed(broken, noticed):
    assert noticed in found_in(1_000, **broken)
    assert found_in(1_000) == set()
