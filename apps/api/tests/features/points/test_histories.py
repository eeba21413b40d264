"""Random lives of members against a model of three numbers (trust.md L1, L8); the auditor reads each."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loyalty.db.session import session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import service as members
from loyalty.features.points import audit
from loyalty.features.points import service as points
from people import a_bill, a_member

MALAYSIA_IS_AHEAD = timedelta(hours=8)  # on purpose not the rules' own calendar
FLOORS = [0, 1_500, 5_000, 10_000]
_numbers = count(180_000_000)


class Model:
    """What a member should have, worked out as slowly and plainly as can be: day by day."""

    def __init__(self, joined: datetime) -> None:
        self.balance = self.tier = 0
        self.today = self._day(joined)
        self.kept_until: date | None = None
        self.anchor, self.months = self.today, 0

    @staticmethod
    def _day(moment: datetime) -> date:
        return (moment + MALAYSIA_IS_AHEAD).date()

    @property
    def level(self) -> int:
        return sum(self.tier >= floor for floor in FLOORS) - 1

    def _month_on(self) -> date:
        """The anchor's day of the month, `months` later, or the last day that month has."""
        month = self.anchor.month - 1 + self.months
        year, month = self.anchor.year + month // 12, month % 12 + 1
        day = self.anchor.day
        while True:
            try:
                return date(year, month, day)
            except ValueError:
                day -= 1

    def live_until(self, moment: datetime) -> None:
        """Let the days pass one by one; a tier goes on the day after the last day that keeps it."""
        while self.today < self._day(moment):
            self.today += timedelta(days=1)
            if self.kept_until and self.today > self.kept_until and self.level > 0:
                self.tier = FLOORS[self.level - 1]
                self.months += 1
                self.kept_until = self._month_on()

    def earn(self, amount: int) -> None:
        self.balance += amount
        self.tier += amount
        if amount:
            self.anchor, self.months = self.today, 1
            self.kept_until = self._month_on()

    def spend(self, amount: int) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        return True


STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 9, 23, 40, 24 * 14, 24 * 28, 24 * 31, 24 * 45, 24 * 70]),  # hours that pass
        st.sampled_from(["earn", "earn", "spend", "adjust", "tick"]),
        st.sampled_from([0, 1, 499, 500, 1_499, 1_500, 3_500, 5_000]),
    ),
    min_size=1,
    max_size=12,
)
STARTS = st.sampled_from(
    [
        datetime(2026, 1, 31, 15, 30, tzinfo=UTC),  # half an hour before February in Malaysia
        datetime(2026, 1, 31, 16, 0, tzinfo=UTC),
        datetime(2028, 1, 30, 2, 0, tzinfo=UTC),  # a year with 29 February
        datetime(2026, 11, 14, 12, 0, tzinfo=UTC),
    ]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STARTS, STEPS)
def test_balance_and_tier_are_what_a_plain_model_says_and_the_books_are_right(database, clock, start, steps):
    clock.set(start)
    member_id = a_member(database, number=str(next(_numbers)))
    model = Model(start)
    for hours, verb, amount in steps:
        clock.advance(hours=hours)
        model.live_until(clock.now())
        with database.bound():
            act(member_id, model, verb, amount)
            # Nobody has to wait for the nightly job to be compared with the model.
            with transaction() as db:
                points.lapse(db, member_id)
            found = members.record(session(), member_id)
            assert (
                found.member_point_amount,
                found.current_member_membership_point,
                found.membership_level,
            ) == (
                model.balance,
                model.tier,
                model.level,
            )
    with database.bound():
        assert [each for each in audit.violations(session()) if each.member_id == member_id] == []


def act(member_id: int, model: Model, verb: str, amount: int) -> None:
    """Do one thing to the member and to the model."""
    with transaction() as db:
        if verb == "earn":
            points.earn(db, member_id, amount, a_bill(), "a bill")
            model.earn(amount)
        elif verb == "adjust":
            points.adjust(db, member_id, amount, a_bill(), "a correction")
            model.balance += amount
        elif verb == "tick":
            points.lapse(db, member_id)
        else:
            allowed = model.spend(amount)
            try:
                points.spend(db, member_id, amount, a_bill(), "a treat")
                assert allowed
            except Conflict:
                assert not allowed
