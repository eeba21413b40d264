"""What leaves, when, in which language: random members, clocks, events and choices; the edges by table."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loyalty.rules.events import EventType
from loyalty.rules.notifications import (
    KINDS,
    Channel,
    Recipient,
    after_quiet,
    decide,
    end_of,
    kind_of,
    language_of,
    may_leave,
    next_quiet,
)
from loyalty.rules.people import DEFAULTS, FREQUENCIES, LANGUAGES, MARKETING
from support.quiet_hours import KUALA_LUMPUR, in_quiet_hours

USUAL = DEFAULTS["notifications"]
SWITCHES = [name for name, value in USUAL.items() if isinstance(value, bool)]
CLOCK = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 1, 30, 59]))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2028, 12, 31), timezones=st.just(UTC))
PREFERENCES = st.fixed_dictionaries(
    {
        **{name: st.booleans() for name in SWITCHES},
        "quiet_hours_start": CLOCK,
        "quiet_hours_end": CLOCK,
        "notification_frequency": st.sampled_from(FREQUENCIES),
    }
)
RECIPIENTS = st.builds(
    Recipient,
    preferences=PREFERENCES,
    language=st.sampled_from(LANGUAGES),
    withdrawn=st.frozensets(st.sampled_from(MARKETING)),
    has_push=st.booleans(),
    has_email=st.booleans(),
    has_phone=st.booleans(),
    has_phone_for_marketing=st.booleans(),
)


def at(text: str) -> datetime:
    """A moment by Malaysia's clock: `2026-03-14 22:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=KUALA_LUMPUR)


def test_nothing_is_sent_in_quiet_hours_or_against_a_choice_or_twice(rounds):
    @settings(max_examples=rounds(300, 10_000), deadline=None)
    @given(RECIPIENTS, st.sampled_from(sorted(KINDS)), MOMENTS, st.integers(0, 14 * 24 * 60))
    def check(recipient, name, now, minutes_ago):
        kind, chosen = KINDS[name], recipient.preferences
        happened_at = now - timedelta(minutes=minutes_ago)
        decision = decide(kind, recipient, happened_at=happened_at, now=now)
        switched_off = not chosen[kind.preference] or kind.preference in recipient.withdrawn
        if switched_off and not kind.is_security:
            assert decision is None
            return
        assert decision is not None
        assert decision.language == recipient.language
        channels = [each.channel for each in decision.deliveries]
        assert len(channels) == len(set(channels))
        for delivery in decision.deliveries:
            by_mail_for_security = kind.is_security and delivery.channel is Channel.EMAIL
            assert by_mail_for_security or not in_quiet_hours(delivery.due_at, chosen)
            assert now <= delivery.due_at
            assert delivery.due_at - happened_at < timedelta(days=8)
            phone = recipient.has_phone_for_marketing if kind.is_marketing else recipient.has_phone
            reached = {"push": recipient.has_push, "email": recipient.has_email, "phone": phone}
            assert reached[delivery.channel]
            if delivery.channel is Channel.PUSH:
                assert chosen["push_enabled"]
                assert chosen[kind.preference]
            if chosen["notification_frequency"] == "minimal":
                assert kind.is_urgent
            # When its time comes it may leave at once, unless the choice has changed.
            assert may_leave(kind, delivery.channel, recipient, delivery.due_at) == delivery.due_at
        if len(channels) > 1:
            assert kind.is_security

    check()


def test_quiet_hours_shift_and_never_drop(rounds):
    @settings(max_examples=rounds(200, 10_000), deadline=None)
    @given(RECIPIENTS, st.sampled_from(sorted(KINDS)), MOMENTS)
    def check(recipient, name, now):
        kind = KINDS[name]
        loud = {**recipient.preferences, "quiet_hours_enabled": False}
        without = Recipient(**{**vars(recipient), "preferences": loud})
        one, other = (decide(kind, each, happened_at=now, now=now) for each in (recipient, without))
        if one is None or other is None:
            assert one is other
            return
        assert [each.channel for each in one.deliveries] == [each.channel for each in other.deliveries]

    check()


@pytest.mark.parametrize(
    ("start", "end", "moment", "expected"),
    [
        ("22:00", "08:00", "2026-03-14 21:59", "2026-03-14 21:59"),
        ("22:00", "08:00", "2026-03-14 22:00", "2026-03-15 08:00"),
        ("22:00", "08:00", "2026-03-15 00:00", "2026-03-15 08:00"),
        ("22:00", "08:00", "2026-03-15 07:59", "2026-03-15 08:00"),
        ("22:00", "08:00", "2026-03-15 08:00", "2026-03-15 08:00"),
        ("12:00", "14:00", "2026-03-14 11:59", "2026-03-14 11:59"),
        ("12:00", "14:00", "2026-03-14 12:00", "2026-03-14 14:00"),
        ("12:00", "14:00", "2026-03-14 14:00", "2026-03-14 14:00"),
        ("09:00", "09:00", "2026-03-14 09:00", "2026-03-14 09:00"),
    ],
)
def test_the_edges_of_quiet_hours(start, end, moment, expected):
    chosen = {**USUAL, "quiet_hours_enabled": True, "quiet_hours_start": start, "quiet_hours_end": end}
    assert after_quiet(at(moment), chosen) == at(expected)
    assert after_quiet(at(moment), {**chosen, "quiet_hours_enabled": False}) == at(moment)


def test_when_the_next_quiet_hours_begin():
    chosen = {**USUAL, "quiet_hours_enabled": True}
    assert next_quiet(at("2026-03-14 21:59"), chosen) == at("2026-03-14 22:00")
    assert next_quiet(at("2026-03-14 08:00"), chosen) == at("2026-03-14 22:00")
    assert next_quiet(at("2026-03-14 08:00"), USUAL) is None


@pytest.mark.parametrize(
    ("texts", "present", "chosen_by", "expected"),
    [
        (("en", "ms", "th"), "th", "ms", "th"),
        (("en", "ms"), "th", "ms", "ms"),
        (("zh", "ms"), "th", "ms", "ms"),
        (("zh", "en"), "th", "ms", "en"),
        (("zh", "en"), "th", None, "en"),
        (("zh", "ms"), "th", "ta", "zh"),
        (("zh",), "zh", None, "zh"),
    ],
)
def test_in_which_language_words_are_sent_to_a_member_who_changed_theirs(texts, present, chosen_by, expected):
    assert language_of(texts, present, chosen_by) == expected


@pytest.mark.parametrize(
    ("frequency", "moment", "expected"),
    [
        ("immediate", "2026-03-14 13:00", "2026-03-14 13:00"),
        ("daily", "2026-03-14 08:59", "2026-03-14 09:00"),
        ("daily", "2026-03-14 09:00", "2026-03-15 09:00"),
        ("weekly", "2026-03-14 13:00", "2026-03-16 09:00"),  # the next Monday
        ("weekly", "2026-03-16 08:59", "2026-03-16 09:00"),
        ("weekly", "2026-03-16 09:00", "2026-03-23 09:00"),
    ],
)
def test_how_often(frequency, moment, expected):
    chosen = Recipient({**USUAL, "notification_frequency": frequency}, has_email=True)
    decision = decide(KINDS["bill_verified"], chosen, happened_at=at(moment), now=at(moment))
    assert [(each.due_at, each.is_digest) for each in decision.deliveries] == [
        (at(expected), frequency != "immediate")
    ]
    urgent = decide(KINDS["voucher_ends"], chosen, happened_at=at(moment), now=at(moment))
    assert [each.due_at for each in urgent.deliveries] == [at(moment)]


def test_a_message_that_is_of_no_use_any_more_stays_in_the_log():
    data = {"expiresAt": "2026-03-14T15:59:00.000Z"}
    kind = kind_of(EventType.VOUCHER_ENDS, data)
    quiet = {**USUAL, "quiet_hours_enabled": True, "quiet_hours_start": "20:00", "quiet_hours_end": "08:00"}
    for preferences, leaves in ((USUAL, 1), (quiet, 0)):
        decision = decide(
            kind,
            Recipient(preferences, has_email=True),
            happened_at=at("2026-03-14 20:00"),
            now=at("2026-03-14 20:00"),
            ends_at=end_of(kind, data),
        )
        assert len(decision.deliveries) == leaves


@pytest.mark.parametrize(
    ("event_type", "data", "expected"),
    [
        (EventType.POINTS_EARNED, {"sourceType": "bill"}, "bill_verified"),
        (EventType.POINTS_TAKEN_BACK, {"sourceType": "bill"}, "bill_taken_back"),
        (EventType.POINTS_TAKEN_BACK, {"sourceType": "adjustment"}, "points_taken_back"),
        (EventType.TIER_CHANGED, {"fromLevel": 0, "toLevel": 1}, "tier_up"),
        (EventType.TIER_CHANGED, {"fromLevel": 1, "toLevel": 0}, "tier_down"),
        (EventType.VOUCHER_GIVEN, {"kind": "welcome"}, "voucher_given"),
        (EventType.VOUCHER_GIVEN, {"kind": "points"}, None),
        (EventType.VOUCHER_PRESENTED, {}, None),
        (EventType.MEMBER_ERASED, {}, None),
    ],
)
def test_which_message_tells_of_an_event(event_type, data, expected):
    kind = kind_of(event_type, data)
    assert (kind and kind.name) == expected
