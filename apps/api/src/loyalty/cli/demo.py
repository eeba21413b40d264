"""A small living demo: members of every tier with months of bills, claims and friends, always the same ones.

What they do is drawn from fixed seeds and ends today, so that "this month" and "last visit" are true whenever
the demo is made. It goes through the same verbs as anything real, and audit finds nothing to say about it.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy.orm import Session

from loyalty.cli.demo_lives import CALLING_CODE, Guest, Wish, live
from loyalty.db.clock import now
from loyalty.features.members import service as members
from loyalty.rules.people import FEMALE, MALE

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


def set_up(db: Session) -> int:
    """Write the demo members who are missing, inside the caller's transaction; gives how many."""
    this_moment = now(db)
    written = 0
    for number, guest in enumerate(GUESTS):
        if members.find_by_phone(db, CALLING_CODE, guest.number) is None:
            first = members.find_by_phone(db, CALLING_CODE, GUESTS[0].number) if guest.invited else None
            live(db, guest, number, this_moment, invited_by=first)
            written += 1
    return written
