"""A member's points and tier, computed day by day in the simplest way, to compare the ledger with."""

from datetime import date, datetime, timedelta

MALAYSIA_IS_AHEAD = timedelta(hours=8)  # on purpose not the rules' own calendar
FLOORS = [0, 1_500, 5_000, 10_000]


def level_of(tier_points: int) -> int:
    """The level that these tier points reach."""
    return sum(tier_points >= floor for floor in FLOORS) - 1


class Model:
    """What a member should have, computed day by day."""

    def __init__(self, joined: datetime) -> None:
        self.balance = self.tier = 0
        self.today = self._day(joined)
        self.kept_until: date | None = None
        self.anchor, self.months = self.today, 0
        self.lost = 0
        # Of what was earned: its source, its day, and the steps lost before.
        self.earned: list[tuple[object, date, int]] = []

    @staticmethod
    def _day(moment: datetime) -> date:
        return (moment + MALAYSIA_IS_AHEAD).date()

    @property
    def level(self) -> int:
        return level_of(self.tier)

    def _month_on(self) -> date:
        """The anchor's day of the month, `months` later, or the last day of that month."""
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
            self._step_down()

    def _step_down(self) -> None:
        while self.kept_until and self.today > self.kept_until and self.level > 0:
            self.tier = FLOORS[self.level - 1]
            self.months += 1
            self.lost += 1
            self.kept_until = self._month_on()

    def earn(self, amount: int, source: object = None) -> None:
        self.balance += amount
        self.tier += amount
        if amount:
            self.earned.append((source, self.today, self.lost))
            self.anchor, self.months = self.today, 1
            self.kept_until = self._month_on()

    def take_back(self, amount: int, source: object) -> None:
        """What was earned from a source counts as never earned, also for how long the tier is kept."""
        self.balance -= amount
        self.tier = max(0, self.tier - amount)
        self.earned = [each for each in self.earned if each[0] != source]
        self.kept_until = None
        if self.earned:
            _source, self.anchor, before = self.earned[-1]
            self.months = self.lost - before + 1
            self.kept_until = self._month_on()
        self._step_down()

    def spend(self, amount: int) -> bool:
        if amount > self.balance:
            return False
        self.balance -= amount
        return True
