"""What a member is notified of: by which channels, in which language, and when (docs/integrations.md).

A message is written to the member's log at once. What leaves for a device or a mailbox obeys the preferences
of the kind, the consents to advertising, the quiet hours and the frequency.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Any, Final

from loyalty.rules.calendar import ZONE, malaysian_date, start_of
from loyalty.rules.events import EventType
from loyalty.rules.people import LANGUAGES, MARKETING
from loyalty.rules.rewards import GIFT_KINDS

# When digests leave, in Malaysia.
DIGEST_HOUR = time(9)
MONDAY = 0
# What is older is in the log only: its reader was down, or the digest came too late.
STALE_AFTER = timedelta(days=8)
SECURITY_PUSH_LIFE = timedelta(days=1)
LOG_KEPT_FOR = timedelta(days=365)
# So many days before its last one a tier, and a voucher, is spoken of.
TIER_NOTICE_DAYS, VOUCHER_NOTICE_DAYS = 7, 3


class Channel(StrEnum):
    """How a message reaches a member. `PHONE` is the channel of the codes, WhatsApp or SMS."""

    PUSH = "push"
    EMAIL = "email"
    PHONE = "phone"


@dataclass(frozen=True)
class MessageKind:
    """A kind of message.

    `preference`: the field that switches it off; a security message has one that keeps it from devices only.
    `page`: the path of the mini-program that it is about. `is_urgent`: it waits for no digest, and comes also
    to those who want only what matters most. `by_phone`: it may use the channel of the codes, where nothing
    else reaches the member; advertising does so only where the group has turned that on. `mail_only`: it is
    an e-mail or nothing, waits for no digest, and does not matter most. `is_sent_at_once`: its e-mail or text
    is written with the fact itself (features/access/devices.py, reach/notifications/security_notices.py).
    """

    name: str
    preference: str
    page: str
    is_security: bool = False
    is_urgent: bool = False
    by_phone: bool = False
    mail_only: bool = False
    is_sent_at_once: bool = False

    @property
    def is_marketing(self) -> bool:
        """Whether it is advertising, which needs a consent."""
        return self.preference in MARKETING


_POINTS, _ORDERS = "points_notifications", "order_notifications"
SETTINGS_PAGE = "/settings/notifications"
ACTIVITY, VOUCHERS, REWARDS, DEVICES = "/activity", "/redeem?tab=my-rewards", "/rewards", "/settings/devices"


def _security(name: str, page: str, *, is_sent_at_once: bool = False) -> MessageKind:
    how = {"is_security": True, "is_urgent": True, "by_phone": True, "is_sent_at_once": is_sent_at_once}
    return MessageKind(name, "security_notifications", page, **how)


KINDS: Final[dict[str, MessageKind]] = {
    kind.name: kind
    for kind in (
        MessageKind("bill_verified", _ORDERS, ACTIVITY, by_phone=True),
        MessageKind("bill_taken_back", _ORDERS, ACTIVITY, by_phone=True),
        MessageKind("points_spent", _POINTS, ACTIVITY, by_phone=True),
        MessageKind("points_added", _POINTS, ACTIVITY, by_phone=True),
        MessageKind("points_taken_back", _POINTS, ACTIVITY, by_phone=True),
        MessageKind("tier_up", _POINTS, "/dashboard", by_phone=True),
        MessageKind("tier_down", _POINTS, "/dashboard", by_phone=True),
        MessageKind("tier_at_risk", _POINTS, "/dashboard", is_urgent=True, by_phone=True),
        MessageKind("voucher_given", _POINTS, VOUCHERS),
        MessageKind("voucher_used", _POINTS, VOUCHERS),
        MessageKind("voucher_cancelled", _POINTS, VOUCHERS),
        MessageKind("voucher_restored", _POINTS, VOUCHERS),
        MessageKind("voucher_usable", _POINTS, VOUCHERS),
        MessageKind("voucher_ends", _POINTS, VOUCHERS, is_urgent=True),
        MessageKind("reward_new", "promotions_notifications", REWARDS),
        MessageKind("birthday_gift", "birthday_offers", REWARDS),
        MessageKind("week_ended", "weekly_summary", ACTIVITY, mail_only=True),
        MessageKind("menu_new", "menu_notifications", "/menu"),
        # Written by the office for many members (reach/broadcasts).
        MessageKind("offer", "promotions_notifications", REWARDS),
        MessageKind("newsletter", "newsletter", REWARDS, mail_only=True),
        _security("new_device", DEVICES, is_sent_at_once=True),
        _security("passkey_added", DEVICES, is_sent_at_once=True),
        _security("host_linked", DEVICES),
        _security("host_unlinked", DEVICES),
        _security("number_changed", "/settings/help-support", is_sent_at_once=True),
        _security("erasure_asked", DEVICES),
        _security("record_read", "/settings/personal-info"),
    )
}
# The kinds whose words somebody writes, each time anew.
WRITTEN: Final = ("offer", "newsletter")
# What the office calls them.
BROADCAST_KINDS: Final = {"marketing": "offer", "newsletter": "newsletter"}
# Where a broadcast can lead: pages of the mini-program that everybody has.
BROADCAST_PAGES: Final = (REWARDS, "/menu", "/locations", "/activity", "/referral", "/dashboard")
_OF_EVENTS: Final[dict[str, str]] = {
    EventType.POINTS_SPENT: "points_spent",
    EventType.POINTS_ADDED: "points_added",
    EventType.TIER_AT_RISK: "tier_at_risk",
    EventType.VOUCHER_USED: "voucher_used",
    EventType.VOUCHER_CANCELLED: "voucher_cancelled",
    EventType.VOUCHER_RESTORED: "voucher_restored",
    EventType.VOUCHER_USABLE: "voucher_usable",
    EventType.VOUCHER_ENDS: "voucher_ends",
    EventType.REWARD_NEW: "reward_new",
    EventType.BIRTHDAY_GIFT: "birthday_gift",
    EventType.WEEK_ENDED: "week_ended",
    EventType.MEMBER_NEW_DEVICE: "new_device",
    EventType.MEMBER_PASSKEY_ADDED: "passkey_added",
    EventType.MEMBER_HOST_LINKED: "host_linked",
    EventType.MEMBER_HOST_UNLINKED: "host_unlinked",
    EventType.MEMBER_NUMBER_CHANGED: "number_changed",
    EventType.MEMBER_ERASURE_ASKED: "erasure_asked",
    EventType.MEMBER_RECORD_READ: "record_read",
}


def kind_of(event_type: str, data: Mapping[str, Any]) -> MessageKind | None:
    """The kind of message about an event; None where there is none."""
    name = _OF_EVENTS.get(event_type)
    if event_type == EventType.POINTS_EARNED:
        name = "bill_verified"
    elif event_type == EventType.POINTS_TAKEN_BACK:
        name = "bill_taken_back" if data.get("sourceType") == "bill" else "points_taken_back"
    elif event_type == EventType.TIER_CHANGED:
        name = "tier_up" if data["toLevel"] > data["fromLevel"] else "tier_down"
    elif event_type == EventType.VOUCHER_GIVEN and data.get("kind") in GIFT_KINDS:
        name = "voucher_given"
    elif event_type == EventType.CONTENT_PUBLISHED and data.get("dishCount"):
        name = "menu_new"
    return KINDS[name] if name else None


@dataclass(frozen=True)
class Recipient:
    """What decides about a message to a member.

    `preferences` is the section `notifications`; `withdrawn` the kinds of advertising that the member said no
    to; the others say which channels reach them, the telephone with advertising or without.
    """

    preferences: Mapping[str, Any]
    language: str = "en"
    withdrawn: frozenset[str] = frozenset()
    has_push: bool = False
    has_email: bool = False
    has_phone: bool = False
    has_phone_for_marketing: bool = False


@dataclass(frozen=True)
class Delivery:
    """One way out of a message: when, and whether it waits for others that leave at the same time."""

    channel: Channel
    due_at: datetime
    is_digest: bool = False


@dataclass(frozen=True)
class Decision:
    """A message that is written to the member's log, in this language, and what leaves of it."""

    kind: MessageKind
    language: str
    deliveries: tuple[Delivery, ...]


def decide(
    kind: MessageKind,
    recipient: Recipient,
    *,
    happened_at: datetime,
    now: datetime,
    ends_at: datetime | None = None,
) -> Decision | None:
    """What to do about a message; None when the member does not want this kind.

    `ends_at` is the moment after which the message is of no use, where it has one of its own.
    """
    if not is_wanted(kind, recipient):
        return None
    language = recipient.language if recipient.language in LANGUAGES else "en"
    stale_at = min(happened_at + STALE_AFTER, ends_at or happened_at + STALE_AFTER)
    deliveries = []
    for channel in _channels(kind, recipient):
        due_at, is_digest = _due(kind, recipient.preferences, now)
        if _obeys_quiet_hours(kind, channel):
            due_at = after_quiet(due_at, recipient.preferences)
        if due_at < stale_at:
            deliveries.append(Delivery(channel, due_at, is_digest))
    return Decision(kind, language, tuple(deliveries))


def language_of(texts: Collection[str], present: str, chosen_by: str | None) -> str:
    """In which of the languages of `texts` a member gets a message that somebody wrote: in their present one,
    else in that by which the segment chose them, else in English, else in what there is.
    """
    wanted = (present, chosen_by, "en")
    return next((each for each in wanted if each in texts), None) or next(iter(texts))


def may_leave(kind: MessageKind, channel: Channel, recipient: Recipient, now: datetime) -> datetime | None:
    """When a delivery that is due may leave, by what holds now: `now`, or the end of the quiet hours. None
    when it may not leave any more: the member has switched its kind or its channel off meanwhile.
    """
    if not is_wanted(kind, recipient) or channel not in _reaching(kind, recipient):
        return None
    return after_quiet(now, recipient.preferences) if _obeys_quiet_hours(kind, channel) else now


def is_wanted(kind: MessageKind, recipient: Recipient) -> bool:
    """Whether the member is notified of this kind at all; of what concerns their security always."""
    if kind.is_security:
        return True
    if kind.is_marketing and kind.preference in recipient.withdrawn:
        return False
    return bool(recipient.preferences[kind.preference])


def _channels(kind: MessageKind, recipient: Recipient) -> list[Channel]:
    """The first channel that reaches the member; what concerns their security goes to the device as well."""
    if recipient.preferences["notification_frequency"] == "minimal" and not kind.is_urgent:
        return []
    reaching = _reaching(kind, recipient)
    if kind.is_security:
        first_written = [each for each in reaching if each is not Channel.PUSH][:1]
        return [each for each in reaching if each is Channel.PUSH] + first_written
    return reaching[:1]


def _reaching(kind: MessageKind, recipient: Recipient) -> list[Channel]:
    """The channels that could carry this to the member, the cheapest first."""
    wants_push = recipient.preferences["push_enabled"] and recipient.preferences[kind.preference]
    reaching = []
    if recipient.has_push and wants_push and not kind.mail_only:
        reaching.append(Channel.PUSH)
    if recipient.has_email:
        reaching.append(Channel.EMAIL)
    advertises = kind.is_marketing and not kind.mail_only and recipient.has_phone_for_marketing
    if advertises or (kind.by_phone and recipient.has_phone):
        reaching.append(Channel.PHONE)
    return reaching


def _obeys_quiet_hours(kind: MessageKind, channel: Channel) -> bool:
    """Whether quiet hours hold it: everything but an e-mail about the member's security."""
    return not (kind.is_security and channel is Channel.EMAIL)


def _due(kind: MessageKind, preferences: Mapping[str, Any], now: datetime) -> tuple[datetime, bool]:
    frequency = preferences["notification_frequency"]
    if kind.is_urgent or kind.mail_only or frequency not in ("daily", "weekly"):
        return now, False
    day = malaysian_date(now)
    while True:
        due_at = datetime.combine(day, DIGEST_HOUR, tzinfo=ZONE)
        if due_at > now and (frequency == "daily" or day.weekday() == MONDAY):
            return due_at, True
        day += timedelta(days=1)


def after_quiet(moment: datetime, preferences: Mapping[str, Any]) -> datetime:
    """The moment itself, or the end of the quiet hours it lies in. Quiet hours are Malaysia's; their first
    minute belongs to them and their last does not. Two equal times are no quiet hours.
    """
    if not preferences["quiet_hours_enabled"]:
        return moment
    start, end = (_clock(preferences[name]) for name in ("quiet_hours_start", "quiet_hours_end"))
    local = moment.astimezone(ZONE)
    here = local.time()
    if start <= end:
        is_quiet, ends_tomorrow = start <= here < end, False
    else:
        is_quiet, ends_tomorrow = here >= start or here < end, here >= start
    if not is_quiet:
        return moment
    day = local.date() + timedelta(days=1 if ends_tomorrow else 0)
    return datetime.combine(day, end, tzinfo=ZONE)


def next_quiet(moment: datetime, preferences: Mapping[str, Any]) -> datetime | None:
    """When the next quiet hours begin after a moment outside of them; None without any."""
    start = _clock(preferences["quiet_hours_start"])
    if not preferences["quiet_hours_enabled"] or start == _clock(preferences["quiet_hours_end"]):
        return None
    local = moment.astimezone(ZONE)
    day = local.date() + timedelta(days=0 if local.time() < start else 1)
    return datetime.combine(day, start, tzinfo=ZONE)


def kept_until(
    kind: MessageKind, preferences: Mapping[str, Any], now: datetime, ends_at: datetime
) -> datetime:
    """Until when a push service may keep a push that leaves now, for a device that is off: the start of the
    next quiet hours, and no later than `ends_at`. One about security is kept for a day at most.
    """
    a_day = now + SECURITY_PUSH_LIFE if kind.is_security else None
    return min(filter(None, (ends_at, next_quiet(now, preferences), a_day)))


def _clock(text: str) -> time:
    return time.fromisoformat(text)


def end_of(kind: MessageKind, data: Mapping[str, Any]) -> datetime | None:
    """The moment after which a message is of no use, by its content; None where it has none."""
    if kind.name == "voucher_ends":
        return datetime.fromisoformat(data["expiresAt"])
    if kind.name == "tier_at_risk":
        return start_of(date.fromisoformat(data["keepBy"]) + timedelta(days=1))
    return None
