"""The names of outlets, tills and accounts, for lists of what they did."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.people.models import Staff
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.till import tills


@dataclass(frozen=True)
class Names:
    """The names of outlets, tills and accounts, disabled ones included, by their ids."""

    outlets: Mapping[int, str]
    tills: Mapping[int, str]
    staff: Mapping[int, str]

    def of(
        self, *, outlet_id: int | None, till_id: int | None, staff_id: int | None
    ) -> dict[str, str | None]:
        """The names of where something was done and by whom, as schemas call them; None for what has none."""
        return {
            "outlet_name": self.outlets.get(outlet_id or 0),
            "till_name": self.tills.get(till_id or 0),
            "staff_name": self.staff.get(staff_id or 0),
        }


def names(db: Session) -> Names:
    """All names, by three statements."""
    return Names(
        {each.id: each.name for each in outlet_queries.outlets(db)},
        {each.id: each.name for each in tills.all_tills(db)},
        {row.id: row.name for row in db.execute(select(Staff.id, Staff.name))},
    )
