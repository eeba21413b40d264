"""Spelling an answer without a schema's machinery, for the calls that every screen makes.

A speller is made once from a schema and writes what the schema would write: which fields, their names on the
wire, and how each kind of value looks. It takes schemas of plain fields only and says so when it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any

import orjson
from flask import Response
from marshmallow import Schema, fields

from loyalty.http.fields import Instant, Money
from loyalty.rules import money

Write = Callable[[Any], Any]


class Speller:
    """Writes objects as one schema does, attribute by attribute."""

    def __init__(self, schema: type[Schema]) -> None:
        found = schema().fields
        self._read = attrgetter(*(field.attribute or name for name, field in found.items()))
        self._names = [str(field.data_key or name) for name, field in found.items()]
        self._writes = [(at, _writer(field)) for at, field in enumerate(found.values()) if _writer(field)]

    def spell(self, thing: object) -> dict[str, Any]:
        """What the wire says of one object."""
        values = list(self._read(thing))
        for at, write in self._writes:
            if values[at] is not None:
                values[at] = write(values[at])  # type: ignore[misc]  # only those that have one are kept
        return dict(zip(self._names, values, strict=True))

    def spell_all(self, things: Sequence[object]) -> list[dict[str, Any]]:
        """The same for many."""
        return [self.spell(thing) for thing in things]


def json_response(plain: object) -> Response:
    """Plain values as an answer."""
    return Response(orjson.dumps(plain), mimetype="application/json")


def _writer(field: Any) -> Write | None:
    """How a value of a field looks on the wire; None when it looks as it is."""
    kind = type(field)
    if kind in (fields.Integer, fields.String, fields.Boolean):
        return None
    if kind is Instant:
        return _instant
    if kind is fields.Date:
        return date.isoformat
    if kind is Money:
        return money.ringgit
    if kind is fields.List and type(field.inner) is fields.Integer:
        return list
    raise TypeError(f"{kind.__name__} is not spelled here: leave it to its schema")


def _instant(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
