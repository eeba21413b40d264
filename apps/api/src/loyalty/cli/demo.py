"""A small living demo: members of every tier with months of bills, the same ones every time.

Their bills are drawn from a fixed seed and end today, so that "this month" and "last visit" are true whenever
the demo is made. They go through the same verbs as real ones; audit finds nothing to say about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.features.members import service as members
from loyalty.features.outlets import service as outlets
from loyalty.features.points import service as points
from loyalty.features.tiers import service as tiers
from loyalty.rules.calendar import MALAYSIA, malaysian_date
from loyalty.rules.people import FEMALE, MALE
from loyalty.rules.points import earned
from loyalty.rules.tiers import tier_at

INVITATION = "Demo member: +60 12-345 6789 (Aisyah Rahman)"
CALLING_CODE = "60"
# What 500 points and more are worth (spec 001 §9).
TREATS = (
    (500, "Classic Thai Milk Tea with Bobas"),
    (600, "Kangkung Fritters"),
    (700, "Grill Beef Ball, 9 pcs"),
)


@dataclass(frozen=True)
class Guest:
    """One demo member: since when she comes, how often, and what she spends (ringgit, from and to)."""

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
    treats: int = 0


GUESTS = (
    Guest(
        name="Aisyah Rahman",
        number="123456789",
        gender_id=FEMALE,
        born=date(1994, 3, 8),
        occupation="Teacher",
        outlet_id=2,
        days_since_joining=240,
        days_between_bills=(5, 12),
        bill_ringgit=(38, 140),
        email="aisyah@example.com",
        treats=2,
    ),
    Guest(
        name="Tan Wei Jie",
        number="1123456789",
        gender_id=MALE,
        born=date(2001, 11, 23),
        occupation="Student",
        outlet_id=12,
        days_since_joining=75,
        days_between_bills=(9, 16),
        bill_ringgit=(18, 60),
        email="weijie@example.com",
        invited=True,
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
        treats=3,
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
        treats=3,
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


def set_up(db: Session) -> int:
    """Write the demo members who are missing, inside the caller's transaction; gives how many."""
    this_moment = now(db)
    names = {outlet.id: outlet.name for outlet in outlets.outlets(db)}
    written = 0
    for guest in GUESTS:
        if members.find_by_phone(db, CALLING_CODE, guest.number) is not None:
            continue
        draw = Random(guest.number)  # noqa: S311  # a demo is the same every time; nothing secret depends on it
        member_id = _join(db, guest, draw, this_moment)
        _dine(db, member_id, guest, draw, this_moment, names)
        written += 1
    return written


def _join(db: Session, guest: Guest, draw: Random, this_moment: datetime) -> int:
    first = members.find_by_phone(db, CALLING_CODE, GUESTS[0].number) if guest.invited else None
    joined = _evening(this_moment, guest.days_since_joining, draw)
    member_id = members.create(
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
        used_referral_code=members.record(db, first).referral_code if first else None,
        at=joined,
        draw=draw.randrange,
    )
    # Registering signed them in, so that the next sign-in is not their first.
    members.note_sign_in(db, member_id, joined)
    return member_id


def _dine(
    db: Session,
    member_id: int,
    guest: Guest,
    draw: Random,
    this_moment: datetime,
    outlet_names: dict[int, str],
) -> None:
    """Let a guest come, eat and collect, from the day after she joined until yesterday."""
    if not guest.bill_ringgit[1]:
        return
    ladder = tiers.ladder(db)
    treats = list(TREATS[: guest.treats])
    bill, days_ago, tier_points = 0, guest.days_since_joining - 1, 0
    while days_ago >= 1:
        bill += 1
        at = _evening(this_moment, days_ago, draw)
        sen = draw.randrange(guest.bill_ringgit[0] * 100, guest.bill_ringgit[1] * 100, 10)
        gained = earned(sen, tier_at(tier_points, ladder).multiplier_tenths)
        place = outlet_names[draw.choice((guest.outlet_id, guest.outlet_id, draw.randrange(1, 20)))]
        remark = f"RM {sen // 100}.{sen % 100:02} at {place}"
        balance = points.earn(
            db, member_id, gained, points.Source("demo-bill", f"{member_id}.{bill}"), remark, at
        )
        tier_points += gained
        if treats and balance > treats[0][0] and days_ago < 15 + 25 * len(treats):
            cost, treat = treats.pop(0)
            source = points.Source("demo-treat", f"{member_id}.{bill}")
            points.spend(db, member_id, cost, source, treat, at + timedelta(minutes=20))
        days_ago -= draw.randint(*guest.days_between_bills)


def _evening(this_moment: datetime, days_ago: int, draw: Random) -> datetime:
    day = malaysian_date(this_moment) - timedelta(days=days_ago)
    return datetime.combine(day, time(draw.randint(12, 20), draw.randrange(60)), tzinfo=MALAYSIA)
