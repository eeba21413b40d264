"""The facts that somebody outside the transaction may want, as types of CloudEvents 1.0."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

# A reader that was down for longer has missed some: older events are deleted.
EVENTS_KEPT_FOR = timedelta(days=30)


class EventType(StrEnum):
    """What has happened. The part before the dot is the event's source.

    The data of each, beside what is said here: those of points hold `points`, `balance`, `tierPoints`,
    `sourceType`, `sourceId` and `remark`; those of vouchers `voucherId` and `name`.
    """

    POINTS_EARNED = "points.earned"
    POINTS_SPENT = "points.spent"
    POINTS_ADDED = "points.added"  # a correction, or those of a cancelled voucher
    POINTS_TAKEN_BACK = "points.taken_back"  # a correction, or those of a void bill
    TIER_CHANGED = "tier.changed"  # fromLevel, toLevel, fromName, toName
    TIER_AT_RISK = "tier.at_risk"  # level, name, keepBy: from the scheduler
    VOUCHER_GIVEN = "voucher.given"  # rewardId, kind, cost, usableFrom, expiresAt
    VOUCHER_PRESENTED = "voucher.presented"  # outletId
    VOUCHER_RELEASED = "voucher.released"
    VOUCHER_USED = "voucher.used"  # outletId
    VOUCHER_RESTORED = "voucher.restored"
    VOUCHER_CANCELLED = "voucher.cancelled"
    VOUCHER_USABLE = "voucher.usable"  # kind: from the scheduler, where it was not usable at once
    VOUCHER_ENDS = "voucher.ends"  # expiresAt: from the scheduler
    VOUCHER_LAPSED = "voucher.lapsed"  # expiresAt: from the scheduler
    REWARD_NEW = "reward.new"  # rewardId, title, titles by language; about no member
    BIRTHDAY_GIFT = "birthday.gift"  # month: from the scheduler
    WEEK_ENDED = "week.ended"  # earned, spent, balance, openVouchers: from the scheduler
    MEMBER_JOINED = "member.joined"
    MEMBER_ERASED = "member.erased"
    MEMBER_NUMBER_CHANGED = "member.number_changed"
    MEMBER_NEW_DEVICE = "member.new_device"  # signInId, browser, system
    MEMBER_PASSKEY_ADDED = "member.passkey_added"  # passkeyId
    MEMBER_HOST_LINKED = "member.host_linked"  # host, title
    MEMBER_HOST_UNLINKED = "member.host_unlinked"  # host, title
    MEMBER_ERASURE_ASKED = "member.erasure_asked"
    MEMBER_RECORD_READ = "member.record_read"  # by the help desk
    # changes, renamedTiers (levels), renamedOutlets (ids); about no member
    PROGRAMME_PUBLISHED = "programme.published"
    # kind, versionId; of the menu also dishCount and name, of the first new dish by language; about no member
    CONTENT_PUBLISHED = "content.published"
    BROADCAST_BEGUN = "broadcast.begun"  # broadcastId, kind; about no member

    @property
    def source(self) -> str:
        """CloudEvents' `source`, a URI reference below the API's origin."""
        return f"/{self.partition('.')[0]}"


@dataclass(frozen=True)
class EventRow:
    """An event as it was written; `member_id` and `sequence` are None where it is about no member.

    `type` is an EventType, unless a later release wrote it that was rolled back.
    """

    id: int
    position: int
    source: str
    type: str
    subject: str
    time: datetime
    data: dict[str, Any]
    member_id: int | None
    sequence: int | None
