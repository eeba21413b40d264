"""How days, times and numbers are written to a member: in their language, and in the formats they chose.

Twin of the apps' `libs/ui/src/i18n/formats.ts`. The rows in `libs/api-client/cases/formats.json` hold the two
together.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from loyalty.rules.calendar import ZONE
from loyalty.rules.people import DEFAULTS

# The short names of months, as Unicode's CLDR has them.
_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    "ms": "Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis",
    "zh": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "ta": "ஜன. பிப். மார். ஏப். மே ஜூன் ஜூலை ஆக. செப். அக். நவ. டிச.",
    "th": "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
    "id": "Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des",
}
# Before and after noon; most languages write what English does.
_HALVES = {"ms": ("{} PG", "{} PTG"), "zh": ("上午{}", "下午{}")}
_ENGLISH_HALVES = ("{} AM", "{} PM")
_GROUPS = {"1,234.56": ",", "1.234,56": ".", "1 234.56": "\N{NO-BREAK SPACE}"}

_USUAL = DEFAULTS["language"]


@dataclass(frozen=True)
class Formats:
    """A member's language and the formats they chose (spec 001 §3)."""

    language: str = _USUAL["selected_language"]
    date_format: str = _USUAL["date_format"]
    time_format: str = _USUAL["time_format"]
    number_format: str = _USUAL["number_format"]

    @classmethod
    def of(cls, chosen: Mapping[str, Any] | None) -> "Formats":
        """Those of a section `language` of preferences, which need not be whole."""
        known = {**_USUAL, **(chosen or {})}
        return cls(
            language=known["selected_language"],
            date_format=known["date_format"],
            time_format=known["time_format"],
            number_format=known["number_format"],
        )

    def day(self, day: date) -> str:
        """A day: `05/04/2024`."""
        month = _MONTHS.get(self.language, _MONTHS["en"]).split()[day.month - 1]
        parts = {"DD": f"{day:%d}", "MMM": month, "MM": f"{day:%m}", "YYYY": f"{day:%Y}"}
        return re.sub(r"[A-Z]+", lambda part: parts[part[0]], self.date_format)

    def time(self, at: datetime) -> str:
        """The time of day in Malaysia at an instant: `21:05`, or `9:05 PM`."""
        local = at.astimezone(ZONE)
        sign = "." if self.language == "id" else ":"
        if self.time_format == "24":
            return f"{local:%H}{sign}{local:%M}"
        half = _HALVES.get(self.language, _ENGLISH_HALVES)[local.hour >= 12]
        return half.format(f"{local.hour % 12 or 12}{sign}{local:%M}")

    def moment(self, at: datetime) -> str:
        """Day and time in Malaysia at an instant: `05/04/2024, 21:05`."""
        return f"{self.day(at.astimezone(ZONE).date())}, {self.time(at)}"

    def number(self, value: int) -> str:
        """A whole number in its groups: `1,234`."""
        return f"{value:,}".replace(",", _GROUPS[self.number_format])
