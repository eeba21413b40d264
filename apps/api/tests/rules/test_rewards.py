from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.features.rewards.models import Reward, Voucher
from loyalty.rules.calendar import start_of
from loyalty.rules.rewards import (
    Claimant,
    RewardKind,
    Status,
    present_until,
    validity,
    voucher_status,
    why_not_claimable,
    why_not_presentable,
    why_not_redeemable,
)
from support.cases import case, why

pytestmark = pytest.mark.usefixtures("server_zone")

CASES = case("rewards")
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
USUAL = {
    "usable_from": NOON - timedelta(days=1),
    "expires_at": NOON + timedelta(days=1),
    "min_spend_sen": 0,
    "outlet_ids": (),
}


def ours(values: dict[str, Any]) -> dict[str, Any]:
    """A case's values in Python's names, its times parsed."""
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in name): _read(name, value)
            for name, value in values.items()}  # fmt: skip


def _read(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    if not isinstance(value, str):
        return value
    return date.fromisoformat(value) if name == "dateOfBirth" else datetime.fromisoformat(value)


@pytest.mark.parametrize("row", CASES["claimable"], ids=why)
def test_a_reward_is_claimable_or_says_why_not(row):
    now = datetime.fromisoformat(row["now"]) if "now" in row else NOON
    offer = {"cost": 0, "is_active": True, "level": 0, "claimed": 0, **ours(row["offer"])}
    kind = RewardKind.BIRTHDAY if offer.pop("for_birthday", False) else RewardKind.POINTS
    limit, left = offer.pop("limit", None), offer.pop("left", None)
    reward = Reward(kind=kind, member_limit=limit, stock=left, **offer)
    found = why_not_claimable(reward, Claimant(**ours(row["claimant"])), now)
    assert (found.code if found else None) == row["reason"]


@pytest.mark.parametrize("row", CASES["vouchers"], ids=why)
def test_a_voucher_has_a_status_and_can_be_used_or_says_why_not(row):
    values = {**USUAL, **ours(row["voucher"])}
    voucher = Voucher(outlet_id=values.pop("shown_outlet_id", None), **values)
    outlet_id = row.get("outletId", 1)
    presentable = why_not_presentable(voucher, outlet_id, NOON)
    redeemable = why_not_redeemable(voucher, outlet_id, NOON, row.get("netSen"), till_id=row.get("tillId"))
    assert voucher_status(voucher, NOON) == row["status"]
    assert (presentable.code if presentable else None) == row["presentable"]
    assert (redeemable.code if redeemable else None) == row["redeemable"]


def test_the_refusal_of_a_small_bill_names_what_it_takes():
    voucher = Voucher(**{**USUAL, "present_until": NOON + timedelta(minutes=1), "min_spend_sen": 3_050})
    reason = why_not_redeemable(voucher, 1, NOON, 100)
    assert reason is not None
    assert reason.message == "This voucher needs a bill of at least RM 30.50."


@pytest.mark.parametrize("row", CASES["terms"], ids=why)
def test_a_voucher_is_good_until_the_end_of_its_last_malaysian_day(row):
    claimed = datetime.fromisoformat(row["claimed"])
    kind = RewardKind.BIRTHDAY if row["birthday"] else RewardKind.POINTS
    usable_from, expires_at = validity(kind, row["days"], claimed)
    assert expires_at == start_of(date.fromisoformat(row["lastDay"]) + timedelta(days=1))
    assert usable_from == claimed


@pytest.mark.parametrize(
    ("joined", "usable"),
    [
        ("2026-03-14T15:59:59.999Z", "2026-03-14T16:00:00Z"),
        ("2026-03-14T16:00:00Z", "2026-03-15T16:00:00Z"),
    ],
)
def test_a_welcome_voucher_waits_for_the_next_malaysian_day(joined, usable):
    usable_from, _ = validity(RewardKind.WELCOME, 30, datetime.fromisoformat(joined))
    assert usable_from == datetime.fromisoformat(usable)


def test_a_code_is_shown_for_half_an_hour_and_never_past_the_end_of_its_voucher():
    assert present_until(Voucher(**USUAL), NOON) == NOON + timedelta(minutes=30)
    soon = NOON + timedelta(minutes=5)
    assert present_until(Voucher(**{**USUAL, "expires_at": soon}), NOON) == soon


moments = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))


@given(moments, moments, st.none() | moments, st.none() | moments, moments)
def test_only_a_voucher_with_status_2_that_is_not_used_can_be_taken(start, end, shown, used, now):
    values = {"usable_from": start, "expires_at": end, "present_until": shown, "used_at": used}
    voucher = Voucher(**{**USUAL, **values})
    if why_not_redeemable(voucher, 1, now) is None:
        assert voucher_status(voucher, now) is Status.PRESENTED_OR_USED
        assert voucher.used_at is None
