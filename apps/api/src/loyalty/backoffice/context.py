"""Who asks in the office of the staff app, for which outlets, and how their acts are signed."""

from collections.abc import Collection
from dataclasses import dataclass

from loyalty.backoffice.log.log import Signature
from loyalty.db.session import current_session
from loyalty.db.tables import Revised
from loyalty.errors import ChangedMeanwhile, Forbidden
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.rules.codes import Code
from loyalty.rules.signing import person_of
from loyalty.rules.staff import Permission, StaffSession, may_act_at, may_decide, outlets_for

# What is written into the log where a call asks for no reason.
USUAL_REASON = "no reason given"


def refuse_changed(row: Revised, revision: int, code: Code) -> None:
    """Raise Conflict, with who saved the row meanwhile and when, unless its revision is still this one."""
    if row.revision != revision:
        by, at = row.saved_by, row.saved_at
        raise ChangedMeanwhile(code, {"name": person_of(by)}, revision=row.revision, by=by, at=at)


@dataclass(frozen=True)
class OfficeContext:
    """Somebody who is signed in to the office, and the permission of the call they make."""

    session: StaffSession
    permission: Permission

    @property
    def outlets(self) -> frozenset[int | None]:
        """The outlets at which they have it; None in it is every outlet."""
        return outlets_for(self.permission, self.session.grants)

    def outlet_ids(self, wanted: int | None = None) -> Collection[int] | None:
        """What a list is narrowed to: the wanted outlet, else one's own, None for every outlet.

        Raises Forbidden for an outlet that is not theirs, and NotFound for one that does not exist.
        """
        if wanted is not None:
            self.refuse_unless_at(wanted)
            outlet_queries.name_of(current_session(), wanted)
            return [wanted]
        return None if None in self.outlets else sorted(each for each in self.outlets if each is not None)

    def is_at(self, outlet_id: int | None) -> bool:
        """Whether an outlet is theirs; None asks for every outlet."""
        return may_act_at(self.outlets, outlet_id)

    def refuse_unless_at(self, outlet_id: int | None) -> None:
        """Raise Forbidden for an outlet that is not theirs."""
        if not self.is_at(outlet_id):
            raise Forbidden(Code.OTHER_OUTLET)

    @property
    def is_cashier(self) -> bool:
        """Whether they are signed in at a till, as a cashier of its outlet alone."""
        return self.session.till_id is not None

    def may_decide(self, outlet_id: int | None) -> bool:
        """Whether they may do alone, and approve, what concerns an outlet."""
        return may_decide(self.session.grants, outlet_id)

    def signed(self, reason: str | None = None) -> Signature:
        """The signature of an act, with the reason on one line."""
        return Signature(self.session.operator, " ".join((reason or USUAL_REASON).split()))
