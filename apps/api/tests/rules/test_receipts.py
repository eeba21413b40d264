"""Receipt claims: their codes, and until when and by whom a bill can be claimed."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules import receipts
from loyalty.rules.receipts import CLAIMED, EXPIRED, FORGED, UNREADABLE, VOID, YOURS, why_not_claimable

PAID = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
WEEK = timedelta(days=7)
MOMENT = timedelta(microseconds=1)
KEY = "A" * 21 + "w"
OLD, NEW = "o" * 32, "n" * 32


@pytest.mark.parametrize(
    ("after", "facts", "reason"),
    [
        (timedelta(0), {}, None),
        (-timedelta(minutes=5), {}, None),  # a till whose clock is ahead
        (WEEK - MOMENT, {}, None),
        (WEEK, {}, EXPIRED),
        (WEEK + MOMENT, {}, EXPIRED),
        (timedelta(0), {"is_void": True}, VOID),
        (WEEK, {"is_void": True}, VOID),
        (timedelta(0), {"owner_id": 7}, CLAIMED),
        (timedelta(0), {"owner_id": 7, "member_id": 8}, CLAIMED),
        (WEEK, {"owner_id": 7, "member_id": 8}, CLAIMED),
        (timedelta(0), {"owner_id": 7, "member_id": 7}, YOURS),
        (WEEK, {"owner_id": 7, "member_id": 7}, YOURS),
        # The till has voided the claim and recorded the bill for a member.
        (timedelta(0), {"is_void": True, "owner_id": 7, "member_id": 7}, YOURS),
    ],
)
def test_who_can_claim_a_bill_until_when(after, facts, reason):
    assert why_not_claimable(PAID, PAID + after, **{"member_id": 8, **facts}) == reason


def test_a_code_is_the_same_each_time_and_names_its_claim():
    code = receipts.sign(KEY, [NEW, OLD])
    assert code == receipts.sign(KEY, [NEW])
    assert receipts.read(code, [NEW]) == KEY
    # In an address of 40 characters it fits version 6 of a QR code with error correction M (106 bytes).
    assert len(code) <= 66


def test_a_code_of_the_key_before_is_still_ours_until_that_is_removed():
    code = receipts.sign(KEY, [OLD])
    assert receipts.read(code, [NEW, OLD]) == KEY
    assert receipts.read(code, [NEW]) == FORGED


def test_a_code_with_another_character_is_forged_or_none():
    code = receipts.sign(KEY, [NEW])
    for place in range(len(code)):
        other = "B" if code[place] != "B" else "C"
        changed = code[:place] + other + code[place + 1 :]
        assert receipts.read(changed, [NEW]) in (FORGED, UNREADABLE), changed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "LR1",
        "LV1:AAAA",
        f"LR2.{KEY}.{KEY}",
        f"LR1.{KEY}",
        f"LR1.{KEY}.{KEY}.",
        f"LR1.{KEY}.{KEY[:-1]}é",
        f"LR1.{KEY}.{KEY}\n",
    ],
)
def test_what_has_not_the_form_of_a_code_is_unreadable(text):
    assert receipts.read(text, [NEW]) == UNREADABLE
