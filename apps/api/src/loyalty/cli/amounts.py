"""How an amount is written on the command line: ringgit with two places; sen inside."""

from __future__ import annotations

from typing import Any

import click

from loyalty.rules.money import sen


class Amount(click.ParamType[int]):
    """Ringgit with two places, such as 45.90."""

    name = "ringgit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The sen of what was typed."""
        if isinstance(value, int):
            return value
        found = sen(value)
        if found is None:
            self.fail(f"{value} is no amount: write it with two places, such as 45.90.", param, ctx)
        return found


AMOUNT = Amount()
