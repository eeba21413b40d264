"""What every list takes: limit, offset, sort and order, and nothing else (api-contract)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import fields, post_load, validate

from loyalty.http.fields import QueryInt
from loyalty.http.schemas import CamelSchema

LONGEST_PAGE = 100
FARTHEST_PAGE = 1_000_000


class ListQuery(CamelSchema):
    """A page of a list, newest first unless told otherwise. A view gets `descending` for `order`."""

    limit = QueryInt(load_default=LONGEST_PAGE, validate=validate.Range(1, LONGEST_PAGE))
    offset = QueryInt(load_default=0, validate=validate.Range(0, FARTHEST_PAGE))
    order = fields.String(load_default="desc", validate=validate.OneOf(["asc", "desc"]))

    @post_load
    def _say_descending(self, page: dict[str, Any], **_more: object) -> dict[str, Any]:
        page["descending"] = page.pop("order") == "desc"
        return page


def sort_field(keys: Iterable[str], first: str = "createdAt") -> fields.String:
    """The `sort` of a list that may be sorted by these keys."""
    return fields.String(load_default=first, validate=validate.OneOf(sorted(keys)))
