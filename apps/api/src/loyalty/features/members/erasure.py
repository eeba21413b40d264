"""Taking a person out of their record: what is left holds the ledger together and tells nobody who it was."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.rules.people import OTHER_GENDER

NOBODY = "Erased member"


def erase(db: Session, member_id: int, at: datetime) -> None:
    """Overwrite who a member was, in the caller's transaction. The id stays: the ledger points at it.

    The codes that replace theirs hold small letters, which no typed code does: they find nobody. A column
    that is forgotten here is found by tests/features/personal/test_erasure_columns.py.
    """
    db.execute(delete(MemberPreferences).where(MemberPreferences.member_id == member_id))
    db.execute(
        update(Member)
        .where(Member.id == member_id, Member.erased_at.is_(None))
        .values(
            name=NOBODY,
            email=None,
            calling_code="",
            mobile_number=f"e{member_id}",
            date_of_birth=None,
            gender_id=OTHER_GENDER,
            race_id=None,
            occupation=None,
            outlet_id=None,
            referral_code=f"erased-{member_id}",
            referrer_id=None,
            member_code=f"erased-{member_id}",
            last_login_at=None,
            inactive_warned_at=None,
            erased_at=at,
        )
    )
