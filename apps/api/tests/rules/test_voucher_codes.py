"""The signed code of a presented voucher: written, read, verified by a till without the network."""

from datetime import datetime
from pathlib import Path

import pytest

from loyalty.rules import base64url, voucher_codes
from loyalty.rules.voucher_codes import VoucherCode, why_not_accepted
from support.cases import case, why

CASES = case("voucher-codes")
SEEDS = [base64url.decode_exactly(key, 32) for key in CASES["privateKeys"]]
PUBLIC = [voucher_codes.public_key_of(seed) for seed in SEEDS]
KEYS = {voucher_codes.key_id(key): key for key in PUBLIC}
# Characters of a QR code in alphanumeric mode with error correction M (ISO/IEC 18004, table 7).
VERSION_8_M = 221


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize("row", CASES["rows"], ids=why)
def test_a_till_accepts_what_is_signed_for_it_now_and_nothing_else(row):
    reason = why_not_accepted(
        row["text"],
        KEYS,
        outlet_id=row["outletId"],
        till_id=row["tillId"],
        at=moment(row["at"]),
        used=row.get("used", ()),
    )
    assert (reason and reason.code) == row["reason"]


def test_the_documented_code_is_what_the_key_signs():
    wanted = CASES["signed"]
    shown = VoucherCode(
        code=wanted["code"],
        outlet_id=wanted["outletId"],
        till_id=wanted["tillId"],
        reward_id=wanted["rewardId"],
        min_spend_sen=wanted["minSpendSen"],
        presented_at=moment(wanted["presentedAt"]),
        ends_at=moment(wanted["endsAt"]),
    )
    assert voucher_codes.sign(shown, SEEDS[0]) == wanted["text"]
    assert voucher_codes.decode(wanted["text"]) == shown


def test_the_page_for_tills_has_the_test_vector():
    page = (Path(__file__).parents[4] / "docs/till.md").read_text(encoding="utf-8")
    wanted, key = CASES["signed"], PUBLIC[0]
    assert f"```text\n{wanted['text']}\n```" in page
    assert f"`{base64url.encode(key)}`, `kid` `{voucher_codes.key_id(key).hex()}`, verifies" in page
    assert (
        f"voucher `{wanted['code']}` at outlet {wanted['outletId']}, till {wanted['tillId']}, reward "
        f"{wanted['rewardId']}, minimum spend RM {wanted['minSpendSen'] / 100:.2f}"
    ) in page


def test_it_fits_a_qr_code_of_version_8():
    assert len(CASES["signed"]["text"]) <= VERSION_8_M


@pytest.mark.parametrize("row", CASES["base45"], ids=lambda row: row["ascii"])
def test_base45_is_that_of_the_rfc(row):
    assert voucher_codes.base45(row["ascii"].encode()) == row["text"]
    assert voucher_codes.from_base45(row["text"]) == row["ascii"].encode()


def test_no_bit_of_a_code_can_be_changed():
    text, row = CASES["signed"]["text"], CASES["rows"][0]
    raw = voucher_codes.from_base45(text.removeprefix(voucher_codes.PREFIX))
    where = {"outlet_id": row["outletId"], "till_id": row["tillId"], "at": moment(row["at"])}
    for bit in range(8 * len(raw)):
        changed = bytearray(raw)
        changed[bit // 8] ^= 1 << bit % 8
        forged = voucher_codes.PREFIX + voucher_codes.base45(bytes(changed))
        assert why_not_accepted(forged, KEYS, **where) is not None, bit


@pytest.mark.parametrize("text", ["", "abc", "A" * 42, "A" * 44, "é" * 43, "B" * 43])
def test_a_key_that_is_cut_or_no_base64url_is_none(text):
    assert base64url.decode_exactly(text, 32) is None
