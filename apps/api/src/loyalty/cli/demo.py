"""`demo`: members of every tier, with months of bills, claims and referrals, and the people of the staff app.

What they do is drawn from fixed seeds and ends today, so that "this month" and "last visit" are right on
every day. It is written by the same functions as real data, and the audit finds no violation.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import chain, count
from random import Random

import click
from flask.cli import AppGroup
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.backoffice.people.people import Actor
from loyalty.cli import demo_large
from loyalty.cli.people import EVERYWHERE
from loyalty.cli.printing import refusals
from loyalty.db.clock import as_if, now
from loyalty.db.session import current_session, gather_statistics, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import changes, records
from loyalty.features.members.consents import record_consent
from loyalty.features.outlets import outlets
from loyalty.features.points import bill_lists, bills
from loyalty.features.points.models import Bill
from loyalty.features.rewards import claims, vouchers
from loyalty.features.rewards.claims import claim
from loyalty.features.till.bills import settle
from loyalty.rules.calendar import ZONE, is_birth_month, malaysian_date
from loyalty.rules.group import GROUP
from loyalty.rules.people import FEMALE, MALE
from loyalty.rules.phone import normalise
from loyalty.rules.staff import EVERYWHERE_ONLY, Grant, Role

demo_commands = AppGroup("demo", help="Members and people to try everything with.")

CALLING_CODE = GROUP.country.calling_code.name
BIRTHDAY_GIFT = 6
ENOUGH_FOR_ANY_MINIMUM = 100_00
VERIFIED_AFTER = timedelta(minutes=75)


@dataclass(frozen=True)
class PlannedClaim:
    """A reward that a demo member claims, and what happens to it: "use", "cancel", "present" or nothing.
    They claim it only where the programme has it and they have the points.
    """

    days_ago: int
    reward_id: int
    then: str = ""


@dataclass(frozen=True)
class DemoMember:
    """One demo member: when they joined, how often they come, what they spend (ringgit) and claim.

    `outlet` is a place in the list of the group's, which begins anew after its end. `posted_twice` is the
    number of a bill that was posted twice and voided once.
    """

    name: str
    number: str
    gender_id: int
    born: date
    occupation: str
    outlet: int
    days_since_joining: int
    days_between_bills: tuple[int, int] = (0, 0)
    bill_ringgit: tuple[int, int] = (0, 0)
    email: str | None = None
    invited: bool = False
    uses_welcome: bool = False
    posted_twice: int = 0
    has_overdue_bill: bool = False
    claims_made: tuple[PlannedClaim, ...] = ()


Step = tuple[datetime, Callable[[], object]]


class _History:
    """What a demo member did. Receipt numbers begin with the place in the list: no two members have one."""

    def __init__(self, db: Session, member: DemoMember, place: int, current_time: datetime) -> None:
        self._db, self._member, self._current_time = db, member, current_time
        self._number = number_of(member, place)
        # The demo is the same every time; nothing secret depends on it.
        self._draw = Random(member.number)  # noqa: S311
        self._receipts = place * 1_000
        self._outlets = [each.id for each in outlets.outlets(db, outlets.OPEN)]
        self._home = self._outlets[member.outlet % len(self._outlets)]
        self._member_id = 0

    def join(self, invited_by: int | None) -> None:
        """Become a member, as POST /member does it; the sign-in to come is not their first."""
        db, member = self._db, self._member
        with as_if(self._evening(member.days_since_joining)):
            self._member_id = changes.create(
                db,
                name=member.name,
                calling_code=CALLING_CODE,
                number=self._number,
                gender_id=member.gender_id,
                race_id=99,
                date_of_birth=member.born,
                outlet_id=self._home,
                occupation=member.occupation,
                email=member.email,
                used_referral_code=records.get_member(db, invited_by).referral_code if invited_by else None,
            )
            record_consent(db, self._member_id, channel="site")
            changes.note_sign_in(db, self._member_id, now(db))
            claims.welcome(db, self._member_id)

    def steps(self) -> Iterator[Step]:
        """Everything that happens after joining, each with its moment."""
        yield from self._bills()
        yield from self._claims()
        if self._member.uses_welcome:
            for welcome in vouchers.vouchers(self._db, self._member_id, now(self._db)):
                yield self._at(self._member.days_since_joining - 3, 13, partial(self._use, welcome.id))
        if is_birth_month(self._member.born, malaysian_date(self._current_time)):
            yield self._current_time, self._claiming(PlannedClaim(0, BIRTHDAY_GIFT), timedelta())

    def _bills(self) -> Iterator[Step]:
        """A bill every few days until yesterday; the newest are pending, and so is one that was forgotten."""
        member, number = self._member, 0
        if not member.bill_ringgit[1]:
            return
        days_ago = member.days_since_joining - 1
        while days_ago >= 1:
            number += 1
            at = self._evening(days_ago)
            sen = self._draw.randrange(member.bill_ringgit[0] * 100, member.bill_ringgit[1] * 100, 10)
            outlet = self._draw.choice((self._home, self._home, self._draw.choice(self._outlets)))
            yield at, self._pay(sen, outlet)
            if number == member.posted_twice:
                yield at + timedelta(minutes=2), self._pay(sen, outlet)
                yield at + timedelta(hours=14), self._void_newest
            days_ago -= self._draw.randint(*member.days_between_bills)
        yield self._current_time - timedelta(minutes=50), self._pay(54_90, self._home, verified=False)
        if member.has_overdue_bill:
            yield self._current_time - timedelta(hours=30), self._pay(31_50, self._home, verified=False)

    def _claims(self) -> Iterator[Step]:
        for planned in self._member.claims_made:
            if planned.then == "present":
                yield self._current_time - timedelta(minutes=2), self._claiming(planned, timedelta())
            else:
                yield self._at(planned.days_ago, 23, self._claiming(planned, timedelta(hours=14)))

    def _claiming(self, planned: PlannedClaim, after: timedelta) -> Callable[[], None]:
        """A claim, and what happens to it some time after."""
        then = {"use": self._use, "cancel": self._cancel, "present": self._present}.get(planned.then)

        def step() -> None:
            with suppress(Conflict, NotFound):
                voucher = claim(self._db, self._member_id, planned.reward_id).voucher.id
                if then is not None:
                    with as_if(now(self._db) + after):
                        then(voucher)

        return step

    def _pay(self, sen: int, outlet_id: int, *, verified: bool = True) -> Callable[[], None]:
        def step() -> None:
            bill = self._post(sen, outlet_id)
            if verified:
                with as_if(now(self._db) + VERIFIED_AFTER):
                    settle(self._db, bill.id)

        return step

    def _post(self, sen: int, outlet_id: int) -> Bill:
        self._receipts += 1
        bill, _ = bills.post(
            self._db,
            outlet_id=outlet_id,
            member_id=self._member_id,
            receipt=f"T1-{self._receipts:05}",
            amount_sen=sen,
        )
        return bill

    def _void_newest(self) -> None:
        [newest] = bill_lists.of_member(self._db, self._member_id, limit=1)
        bills.void(self._db, newest.id, reason="rung up twice")

    def _present(self, voucher_id: int) -> str:
        outlet_id = self._home
        return vouchers.show(self._db, self._member_id, voucher_id, outlet_id, now(self._db)).code

    def _use(self, voucher_id: int) -> None:
        code, at = self._present(voucher_id), now(self._db) + timedelta(minutes=6)
        with as_if(at):
            vouchers.use(self._db, code, self._home, at, net_sen=ENOUGH_FOR_ANY_MINIMUM, receipt=None)

    def _cancel(self, voucher_id: int) -> None:
        code = vouchers.read(self._db, self._member_id, voucher_id).code
        vouchers.cancel(self._db, code, "it had run out at the outlet", now(self._db))

    def _at(self, days_ago: int, hour: int, step: Callable[[], None]) -> Step:
        day = malaysian_date(self._current_time) - timedelta(days=days_ago)
        return datetime.combine(day, time(hour), tzinfo=ZONE), step

    def _evening(self, days_ago: int) -> datetime:
        hour, minute = self._draw.randint(12, 20), self._draw.randrange(60)
        day = malaysian_date(self._current_time) - timedelta(days=days_ago)
        return datetime.combine(day, time(hour, minute), tzinfo=ZONE)


MEMBERS = (
    DemoMember(
        name="Aisyah Rahman",
        number="123456789",
        gender_id=FEMALE,
        born=date(1994, 3, 8),
        occupation="Teacher",
        outlet=1,
        days_since_joining=84,
        days_between_bills=(3, 6),
        bill_ringgit=(80, 180),
        email="aisyah@example.com",
        posted_twice=5,
        claims_made=(
            PlannedClaim(days_ago=48, reward_id=1),  # never used: it has expired
            PlannedClaim(days_ago=26, reward_id=2, then="use"),
            PlannedClaim(days_ago=20, reward_id=7),  # what Plus brings
            PlannedClaim(days_ago=12, reward_id=1, then="cancel"),
            PlannedClaim(days_ago=4, reward_id=3),
        ),
    ),
    DemoMember(
        name="Tan Wei Jie",
        number="1123456789",
        gender_id=MALE,
        born=date(2001, 11, 23),
        occupation="Student",
        outlet=11,
        days_since_joining=40,
        days_between_bills=(9, 16),
        bill_ringgit=(18, 60),
        email="weijie@example.com",
        invited=True,
        uses_welcome=True,
    ),
    DemoMember(
        name="Priya Nair",
        number="162345678",
        gender_id=FEMALE,
        born=date(1988, 6, 30),
        occupation="Software Engineer",
        outlet=2,
        days_since_joining=400,
        days_between_bills=(4, 9),
        bill_ringgit=(60, 170),
        has_overdue_bill=True,
        claims_made=(
            PlannedClaim(days_ago=90, reward_id=8),
            PlannedClaim(days_ago=60, reward_id=3, then="use"),
            PlannedClaim(days_ago=35, reward_id=4, then="use"),
            PlannedClaim(days_ago=9, reward_id=1),
            PlannedClaim(days_ago=0, reward_id=2, then="present"),
        ),
    ),
    DemoMember(
        name="Farah Ismail",
        number="198765432",
        gender_id=FEMALE,
        born=date(1979, 2, 28),
        occupation="Business Owner",
        outlet=4,
        days_since_joining=540,
        days_between_bills=(5, 10),
        bill_ringgit=(70, 190),
        claims_made=(
            PlannedClaim(days_ago=70, reward_id=5, then="use"),
            PlannedClaim(days_ago=44, reward_id=4, then="use"),
            PlannedClaim(days_ago=30, reward_id=9),
            PlannedClaim(days_ago=6, reward_id=5),
        ),
    ),
    DemoMember(
        name="Daniel Lim",
        number="176543210",
        gender_id=MALE,
        born=date(1999, 8, 17),
        occupation="Designer",
        outlet=7,
        days_since_joining=1,
        invited=True,
    ),
)


def number_of(member: DemoMember, place: int) -> str:
    """Their mobile number; in another country the first one there that ends with their place in the list."""
    if normalise(CALLING_CODE, member.number) == member.number:
        return member.number
    numbers = (f"{head}{place:06}" for head in count(1))
    return next(number for number in numbers if normalise(CALLING_CODE, number) == number)


def set_up(db: Session) -> int:
    """Write the demo members who are missing, inside the caller's transaction; returns how many.

    They join in turn; what they all do after it is written in the order in which it happens.
    """
    current_time = now(db)
    histories = []
    for place, member in enumerate(MEMBERS):
        if changes.find_by_phone(db, CALLING_CODE, number_of(member, place)) is None:
            history = _History(db, member, place, current_time)
            inviting = number_of(MEMBERS[0], 0) if member.invited else None
            history.join(changes.find_by_phone(db, CALLING_CODE, inviting) if inviting else None)
            histories.append(history)
    steps = chain.from_iterable(history.steps() for history in histories)
    for moment, step in sorted(steps, key=lambda each: each[0]):
        with as_if(moment):
            step()
    return len(histories)


@demo_commands.command("members")
def add_members() -> None:
    """Add the demo members who are missing, with months of bills."""
    with transaction() as db:
        added = set_up(db)
    click.echo(f"Demo members: {added} added.")
    click.echo(f"Demo member: +{CALLING_CODE} {number_of(MEMBERS[0], 0)} ({MEMBERS[0].name})")


@demo_commands.command("large")
@click.option("--members", type=click.IntRange(1, 99_999_999), default=demo_large.MEMBERS, show_default=True)
@refusals
def add_many(members: int) -> None:
    """In development: so many members with a year of bills at every outlet, to try tables and reports on.

    No messages are sent. A database that has them already stays as it is.
    """
    if config.current().production:
        raise click.UsageError("Demo members are for development.")
    with transaction() as db:
        bills = 0 if demo_large.is_written(db) else demo_large.write(db, members)
    gather_statistics()
    click.echo(f"A year of {members} members: {bills} bills added." if bills else "They are there already.")


@demo_commands.command("staff")
@refusals
def add_staff() -> None:
    """In development: an account of every role, two of head office, who approve what the other one asks for.
    Prints a link for each but the cashier, whose PIN is 4071.

    `npm start` shows them.
    """
    if config.current().production:
        raise click.UsageError("Demo accounts are for development.")
    actor = Actor(Signature("demo", "accounts to try the staff app"))
    accounts = people.people(current_session(), EVERYWHERE, None)
    there = {each["name"]: each["id"] for each in accounts if each["disabled_at"] is None}
    for role, suffix in [*((each, "") for each in Role), (Role.HEAD_OFFICE, " 2")]:
        name = f"Demo {role.value.replace('-', ' ')}{suffix}"
        outlet = None if role in EVERYWHERE_ONLY else 1
        staff_id = there.get(name) or people.add(name, [Grant(role, outlet)], actor)
        if role is Role.CASHIER:
            people.set_pin(staff_id, "9053", actor)
            with transaction() as db:
                people.choose_pin(db, staff_id, name, "4071")
        else:
            made = people.invite(staff_id, actor)
            click.echo(f"{role.value}{suffix}: {made[0] if made else ''}")
