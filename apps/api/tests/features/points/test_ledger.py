from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, IntegrityError

from loyalty.db.session import Database, current_session, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.points import activities, ledger
from loyalty.rules.points import Action
from support.factories import a_bill, a_member, spend

pytestmark = pytest.mark.databases_differ


def lines(member_id: int) -> list[tuple[int, int]]:
    """The member's lines as (action, points), oldest first."""
    found = activities.activities(current_session(), member_id, descending=False)
    return [(line["action_id"], line["points"]) for line in found]


@pytest.fixture
def member(database: Database):
    member_id = a_member(database)
    with database.bound():
        yield member_id


@pytest.mark.usefixtures("clock")
def test_a_new_member_has_an_empty_account_and_one_entry_for_the_registration(member):
    found = records.get_member(current_session(), member)
    assert (found.member_point_amount, found.membership_level) == (0, 0)
    [line] = activities.activities(current_session(), member)
    assert (line["action_id"], line["remark"], line["points"]) == (1, "Member Registration", 0)


def test_earning_adds_to_what_can_be_spent_and_to_what_counts_for_the_tier(member):
    with transaction() as db:
        assert ledger.earn(db, member, 45, a_bill(), "RM 45.90 at Publika") == 45
    found = records.get_member(current_session(), member)
    assert (found.member_point_amount, found.current_member_membership_point) == (45, 45)


@pytest.mark.parametrize(
    ("earned", "name"), [(1_499, "Basic"), (1_500, "Plus"), (4_999, "Plus"), (5_000, "Elite")]
)
def test_the_tier_moves_up_with_the_very_point_that_fills_it(member, earned, name):
    with transaction() as db:
        ledger.earn(db, member, earned, a_bill(), "a bill")
    assert records.get_member(current_session(), member).membership_name == name


def test_spending_lowers_the_balance_and_never_the_tier(member):
    with transaction() as db:
        ledger.earn(db, member, 1_500, a_bill(), "a bill")
        assert spend(db, member, 1_500, a_bill(), "Kangkung Fritters") == 0
    found = records.get_member(current_session(), member)
    assert (found.member_point_amount, found.current_member_membership_point) == (0, 1_500)
    assert found.membership_name == "Plus"


def test_the_last_point_can_be_spent_and_one_more_cannot(member):
    with transaction() as db:
        ledger.earn(db, member, 500, a_bill(), "a bill")
    with pytest.raises(Conflict) as refused, transaction() as db:
        spend(db, member, 501, a_bill(), "too dear")
    assert refused.value.code == "not_enough_points"
    assert lines(member) == [(1, 0), (2, 500)]
    with transaction() as db:
        assert spend(db, member, 500, a_bill(), "just right") == 0


def test_a_correction_is_a_line_of_its_own_in_either_direction(member):
    with transaction() as db:
        ledger.adjust(db, member, 50, a_bill(), "A bill was forgotten")
        ledger.adjust(db, member, -20, a_bill(), "It was too much")
    assert lines(member) == [(1, 0), (4, 50), (5, 20)]
    assert records.get_member(current_session(), member).member_point_amount == 30


def test_a_correction_cannot_take_more_than_there_is(member):
    with pytest.raises(Conflict), transaction() as db:
        ledger.adjust(db, member, -1, a_bill(), "nothing to take")


def test_taking_back_a_bill_takes_back_the_tier_it_brought(member):
    with transaction() as db:
        ledger.earn(db, member, 1_500, a_bill(), "a bill")
        ledger.adjust(db, member, -1_500, a_bill(), "The bill was void", counts_for_tier=True)
    found = records.get_member(current_session(), member)
    assert (found.current_member_membership_point, found.membership_name) == (0, "Basic")


def test_one_source_moves_points_once(member):
    bill = a_bill()
    with transaction() as db:
        ledger.earn(db, member, 45, bill, "a bill")
    with pytest.raises(IntegrityError), transaction() as db:
        ledger.earn(db, member, 45, bill, "the same bill")
    assert records.get_member(current_session(), member).member_point_amount == 45


def test_points_of_somebody_without_an_account_are_refused(database: Database):
    with database.bound(), pytest.raises(NotFound), transaction() as db:
        ledger.earn(db, 4_711, 1, a_bill(), "nobody")


def test_points_never_carry_a_sign_of_their_own(member):
    for verb in (ledger.earn, spend):
        with pytest.raises(ValueError, match="no sign"), transaction() as db:
            verb(db, member, -5, a_bill(), "backwards")
    assert lines(member) == [(1, 0)]


def test_a_failure_after_a_line_leaves_neither_line_nor_balance(member):
    def earn_and_fall_over():
        with transaction() as db:
            ledger.earn(db, member, 45, a_bill(), "a bill")
            raise RuntimeError("the till fell over")

    with pytest.raises(RuntimeError):
        earn_and_fall_over()
    assert lines(member) == [(1, 0)]
    assert records.get_member(current_session(), member).member_point_amount == 0


def test_a_clock_that_goes_back_does_not_put_a_line_before_the_line_before_it(member, clock):
    with transaction() as db:
        ledger.earn(db, member, 1, a_bill(), "first")
    first = activities.activities(current_session(), member)[0]["created_at"]
    clock.advance(hours=-3)
    with transaction() as db:
        ledger.earn(db, member, 1, a_bill(), "second")
    assert activities.activities(current_session(), member)[0]["created_at"] == first


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_entries SET delta = delta + 1",
        "UPDATE ledger_entries SET remark = 'something else'",
        "DELETE FROM ledger_entries",
    ],
)
def test_the_database_itself_refuses_to_change_a_written_line(member, owner, change):
    with pytest.raises(DatabaseError, match="append-only"), owner.writes.begin() as connection:
        connection.execute(text(change))
    assert lines(member) == [(1, 0)]


def test_not_even_a_replacing_insert_or_a_truncate_changes_a_written_line(member, owner):
    change = (
        "INSERT OR REPLACE INTO ledger_entries SELECT * FROM ledger_entries"
        if owner.is_sqlite
        else "TRUNCATE ledger_entries"
    )
    with pytest.raises(DatabaseError, match="append-only"), owner.writes.begin() as connection:
        connection.execute(text(change))
    assert lines(member) == [(1, 0)]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE point_accounts SET balance = -1",
        "UPDATE point_accounts SET tier_points = -1",
    ],
)
@pytest.mark.usefixtures("member")
def test_the_database_itself_refuses_a_balance_below_nothing(change):
    with pytest.raises(IntegrityError), transaction() as db:
        db.execute(text(change))


class TestAMonthWithoutPoints:
    @pytest.fixture
    def elite(self, database: Database, clock):
        clock.set(datetime(2026, 11, 14, 4, tzinfo=UTC))
        member_id = a_member(database, earned=6_000)
        with database.bound():
            yield member_id

    def level(self, member_id: int) -> int:
        return records.get_member(current_session(), member_id).membership_level

    def test_costs_one_tier_at_midnight_in_malaysia_and_not_a_moment_sooner(self, elite, clock):
        clock.set(datetime(2026, 12, 14, 15, 59, 59, tzinfo=UTC))
        with transaction() as db:
            assert ledger.lapse(db, elite) == 0
        clock.advance(seconds=1)
        with transaction() as db:
            assert ledger.lapse(db, elite) == 1
        found = records.get_member(current_session(), elite)
        assert (found.membership_name, found.current_member_membership_point) == ("Plus", 1_500)
        assert found.member_point_amount == 6_000

    def test_is_counted_once_however_often_the_job_runs(self, elite, clock):
        clock.set(datetime(2026, 12, 20, tzinfo=UTC))
        with transaction() as db:
            ledger.lapse(db, elite)
            assert ledger.lapse(db, elite) == 0
        assert self.level(elite) == 1

    def test_is_followed_by_a_second_step_only_a_month_later(self, elite, clock):
        clock.set(datetime(2027, 1, 14, 16, tzinfo=UTC))
        with transaction() as db:
            assert ledger.lapse(db, elite) == 2
        assert self.level(elite) == 0
        with transaction() as db:
            assert ledger.lapse(db, elite) == 0

    def test_counts_even_when_the_next_bill_is_quicker_than_the_job(self, elite, clock):
        clock.set(datetime(2026, 12, 14, 16, tzinfo=UTC))
        with transaction() as db:
            ledger.earn(db, elite, 10, a_bill(), "one bill too late")
        found = records.get_member(current_session(), elite)
        assert (found.membership_name, found.current_member_membership_point) == ("Plus", 1_510)

    def test_does_not_come_when_points_are_earned_on_the_last_day(self, elite, clock):
        clock.set(datetime(2026, 12, 14, 15, tzinfo=UTC))
        with transaction() as db:
            ledger.earn(db, elite, 1, a_bill(), "just in time")
        clock.advance(days=20)
        with transaction() as db:
            assert ledger.lapse(db, elite) == 0
        assert self.level(elite) == 2

    def test_is_not_stopped_by_a_bill_too_small_for_a_point(self, elite, clock):
        clock.advance(days=10)
        with transaction() as db:
            ledger.earn(db, elite, 0, a_bill(), "RM 0.50")
        clock.set(datetime(2026, 12, 14, 16, tzinfo=UTC))
        with transaction() as db:
            assert ledger.lapse(db, elite) == 1

    def test_is_no_activity_that_the_member_sees(self, elite, clock):
        clock.advance(days=40)
        with transaction() as db:
            ledger.lapse(db, elite)
        shown = activities.activities(current_session(), elite)
        assert Action.TIER_LAPSED not in {line["action_id"] for line in shown}

    def test_starts_anew_with_the_next_bill(self, elite, clock):
        clock.set(datetime(2026, 12, 20, 4, tzinfo=UTC))
        with transaction() as db:
            ledger.earn(db, elite, 100, a_bill(), "back again")
        clock.advance(days=31)
        with transaction() as db:
            assert ledger.lapse(db, elite) == 0
        clock.advance(days=1)
        with transaction() as db:
            assert ledger.lapse(db, elite) == 1


def test_a_month_counts_from_the_day_in_malaysia_on_which_the_points_came(database: Database, clock):
    clock.set(datetime(2026, 11, 14, 16, 30, tzinfo=UTC))  # already the 15th in Malaysia
    member_id = a_member(database, earned=1_500)
    clock.set(datetime(2026, 12, 15, 16, tzinfo=UTC) - timedelta(seconds=1))
    with database.bound():
        with transaction() as db:
            assert ledger.lapse(db, member_id) == 0
        clock.advance(seconds=1)
        with transaction() as db:
            assert ledger.lapse(db, member_id) == 1


@pytest.mark.only_on("sqlite")
def test_an_entry_costs_the_same_when_other_members_have_many(member, database):
    def steps_of_an_entry() -> int:
        """How many hundred instructions of SQLite's virtual machine an entry takes."""
        steps = []
        with transaction() as db:
            sqlite = db.connection().connection.driver_connection
            sqlite.set_progress_handler(lambda: steps.append(1), 100)
            ledger.earn(db, member, 45, a_bill(), "a bill")
            sqlite.set_progress_handler(None, 0)
        return len(steps)

    with_few = steps_of_an_entry()
    other = a_member(database)
    with transaction() as db:
        for _ in range(200):
            ledger.earn(db, other, 1, a_bill(), "a bill")
    assert steps_of_an_entry() <= with_few + 1
