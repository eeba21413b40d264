"""Adjustments of points: one operator up to the limit, two above it."""

from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED
from loyalty.backoffice.bills import recording, verification
from loyalty.backoffice.log.log import Signature, entries
from loyalty.backoffice.members import data
from loyalty.db.session import Database, current_session, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.members import records
from loyalty.features.points import activities, audit
from loyalty.features.programme import settings
from support.factories import a_member, adjust

MEI, RAJ = Signature("mei", "Ticket 4711"), Signature("raj", "Ticket 4712")


@pytest.fixture
def member(database: Database):
    return a_member(database, earned=1_450)


@pytest.fixture(autouse=True)
def office(app: Flask):
    with app.app_context():
        with transaction() as db:
            settings.write(db, {"adjust_limit": 100})
        yield


def points_of(member: int) -> tuple[int, int]:
    record = records.get_member(current_session(), member)
    return record.member_point_amount, record.current_member_membership_point


@pytest.mark.parametrize(
    ("delta", "state"), [(100, "done"), (101, "waiting"), (-100, "done"), (-101, "waiting")]
)
def test_one_operator_adjusts_up_to_the_limit(member, delta, state):
    assert adjust(member, delta, MEI).state == state
    assert points_of(member) == (1_450 + (delta if state == "done" else 0), 1_450)


class TestLimitOfADay:
    """100 points of one member by one login: what it does in pieces is one thing."""

    def test_adjustments_in_and_out_add_up(self, member):
        states = [adjust(member, delta, MEI).state for delta in (60, -30, 11, 10)]
        assert states == ["done", "done", "waiting", "done"]
        assert points_of(member)[0] == 1_450 + 60 - 30 + 10

    def test_another_name_at_the_same_login_has_the_same_limit(self, member):
        assert adjust(member, 100, MEI).state == "done"
        assert adjust(member, 1, Signature("raj via mei", "Ticket 4712")).state == "waiting"
        assert adjust(member, 100, RAJ).state == "done"

    def test_another_member_and_another_day_have_limits_of_their_own(self, database, member, clock):
        other = a_member(database)
        clock.set(datetime(2026, 3, 14, 15, 59, 59, tzinfo=UTC))  # a second before midnight in Malaysia
        assert adjust(member, 100, MEI).state == "done"
        assert adjust(member, 1, MEI).state == "waiting"
        assert adjust(other, 100, MEI).state == "done"
        clock.advance(seconds=1)
        assert adjust(member, 100, MEI).state == "done"

    def test_adjustments_of_two_operators_do_not_count(self, member):
        asked = adjust(member, 500, MEI)
        approvals.decide(asked.id, RAJ, DONE)
        assert adjust(member, 100, MEI).state == "done"

    def test_a_bill_recorded_and_verified_by_one_operator_counts(self, member, clock):
        def verified(receipt, by):
            bill, _ = recording.add_bill(
                MEI, member_id=member, outlet_id=1, receipt=receipt, amount_sen=6_000, paid_at=clock.now()
            )
            return verification.verify_bill(bill.id, by)[0].points

        assert verified("B-1", RAJ) == 60  # two people: no part of anybody's limit
        assert verified("B-2", MEI) == 60
        assert adjust(member, 41, MEI).state == "waiting"
        with pytest.raises(Conflict, match="more than you may add alone today"):
            verified("B-3", Signature("raj via mei", "Ticket 4712"))
        assert adjust(member, 40, MEI).state == "done"
        with pytest.raises(Conflict, match="more than you may add alone today"):
            verified("B-4", MEI)


def test_the_member_sees_an_adjustment_with_its_reason_and_without_the_operator(member):
    adjust(member, 50, MEI)
    adjust(member, -20, MEI)
    out, into = activities.activities(current_session(), member, limit=2)
    assert (into["action_id"], into["points"], into["remark"]) == (
        4,
        50,
        f"Points Adjustment (In): {MEI.reason}",
    )
    assert (out["action_id"], out["points"], out["remark"]) == (
        5,
        20,
        f"Points Adjustment (Out): {MEI.reason}",
    )
    assert into["reason"] == MEI.reason
    assert MEI.operator not in str(into)
    assert list(audit.violations(current_session())) == []


def test_an_adjustment_for_the_tier_changes_the_tier(member):
    adjust(member, 50, MEI, counts_for_tier=True)
    record = records.get_member(current_session(), member)
    assert (record.membership_name, record.current_member_membership_point) == ("Plus", 1_500)


@pytest.mark.parametrize("delta", [0, 1_000_001, -1_000_001])
def test_adjustments_of_0_and_above_the_most_are_refused(member, delta):
    with pytest.raises(Invalid):
        adjust(member, delta, MEI)


def test_a_balance_never_falls_below_0(database: Database):
    poor = a_member(database, earned=99)
    with pytest.raises(Conflict, match="too small"):
        adjust(poor, -100, MEI)
    assert entries(current_session()) == []


class TestAboveTheLimit:
    @pytest.fixture
    def waiting(self, member):
        return adjust(member, 500, MEI)

    def test_a_second_operator_approves_it_once(self, member, waiting):
        assert approvals.decide(waiting.id, RAJ, DONE).decided_by == "raj"
        assert points_of(member)[0] == 1_950
        with pytest.raises(Conflict, match="has already approved this"):
            approvals.decide(waiting.id, RAJ, DONE)
        assert points_of(member)[0] == 1_950

    def test_nobody_approves_their_own(self, member, waiting):
        for state in (DONE, REFUSED):
            for same in ("mei", "M EI", "raj via mei", "raj via siti via MEI"):
                with pytest.raises(Conflict, match="from the same login, "):
                    approvals.decide(waiting.id, Signature(same, "Ticket 4713"), state)
        assert points_of(member)[0] == 1_450

    @pytest.mark.databases_differ
    @pytest.mark.usefixtures("waiting")
    def test_the_database_refuses_it_too(self):
        sql = "UPDATE approvals SET state = 'done', decided_by = proposed_by, decided_at = proposed_at"
        with pytest.raises(IntegrityError), transaction() as db:
            db.execute(text(sql))

    def test_a_refused_adjustment_changes_no_points(self, member, waiting):
        assert approvals.decide(waiting.id, RAJ, REFUSED).state == "refused"
        with pytest.raises(Conflict):
            approvals.decide(waiting.id, RAJ, DONE)
        assert points_of(member)[0] == 1_450

    def test_an_adjustment_for_an_erased_member_can_only_be_refused(self, member, waiting):
        with transaction() as db:
            data.erase_member(db, member)
        with pytest.raises(NotFound):
            approvals.decide(waiting.id, RAJ, DONE)
        assert approvals.decide(waiting.id, RAJ, REFUSED).state == "refused"
        assert entries(current_session(), member_id=member)[0].action == "points.refuse"

    def test_request_and_approval_are_logged(self, member, waiting):
        approvals.decide(waiting.id, RAJ, DONE)
        assert [(each.operator, each.action) for each in entries(current_session(), member_id=member)] == [
            ("raj", "points.approve"),
            ("mei", "points.adjust"),
        ]

    def test_one_above_the_balance_stays_waiting(self, member):
        out = adjust(member, -1_400, MEI)
        for operator in ("mei", "siti"):
            adjust(member, -100, Signature(operator, "Ticket 4714"))
        with pytest.raises(Conflict, match="too small"):
            approvals.decide(out.id, RAJ, DONE)
        assert approvals.decide(out.id, RAJ, REFUSED).state == "refused"

    def test_an_unknown_adjustment_is_not_found(self):
        with pytest.raises(NotFound):
            approvals.decide(999, RAJ, DONE)
