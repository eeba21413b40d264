"""The audit of members: each has a points account, and no chain of referrers is a circle."""

from collections.abc import Iterator, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.points.audit import Violation
from loyalty.features.points.ledger import entries_from
from loyalty.features.points.models import PointAccount


def violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant among the members."""
    without = select(Member.id).where(Member.id.not_in(select(PointAccount.member_id))).order_by(Member.id)
    for member_id in db.scalars(without):
        yield Violation("I-1", member_id, "there is no points account")
    closed = entries_from("erasure")
    stayed = select(closed.c.member_id).join(Member, Member.id == closed.c.member_id)
    for member_id in db.scalars(stayed.where(Member.erased_at.is_(None))):
        yield Violation("I-18", member_id, "points were taken for a membership that has not ended")
    invited = select(Member.id, Member.referrer_id).where(Member.referrer_id.is_not(None))
    for member_id in _on_a_circle({row.id: row.referrer_id for row in db.execute(invited)}):
        yield Violation("I-13", member_id, "the member is among their own referrers")


def _on_a_circle(referrers: Mapping[int, int | None]) -> Iterator[int]:
    """The members whose chain of referrers leads back to them; each member is visited once."""
    settled: set[int] = set()
    for start in sorted(referrers):
        chain: dict[int, int] = {}
        here: int | None = start
        while here is not None and here not in settled and here not in chain:
            chain[here] = len(chain)
            here = referrers.get(here)
        if here in chain:
            yield from (member for member, place in chain.items() if place >= chain[here])
        settled.update(chain)
