"""SECURITY.md O5: the budgets against a reference that simply keeps every code sent in a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.login_steps import ask, ask_to_join

pytestmark = pytest.mark.databases_differ

HOUR, DAY = timedelta(hours=1), timedelta(hours=24)


@dataclass(frozen=True)
class Sent:
    at: datetime
    call: object
    national: str
    ip: str


class Reference:
    """Every rule as its sentence, by looking at the whole past."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []

    def allows(self, new: Sent) -> bool:
        def past(within: timedelta) -> Iterator[Sent]:
            return (each for each in self.sent if new.at - each.at < within)

        own = [each for each in past(DAY) if (each.national, each.call) == (new.national, new.call)]
        cooldown = timedelta(seconds=30 if new.call is ask else 60)
        here = [each for each in past(HOUR) if each.ip == new.ip]
        numbers_here = {each.national for each in here} | {new.national}
        in_range = [each for each in past(HOUR) if each.national[:-4] == new.national[:-4]]
        return (
            not any(new.at - each.at < cooldown for each in own)
            and sum(new.at - each.at < HOUR for each in own) < 5
            and len(own) < 10
            and len(here) < 30
            and len(numbers_here) <= 10
            and len(in_range) < 20
        )


steps = st.lists(
    st.tuples(
        st.sampled_from([5, 20, 31, 61, 400, 3601, 20_000]),
        st.sampled_from([ask, ask_to_join]),
        st.integers(0, 13),
        st.integers(0, 2),
    ),
    min_size=30,
    max_size=50,
)


@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(steps=steps)
def test_the_budgets_allow_what_the_reference_allows(app, clock, steps):
    clock.advance(days=3)
    reference = Reference()
    for wait_s, call, who, where in steps:
        clock.advance(seconds=wait_s)
        # A range of its own for each number: the rest of a pumped range has a test of its own.
        national, ip = f"1{who:02}456789", f"203.0.113.{where}"
        new = Sent(clock.now(), call, national, ip)
        allowed = call(app.test_client(use_cookies=False), national, ip=ip).status_code == 200

        assert allowed == reference.allows(new)
        if allowed:
            reference.sent.append(new)
