"""Why something cannot be done: a code, the values of its sentence, and the sentence in English."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from string import Formatter
from typing import Any, TypeAlias

from loyalty.rules.calendar import ZONE, spoken_day
from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP
from loyalty.rules.points import money

# Whole numbers (money in sen), texts, days and moments in ISO 8601, and lists of names.
Params: TypeAlias = Mapping[str, int | str | list[str]]


@dataclass(frozen=True)
class Problem:
    """Why something cannot be done. As a text it is the English sentence."""

    code: Code
    params: Params = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return _SENTENCES.vformat(self.code.sentence, (), self.params)

    def __str__(self) -> str:
        return self.message


class _Sentences(Formatter):
    """How values stand in an English sentence.

    `{amount:money}` is of sen, `{day:day}` and `{at:moment}` of ISO 8601, `{names:list}` of texts, and
    `{count:try is|tries are}` chooses by number.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value as a place of a sentence has it."""
        match format_spec:
            case "money":
                return money(value)
            case "whole_money":
                return f"{GROUP.currency.sign} {value // 100:,}"
            case "day":
                return spoken_day(date.fromisoformat(value))
            case "moment":
                local = datetime.fromisoformat(value).astimezone(ZONE)
                return f"on {spoken_day(local.date())} at {local:%H:%M}"
            case "joined":
                return ", ".join(value)
            case "list":
                return _listed(value)
        one, is_plural, many = format_spec.partition("|")
        if is_plural:
            return one if value == 1 else many
        return f"{value:{format_spec}}"


def _listed(names: list[str]) -> str:
    """Names in a sentence; many are shortened."""
    shown = names if len(names) <= 3 else [*names[:2], f"{len(names) - 2} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


_SENTENCES = _Sentences()
