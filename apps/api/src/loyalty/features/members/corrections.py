"""What the office may put right in a record, also what the member herself may set once or never."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.members.checks import checked
from loyalty.features.members.models import Member
from loyalty.rules import phone
from loyalty.rules.people import RACES

_MEMBERS = Member.__table__.c


def correct(db: Session, member_id: int, changes: Mapping[str, Any]) -> list[str]:
    """Put fields right in the caller's transaction; gives the names of those that changed.

    `changes` holds any of name, email (None: there is none any more), gender_id, race_id, date_of_birth,
    occupation, outlet_id, and mobile_number as it is typed within their country. Raises Invalid for
    a field that holds no such thing, Conflict when the number is another member's, NotFound for nobody.
    """
    row = db.execute(
        select(*_MEMBERS).where(_MEMBERS.id == member_id, _MEMBERS.erased_at.is_(None)).with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound("This member does not exist.")
    wanted = checked(db, changes, now(db))
    if wanted.get("race_id") not in (None, *RACES):
        raise Invalid("There is no such race id.", field="raceId")
    if "mobile_number" in wanted:
        wanted["mobile_number"] = _free_number(db, row, wanted["mobile_number"])
    different = {key: value for key, value in wanted.items() if row._mapping[key] != value}
    if different:
        db.execute(update(Member).where(Member.id == member_id).values(different))
    return sorted(different)


def _free_number(db: Session, row: Any, typed: str) -> str:
    number = phone.normalise(row.calling_code, typed)
    if number is None:
        raise Invalid(phone.problem_with(row.calling_code, typed) or "", field="mobileNumber")
    holder = select(Member.id).where(
        Member.calling_code == row.calling_code, Member.mobile_number == number, Member.id != row.id
    )
    if db.scalar(holder) is not None:
        raise Conflict("This number is another member's.", "number_taken")
    return number
