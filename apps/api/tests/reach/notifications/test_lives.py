"""Some hundred members over days, from the fact to the mailbox, the device and the telephone: what left is in
their language, of a kind and at a time that they want, and left once. The rules: test_messages_lives.py.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.broadcasts import service as broadcasts
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.events import stream
from loyalty.features.members import consents, preferences, recipients
from loyalty.reach.notifications.models import NotificationDelivery
from loyalty.reach.notifications.texts import words
from loyalty.rules.events import EventType
from loyalty.rules.notifications import KINDS, WRITTEN
from loyalty.rules.people import DEFAULTS, FREQUENCIES, LANGUAGES, MARKETING
from support.factories import a_member
from support.quiet_hours import in_quiet_hours

pytestmark = [pytest.mark.any_database, pytest.mark.long]

SWITCHES = [name for name, value in DEFAULTS["notifications"].items() if isinstance(value, bool)]
MEI, RAJ = Signature("mei", "the week of mangoes"), Signature("raj", "looked at the words")


@dataclass
class Person:
    """What a member has chosen, and what has reached them of which fact: by which channels."""

    email: str | None
    chosen: dict[str, Any]
    language: str = "en"
    refused: set[str] = field(default_factory=set)
    reached: Counter[tuple[str, str]] = field(default_factory=Counter)
    announced: Counter[str] = field(default_factory=Counter)


@dataclass
class Town:
    """Members, what happens to them, and what is wrong with what they get."""

    database: Any
    clock: Any
    draw: Random
    people: dict[int, Person] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)  # of each fact, by the word that names it
    wrong: set[str] = field(default_factory=set)
    numbers: Any = field(default_factory=lambda: count(100))

    def fact(self, kind: str) -> str:
        word = f"Mango{next(self.numbers)}x"
        self.kinds[word] = kind
        return word

    def choose(self, member: int) -> None:
        draw, person = self.draw, self.people[member]
        hours = (f"{draw.randrange(24):02}:{draw.choice((0, 30)):02}" for _ in range(2))
        person.chosen = {
            **{name: draw.random() < 0.8 for name in SWITCHES},
            **dict(zip(("quiet_hours_start", "quiet_hours_end"), hours, strict=True)),
            "notification_frequency": draw.choice(FREQUENCIES),
        }
        person.language = draw.choice(LANGUAGES)
        language = {**DEFAULTS["language"], "selected_language": person.language}
        preferences.save(member, {"notifications": person.chosen, "language": language}, channel="mini")
        # On the site advertising may be refused where the switch is on.
        person.refused = {each for each in MARKETING if draw.random() < 0.2}
        asked = dict.fromkeys(MARKETING)
        answered = {each: each not in person.refused for each in MARKETING}
        with transaction() as db:
            consents.record_marketing(db, member, asked, answered, channel="site")

    def happen(self) -> None:
        """Some facts about some members, and perhaps one about all."""
        draw = self.draw
        with transaction() as db:
            at = now(db)
            for member in draw.sample(sorted(self.people), len(self.people) // 3):
                kind = draw.choice(("points_spent", "voucher_ends", "host_linked"))
                word, later = self.fact(kind), at + timedelta(days=6)
                types = {
                    "points_spent": (EventType.POINTS_SPENT, {"points": 5, "balance": 5, "remark": word}),
                    "voucher_ends": (EventType.VOUCHER_ENDS, {"name": word, "expiresAt": later.isoformat()}),
                    "host_linked": (EventType.MEMBER_HOST_LINKED, {"name": word}),
                }
                type_, data = types[kind]
                stream.emit(db, type_, at, member_id=member, data=data)
            if draw.random() < 0.2:
                stream.emit(
                    db, EventType.REWARD_NEW, at, subject="reward/1", data={"title": self.fact("reward_new")}
                )
        if draw.random() < 0.3:
            self.broadcast(draw.choice(("marketing", "newsletter")))

    def broadcast(self, kind: str) -> None:
        word = self.fact("offer" if kind == "marketing" else "newsletter")
        texts = {each: {"title": f"{word} in {each}", "body": f"Words in {each}"} for each in LANGUAGES}
        wanted = {"kind": kind, "segment": {}, "texts": texts, "page": "/menu", "per_minute": 6_000}
        made = broadcasts.begin(wanted, MEI)
        broadcasts.submit(made.id, 1, MEI)
        (asked,) = approvals.waiting_of(current_session(), approvals.ProposalKind.BROADCAST)
        approvals.decide(asked.id, RAJ, approvals.DONE)

    def got(self, member: int, channel: str, title: str, text: str, language: str | None = None) -> None:
        """Look at one message that has just left for a member."""
        person, mine = self.people[member], words(self.people[member].language)
        facts = list(dict.fromkeys(re.findall(r"Mango\d+x", f"{title} {text}")))
        for word in facts:
            kind = self.kinds[word]
            person.reached[word, channel] += 1
            self.check(person, kind, channel)
            expected = f"{word} in {person.language}" if kind in WRITTEN else mine["kinds"][kind]["title"]
            if expected not in f"{title} {text}":
                self.wrong.add("in another language")
        digest = re.search(r"\d+", title) if not facts or len(facts) > 1 else None
        many = int(digest[0]) if digest else 1
        if digest and title != mine["mail"]["digest"].format(count=many):
            self.wrong.add("in another language")
        if language not in (None, person.language):
            self.wrong.add("in another language")
        if not facts and in_quiet_hours(self.clock.now(), person.chosen):
            self.wrong.add("in quiet hours")
        person.announced[channel] += many

    def check(self, person: Person, name: str, channel: str) -> None:
        kind = KINDS[name]
        is_mail_for_security = kind.is_security and channel == "email"
        if in_quiet_hours(self.clock.now(), person.chosen) and not is_mail_for_security:
            self.wrong.add("in quiet hours")
        is_wanted = person.chosen[kind.preference] and kind.preference not in person.refused
        if channel == "push":
            is_wanted = is_wanted and person.chosen["push_enabled"]
        if not is_wanted and not (kind.is_security and channel != "push"):
            self.wrong.add("against a choice")

    def sum_up(self) -> None:
        """Nothing left twice, and as much left as is noted as sent."""
        by = (NotificationDelivery.member_id, NotificationDelivery.channel)
        sent = select(*by, func.count()).where(NotificationDelivery.state == "sent").group_by(*by)
        noted: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for member, channel, many in current_session().execute(sent):
            noted[member][channel] = many
        for member, person in self.people.items():
            ways = Counter(word for word, _ in person.reached if not KINDS[self.kinds[word]].is_security)
            if max([*person.reached.values(), *ways.values()], default=0) > 1:
                self.wrong.add("twice")
            if person.announced != noted[member]:
                self.wrong.add("twice")


@pytest.fixture
def town(database, clock, as_member, service, work, rounds):
    found = Town(database, clock, Random(21))  # noqa: S311
    for number in range(rounds(24, 120)):
        email = f"{number}@example.com" if number % 3 else None
        member = a_member(database, email=email)
        found.people[member] = Person(email, dict(DEFAULTS["notifications"]))
        if number % 2:
            browser, path = as_member(member), f"/api/member/{member}/pushSubscription"
            service.public_key = browser.get(path).json["publicKey"]
            device = {**service.subscription, "endpoint": f"http://{service.host}/send/{member}"}
            assert browser.post(path, json={**device, "showsDetails": True}).status_code == 201
    work()
    return found


def members_of(database, deliveries):
    """The members of some messages, by the ids of their deliveries."""
    query = select(NotificationDelivery.id, NotificationDelivery.member_id)
    with database.bound():
        found = current_session().execute(query.where(NotificationDelivery.id.in_(deliveries)))
        return {row.id: row.member_id for row in found}


def test_what_leaves_is_wanted_in_the_members_language_and_once(
    town, database, clock, work, mails, texts, service, rounds
):
    with database.bound():
        numbers = {each.number: each.member_id for each in recipients.found(current_session(), town.people)}
    addresses = {person.email: member for member, person in town.people.items()}
    seen: Counter[str] = Counter()
    for _ in range(rounds(10, 24)):
        clock.advance(minutes=town.draw.randrange(1, 400))
        with database.bound():
            for member in town.draw.sample(sorted(town.people), len(town.people) // 6):
                town.choose(member)
            town.happen()
        work()
        work()
        for mail in mails.all[seen["email"] :]:
            plain, html = (mail.get_body((part,)).get_content() for part in ("plain", "html"))
            language = re.search(r'<html lang="(\w+)">', html)[1]
            town.got(addresses[mail["To"]], "email", mail["Subject"], plain, language)
        pushed = [each["notification"] for each in service.pushes[seen["push"] :]]
        ids = [int(each["tag"].rpartition("-")[2]) for each in pushed]
        members = members_of(database, ids)
        for delivery_id, shown in zip(ids, pushed, strict=True):
            town.got(members[delivery_id], "push", shown["title"], shown["body"], shown["lang"])
        for text in texts.all[seen["phone"] :]:
            is_digest = "Mango" not in text.text
            title, _, body = text.text.partition(": http" if is_digest else ": ")
            town.got(numbers[text.to], "phone", title, body)
        seen = Counter(email=len(mails.all), push=len(service.pushes), phone=len(texts.all))
        assert town.wrong == set()
    with database.bound():
        town.sum_up()
    assert town.wrong == set()
    # It was no test of silence, and every channel and kind was in it.
    assert min(seen.values()) > len(town.people) / 4, seen
    reached = {town.kinds[word] for person in town.people.values() for word, _ in person.reached}
    assert reached == set(town.kinds.values())
