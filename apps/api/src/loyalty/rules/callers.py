"""Who sends a member's request."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Caller:
    """A signed-in member, and the session by whose token they ask, as it was `at` a moment of the database's
    clock. `is_use_due`: the token's `counter` is the newest one and has not been used before.
    """

    member_id: int
    sign_in_id: int
    session_id: int
    counter: int
    at: datetime
    is_use_due: bool
