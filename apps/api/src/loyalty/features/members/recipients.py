"""What decides about messages to many members at once: preferences, formats, refusals, address."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.features.members.consents import MarketingChoice
from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.rules.formats import Formats
from loyalty.rules.people import DEFAULTS, MARKETING


@dataclass(frozen=True)
class Found:
    """One member; `withdrawn` are the kinds of advertising that their newest choice refuses: all of them
    for a member who does not want to be contacted.
    """

    member_id: int
    name: str
    email: str | None
    number: str
    notifications: dict[str, Any]
    formats: Formats
    withdrawn: frozenset[str]

    @property
    def language(self) -> str:
        """The language of messages to them."""
        return self.formats.language

    @property
    def has_email(self) -> bool:
        """Whether they gave an address."""
        return bool(self.email)


def found(db: Session, ids: Collection[int]) -> list[Found]:
    """Those of some members who are not erased, by two queries."""
    refused: dict[int, dict[str, bool]] = {}
    choices = select(MarketingChoice.member_id, MarketingChoice.kind, MarketingChoice.agreed)
    for member_id, kind, agreed in db.execute(
        choices.where(MarketingChoice.member_id.in_(ids)).order_by(MarketingChoice.id)
    ):
        refused.setdefault(member_id, {})[kind] = not agreed  # the newest holds
    columns = (Member.id, Member.name, Member.email, Member.calling_code, Member.mobile_number)
    query = (
        select(
            *columns, MemberPreferences.notifications, MemberPreferences.language, MemberPreferences.privacy
        )
        .join(MemberPreferences, MemberPreferences.member_id == Member.id, isouter=True)
        .where(Member.id.in_(ids), Member.erased_at.is_(None))
    )
    return [
        Found(
            member_id=row.id,
            name=row.name,
            email=row.email,
            number=f"+{row.calling_code}{row.mobile_number}",
            notifications={**DEFAULTS["notifications"], **(row.notifications or {})},
            formats=Formats.of(row.language),
            withdrawn=frozenset(
                (kind for kind, no in refused.get(row.id, {}).items() if no)
                if {**DEFAULTS["privacy"], **(row.privacy or {})}["allow_contact"]
                else MARKETING
            ),
        )
        for row in db.execute(query)
    ]


def after(db: Session, member_id: int, most: int) -> Sequence[int]:
    """The ids of the members after one, who are not erased, `most` of them."""
    query = select(Member.id).where(Member.id > member_id, Member.erased_at.is_(None))
    return list(db.scalars(query.order_by(Member.id).limit(most)))
