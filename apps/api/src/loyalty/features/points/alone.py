"""What people moved alone: counted by login, member and Malaysian day, over every way that moves points."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import product

from sqlalchemy import String, cast, delete, exists, func, insert, select
from sqlalchemy.orm import Session

from loyalty.db.session import advisory_lock
from loyalty.features.points.ledger import Source
from loyalty.features.points.models import BILL_SOURCE, Bill, MovedAlone
from loyalty.features.programme import settings
from loyalty.rules import alone as rules
from loyalty.rules.calendar import malaysian_date


def lock(db: Session) -> None:
    """Allow one transaction at a time to count, until it ends. It comes before the lock of any account."""
    advisory_lock(db, MovedAlone.__tablename__)


def fits(db: Session, logins: Collection[str], moves: Mapping[int, int], at: datetime) -> bool:
    """Whether each of these logins may move so many points of members alone today, `lock` being held."""
    limits = settings.current(db)
    counted: dict[str, dict[int, int]] = defaultdict(dict)
    query = (
        select(MovedAlone.login, MovedAlone.member_id, func.sum(MovedAlone.points))
        .where(MovedAlone.login.in_(logins), MovedAlone.day == malaysian_date(at))
        .group_by(MovedAlone.login, MovedAlone.member_id)
    )
    for login, member_id, points in db.execute(query):
        counted[login][member_id] = int(points)
    return all(
        rules.fits(
            moves,
            counted[login],
            member_limit=limits.adjust_limit,
            person_limit=limits.operator_day_limit,
        )
        for login in logins
    )


def count(
    db: Session, logins: Collection[str], moves: Mapping[int, int], source: Source, at: datetime
) -> None:
    """Count points of members for each of these logins, in the transaction that moves them."""
    limits = settings.current(db)
    rows = [
        {
            "login": login,
            "member_id": member_id,
            "day": malaysian_date(at),
            "points": points,
            "member_limit": limits.adjust_limit,
            "person_limit": limits.operator_day_limit,
            "source_type": source.type,
            "source_id": source.id,
        }
        for login, (member_id, points) in product(sorted(logins), moves.items())
        if points
    ]
    if rows:
        db.execute(insert(MovedAlone), rows)


def release(db: Session, source: Source) -> None:
    """Count no more what was moved for a source: it has been reversed."""
    db.execute(
        delete(MovedAlone).where(MovedAlone.source_type == source.type, MovedAlone.source_id == source.id)
    )


def not_counted(db: Session, above: int) -> Iterator[Bill]:
    """Bills of more points that operators verified, within no till's limits, and that count for nobody."""
    counted = exists().where(
        MovedAlone.source_type == BILL_SOURCE, MovedAlone.source_id == cast(Bill.id, String)
    )
    query = select(Bill).where(
        Bill.verified_by.is_not(None),
        Bill.verified_till_id.is_(None),
        Bill.voided_at.is_(None),
        Bill.points > above,
        ~counted,
    )
    yield from db.scalars(query.order_by(Bill.id))
