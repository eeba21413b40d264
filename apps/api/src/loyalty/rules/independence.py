"""When two who decide count as one: one recently made the other's account, or a colleague made both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.signing import accounts_of, is_account, is_same_operator, login_of, person_of

# Until then, somebody may be acting for the person who added, invited or promoted them.
TIED_FOR = timedelta(days=30)


class How(StrEnum):
    """What somebody did for an account."""

    ADDED = "added"
    ROLE = "role"
    INVITED = "invited"
    PIN = "pin"


@dataclass(frozen=True)
class Tie:
    """`maker`, a signature, did something for `made`, an account such as `staff:12`."""

    maker: str
    made: str
    how: How
    at: datetime


@dataclass(frozen=True)
class Shared:
    """Why two signatures are not independent: `maker`, a login, stands behind both. `one` and `other` are the
    ties by which it does, the nearest to each first; empty for the maker itself.
    """

    maker: str
    one: Sequence[Tie]
    other: Sequence[Tie]


def makers(operator: str, ties: Iterable[Tie], at: datetime) -> dict[str, tuple[Tie, ...]]:
    """The logins behind a signature: its own, and those that made its account within `TIED_FOR` before `at`,
    directly or through others; with the ties that lead to each, the nearest to the signature first.
    """
    recent = [tie for tie in ties if timedelta() <= at - tie.at < TIED_FOR]
    found: dict[str, tuple[Tie, ...]] = dict.fromkeys(sorted(accounts_of(operator)), ())
    waiting = list(found)
    for login in waiting:
        for tie in recent:
            if tie.made != login:
                continue
            for maker in sorted(accounts_of(tie.maker) - found.keys()):
                found[maker] = (*found[login], tie)
                waiting.append(maker)
    return found


def shared_maker(one: str, other: str, ties: Iterable[Tie], at: datetime) -> Shared | None:
    """Why two signatures do not count as two people, or None when they are independent.

    They share their own login, or one made the other, or the same staff account made both. A login of the
    command line does not tie those whom it made to each other: the first people of head office all come from
    it. It is tied to each of them itself, so that access to the command line and an account made there are
    one person.
    """
    known = list(ties)
    behind, behind_other = makers(one, known, at), makers(other, known, at)
    own = accounts_of(one) | accounts_of(other)
    for maker, path in behind.items():
        if maker in behind_other and (maker in own or is_account(maker)):
            return Shared(maker, path, behind_other[maker])
    return None


_MADE_BY_DECIDER = {
    How.ADDED: Code.YOU_ADDED_PROPOSER,
    How.ROLE: Code.YOU_PROMOTED_PROPOSER,
    How.INVITED: Code.YOU_INVITED_PROPOSER,
    How.PIN: Code.YOU_SET_PROPOSERS_PIN,
}
_MADE_BY_PROPOSER = {
    How.ADDED: Code.PROPOSER_ADDED_YOU,
    How.ROLE: Code.PROPOSER_PROMOTED_YOU,
    How.INVITED: Code.PROPOSER_INVITED_YOU,
    How.PIN: Code.PROPOSER_SET_YOUR_PIN,
}


def why_not_independent(asked_by: str, operator: str, ties: Iterable[Tie], at: datetime) -> Problem | None:
    """Why `operator` cannot decide what `asked_by` proposed; None for a second person."""
    if is_same_operator(asked_by, operator):
        login = login_of(operator)
        return Problem(Code.OWN_PROPOSAL) if is_account(login) else Problem(Code.SAME_LOGIN, {"login": login})
    shared = shared_maker(asked_by, operator, ties, at)
    if shared is None:
        return None
    path = shared.one or shared.other
    if shared.one and shared.other:
        return Problem(Code.SAME_MAKER, {"name": person_of(path[-1].maker)})
    if len(path) > 1:
        return Problem(Code.TIED_THROUGH_OTHERS)
    made = _MADE_BY_DECIDER if shared.one else _MADE_BY_PROPOSER
    return Problem(made[path[0].how], {"day": malaysian_date(path[0].at).isoformat()})
