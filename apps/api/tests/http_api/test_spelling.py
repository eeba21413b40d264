"""The quick speller writes what the schema would: one shape on the wire, whichever wrote it."""

from __future__ import annotations

from dataclasses import make_dataclass
from datetime import UTC, date, datetime, timedelta, timezone

import orjson
import pytest
from marshmallow import fields

from loyalty.features.members.schemas import MemberSchema
from loyalty.features.points.schemas import ActivitySchema
from loyalty.features.rewards.schemas import MemberRewardSchema, RewardListSchema, RewardSchema
from loyalty.http.fields import Instant, Money
from loyalty.http.spelling import Speller

MOMENT = datetime(2026, 3, 14, 12, 0, 0, 123_456, tzinfo=timezone(timedelta(hours=8)))
EXAMPLES = {
    fields.Integer: [0, 7, -3],
    fields.String: ["", "Ünal 😀", "<p>"],
    fields.Boolean: [True, False],
    fields.Date: [date(1994, 3, 8), date(2000, 2, 29)],
    Instant: [MOMENT, datetime(2026, 1, 1, tzinfo=UTC)],
    Money: [0, 5, 4_590],
    fields.List: [(), (1, 2, 3)],
}


@pytest.mark.parametrize("schema", [MemberSchema, ActivitySchema, RewardSchema, MemberRewardSchema])
@pytest.mark.parametrize("nth", [0, 1, 2])
def test_it_writes_what_the_schema_writes(schema, nth):
    found = schema().fields
    values = {name: EXAMPLES[type(field)][nth % len(EXAMPLES[type(field)])] for name, field in found.items()}
    thing = make_dataclass("Thing", list(values))(**values)
    assert orjson.loads(orjson.dumps(Speller(schema).spell(thing))) == schema().dump(thing)


@pytest.mark.parametrize("schema", [MemberSchema, RewardSchema])
def test_nothing_is_null_as_the_schema_has_it(schema):
    thing = make_dataclass("Thing", list(schema().fields))(*[None] * len(schema().fields))
    assert Speller(schema).spell(thing) == schema().dump(thing)


def test_a_schema_it_does_not_know_is_refused_when_it_is_made():
    with pytest.raises(TypeError, match="leave it to its schema"):
        Speller(RewardListSchema)
