"""A small living demo: members of every tier with months of bills, claims and friends, always the same ones.

What they do is drawn from fixed seeds and ends today, so that "this month" and "last visit" are true whenever
the demo is made. It goes through the same verbs as anything real, and audit finds nothing to say about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from sqlalchemy import Connection

from loyalty.db.clock import as_if, now
from loyalty.features.members import changes, records
from loyalty.features.members.consents import record_consent
from loyalty.features.points import bill_lists, bills
from loyalty.features.points.bill_lists import BillFacts
from loyalty.features.rewards import claims, vouchers
from loyalty.features.rewards.claims import claim_in
from loyalty.features.till.bills import settle
from loyalty.rules.calendar import MALAYSIA, is_birth_month, malaysian_date
from loyalty.rules.people import FEMALE, MALE

CALLING_CODE = "60"
BIRTHDAY_GIFT = 6
ENOUGH_FOR_ANY_MINIMUM = 100_00
VERIFIED_AFTER = timedelta(minutes=75)


@dataclass(frozen=True)
class Wish:
    """A reward that a guest claims, and what becomes of it: "use", "cancel", "present", or nothing."""

    days_ago: int
    reward_id: int
    then: str = ""


@dataclass(frozen=True)
class Guest:
    """One demo member: since when she comes, how often, what she spends (ringgit, from and to), and claims.

    `rung_up_twice` is the number of a bill that was posted twice and taken back once.
    """

    name: str
    number: str
    gender_id: int
    born: date
    occupation: str
    outlet_id: int
    days_since_joining: int
    days_between_bills: tuple[int, int] = (0, 0)
    bill_ringgit: tuple[int, int] = (0, 0)
    email: str | None = None
    invited: bool = False
    uses_welcome: bool = False
    rung_up_twice: int = 0
    leaves_overdue: bool = False
    wishes: tuple[Wish, ...] = ()


Deed = tuple[datetime, Callable[[], object]]


def live(db: Connection, guest: Guest, place: int, this_moment: datetime, *, invited_by: int | None) -> None:
    """Write a guest's whole life, in the caller's transaction, in the order in which it happened.

    `place` is her place among the guests, which keeps her receipts apart from theirs.
    """
    life = _Life(db, guest, place, this_moment)
    life.join(invited_by)
    for moment, deed in sorted(life.deeds(), key=lambda each: each[0]):
        with as_if(moment):
            deed()


class _Life:
    def __init__(self, db: Connection, guest: Guest, place: int, this_moment: datetime) -> None:
        self._db, self._guest, self._this_moment = db, guest, this_moment
        # A demo is the same every time; nothing secret depends on it.
        self._draw = Random(guest.number)  # noqa: S311
        self._receipts = place * 1_000
        self._member_id = 0

    def join(self, invited_by: int | None) -> None:
        """Become a member, as POST /member does it; the sign-in to come is not her first."""
        db, guest, draw = self._db, self._guest, self._draw.randrange
        with as_if(self._evening(guest.days_since_joining)):
            self._member_id = changes.create(
                db,
                name=guest.name,
                calling_code=CALLING_CODE,
                number=guest.number,
                gender_id=guest.gender_id,
                race_id=99,
                date_of_birth=guest.born,
                outlet_id=guest.outlet_id,
                occupation=guest.occupation,
                email=guest.email,
                used_referral_code=records.record(db, invited_by).referral_code if invited_by else None,
                draw=draw,
            )
            record_consent(db, self._member_id, channel="site")
            changes.note_sign_in(db, self._member_id)
            claims.welcome(db, self._member_id, draw)

    def deeds(self) -> Iterator[Deed]:
        """Everything that happens after joining, each with its moment."""
        yield from self._bills()
        yield from self._wishes()
        if self._guest.uses_welcome:
            [welcome] = vouchers.vouchers(self._db, self._member_id)
            yield self._at(self._guest.days_since_joining - 3, 13, lambda: self._use(welcome.id))
        if is_birth_month(self._guest.born, malaysian_date(self._this_moment)):
            yield self._this_moment, lambda: self._claim(BIRTHDAY_GIFT)

    def _bills(self) -> Iterator[Deed]:
        """A bill every few days until yesterday; the newest are pending, and so is one that was forgotten."""
        guest, number = self._guest, 0
        if not guest.bill_ringgit[1]:
            return
        days_ago = guest.days_since_joining - 1
        while days_ago >= 1:
            number += 1
            at = self._evening(days_ago)
            sen = self._draw.randrange(guest.bill_ringgit[0] * 100, guest.bill_ringgit[1] * 100, 10)
            outlet = self._draw.choice((guest.outlet_id, guest.outlet_id, self._draw.randrange(1, 20)))
            yield at, self._pay(sen, outlet)
            if number == guest.rung_up_twice:
                yield at + timedelta(minutes=2), self._pay(sen, outlet)
                yield at + timedelta(hours=14), self._take_back
            days_ago -= self._draw.randint(*guest.days_between_bills)
        yield self._this_moment - timedelta(minutes=50), self._pay(54_90, guest.outlet_id, verified=False)
        if guest.leaves_overdue:
            yield self._this_moment - timedelta(hours=30), self._pay(31_50, guest.outlet_id, verified=False)

    def _wishes(self) -> Iterator[Deed]:
        for wish in self._guest.wishes:
            if wish.then == "present":
                yield self._this_moment - timedelta(minutes=2), self._claiming(wish.reward_id, self._present)
                continue
            then = {"use": self._use, "cancel": self._cancel}.get(wish.then)
            yield self._at(wish.days_ago, 23, self._claiming(wish.reward_id, then, after=timedelta(hours=14)))

    def _claiming(
        self, reward_id: int, then: Callable[[int], object] | None, after: timedelta = timedelta()
    ) -> Callable[[], None]:
        """A claim, and what she does with it some time after."""

        def deed() -> None:
            voucher = self._claim(reward_id)
            if then is not None:
                with as_if(now(self._db) + after):
                    then(voucher)

        return deed

    def _claim(self, reward_id: int) -> int:
        return claim_in(self._db, self._member_id, reward_id, draw=self._draw.randrange).voucher.id

    def _pay(self, sen: int, outlet_id: int, *, verified: bool = True) -> Callable[[], None]:
        def deed() -> None:
            bill = self._post(sen, outlet_id)
            if verified:
                with as_if(now(self._db) + VERIFIED_AFTER):
                    settle(self._db, bill.id, draw=self._draw.randrange)

        return deed

    def _post(self, sen: int, outlet_id: int) -> BillFacts:
        self._receipts += 1
        bill, _ = bills.post(
            self._db,
            outlet_id=outlet_id,
            member_id=self._member_id,
            receipt=f"T1-{self._receipts:05}",
            amount_sen=sen,
        )
        return bill

    def _take_back(self) -> None:
        [newest] = bill_lists.of_member(self._db, self._member_id, limit=1)
        bills.void(self._db, newest.id, reason="rung up twice")

    def _present(self, voucher_id: int) -> str:
        return vouchers.show(self._db, self._member_id, voucher_id, self._guest.outlet_id, now(self._db)).code

    def _use(self, voucher_id: int) -> None:
        code, at = self._present(voucher_id), now(self._db) + timedelta(minutes=6)
        with as_if(at):
            vouchers.use(
                self._db, code, self._guest.outlet_id, at, net_sen=ENOUGH_FOR_ANY_MINIMUM, receipt=None
            )

    def _cancel(self, voucher_id: int) -> None:
        code = vouchers.read(self._db, self._member_id, voucher_id).code
        vouchers.cancel(self._db, code, "it had run out at the outlet", now(self._db))

    def _at(self, days_ago: int, hour: int, deed: Callable[[], None]) -> Deed:
        day = malaysian_date(self._this_moment) - timedelta(days=days_ago)
        return datetime.combine(day, time(hour), tzinfo=MALAYSIA), deed

    def _evening(self, days_ago: int) -> datetime:
        hour, minute = self._draw.randint(12, 20), self._draw.randrange(60)
        day = malaysian_date(self._this_moment) - timedelta(days=days_ago)
        return datetime.combine(day, time(hour, minute), tzinfo=MALAYSIA)


INVITATION = "Demo member: +60 12-345 6789 (Aisyah Rahman)"

GUESTS = (
    Guest(
        name="Aisyah Rahman",
        number="123456789",
        gender_id=FEMALE,
        born=date(1994, 3, 8),
        occupation="Teacher",
        outlet_id=2,
        days_since_joining=84,
        days_between_bills=(3, 6),
        bill_ringgit=(80, 180),
        email="aisyah@example.com",
        rung_up_twice=5,
        wishes=(
            Wish(days_ago=48, reward_id=1),  # never used: it has expired
            Wish(days_ago=26, reward_id=2, then="use"),
            Wish(days_ago=20, reward_id=7),  # what Plus brings
            Wish(days_ago=12, reward_id=1, then="cancel"),
            Wish(days_ago=4, reward_id=3),
        ),
    ),
    Guest(
        name="Tan Wei Jie",
        number="1123456789",
        gender_id=MALE,
        born=date(2001, 11, 23),
        occupation="Student",
        outlet_id=12,
        days_since_joining=40,
        days_between_bills=(9, 16),
        bill_ringgit=(18, 60),
        email="weijie@example.com",
        invited=True,
        uses_welcome=True,
    ),
    Guest(
        name="Priya Nair",
        number="162345678",
        gender_id=FEMALE,
        born=date(1988, 6, 30),
        occupation="Software Engineer",
        outlet_id=3,
        days_since_joining=400,
        days_between_bills=(4, 9),
        bill_ringgit=(60, 170),
        leaves_overdue=True,
        wishes=(
            Wish(days_ago=90, reward_id=8),
            Wish(days_ago=60, reward_id=3, then="use"),
            Wish(days_ago=35, reward_id=4, then="use"),
            Wish(days_ago=9, reward_id=1),
            Wish(days_ago=0, reward_id=2, then="present"),
        ),
    ),
    Guest(
        name="Farah Ismail",
        number="198765432",
        gender_id=FEMALE,
        born=date(1979, 2, 28),
        occupation="Business Owner",
        outlet_id=5,
        days_since_joining=540,
        days_between_bills=(5, 10),
        bill_ringgit=(70, 190),
        wishes=(
            Wish(days_ago=70, reward_id=5, then="use"),
            Wish(days_ago=44, reward_id=4, then="use"),
            Wish(days_ago=30, reward_id=9),
            Wish(days_ago=6, reward_id=5),
        ),
    ),
    Guest(
        name="Daniel Lim",
        number="176543210",
        gender_id=MALE,
        born=date(1999, 8, 17),
        occupation="Designer",
        outlet_id=8,
        days_since_joining=1,
        invited=True,
    ),
)


def set_up(db: Connection) -> int:
    """Write the demo members who are missing, inside the caller's transaction; gives how many."""
    this_moment = now(db)
    written = 0
    for number, guest in enumerate(GUESTS):
        if changes.find_by_phone(db, CALLING_CODE, guest.number) is None:
            first = changes.find_by_phone(db, CALLING_CODE, GUESTS[0].number) if guest.invited else None
            live(db, guest, number, this_moment, invited_by=first)
            written += 1
    return written
