"""Tables for spreadsheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import normalize

# Signs that a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True)
class Sheet:
    """A table of a spreadsheet, by its name; a cell is a text, a whole number, a decimal or None."""

    name: str
    titles: Sequence[str]
    rows: Sequence[Sequence[object]]


def spreadsheet_cell(text: str) -> str:
    """A text that a spreadsheet shows and does not work out: formulas get an apostrophe in front."""
    # Wide signs of East Asia count as the plain ones, as some spreadsheets take them.
    return f"'{text}" if normalize("NFKC", text[:1]).startswith(_FORMULA) else text


def ringgit_cell(sen: int) -> Decimal:
    """An amount as a number with two places."""
    return Decimal(sen).scaleb(-2)
