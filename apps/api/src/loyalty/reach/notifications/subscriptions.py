"""The browsers that take pushes for a member, until they sign out there or the browser ends it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.access import devices
from loyalty.gateways.public_http import problem_with_address
from loyalty.reach.notifications.models import PushSubscription
from loyalty.rules import base64url, push_keys, push_services
from loyalty.rules.codes import Code

# One browser has one; more than so many are no browsers.
MAX_BROWSERS = 20


def public_key() -> str | None:
    """The key that browsers subscribe with; None where there are no pushes."""
    data = config.current().push_private_key
    key = push_keys.private_key(data) if data else None
    return base64url.encode(push_keys.point_of(key)) if key else None


def subscribe(
    member_id: int, sign_in_id: int, *, endpoint: str, p256dh: str, auth: str, shows_details: bool
) -> "Browser":
    """Take a browser's subscription for a member; the same browser again replaces what there was, also
    another member's. Raises Invalid for one that cannot be, Conflict where there are no pushes.
    """
    if public_key() is None:
        raise Conflict(Code.NO_PUSH)
    _check(endpoint, p256dh, auth)
    with transaction() as db:
        advisory_lock(db, "push.subscriptions")
        mine = PushSubscription.member_id == member_id
        # A browser whose address has changed is known by its sign-in.
        same = (PushSubscription.endpoint == endpoint) | (PushSubscription.sign_in_id == sign_in_id)
        db.execute(delete(PushSubscription).where(same))
        if (db.scalar(select(func.count()).select_from(PushSubscription).where(mine)) or 0) >= MAX_BROWSERS:
            oldest = db.scalar(select(func.min(PushSubscription.id)).where(mine))
            db.execute(delete(PushSubscription).where(mine, PushSubscription.id == oldest))
        added = PushSubscription(
            member_id=member_id,
            sign_in_id=sign_in_id,
            endpoint=endpoint,
            p256dh=p256dh,
            auth=auth,
            shows_details=shows_details,
            created_at=now(db),
        )
        db.add(added)
        db.flush()
        return _browser(db, member_id, added.id, here=sign_in_id)


def renew(
    member_id: int, sign_in_id: int, *, replaces: str, endpoint: str, p256dh: str, auth: str
) -> "Browser":
    """Put the subscription that a browser has made by itself in the place of the one that it `replaces`; what
    it may show stays. Raises Invalid for one that cannot be, NotFound where this sign-in takes no pushes by
    that one any more: its member has turned them off.
    """
    _check(endpoint, p256dh, auth)
    with transaction() as db:
        advisory_lock(db, "push.subscriptions")
        mine = PushSubscription.member_id == member_id, PushSubscription.sign_in_id == sign_in_id
        # The new one too: the answer to the first try may have been lost.
        known = PushSubscription.endpoint.in_((replaces, endpoint))
        renewed = db.scalar(select(PushSubscription.id).where(*mine, known))
        if renewed is None:
            raise _unknown()
        others = PushSubscription.endpoint == endpoint, PushSubscription.id != renewed
        db.execute(delete(PushSubscription).where(*others))
        values = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "gone_at": None}
        db.execute(update(PushSubscription).where(*mine, PushSubscription.id == renewed).values(**values))
        return _browser(db, member_id, renewed, here=sign_in_id)


def _browser(db: Session, member_id: int, subscription_id: int, *, here: int) -> "Browser":
    """One of `browsers`; raises NotFound."""
    for each in browsers(db, member_id, here=here):
        if each.id == subscription_id:
            return each
    raise _unknown()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    settings = config.current()
    problem = problem_with_address(endpoint, settings.push_private_hosts)
    if problem:
        raise Invalid(Code.PUSH_ADDRESS, {"problem": problem}, field="endpoint")
    if push_services.service_of(endpoint, settings.push_hosts) is None:
        raise Invalid(Code.UNKNOWN_PUSH_SERVICE, field="endpoint")
    point = base64url.decode_exactly(p256dh, push_keys.POINT_BYTES)
    if point is None or not push_keys.is_point(point):
        raise Invalid(Code.INVALID_PUSH_KEY, field="p256dh")
    if base64url.decode_exactly(auth, push_keys.AUTH_BYTES) is None:
        raise Invalid(Code.INVALID_PUSH_SECRET, field="auth")


def _alive(db: Session) -> tuple[ColumnElement[bool], ...]:
    """Which subscriptions are to be used: those of sign-ins that last, and that their push service knows."""
    signed_in = devices.is_signed_in(PushSubscription.member_id, PushSubscription.sign_in_id, now(db))
    return signed_in, PushSubscription.gone_at.is_(None)


def service_of(subscription: PushSubscription) -> str | None:
    """The push service of a browser; None where nothing is sent to its host (any more)."""
    return push_services.service_of(subscription.endpoint, config.current().push_hosts)


def of_members(db: Session, ids: Collection[int]) -> list[PushSubscription]:
    """The browsers that take pushes for members while they are signed in there, the oldest first."""
    query = select(PushSubscription).where(PushSubscription.member_id.in_(ids), *_alive(db))
    return [row for row in db.scalars(query.order_by(PushSubscription.id)) if service_of(row)]


@dataclass(frozen=True)
class Browser:
    """A subscription as its member reads it: on which device, and whether that is this one."""

    id: int
    shows_details: bool
    created_at: datetime
    browser: str | None
    system: str | None
    is_current: bool


def browsers(db: Session, member_id: int, *, here: int) -> list[Browser]:
    """The browsers that take pushes for a member, that of the sign-in `here` first, then the newest."""
    signed_in = {each.id: each for each in devices.devices(db, member_id, here=here)}
    found = [
        Browser(row.id, row.shows_details, row.created_at, device.browser, device.system, device.is_current)
        for row in of_members(db, [member_id])
        if (device := signed_in.get(row.sign_in_id))
    ]
    return sorted(found, key=lambda each: (each.is_current, each.id), reverse=True)


def members_with_push(db: Session, ids: Collection[int]) -> set[int]:
    """Those of some members whom a push would reach."""
    if public_key() is None:
        return set()
    return {row.member_id for row in of_members(db, ids)}


def one(db: Session, subscription_id: int) -> PushSubscription | None:
    """One subscription, while its sign-in lasts."""
    which = PushSubscription.id == subscription_id, *_alive(db)
    row = db.scalar(select(PushSubscription).where(*which))
    return row if row is not None and service_of(row) else None


def change(member_id: int, subscription_id: int, *, shows_details: bool, here: int) -> "Browser":
    """Allow points and names on one browser's screen, or not; raises NotFound for another member's."""
    with transaction() as db:
        mine = PushSubscription.id == subscription_id, PushSubscription.member_id == member_id
        db.execute(update(PushSubscription).where(*mine).values(shows_details=shows_details))
        return _browser(db, member_id, subscription_id, here=here)


def end(member_id: int, subscription_id: int) -> None:
    """Send a browser no more pushes; raises NotFound for another member's."""
    with transaction() as db:
        mine = PushSubscription.id == subscription_id, PushSubscription.member_id == member_id
        gone = db.execute(delete(PushSubscription).where(*mine).returning(PushSubscription.id)).one_or_none()
        if gone is None:
            raise _unknown()


def _unknown() -> NotFound:
    return NotFound(Code.NO_SUCH_SUBSCRIPTION)


def gone(subscription_id: str) -> None:
    """Use a subscription no more that its push service does not know; the id as the outbox has it."""
    with transaction() as db:
        this = PushSubscription.id == int(subscription_id)
        db.execute(update(PushSubscription).where(this).values(gone_at=now(db)))


def erase_member(db: Session, member_id: int) -> None:
    """Delete every subscription of a member, in the caller's transaction."""
    db.execute(delete(PushSubscription).where(PushSubscription.member_id == member_id))
