"""What our own code reads from outside (SECURITY.md B16): understood or refused, never a crash.

An ordinary run tries a hundred of each; `npm run storm` tens of thousands, none of which may take a second.
"""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from loyalty.errors import BadRequest
from loyalty.features.access import tokens
from loyalty.features.access.tokens import Kind
from loyalty.features.rewards.programme import clean
from loyalty.http.json_body import read_json
from loyalty.http.schemas import Day, Moment, Money
from loyalty.rules import attachments, cards, phone
from support.attachments import DOC, PDF, base64_of, docx

pytestmark = pytest.mark.fuzz

SIGNS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def spoiled(*texts: str) -> st.SearchStrategy[str]:
    """One of these with something put into it or cut out of it, or anything at all."""
    place = st.integers(0, max(map(len, texts)))
    cut = st.tuples(st.sampled_from(texts), place, place, SIGNS)
    return SIGNS | cut.map(lambda it: it[0][: it[1]] + it[3] + it[0][it[2] :])


@given(spoiled("60", "+60", "١٢"), spoiled("12-345 6789", "+60 12-345 6789", "0060123456789"))
def test_a_telephone_number(calling_code, typed):
    number = phone.normalise(calling_code, typed)
    assert number is None or number.isascii()


@given(spoiled("LV-7K3M-9QX2-4TRA", "lv7k3m9qx24tra"))
def test_a_code_of_a_card(typed):
    assert cards.as_printed(cards.as_printed(typed)) == cards.as_printed(typed)
    cards.part_of_code(typed)


@given(spoiled("<p>Tea <b>with</b> bobas</p>", "<ul><li>One</li></ul>", "&lt;p&gt;", "<!-- x --><p"))
def test_html_of_a_reward(text):
    assert clean(clean(text)) == clean(text)


@given(spoiled("1994-03-08", "2024-02-29", "2026-03-14T04:00:00Z", "2026-03-14T04:00:00+08:00", "45.90"))
def test_days_moments_and_amounts(text):
    for field in (Day(), Moment(), Money()):
        with suppress(ValidationError):
            field.deserialize(text)


@given(spoiled('{"id": 1, "name": "Aisyah"}', '[[[1e309, -0, "\\ud83d\\ude00"]]]') | st.binary(max_size=200))
def test_a_body_of_json(body):
    with suppress(BadRequest):
        read_json(body)


@given(spoiled(base64_of(PDF), base64_of(DOC), base64_of(docx())), st.sampled_from(["pdf", "doc", "docx"]))
def test_an_attachment(text, extension):
    content = attachments.decoded(text)
    if content is not None:
        attachments.problem_with_file(f"cv.{extension}", extension, content)


def test_a_token(app):
    with app.app_context():
        real = [tokens.write(kind, 12, tokens.new_key(), 7) for kind in Kind]

        @given(spoiled(*real))
        def reads(text):
            assert (tokens.read(text) is not None) == (text in real)

        reads()
