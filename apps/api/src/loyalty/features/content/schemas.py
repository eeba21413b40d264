"""The documents of the content, one schema a kind, and the one public document that they make together."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.features.content.images import UPLOADED
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Flag,
    Id,
    Length,
    Moment,
    Money,
    Pattern,
    Range,
    SingleLine,
)
from loyalty.rules.codes import Code
from loyalty.rules.group import BRANDS, GROUP
from loyalty.rules.problems import Problem

# English first: it is what a missing translation falls back to.
LANGUAGES = ("en", "ms", "zh", "ta", "th", "id")
FEATURES = ("dine-in", "takeaway", "delivery")
# Lunch and dinner, and what is left of the night before.
MAX_HOURS_A_DAY = 3

_TIME = Pattern(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]\Z", Code.NOT_A_TIME)
_KEY = Pattern(r"[a-z][A-Za-z0-9-]{0,39}\Z", Code.NOT_AN_ID)
_DRAWING = Pattern(r"[a-z0-9-]{1,60}\Z", Code.NOT_A_DRAWING)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}")
MAX_CLOSURE = timedelta(days=366)
MINUTES_OF_A_DAY = 24 * 60
LATEST_NIGHT_END = "12:00"
MAX_DAY_NAME = 60
OVERLAP = Problem(Code.HOURS_OVERLAP)
HEATS = 3
DEAREST_SEN = 100_000


def at_most(length: int) -> Callable[[Mapping[str, str]], None]:
    """Checks that a text is this short in every language."""

    def check(texts: Mapping[str, str]) -> None:
        longer = [language for language, text in texts.items() if len(text) > length]
        if longer:
            raise ValidationError({each: [Problem(Code.TEXT_TOO_LONG, {"max": length})] for each in longer})

    return check


def _list_of(schema: type[CamelSchema], most: int, least: int = 0, *, once: str = "") -> fields.List[Any]:
    """So many records; `once` names the fields of which no two have the same value."""

    def check(rows: Iterable[Mapping[str, Any]]) -> None:
        seen = set()
        for at, row in enumerate(rows):
            for name in once.split():
                if (name, row[name]) in seen:
                    raise ValidationError({at: {name: [Problem(Code.THERE_TWICE, {"name": str(row[name])})]}})
                seen.add((name, row[name]))

    return fields.List(fields.Nested(schema), required=True, validate=(Length(min=least, max=most), check))


class TranslatedSchema(CamelSchema):
    """A text in the languages it is translated to; English is there, and stands in for a missing one."""

    en = SingleLine(required=True, required_text=True, max_length=2000)
    ms, zh, ta, th, id = (SingleLine(required_text=True, max_length=2000) for _ in range(5))


def translated(length: int, *, required: bool = True) -> fields.Nested:
    """A text in several languages, of so many characters at most in each."""
    return fields.Nested(TranslatedSchema, required=required, validate=at_most(length))


class ContentPictureSchema(CamelSchema):
    """Either a drawing that the apps come with, or the name of an uploaded image, which says its size."""

    drawing = fields.String(validate=_DRAWING)
    image = fields.String(validate=Pattern(UPLOADED, Code.NOT_UPLOADED))

    @validates_schema(skip_on_field_errors=True)
    def _is_one(self, picture: dict[str, Any], **_more: object) -> None:
        if len(picture) != 1:
            raise ValidationError([Problem(Code.DRAWING_OR_IMAGE)])


def _picture(*, required: bool = True) -> fields.Nested:
    return fields.Nested(ContentPictureSchema, required=required)


_POSTCODE = rf"[0-9]{{{GROUP.country.postcode_digits}}}\Z"


class AddressSchema(CamelSchema):
    """Where an outlet is."""

    street = SingleLine(required=True, required_text=True, max_length=120)
    postcode = fields.String(required=True, validate=Pattern(_POSTCODE, Code.NOT_A_POSTCODE))
    city = SingleLine(required=True, required_text=True, max_length=60)
    state = SingleLine(required=True, required_text=True, max_length=60)


class OpeningHoursSchema(CamelSchema):
    """From when to when an outlet is open, by the clock in Malaysia. What closes at or before it opens ends
    on the next day, by noon, and belongs to the day on which it begins.
    """

    opens = fields.String(required=True, validate=_TIME)
    closes = fields.String(required=True, validate=_TIME)

    @validates_schema(skip_on_field_errors=True)
    def _in_order(self, hours: dict[str, str], **_more: object) -> None:
        if hours["closes"] <= hours["opens"] and hours["closes"] > LATEST_NIGHT_END:
            raise ValidationError([Problem(Code.CLOSES_BEFORE_OPENS)], "closes")


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def _end_of(hours: Mapping[str, str]) -> int:
    """When these hours end, in minutes from the midnight before they begin."""
    opens, closes = _minutes(hours["opens"]), _minutes(hours["closes"])
    return closes if closes > opens else closes + MINUTES_OF_A_DAY


def _one_after_the_other(hours: Sequence[Mapping[str, str]]) -> None:
    """Raise ValidationError unless the hours of a day follow each other."""
    for at, (first, second) in enumerate(pairwise(hours), start=1):
        if _minutes(second["opens"]) <= _end_of(first):
            raise ValidationError({at: {"opens": [OVERLAP]}})


def hours_of_a_day(least: int = 0) -> fields.List[Any]:
    """The hours of a day in their order, `least` at least."""
    return fields.List(
        fields.Nested(OpeningHoursSchema),
        required=True,
        validate=(Length(min=least, max=MAX_HOURS_A_DAY), _one_after_the_other),
    )


class WeekSchema(CamelSchema):
    """The hours of each day of the week, in their order; a day without any is a day on which it is closed."""

    monday, tuesday, wednesday, thursday, friday, saturday, sunday = (hours_of_a_day() for _ in range(7))

    @validates_schema(skip_on_field_errors=True)
    def _nights_end_before_the_next_day_begins(
        self, week: dict[str, list[dict[str, str]]], **_more: object
    ) -> None:
        days = list(week)
        for today, tomorrow in zip(days, [*days[1:], days[0]], strict=True):
            if not (week[today] and week[tomorrow]):
                continue
            night_end = _end_of(week[today][-1]) - MINUTES_OF_A_DAY
            if night_end > 0 and _minutes(week[tomorrow][0]["opens"]) <= night_end:
                raise ValidationError({tomorrow: {0: {"opens": [OVERLAP]}}})


class _FromToSchema(CamelSchema):
    """From a first day to a last one, both included, in Malaysia."""

    @validates_schema(skip_on_field_errors=True)
    def _in_order(self, days: dict[str, Any], **_more: object) -> None:
        first, last = days.get("first_day"), days.get("last_day")
        if first and last and last < first:
            raise ValidationError([Problem(Code.LAST_BEFORE_FIRST)], "lastDay")


class ClosureSchema(_FromToSchema):
    """Days on which an outlet is closed, both included, in Malaysia; `name` says why, as "Hari Raya".

    What began the evening before ends as usual.
    """

    first_day = Day(required=True)
    last_day = Day(required=True)
    name = SingleLine(required_text=True, max_length=MAX_DAY_NAME)

    @validates_schema(skip_on_field_errors=True)
    def _is_short(self, closure: dict[str, Any], **_more: object) -> None:
        if closure["last_day"] - closure["first_day"] >= MAX_CLOSURE:
            raise ValidationError([Problem(Code.CLOSURE_TOO_LONG)], "lastDay")


class SpecialDaySchema(CamelSchema):
    """A day with other hours than its weekday; `name` says why, as "Eve of Hari Raya"."""

    day = Day(required=True)
    hours = hours_of_a_day(least=1)
    name = SingleLine(required_text=True, max_length=MAX_DAY_NAME)


class HoursAndClosuresSchema(CamelSchema):
    """When an outlet is open: the hours of the week, the days on which it is closed all the same, and those
    with other hours.
    """

    hours = fields.Nested(WeekSchema, required=True)
    closures = _list_of(ClosureSchema, most=60)
    special_days = _list_of(SpecialDaySchema, most=60, once="day")

    @validates_schema(skip_on_field_errors=True)
    def _is_ever_open(self, outlet: dict[str, Any], **_more: object) -> None:
        if not any(outlet["hours"].values()):
            raise ValidationError([Problem(Code.NEVER_OPEN)], "hours")
        for at, special in enumerate(outlet["special_days"]):
            if any(each["first_day"] <= special["day"] <= each["last_day"] for each in outlet["closures"]):
                closed = Problem(Code.CLOSED_THAT_DAY)
                raise ValidationError({"specialDays": {at: {"day": [closed]}}})


class CoordinatesSchema(CamelSchema):
    """Degrees, inside the country."""

    lat = fields.Float(required=True, allow_nan=False, validate=Range(*GROUP.country.latitudes))
    lng = fields.Float(required=True, allow_nan=False, validate=Range(*GROUP.country.longitudes))


class OutletDescriptionSchema(HoursAndClosuresSchema):
    """What pages say of an outlet beside its name, which the programme says. `feedbackName`: what the
    feedback form calls it otherwise; `openingDate`: its first day, left out where that is long past;
    `picture`: a photograph of it.
    """

    feedback_name = SingleLine(required_text=True, max_length=100)
    address = fields.Nested(AddressSchema, required=True)
    features = fields.List(
        fields.String(validate=validate.OneOf(FEATURES)), required=True, validate=Length(max=3)
    )
    coordinates = fields.Nested(CoordinatesSchema, required=True)
    opening_date = Day()
    picture = _picture(required=False)


class OutletDetailsSchema(OutletDescriptionSchema):
    """The description of an outlet of the programme."""

    id = Id(required=True)


class OutletsDocumentSchema(CamelSchema):
    """The outlets: addresses, hours and closures."""

    outlets = _list_of(OutletDetailsSchema, most=500, once="id")


class TimedPriceSchema(_FromToSchema):
    """What a dish costs on some days, both included, in Malaysia; without a last day it goes on."""

    price = Money(required=True, validate=Range(1, DEAREST_SEN, code=Code.PRICE_OUT_OF_RANGE))
    first_day = Day(required=True)
    last_day = Day()


class DishSchema(CamelSchema):
    """A dish or drink; `about` may be left out; `heat` 3 is as in Bangkok.

    `prices` stand in for `price` on their days, of several the one that began last. The public document has
    the price of today alone.
    """

    id = fields.String(required=True, validate=_KEY)
    name = translated(80)
    about = translated(400, required=False)
    picture = _picture()
    price = Money(required=True, validate=Range(1, DEAREST_SEN, code=Code.PRICE_OUT_OF_RANGE))
    prices = fields.List(fields.Nested(TimedPriceSchema), validate=Length(max=5))
    heat = fields.Integer(strict=True, required=True, validate=Range(0, HEATS))


class MenuDishSchema(CamelSchema):
    """A dish's place on a menu; a signature is shown first, on the home page and in the carousel."""

    dish = fields.String(required=True, validate=_KEY)
    is_signature = Flag(required=True)


class MenuSectionSchema(CamelSchema):
    """A part of a menu."""

    id = fields.String(required=True, validate=_KEY)
    title = translated(60)
    dishes = _list_of(MenuDishSchema, most=60, least=1)


class BrandMenuSchema(CamelSchema):
    """The menu of a brand."""

    brand = fields.String(required=True, validate=validate.OneOf(BRANDS))
    sections = _list_of(MenuSectionSchema, most=20, least=1, once="id")


class MenuDocumentSchema(CamelSchema):
    """The dishes, and which of them are on the menu of each brand."""

    dishes = _list_of(DishSchema, most=300, least=1, once="id")
    menus = _list_of(BrandMenuSchema, most=len(BRANDS), least=len(BRANDS), once="brand")

    @validates_schema(skip_on_field_errors=True)
    def _fits(self, document: dict[str, Any], **_more: object) -> None:
        known = {dish["id"] for dish in document["dishes"]}
        for menu in document["menus"]:
            listed = [each["dish"] for section in menu["sections"] for each in section["dishes"]]
            if unknown := sorted(set(listed) - known):
                raise ValidationError([Problem(Code.UNKNOWN_DISH, {"name": unknown[0]})], "menus")
            if len(listed) != len(set(listed)):
                raise ValidationError([Problem(Code.DISH_TWICE, {"brand": menu["brand"]})], "menus")


class BannerSchema(_FromToSchema):
    """A picture of the home page's slider, and what it shows.

    It is shown from `firstDay` to `lastDay`, both included, in Malaysia, and always where neither is there.
    The public document has the banners of today, without their days.
    """

    brand = fields.String(required=True, validate=validate.OneOf(BRANDS))
    picture = _picture()
    alt = translated(200)
    first_day = Day()
    last_day = Day()


class BannersDocumentSchema(CamelSchema):
    """The banners of the home pages, in their order; a desktop shows the first five of a brand."""

    banners = _list_of(BannerSchema, most=24, least=1)

    @validates_schema(skip_on_field_errors=True)
    def _each_brand(self, document: dict[str, Any], **_more: object) -> None:
        always = [each for each in document["banners"] if not {"first_day", "last_day"} & set(each)]
        there = {banner["brand"] for banner in always}
        if missing := [brand for brand in BRANDS if brand not in there]:
            raise ValidationError([Problem(Code.NO_BANNER, {"brand": missing[0]})], "banners")


class AnnouncementDocumentSchema(CamelSchema):
    """The announcement that visitors see a moment after they come; nothing where it is not shown."""

    is_shown = Flag(required=True)
    title = translated(120)
    intro = translated(240)
    amount = translated(20)
    off = translated(20)
    join_now = translated(40)


class AwardSchema(CamelSchema):
    """An entry in the book of records, and its story in paragraphs."""

    id = fields.String(required=True, validate=_KEY)
    name = translated(120)
    day = Day(required=True)
    picture = _picture()
    paragraphs = fields.List(translated(800), required=True, validate=Length(min=1, max=6))


class AwardsDocumentSchema(CamelSchema):
    """The awards."""

    awards = _list_of(AwardSchema, most=20, once="id")


class OpeningPlaceSchema(CamelSchema):
    """A place where we are hiring. `name` is what an application is sent under."""

    id = fields.String(required=True, validate=_KEY)
    name = SingleLine(required=True, required_text=True, max_length=60)
    title = translated(80)


class DepartmentSchema(OpeningPlaceSchema):
    """A job we look for people for. `name` is what an application is sent under."""

    text = translated(300)


class OpeningsDocumentSchema(CamelSchema):
    """The departments that are hiring, and where."""

    departments = _list_of(DepartmentSchema, most=40, once="id name")
    places = _list_of(OpeningPlaceSchema, most=40, once="id name")


class QuestionSchema(CamelSchema):
    """A question that members ask. `{{tiers}}` in an answer becomes the tiers of the programme."""

    id = fields.String(required=True, validate=_KEY)
    question = translated(200)
    answer = translated(1000)

    @validates_schema(skip_on_field_errors=True)
    def _placeholders(self, row: dict[str, Any], **_more: object) -> None:
        for language, text in row["answer"].items():
            for found in _PLACEHOLDER.findall(text):
                if found != "{{tiers}}":
                    raise ValidationError(
                        {"answer": {language: [Problem(Code.UNKNOWN_PLACEHOLDER, {"name": found})]}}
                    )


class FaqDocumentSchema(CamelSchema):
    """What members ask most, in this order."""

    questions = _list_of(QuestionSchema, most=60, once="id")


# Every kind of content, in the order in which the office lists them.
KINDS: dict[str, CamelSchema] = {
    "outlets": OutletsDocumentSchema(),
    "menu": MenuDocumentSchema(),
    "banners": BannersDocumentSchema(),
    "announcement": AnnouncementDocumentSchema(),
    "awards": AwardsDocumentSchema(),
    "openings": OpeningsDocumentSchema(),
    "faq": FaqDocumentSchema(),
}


class PublicOutletSchema(OutletDetailsSchema):
    """An open outlet with its name and brand."""

    name = fields.String(required=True)
    brand = fields.String(required=True, validate=validate.OneOf(BRANDS))


class PublicOutletsSchema(CamelSchema):
    """The outlets."""

    outlets = fields.List(fields.Nested(PublicOutletSchema), required=True)


class ContentSchema(CamelSchema):
    """Everything published. `publishedAt` is when it last changed, null as long as it never has.

    `rewardTexts` are titles, descriptions and terms of rewards that are translated; the calls of rewards have
    them in English.
    """

    published_at = Moment(required=True, allow_none=True)
    outlets = fields.Nested(PublicOutletsSchema, required=True)
    menu = fields.Nested(MenuDocumentSchema, required=True)
    banners = fields.Nested(BannersDocumentSchema, required=True)
    announcement = fields.Nested(AnnouncementDocumentSchema, required=True)
    awards = fields.Nested(AwardsDocumentSchema, required=True)
    openings = fields.Nested(OpeningsDocumentSchema, required=True)
    faq = fields.Nested(FaqDocumentSchema, required=True)
    reward_texts = fields.List(fields.Nested(TranslatedSchema), required=True)


class ContentQuery(CamelSchema):
    """In which language: English and that one. Without it, in all."""

    language = fields.String(validate=validate.OneOf(LANGUAGES))
