"""Banners and prices that are shown on some days only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

# The days of an entry: ISO 8601, the first and the last one that are meant, either may be left out.
FIRST_DAY, LAST_DAY = "firstDay", "lastDay"


def banners_on(day: date, banners: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The banners of a Malaysian day, without their days."""
    return [_without(each, FIRST_DAY, LAST_DAY) for each in banners if _is_on(day, each)]


def dishes_on(day: date, dishes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The dishes with their price of a Malaysian day alone: of several the one that began last."""
    return [
        {**_without(dish, "prices"), "price": timed[-1]["price"] if timed else dish["price"]}
        for dish in dishes
        for timed in [_prices_on(day, dish)]
    ]


def _prices_on(day: date, dish: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The prices of a day, the one that began last at the end."""
    return sorted(
        (each for each in dish.get("prices", ()) if _is_on(day, each)), key=lambda each: each[FIRST_DAY]
    )


def _is_on(day: date, entry: Mapping[str, Any]) -> bool:
    today = day.isoformat()
    first, last = str(entry.get(FIRST_DAY, today)), str(entry.get(LAST_DAY, today))
    return first <= today <= last


def _without(entry: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in names}
