"""Who counts as a second person: each tie on both sides of its thirty days."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.independence import TIED_FOR, How, Shared, Tie, makers, shared_maker, why_not_independent

NOON = datetime(2026, 3, 14, 4, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)
ANN, BEN, CAT, DAN = (
    f"{name} via staff:{number}" for number, name in enumerate(("Ann", "Ben", "Cat", "Dan"), 1)
)
ROOT, SITI_ROOT = "root", "siti via root"


def tie(maker: str, made: str, how: How = How.ADDED, ago: timedelta = timedelta(days=3)) -> Tie:
    return Tie(maker, made.rpartition(" ")[2], how, NOON - ago)


@pytest.mark.parametrize("how", list(How))
@pytest.mark.parametrize(("ago", "is_tied"), [(TIED_FOR - MOMENT, True), (TIED_FOR, False)])
def test_a_tie_holds_for_thirty_days(how, ago, is_tied):
    ties = [tie(ANN, BEN, how, ago)]
    for pair in ((ANN, BEN), (BEN, ANN)):
        assert (shared_maker(*pair, ties, NOON) is not None) is is_tied
    assert ("staff:1" in makers(BEN, ties, NOON)) is is_tied


@pytest.mark.parametrize(
    ("one", "other", "ties", "maker"),
    [
        (ANN, BEN, [], None),
        (ANN, ANN, [], "staff:1"),
        (ROOT, SITI_ROOT, [], "root"),
        (ROOT, "mei", [], None),
        ("staff:1 via root", ANN, [], "staff:1"),
        # One made the other, directly or through somebody else.
        (ANN, BEN, [tie(ANN, BEN)], "staff:1"),
        (ANN, CAT, [tie(ANN, BEN), tie(BEN, CAT, How.INVITED)], "staff:1"),
        (ANN, CAT, [tie(ANN, BEN, ago=TIED_FOR), tie(BEN, CAT)], None),
        (ANN, CAT, [tie(ANN, BEN), tie(BEN, CAT, ago=TIED_FOR)], None),
        # The same colleague made both.
        (ANN, BEN, [tie(CAT, ANN), tie(CAT, BEN, How.PIN)], "staff:3"),
        (ANN, BEN, [tie(CAT, ANN), tie(CAT, DAN), tie(DAN, BEN)], "staff:3"),
        (ANN, BEN, [tie(CAT, ANN), tie(DAN, BEN)], None),
        (ANN, BEN, [tie(CAT, ANN), tie(CAT, BEN, ago=TIED_FOR)], None),
        # The command line makes the first people of head office, and is no second person beside them.
        (ANN, BEN, [tie(ROOT, ANN), tie(SITI_ROOT, BEN)], None),
        (ROOT, BEN, [tie(SITI_ROOT, BEN)], "root"),
        ("mei", BEN, [tie(ROOT, BEN)], None),
        (ANN, BEN, [tie("staff:3 via root", ANN), tie("staff:3 via root", BEN)], "staff:3"),
        (ANN, BEN, [tie("staff:1 via root", BEN)], "staff:1"),
        # Colleagues who made each other end no search.
        (ANN, BEN, [tie(ANN, CAT), tie(CAT, ANN), tie(BEN, DAN), tie(DAN, BEN)], None),
    ],
)
def test_who_is_a_second_person(one, other, ties, maker):
    for first, second in ((one, other), (other, one)):
        found = shared_maker(first, second, ties, NOON)
        assert (found and found.maker) == maker


def test_the_ties_between_two_people_are_named():
    added, invited = tie(ANN, BEN), tie(BEN, CAT, How.INVITED)
    ties = [invited, added]
    assert makers(CAT, ties, NOON) == {"staff:3": (), "staff:2": (invited,), "staff:1": (invited, added)}
    assert shared_maker(ANN, CAT, ties, NOON) == Shared("staff:1", (), (invited, added))


@pytest.mark.parametrize(
    ("ties", "sentence"),
    [
        ([tie(BEN, ANN, How.ADDED)], "On 11 March 2026 you added the person whom this comes from."),
        ([tie(BEN, ANN, How.INVITED)], "On 11 March 2026 you invited the person whom this comes from."),
        ([tie(ANN, BEN, How.ROLE)], "On 11 March 2026 the person whom this comes from gave you a role."),
        ([tie(ANN, BEN, How.PIN)], "On 11 March 2026 the person whom this comes from set your PIN."),
        (
            [tie(CAT, ANN), tie(CAT, BEN)],
            "In the last 30 days Cat added, invited or gave a role to both of you.",
        ),
        (
            [tie(ANN, CAT), tie(CAT, BEN)],
            "In the last 30 days one of you added or invited somebody who added or invited the other.",
        ),
    ],
)
def test_who_may_not_decide_reads_the_tie(ties, sentence):
    """Ann proposed, Ben wants to decide."""
    why = why_not_independent(ANN, BEN, ties, NOON)
    assert str(why) == f"{sentence} Somebody independent of both of you has to decide."


def test_ones_own_and_ones_login_say_so():
    own = why_not_independent(ANN, ANN, [], NOON)
    assert str(own) == "This comes from you: another person has to decide."
    assert "from the same login, root" in str(why_not_independent(ROOT, SITI_ROOT, [], NOON))
    assert why_not_independent(ANN, BEN, [], NOON) is None
