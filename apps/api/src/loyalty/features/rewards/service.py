"""Rewards and vouchers, as the rest of the house uses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.once import Answer, Key, once
from loyalty.errors import Invalid
from loyalty.features.outlets import service as outlets
from loyalty.features.rewards.cancelling import cancel, cancel_open
from loyalty.features.rewards.catalogue import (
    MembershipReward,
    RewardFacts,
    membership_reward,
    membership_rewards,
    reward,
    rewards,
)
from loyalty.features.rewards.claims import Claimed, claim
from loyalty.features.rewards.figures import Held, UsedAt, Worth, held, used_between, with_vouchers, worths
from loyalty.features.rewards.gifts import thank_for, welcome
from loyalty.features.rewards.places import named
from loyalty.features.rewards.presenting import present as show
from loyalty.features.rewards.presenting import release, tidy_presented
from loyalty.features.rewards.using import refuse_restoring, restore, use, why_not_here
from loyalty.features.rewards.voucher_facts import VoucherFacts
from loyalty.features.rewards.vouchers import by_code, by_id, read, spent, vouchers


@dataclass(frozen=True)
class Presented:
    """A voucher whose code is shown: `amount` are the points it cost, `created_at` when it was shown."""

    id: int
    amount: int
    code: str
    outlet_id: int
    created_at: datetime
    present_until: datetime


def present(
    member_id: int,
    voucher_id: int,
    outlet_id: int,
    key: Key | None,
    spell: Callable[[Presented], tuple[int, object]],
) -> Answer:
    """Show a voucher's code at an outlet; it goes back by itself after 30 minutes.

    Raises NotFound for a voucher that is not hers, Invalid for an outlet that is none, and Conflict with
    the reason why not.
    """

    def act(db: Session) -> Presented:
        at = now(db)
        if not outlets.is_open(db, outlet_id):
            raise Invalid("Please choose one of our outlets", field="outletId")
        shown = show(db, member_id, voucher_id, outlet_id, at)
        until = shown.present_until or at
        return Presented(shown.id, shown.amount, shown.code, outlet_id, shown.updated_at, until)

    return once(key, act, spell)


__all__ = [
    "Claimed",
    "Held",
    "MembershipReward",
    "Presented",
    "RewardFacts",
    "UsedAt",
    "VoucherFacts",
    "Worth",
    "by_code",
    "by_id",
    "cancel",
    "cancel_open",
    "claim",
    "held",
    "membership_reward",
    "membership_rewards",
    "named",
    "present",
    "read",
    "refuse_restoring",
    "release",
    "restore",
    "reward",
    "rewards",
    "show",
    "spent",
    "thank_for",
    "tidy_presented",
    "use",
    "used_between",
    "vouchers",
    "welcome",
    "why_not_here",
    "with_vouchers",
    "worths",
]
