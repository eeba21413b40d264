"""The rewards of the programme file: one record of it as a row of the table and back, checked and written.

The file is read as text (yaml.BaseLoader): every value arrives as it was typed, so that no amount passes
through a float and no day through a time zone.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from importlib.resources import files
from typing import Any

import nh3
import yaml
from marshmallow import Schema, ValidationError, fields, post_load, pre_load, validates_schema
from sqlalchemy import func, insert, or_, select, update
from sqlalchemy.orm import Session
from typing_extensions import override

from loyalty.db.clock import now
from loyalty.db.tables import columns_of
from loyalty.errors import Conflict
from loyalty.features.content import images
from loyalty.features.events import stream
from loyalty.features.programme import reward_texts
from loyalty.features.rewards.models import MAX_SKU, Reward, Voucher
from loyalty.rules.calendar import ZONE
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.points import ringgit as in_ringgit
from loyalty.rules.points import sen
from loyalty.rules.problems import Problem
from loyalty.rules.rewards import RewardKind

TAGS = {"p", "br", "ul", "ol", "li", "b", "strong", "i", "em", "h3", "h4"}
# Larger than any number here needs, and what both databases can store.
MAX_NUMBER = 1_000_000
# How YAML writes "nothing".
NOTHING = (None, "", "null", "~")


MISSING = [Problem(Code.FILE_KEY_MISSING)]
NO_TEXT = [Problem(Code.FILE_ANY_TEXT)]


class WholeNumber(fields.Integer):
    """A whole number within bounds, as it is typed."""

    def __init__(self, low: int, high: int, **more: Any) -> None:
        problem = Problem(Code.FILE_WHOLE_NUMBER, {"min": low, "max": high})
        super().__init__(
            validate=_validator(lambda value: low <= value <= high, problem),
            error_messages={"invalid": [problem], "required": MISSING},
            **more,
        )


class YesOrNo(fields.Boolean):
    """`true` or `false`."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            truthy={True, "true", "True", "yes"},
            falsy={False, "false", "False", "no"},
            error_messages={"invalid": [Problem(Code.FILE_TRUE_OR_FALSE)], "required": MISSING},
            **more,
        )


class Words(fields.String):
    """Text that is not empty."""

    def __init__(self, max_length: int, **more: Any) -> None:
        problem = Problem(Code.FILE_TEXT, {"max": max_length})
        super().__init__(
            validate=_validator(lambda value: 0 < len(value) <= max_length, problem),
            error_messages={"invalid": [problem], "required": MISSING},
            **more,
        )

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Any:
        found = super()._deserialize(value, attr, data, **more)
        return found.strip() if isinstance(found, str) else found


class OneWord(fields.String):
    """One of some words."""

    def __init__(self, choices: Sequence[str]) -> None:
        problem = Problem(Code.FILE_ONE_OF, {"choices": list(choices)})
        super().__init__(
            required=True,
            validate=_validator(lambda value: value in choices, problem),
            error_messages={"required": MISSING, "invalid": NO_TEXT},
        )


def _validator(rule: Callable[[Any], bool], problem: Problem) -> Callable[[Any], None]:
    """A validator that says a problem of ours."""

    def check(value: Any) -> None:
        if not rule(value):
            raise ValidationError([problem])

    return check


class RichText(fields.String):
    """HTML, cleaned: a few tags, no attributes."""

    default_error_messages = {"invalid": NO_TEXT}  # noqa: RUF012

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> str:
        return clean(super()._deserialize(value, attr, data, **more) or "")


class Ringgit(fields.Field[int]):
    """An amount with two places, held in sen."""

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        found = sen(value) if isinstance(value, str) else None
        if found is None or found > 100 * MAX_NUMBER:
            raise ValidationError([Problem(Code.FILE_RINGGIT)])
        return found


class Moment(fields.Field[datetime]):
    """A day or a time: Malaysian unless it has a zone. A day as an end includes the whole day."""

    def __init__(self, *, whole_day: bool = False, **more: Any) -> None:
        super().__init__(**more)
        self.whole_day = whole_day

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> datetime:
        try:
            if len(value) == len("2026-11-28"):
                day = date.fromisoformat(value) + timedelta(days=self.whole_day)
                return datetime.combine(day, time(), ZONE)
            found = datetime.fromisoformat(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise ValidationError([Problem(Code.FILE_MOMENT)]) from error
        return found if found.tzinfo else found.replace(tzinfo=ZONE)


class FileSchema(Schema):
    """A record of the file. Unknown names are mistakes; `null` is the same as leaving a name out."""

    error_messages = {"unknown": Problem(Code.FILE_UNKNOWN_KEY), "type": Problem(Code.FILE_RECORD)}  # type: ignore[dict-item]  # noqa: RUF012

    @pre_load
    def leave_out_nothing(self, values: Any, **_more: Any) -> Any:
        """Remove names whose value is `null`."""
        if not isinstance(values, dict):
            return values
        return {name: value for name, value in values.items() if value not in NOTHING}


class TranslationSchema(FileSchema):
    """What a reward is called and said to be in one language; what is left out is shown in English."""

    title = Words(200)
    description = RichText()
    terms = RichText()


class TranslationsSchema(FileSchema):
    """The texts of a reward by language."""

    ms = fields.Nested(TranslationSchema)
    zh = fields.Nested(TranslationSchema)
    ta = fields.Nested(TranslationSchema)
    th = fields.Nested(TranslationSchema)
    id = fields.Nested(TranslationSchema)

    @post_load
    def leave_out_untranslated(self, values: dict[str, Any], **_more: Any) -> dict[str, dict[str, str]]:
        """Remove languages and texts without any words."""
        found = {
            language: {name: text for name, text in words.items() if text}
            for language, words in values.items()
        }
        return {language: words for language, words in found.items() if words}


class RewardFileSchema(FileSchema):
    """One reward of the file; loads to a row of the table. docs/programme.md lists the names."""

    id = WholeNumber(1, MAX_NUMBER, required=True)
    kind = OneWord(list(RewardKind))
    type = WholeNumber(1, 3, required=True)
    title = Words(200, required=True)
    description = RichText(load_default="")
    terms = RichText(load_default=None)
    image = Words(100, load_default=None)
    sku = Words(MAX_SKU, load_default=None)
    cost = WholeNumber(0, MAX_NUMBER, load_default=0)
    value = Ringgit(load_default=0)
    discount = Ringgit(load_default=0)
    min_spend = Ringgit(load_default=0)
    tier = WholeNumber(0, 100, load_default=0)
    limit = WholeNumber(1, MAX_NUMBER, load_default=None)
    stock = WholeNumber(0, MAX_NUMBER, load_default=None)
    valid_days = WholeNumber(1, 3650, required=True)
    outlets = fields.List(
        WholeNumber(1, MAX_NUMBER),
        load_default=[],
        error_messages={"invalid": [Problem(Code.FILE_OUTLET_IDS)]},
    )
    active = YesOrNo(load_default=True)
    starts = Moment(load_default=None)
    ends = Moment(whole_day=True, load_default=None)
    translations = fields.Nested(TranslationsSchema, load_default=dict)

    @validates_schema(skip_on_field_errors=True)
    def check_together(self, values: dict[str, Any], **_more: Any) -> None:
        """Checks of several fields together."""
        if values["kind"] != RewardKind.POINTS and values["cost"]:
            raise ValidationError([Problem(Code.FILE_POINTS_ONLY)], "cost")
        if values["starts"] and values["ends"] and values["starts"] >= values["ends"]:
            raise ValidationError([Problem(Code.FILE_AFTER_STARTS)], "ends")

    @post_load
    def as_row(self, values: dict[str, Any], **_more: Any) -> dict[str, Any]:
        """The row; `terms` is None where the file's common terms apply."""
        return {
            **{name: values[name] for name in ("id", "kind", "title", "description", "terms", "sku", "cost")},
            "image_name": values["image"],
            "type_id": values["type"],
            "value_sen": values["value"],
            "discount_sen": values["discount"],
            "min_spend_sen": values["min_spend"],
            "level": values["tier"],
            "member_limit": values["limit"],
            "stock": values["stock"],
            "valid_days": values["valid_days"],
            "outlet_ids": tuple(sorted(set(values["outlets"]))),
            "is_active": values["active"],
            "starts_at": values["starts"],
            "ends_at": values["ends"],
            "translations": values["translations"],
        }


def row_of(reward: dict[str, Any], usual_terms: str = "") -> dict[str, Any]:
    """One reward of the file, its values as text, as a row; raises ValidationError."""
    row: dict[str, Any] = RewardFileSchema().load(reward)
    return {**row, "terms": clean(usual_terms) if row["terms"] is None else row["terms"]}


def first_rewards() -> list[dict[str, Any]]:
    """The rewards a new database begins with, as rows."""
    programme, texts = _seed("programme.yaml"), {each["en"]: each for each in _seed("translations.yaml")}
    rows = [row_of(reward, programme["terms"]) for reward in programme["rewards"]]
    for row in rows:
        for name in reward_texts.TRANSLATED:
            for language, words in texts.get(row[name], {}).items():
                if language != "en":
                    row["translations"].setdefault(language, {})[name] = words
    return rows


def _seed(name: str) -> Any:
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  # it makes nothing but texts


def set_up(db: Session, rows: list[dict[str, Any]]) -> int:
    """Write the rewards that are missing, by id, without announcing them; returns how many.

    Existing ones stay, but one without a picture gets one.
    """
    return _add_missing(db, rows, announced_at=now(db))


def _add_missing(db: Session, rows: list[dict[str, Any]], *, announced_at: datetime | None) -> int:
    present = dict(db.execute(select(Reward.id, Reward.image_name)).all())
    named = [{**_columns(row), "image_name": _kept_picture(db, row["image_name"])} for row in rows]
    times = {"created_at": now(db), "announced_at": announced_at}
    missing = [{**row, **times} for row in named if row["id"] not in present]
    if missing:
        db.execute(insert(Reward), missing)
        _write_texts(db, [row for row in rows if row["id"] not in present])
    for row in named:
        if row["image_name"] and row["id"] in present and present[row["id"]] is None:
            db.execute(update(Reward).where(Reward.id == row["id"]).values(image_name=row["image_name"]))
    return len(missing)


def _columns(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "translations"}


def _write_texts(db: Session, rows: list[dict[str, Any]]) -> None:
    reward_texts.write(db, {row["id"]: reward_texts.texts_of(row, row["translations"]) for row in rows})


def first_texts() -> list[reward_texts.Texts]:
    """The translated texts of the rewards a new database begins with."""
    return reward_texts.once(reward_texts.texts_of(row, row["translations"]) for row in first_rewards())


def rewards_now(db: Session) -> list[dict[str, Any]]:
    """The rewards there are, by id, as rows without their time of creation; `claimed` of their stock."""
    translated = reward_texts.translations(db)
    rows = [columns_of(reward) for reward in db.scalars(select(Reward).order_by(Reward.id))]
    return [
        {
            **{name: value for name, value in row.items() if name != "created_at"},
            "translations": translated.get(row["id"], {}),
        }
        for row in rows
    ]


def write(db: Session, rows: list[dict[str, Any]]) -> None:
    """Write these rewards, in the caller's transaction, and announce those that can be claimed now. Their
    claims are not changed.

    Raises Conflict for a stock that is smaller than what was claimed of it.
    """
    _add_missing(db, rows, announced_at=None)
    for row in rows:
        values = {name: value for name, value in _columns(row).items() if name != "id"}
        values["image_name"] = _kept_picture(db, row["image_name"])
        values["claimed"] = _claimed_of(db, row["id"], row["stock"])
        db.execute(update(Reward).where(Reward.id == row["id"]).values(values))
    _write_texts(db, rows)
    announce(db, now(db))


def announce(db: Session, at: datetime) -> int:
    """Write the events of the rewards that began and were not announced yet, in the caller's transaction;
    returns how many. One that ended before is not announced.
    """
    query = (
        update(Reward)
        .where(
            Reward.announced_at.is_(None),
            Reward.is_active,
            or_(Reward.starts_at.is_(None), Reward.starts_at <= at),
            or_(Reward.ends_at.is_(None), Reward.ends_at > at),
        )
        .values(announced_at=at)
        .returning(Reward.id, Reward.title, Reward.kind)
    )
    found = db.execute(query).all()
    translated = reward_texts.translations(db) if found else {}
    for row in found:
        titles = {
            language: words["title"]
            for language, words in translated.get(row.id, {}).items()
            if "title" in words
        }
        data = {"rewardId": row.id, "title": row.title, "titles": titles, "kind": row.kind}
        stream.emit(db, EventType.REWARD_NEW, at, subject=f"reward/{row.id}", data=data)
    return len(found)


def _claimed_of(db: Session, reward_id: int, stock: int | None) -> int:
    """How many are taken of a stock that is set. The reward is locked, so that no claim of it is under way;
    what was claimed before it had a stock counts. Raises Conflict when more were claimed.
    """
    locked = select(Reward.stock, Reward.claimed).where(Reward.id == reward_id).with_for_update()
    before = db.execute(locked).one()
    is_first = before.stock is None and stock is not None
    claimed: int = vouchers_ever(db, reward_id) if is_first else before.claimed
    refuse_below(reward_id, stock, claimed)
    return claimed


def refuse_below(reward_id: int, stock: int | None, claimed: int) -> None:
    """Raise Conflict for a stock that is smaller than what was claimed of it."""
    if stock is not None and stock < claimed:
        raise Conflict(Code.STOCK_TOO_SMALL, {"reward": reward_id, "given": claimed, "stock": stock})


def vouchers_ever(db: Session, reward_id: int) -> int:
    """How many vouchers of a reward were ever made."""
    return db.scalar(select(func.count()).where(Voucher.reward_id == reward_id)) or 0


def claims(db: Session) -> list[dict[str, int | None]]:
    """Of every reward, by id: how many vouchers were ever made, and how many of its stock are `left`."""
    made = dict(db.execute(select(Voucher.reward_id, func.count()).group_by(Voucher.reward_id)).all())
    query = select(Reward.id, Reward.stock, Reward.claimed).order_by(Reward.id)
    return [
        {"id": key, "claimed": made.get(key, 0), "left": None if stock is None else stock - taken}
        for key, stock, taken in db.execute(query)
    ]


def open_vouchers(db: Session, reward_id: int, at: datetime) -> int:
    """How many vouchers of a reward can still be used."""
    query = select(func.count()).where(
        Voucher.reward_id == reward_id,
        Voucher.used_at.is_(None),
        Voucher.cancelled_at.is_(None),
        Voucher.expires_at > at,
    )
    return db.scalar(query) or 0


def record_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row in the form of the file, with every name; the reverse of `row_of`."""
    return {
        "id": row["id"],
        "kind": row["kind"],
        "type": row["type_id"],
        "title": row["title"],
        "description": row["description"],
        "terms": row["terms"],
        "image": row["image_name"],
        "sku": row["sku"],
        "cost": row["cost"],
        "value": in_ringgit(row["value_sen"]),
        "discount": in_ringgit(row["discount_sen"]),
        "min_spend": in_ringgit(row["min_spend_sen"]),
        "tier": row["level"],
        "limit": row["member_limit"],
        "stock": row["stock"],
        "valid_days": row["valid_days"],
        "outlets": list(row["outlet_ids"]),
        "active": row["is_active"],
        "starts": _as_typed(row["starts_at"]),
        "ends": _as_typed(row["ends_at"]),
        "translations": row["translations"],
    }


def _as_typed(moment: datetime | None) -> str | None:
    return moment.astimezone(ZONE).isoformat() if moment else None


def _kept_picture(db: Session, called: str | None) -> str | None:
    """The name under which a picture is served: one that is kept already, or one of ours, kept now."""
    if called is None or images.is_kept(db, called):
        return called
    return images.keep_own(db, called)


def picture_name(db: Session, called: str | None) -> str | None:
    """The name a picture is or would be served under; raises Invalid when there is none of this name."""
    if called is None or images.is_kept(db, called):
        return called
    return images.name_of(images.own_picture(called), called)


def clean(html: str) -> str:
    """Rich text without anything that could run or load: a few tags, no attributes."""
    cleaned = nh3.clean(html, tags=TAGS, attributes={"*": set()}).strip()
    # A second pass repairs broken nesting; valid text stays as it is.
    return cleaned if cleaned == html else clean(cleaned)
