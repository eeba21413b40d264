"""Whether one person moves points alone: how the two limits of a day are counted (SECURITY.md I-18)."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from loyalty.rules.independence import Tie, makers, shared_maker
from loyalty.rules.signing import accounts_of, is_account


def alone(operator: str, others: Collection[str], ties: Iterable[Tie], at: datetime) -> frozenset[str]:
    """The logins for which an act counts; none when an independent person took part, so that it counts for
    nobody.

    `others` are the signatures of everybody else who took part: `operator` has to be independent of each. An
    act counts for all of them and for the staff accounts behind them (`rules.independence.makers`). A login
    of the command line counts only for what it does itself.
    """
    known = list(ties)
    if others and all(shared_maker(operator, other, known, at) is None for other in others):
        return frozenset()
    taking_part = (operator, *others)
    behind = {login for each in taking_part for login in makers(each, known, at) if is_account(login)}
    return frozenset(behind.union(*map(accounts_of, taking_part)))


def fits(
    moves: Mapping[int, int], counted: Mapping[int, int], *, member_limit: int, person_limit: int
) -> bool:
    """Whether one person may move these points of members alone, having moved those `counted` today.

    Both are points by member, without a sign: what goes in and out adds up. The limits themselves still fit,
    and so does what moves none.
    """
    if not any(moves.values()):
        return True
    of_each = all(counted.get(member, 0) + points <= member_limit for member, points in moves.items())
    return of_each and sum(counted.values()) + sum(moves.values()) <= person_limit
