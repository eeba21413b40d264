"""Whose programme this is: names, country, currency, calendar and brands, as `group.json` has them."""

from datetime import datetime, timedelta
from importlib.resources import files
from typing import Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel


class _Part(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, frozen=True)


class Emails(_Part):
    """The group's mailboxes, and the address that messages come from."""

    support: str
    careers: str
    feedback: str
    sender: str


class CallingCode(_Part):
    """As `GET /callingCode` lists it."""

    id: int
    name: str


class Country(_Part):
    """What telephone numbers, postcodes and places look like; degrees are the least and the most."""

    calling_code: CallingCode
    postcode_digits: int
    latitudes: tuple[float, float]
    longitudes: tuple[float, float]


class Currency(_Part):
    """ISO 4217's code, the sign before an amount, and the unit's name by language. It has a hundred parts."""

    code: str = Field(pattern="^[A-Z]{3}$")
    sign: str
    name: dict[str, str]


class TimeZone(_Part):
    """The zone by IANA's name, and its distance from UTC, the same all year: `+08:00`."""

    name: str
    utc_offset: str = Field(pattern="^[+-][0-9]{2}:[0-9]{2}$")

    @property
    def ahead(self) -> timedelta:
        """How far its clocks are ahead of UTC."""
        hours, minutes = self.utc_offset[1:].split(":")
        ahead = timedelta(hours=int(hours), minutes=int(minutes))
        return -ahead if self.utc_offset.startswith("-") else ahead

    @model_validator(mode="after")
    def _has_this_offset_all_year(self) -> Self:
        zone = ZoneInfo(self.name)
        if {datetime(2026, month, 1, tzinfo=zone).utcoffset() for month in range(1, 13)} != {self.ahead}:
            raise ValueError(f"{self.name} is not at {self.utc_offset} all year")
        return self


class Law(_Part):
    """What the law asks after a breach: above how many members it is significant, and who knows by when."""

    significant_breach_above: int
    authority_within_hours: int
    members_within_days: int


class Colours(_Part):
    """Colours as `#rrggbb`: of a member card and of the words on it."""

    card: str = Field(pattern="^#[0-9a-f]{6}$")
    on_card: str = Field(pattern="^#[0-9a-f]{6}$")


class Brand(_Part):
    """A brand by its name and the colours of its passes."""

    name: str
    colours: Colours


class Group(_Part):
    """The file without what pages alone read."""

    name: str
    emails: Emails
    country: Country
    currency: Currency
    time_zone: TimeZone
    law: Law
    brands: dict[str, Brand] = Field(min_length=1)


def read(text: str | bytes) -> Group:
    """The group that a file describes; raises ValueError, with the place of what is wrong."""
    return Group.model_validate_json(text)


GROUP = read((files("loyalty") / "group.json").read_bytes())
BRANDS = tuple(GROUP.brands)
