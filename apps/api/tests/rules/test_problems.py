"""Sentences with their values, as English has them."""

import pytest

from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (Code.WRONG_PIN, {"count": 1}, "This PIN is wrong. 1 try is left."),
        (Code.WRONG_PIN, {"count": 3}, "This PIN is wrong. 3 tries are left."),
        (Code.MEMBERS_OF_TIER, {"count": 1}, "1 member of this tier"),
        (Code.MEMBERS_OF_TIER, {"count": 1200}, "1,200 members of this tier"),
        (Code.BILL_TOO_LARGE, {"max": 500_000}, "A bill can be RM 5,000 at most."),
        (
            Code.MINIMUM_SPEND,
            {"minimum": 3_050},
            "This voucher needs a bill of at least RM 30.50.",
        ),
        (
            Code.VOUCHER_EXPIRED_ON,
            {"lastDay": "2026-11-09"},
            "This voucher could be used until 9 November 2026.",
        ),
        (
            Code.VOUCHER_CANCELLED_AT,
            {"cancelledAt": "2026-03-13T17:30:00.000Z"},
            "This voucher was cancelled on 14 March 2026 at 01:30.",
        ),
        (
            Code.VOUCHER_GOOD_ELSEWHERE,
            {"outlets": ["A", "B", "C"]},
            "This voucher cannot be used here. It can be used at A, B and C.",
        ),
        (
            Code.VOUCHER_GOOD_ELSEWHERE,
            {"outlets": ["A", "B", "C", "D"]},
            "This voucher cannot be used here. It can be used at A, B and 2 more.",
        ),
        (Code.MISSING_LANGUAGES, {"languages": ["ms", "zh"]}, "Words are missing in: ms, zh."),
    ],
)
def test_a_sentence_holds_its_values(code, params, sentence):
    assert str(Problem(code, params)) == sentence
