"""Random histories of members against a model of three numbers (SECURITY.md L1, L8), each audited."""

from datetime import UTC, datetime
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import audit, ledger
from support.factories import a_bill, a_member, spend
from support.ledger_model import Model

pytestmark = pytest.mark.databases_differ

_numbers = count(180_000_000)


STEPS = st.lists(
    st.tuples(
        st.sampled_from([0, 1, 9, 23, 40, 24 * 14, 24 * 28, 24 * 31, 24 * 45, 24 * 70]),  # hours that pass
        st.sampled_from(["earn", "earn", "spend", "adjust", "scheduler"]),
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
def test_balance_and_tier_are_the_models_and_the_audit_finds_nothing(database, clock, start, steps):
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
                ledger.lapse(db, member_id)
            found = records.get_member(current_session(), member_id)
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
        assert [each for each in audit.violations(current_session()) if each.member_id == member_id] == []


def act(member_id: int, model: Model, verb: str, amount: int) -> None:
    """Do one thing to the member and to the model."""
    with transaction() as db:
        if verb == "earn":
            ledger.earn(db, member_id, amount, a_bill(), "a bill")
            model.earn(amount)
        elif verb == "adjust":
            ledger.adjust(db, member_id, amount, a_bill(), "a correction")
            model.balance += amount
        elif verb == "scheduler":
            ledger.lapse(db, member_id)
        else:
            allowed = model.spend(amount)
            try:
                spend(db, member_id, amount, a_bill(), "a treat")
                assert allowed
            except Conflict:
                assert not allowed
