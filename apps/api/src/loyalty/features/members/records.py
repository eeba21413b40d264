"""Reading members: the record, referees, counts by outlet, inactive members."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, RowMapping, Select, and_, bindparam, case, func, not_, or_, select
from sqlalchemy.orm import Session

from loyalty.db.clock import READ_AT, moment
from loyalty.db.tables import day_in_malaysia
from loyalty.errors import NotFound
from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.features.outlets.outlets import calling_code_id_of
from loyalty.features.points.ledger import standings
from loyalty.features.points.models import PointAccount
from loyalty.features.tiers.tiers import TierRow
from loyalty.rules.calendar import Days
from loyalty.rules.codes import Code
from loyalty.rules.people import DEFAULTS, masked_email, masked_number

REFEREE_ORDER: dict[str, Any] = {"createdAt": Member.created_at, "name": Member.name}


@dataclass(frozen=True)
class Record:
    """A member with points and tier, as they see themselves (spec 000 §3)."""

    id: int
    name: str
    email: str | None
    calling_code: str
    mobile_number: str
    date_of_birth: date | None
    gender_id: int
    race_id: int | None
    occupation: str | None
    outlet_id: int | None
    status_id: int
    referral_code: str
    referrer_id: int | None
    member_code: str
    last_login_at: datetime | None
    created_at: datetime
    member_point_amount: int
    current_member_membership_point: int
    membership_id: int
    membership_level: int
    membership_name: str

    @property
    def calling_code_id(self) -> int:
        """The id under which /callingCode lists this member's calling code."""
        return calling_code_id_of(self.calling_code)

    @property
    def first_name(self) -> str:
        """What a cashier calls the member."""
        return self.name.split(" ")[0]


@dataclass(frozen=True)
class Referee:
    """A member that another one invited, masked. Active from the first bill that earned points.

    By their own privacy settings the name is empty and `is_active` None.
    """

    id: int
    name: str
    email: str | None
    full_mobile_number: str
    created_at: datetime
    is_active: bool | None


_MEMBERS, _ACCOUNTS, _TIERS = Member.__table__.c, PointAccount.__table__.c, TierRow.__table__.c
_OF_MEMBER = [field.name for field in fields(Record) if field.name in _MEMBERS]
_RECORDS = (
    select(
        *(_MEMBERS[name] for name in _OF_MEMBER),
        _ACCOUNTS.balance,
        _ACCOUNTS.tier_points,
        _ACCOUNTS.tier_level,
        _ACCOUNTS.steps_lost,
        _ACCOUNTS.last_earned_at,
        _TIERS.id.label("tier_id"),
        _TIERS.name.label("tier_name"),
        READ_AT,
    )
    .join(PointAccount.__table__, _ACCOUNTS.member_id == _MEMBERS.id)
    .join(TierRow.__table__, _TIERS.level == _ACCOUNTS.tier_level)
    .where(_MEMBERS.erased_at.is_(None))
)
# Made once, of columns: most of what a member opens reads their record (docs/performance.md).
_RECORD = _RECORDS.where(_MEMBERS.id == bindparam("member_id"))


def get_member(db: Session, member_id: int) -> Record:
    """A member's record by one query; raises NotFound, also for one who has been erased."""
    found = _records(db, db.execute(_RECORD, {"member_id": member_id}).all())
    if not found:
        raise unknown()
    return found[0]


def by_ids(db: Session, member_ids: Collection[int]) -> dict[int, Record]:
    """The records of several members by their ids, in one query; erased ones are left out."""
    rows = db.execute(_RECORDS.where(_MEMBERS.id.in_(member_ids))).all()
    return {each.id: each for each in _records(db, rows)}


def _records(db: Session, rows: Sequence[Any]) -> list[Record]:
    """The records of rows, each with the tier of this moment: one step down may not be written yet."""
    if not rows:
        return []
    found = []
    for row, standing in zip(rows, standings(db, rows, moment(rows[0].read_at)), strict=True):
        tier_id, tier_name = row.tier_id, row.tier_name
        if standing.level != row.tier_level:
            tier = db.scalars(select(TierRow).where(TierRow.level == standing.level)).one()
            tier_id, tier_name = tier.id, tier.name
        columns = row._mapping
        found.append(
            Record(
                **{name: columns[name] for name in _OF_MEMBER},
                member_point_amount=row.balance,
                current_member_membership_point=standing.tier_points,
                membership_id=tier_id,
                membership_level=standing.level,
                membership_name=tier_name,
            )
        )
    return found


def unknown() -> NotFound:
    """The error for a member who does not exist or was erased."""
    return NotFound(Code.MEMBER_NOT_FOUND)


def referees(
    db: Session,
    member_id: int,
    *,
    search: str = "",
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Referee]:
    """A page of the members that a member invited. `search` is a part of number or e-mail, unmasked."""
    key = REFEREE_ORDER[sort]
    query = (
        select(
            Member.id,
            Member.name,
            Member.email,
            Member.calling_code,
            Member.mobile_number,
            Member.created_at,
            PointAccount.last_earned_at,
            MemberPreferences.privacy,
        )
        .join(PointAccount, PointAccount.member_id == Member.id)
        .outerjoin(MemberPreferences, MemberPreferences.member_id == Member.id)
        .where(Member.referrer_id == member_id, Member.erased_at.is_(None))
        .order_by(*((key.desc(), Member.id.desc()) if descending else (key, Member.id)))
        .limit(limit)
        .offset(offset)
    )
    if search:
        query = query.where(_matches(search))
    return [_referee(row) for row in db.execute(query)]


def _referee(row: Any) -> Referee:
    privacy = {**DEFAULTS["privacy"], **(row.privacy or {})}
    return Referee(
        id=row.id,
        name="" if privacy["profile_visibility"] == "private" else row.name,
        email=masked_email(row.email),
        full_mobile_number=masked_number(row.calling_code, row.mobile_number),
        created_at=row.created_at,
        is_active=row.last_earned_at is not None if privacy["show_activity_status"] else None,
    )


def _matches(search: str) -> Any:
    """Whether e-mail or number contain this text, literally: `%` and `_` are ordinary characters."""
    address = Member.email.icontains(search, autoescape=True)
    if set(search) - set("0123456789+-() "):
        return address
    digits = "".join(sign for sign in search if sign in "0123456789")
    return or_(address, (Member.calling_code + Member.mobile_number).contains(digits, autoescape=True))


def member_of_code(db: Session, referral_code: str) -> int | None:
    """The id of the member with this referral code, in any case, or None."""
    code = referral_code.strip().upper()
    return db.scalar(select(Member.id).where(Member.referral_code == code))


def first_name_of_code(db: Session, referral_code: str) -> str:
    """The first name of the member with this referral code, for those whom they invite.

    Empty where their profile is private. Raises NotFound.
    """
    query = (
        select(Member.name, MemberPreferences.privacy)
        .outerjoin(MemberPreferences, MemberPreferences.member_id == Member.id)
        .where(Member.referral_code == referral_code.upper(), Member.erased_at.is_(None))
    )
    if not (referral_code.isalnum() and (row := db.execute(query).one_or_none())):
        raise NotFound(Code.UNKNOWN_REFERRAL_CODE)
    privacy = {**DEFAULTS["privacy"], **(row.privacy or {})}
    return "" if privacy["profile_visibility"] == "private" else row.name.split(" ")[0]


def by_outlet(db: Session, days: Days, came_30: Select[Any], came_90: Select[Any]) -> Sequence[RowMapping]:
    """Counts of the members of each outlet, as they chose it (None: none, or erased), an `outlet_id` a row.

    `members` at the end of the days; `joined` on these days, of them `invited` by a member; `left`: erased on
    these days; `active_30` and `active_90`: members at the end who came in so many days. `came_30` and
    `came_90` select the ids of members who came recently.
    """
    there, joined, left = (_counted(figure, days) for figure in ("members", "joined", "left"))
    query = select(
        Member.outlet_id,
        _count_if(there).label("members"),
        _count_if(joined).label("joined"),
        _count_if(and_(joined, Member.referrer_id.is_not(None))).label("invited"),
        _count_if(left).label("left"),
        _count_if(and_(there, Member.id.in_(came_30))).label("active_30"),
        _count_if(and_(there, Member.id.in_(came_90))).label("active_90"),
    ).group_by(Member.outlet_id)
    return db.execute(query).mappings().all()


@dataclass(frozen=True)
class TierSums:
    """How many members have a tier now, and how many points they hold."""

    level: int
    name: str
    members: int
    points: int


def by_tier(db: Session, outlet_ids: Collection[int] | None) -> list[TierSums]:
    """The tiers, lowest first, with the members who chose some outlets (None: any or none); a step down
    counts once the scheduler has written it.
    """
    theirs = select(PointAccount.tier_level, PointAccount.balance).join(
        Member, and_(Member.id == PointAccount.member_id, Member.erased_at.is_(None))
    )
    if outlet_ids is not None:
        theirs = theirs.where(Member.outlet_id.in_(outlet_ids))
    there = theirs.subquery()
    query = (
        select(
            TierRow.level,
            TierRow.name,
            func.count(there.c.tier_level),
            func.coalesce(func.sum(there.c.balance), 0),
        )
        .outerjoin(there, there.c.tier_level == TierRow.level)
        .group_by(TierRow.level, TierRow.name)
        .order_by(TierRow.level)
    )
    return [TierSums(row[0], row[1], int(row[2]), int(row[3])) for row in db.execute(query)]


FIGURES = ("members", "joined", "left", "active_30", "active_90")


def of_figure(
    db: Session,
    figure: str,
    days: Days,
    outlet_ids: Collection[int] | None,
    came: Select[Any],
    *,
    limit: int,
    offset: int,
    descending: bool,
) -> list[Row[Any]]:
    """A page of the members that one of FIGURES counts, by id: id, outlet_id, created_at, erased_at.

    Of some outlets, as members chose them; None: of all. `came` selects who came, for the active ones.
    """
    is_active = figure not in ("members", "joined", "left")
    which = and_(_counted("members", days), Member.id.in_(came)) if is_active else _counted(figure, days)
    query = select(Member.id, Member.outlet_id, Member.created_at, Member.erased_at).where(which)
    if outlet_ids is not None:
        query = query.where(Member.outlet_id.in_(outlet_ids))
    order = Member.id.desc() if descending else Member.id
    return list(db.execute(query.order_by(order).limit(limit).offset(offset)))


def joined_by_day(db: Session, days: Days, outlet_ids: Collection[int] | None) -> dict[str, int]:
    """How many members of some outlets (None: of all) joined, by Malaysian day, YYYY-MM-DD."""
    day = day_in_malaysia(db, Member.created_at)
    query = select(day, func.count()).where(Member.created_at >= days.start, Member.created_at < days.end)
    if outlet_ids is not None:
        query = query.where(Member.outlet_id.in_(outlet_ids))
    return {row[0]: row[1] for row in db.execute(query.group_by(day))}


def _counted(figure: str, days: Days) -> ColumnElement[bool]:
    """The members of a figure: there at the end of the days, joined on them, or left on them."""
    if figure == "members":
        there = or_(Member.erased_at.is_(None), Member.erased_at >= days.end)
        return and_(Member.created_at < days.end, there)
    at = Member.created_at if figure == "joined" else Member.erased_at
    return and_(at >= days.start, at < days.end)


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def how_many_inactive(db: Session, moment: datetime) -> int:
    """How many members were last seen before a moment."""
    return db.scalar(select(func.count()).select_from(_unseen_since(moment).subquery())) or 0


def unwarned_since(db: Session, moment: datetime, limit: int, *, warned_after: datetime) -> list[int]:
    """The ids of members last seen before `moment` and not warned since, or not after `warned_after`; the
    smallest first.
    """
    warned = and_(_warned(), Member.inactive_warned_at > warned_after)
    return list(db.scalars(_unseen_since(moment).where(not_(warned)).order_by(Member.id).limit(limit)))


def inactive_since(
    db: Session,
    moment: datetime,
    limit: int,
    *,
    warned_between: tuple[datetime, datetime],
    but: Select[int | None],
) -> list[int]:
    """The ids of members last seen before `moment` and warned since, `warned_between` two moments, without
    those that `but` selects; the smallest ids first.
    """
    after, before = warned_between
    warned = and_(_warned(), Member.inactive_warned_at > after, Member.inactive_warned_at <= before)
    gone = _unseen_since(moment).where(warned, Member.id.not_in(but))
    return list(db.scalars(gone.order_by(Member.id).limit(limit)))


def not_reached(db: Session, moment: datetime, among: Sequence[int]) -> set[int]:
    """Those among some members who were last seen before `moment` and have been warned since."""
    return set(db.scalars(_unseen_since(moment).where(_warned(), Member.id.in_(among))))


def warning_of(db: Session, member_id: int) -> datetime | None:
    """When a member was warned; None when never, when they came since, and when they were erased."""
    query = select(Member.inactive_warned_at).join(PointAccount, PointAccount.member_id == Member.id)
    return db.scalar(query.where(Member.id == member_id, Member.erased_at.is_(None), _warned()))


def _warned() -> ColumnElement[bool]:
    """Whether the last warning is later than the last visit: after a visit a warning counts no more."""
    at = Member.inactive_warned_at
    return and_(
        at.is_not(None),
        or_(Member.last_login_at.is_(None), Member.last_login_at < at),
        or_(PointAccount.last_earned_at.is_(None), PointAccount.last_earned_at < at),
    )


def _unseen_since(moment: datetime) -> Select[int]:
    signed_in = or_(Member.last_login_at.is_(None), Member.last_login_at < moment)
    earned = or_(PointAccount.last_earned_at.is_(None), PointAccount.last_earned_at < moment)
    return (
        select(Member.id)
        .join(PointAccount, PointAccount.member_id == Member.id)
        .where(Member.erased_at.is_(None), Member.created_at < moment, signed_in, earned)
    )
