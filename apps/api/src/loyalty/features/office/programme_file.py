"""The programme as one file that people review: settings, tiers, outlets, rewards. Read here, and written.

docs/programme.md says what each name means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import yaml
from marshmallow import Schema, ValidationError, fields, validate, validates, validates_schema
from sqlalchemy import Connection
from typing_extensions import override

from loyalty.errors import Invalid
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletFacts
from loyalty.features.programme import settings
from loyalty.features.rewards import programme as rewards
from loyalty.features.rewards.programme import MOST, Record, RewardSchema, WholeNumber, Words, YesOrNo
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.retention import LEAST_INACTIVE_MONTHS
from loyalty.rules.tiers import Tier

BRANDS = ("krua-bowl", "thong-cha")
# So many mistakes are named at once; the next reading names the others.
MOST_MISTAKES = 20

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Programme:
    """What the file wants: tiers by level, outlets and rewards by id, rewards as rows of their table.

    `settings` are those that the file names: others stay as they are. `without_terms` are the ids of rewards
    for which it has no terms, neither of their own nor common ones.
    """

    settings: dict[str, int]
    tiers: list[Tier]
    outlets: list[OutletFacts]
    rewards: list[dict[str, Any]]

    @property
    def without_terms(self) -> set[int]:
        """The rewards that members would get without a word of terms."""
        return {row["id"] for row in self.rewards if not row["terms"]}


class Multiplier(fields.Field[int]):
    """Points a ringgit with one place at most, held in tenths."""

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        whole, _, place = str(value).partition(".")
        digits = whole.isascii() and whole.isdecimal() and len(whole) <= 3
        if not digits or (place and not (place.isascii() and place.isdecimal() and len(place) == 1)):
            raise ValidationError("should be a number with at most one decimal place, such as 1.2.")
        tenths = int(whole) * 10 + int(place or 0)
        if tenths < 1:
            raise ValidationError("should be more than 0.")
        return tenths


class SettingsSchema(Record):
    """The programme's own numbers."""

    adjust_limit = WholeNumber(0, MOST)
    inactive_months = WholeNumber(0, 1200)
    bill_limit = WholeNumber(0, MOST)
    till_day_limit = WholeNumber(0, MOST)
    member_day_limit = WholeNumber(0, MOST)

    @validates("inactive_months")
    def never_soon(self, value: int, **_schema: object) -> None:
        """Refuse what would erase somebody who had supper here this season."""
        if 0 < value < LEAST_INACTIVE_MONTHS:
            raise ValidationError(f"should be 0 for never, or at least {LEAST_INACTIVE_MONTHS}.")


class TierSchema(Record):
    """One step of the programme."""

    level = WholeNumber(0, 100, required=True)
    name = Words(40, required=True)
    floor = WholeNumber(0, MOST, required=True)
    multiplier = Multiplier(required=True, error_messages={"required": "is missing."})


class OutletSchema(Record):
    """One restaurant."""

    id = WholeNumber(1, MOST, required=True)
    name = Words(200, required=True)
    brand = fields.String(
        required=True,
        validate=validate.OneOf(BRANDS, error="should be one of {choices}."),
        error_messages={"required": "is missing."},
    )
    open = YesOrNo(required=True)


def _records(of: type[Schema]) -> fields.List[Any]:
    return fields.List(
        fields.Nested(of),
        required=True,
        error_messages={"invalid": "should be a list of records.", "required": "is missing."},
    )


class ProgrammeSchema(Record):
    """The whole file."""

    settings = fields.Nested(SettingsSchema)
    tiers = _records(TierSchema)
    outlets = _records(OutletSchema)
    rewards = _records(RewardSchema)
    terms = fields.String(load_default="")

    @validates_schema(skip_on_field_errors=True)
    def check_together(self, said: dict[str, Any], **_more: Any) -> None:
        """What is wrong only beside something else, at the record that should change."""
        wrong: dict[str, dict[int, dict[str, list[str]]]] = {}

        def refuse(part: str, at: int, name: str, sentence: str) -> None:
            wrong.setdefault(part, {}).setdefault(at, {}).setdefault(name, []).append(sentence)

        ladder = said["tiers"]
        if not ladder:
            raise ValidationError("should have a first tier.", "tiers")
        for at, tier in enumerate(ladder):
            if tier["level"] != at:
                refuse("tiers", at, "level", f"should be {at}: tiers are levels 0, 1, 2 … in order.")
        if ladder[0]["floor"]:
            refuse("tiers", 0, "floor", "should be 0: everybody begins on the first tier.")
        for at, (below, above) in enumerate(pairwise(ladder), start=1):
            if below["floor"] >= above["floor"]:
                refuse(
                    "tiers",
                    at,
                    "floor",
                    f"should be more points than the {below['floor']:,} of the one below.",
                )
        for part in ("outlets", "rewards"):
            ids = [each["id"] for each in said[part]]
            for at, one in enumerate(ids):
                if one in ids[:at]:
                    refuse(part, at, "id", f"{one} is taken by the one at number {ids.index(one) + 1}.")
        for at, reward in enumerate(said["rewards"]):
            if reward["level"] >= len(ladder):
                refuse("rewards", at, "tier", f"should be one of the levels 0 to {len(ladder) - 1}.")
        if wrong:
            raise ValidationError(wrong)


def read(text: str) -> Programme:
    """Read and check the file; raises Invalid with a sentence for each mistake, its line first."""
    try:
        tree = yaml.compose(text, Loader=yaml.BaseLoader)
        said = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  # it makes nothing but texts
    except yaml.YAMLError as wrong:
        mark = getattr(wrong, "problem_mark", None)
        place = f"Line {mark.line + 1}" if mark else "The file"
        raise Invalid(
            f"{place} is not valid YAML: {getattr(wrong, 'problem', wrong)}.", "programme"
        ) from wrong
    if not isinstance(tree, yaml.MappingNode):
        raise Invalid("The file should have tiers, outlets and rewards.", "programme")
    lines: dict[Path, int] = {}
    mistakes = [f"Line {line}: {name} is written twice." for line, name in _note_lines(tree, (), lines)]
    try:
        loaded = ProgrammeSchema().load(said)
    except ValidationError as wrong:
        mistakes += [_sentence(path, words, said, lines) for path, words in _flat(wrong.messages)]
    if mistakes:
        more = len(mistakes) - MOST_MISTAKES
        shown = [*mistakes[:MOST_MISTAKES], *([f"and {more} more."] if more > 0 else [])]
        raise Invalid("\n".join(shown), "programme")
    terms = rewards.clean(loaded["terms"])
    return Programme(
        loaded.get("settings", {}),
        [Tier(each["level"], each["name"], each["floor"], each["multiplier"]) for each in loaded["tiers"]],
        [
            OutletFacts(
                each["id"],
                each["name"],
                each["brand"],
                outlet_queries.OPEN if each["open"] else outlet_queries.CLOSED,
            )
            for each in loaded["outlets"]
        ],
        [{**row, "terms": terms if row["terms"] is None else row["terms"]} for row in loaded["rewards"]],
    )


def written(db: Connection) -> str:
    """The programme as it is now, as a file that `read` takes."""
    said = {
        "settings": asdict(settings.current(db)),
        "tiers": [said_of_tier(tier) for tier in tier_queries.ladder(db)],
        "outlets": [said_of_outlet(each) for each in outlet_queries.outlets(db)],
        "rewards": [rewards.said_of(row) for row in rewards.rewards_now(db)],
    }
    text: str = yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=110)
    return text


def said_of_tier(tier: Tier) -> dict[str, Any]:
    """A tier as the file says it."""
    return {
        "level": tier.level,
        "name": tier.name,
        "floor": tier.floor,
        "multiplier": f"{tier.multiplier_tenths // 10}.{tier.multiplier_tenths % 10}",
    }


def said_of_outlet(outlet: OutletFacts) -> dict[str, Any]:
    """An outlet as the file says it."""
    is_open = outlet.status_id == outlet_queries.OPEN
    return {"id": outlet.id, "name": outlet.name, "brand": outlet.brand, "open": is_open}


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int]) -> Iterator[tuple[int, str]]:
    """Note the line of every name and record; gives what is written twice, with its line."""
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = (*path, str(key.value))
            line = key.start_mark.line + 1
            if inner in lines:
                yield line, str(key.value)
            lines[inner] = line
            yield from _note_lines(value, inner, lines)
    elif isinstance(node, yaml.SequenceNode):
        for at, value in enumerate(node.value):
            yield from _note_lines(value, (*path, at), lines)


def _flat(messages: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """marshmallow's nested messages as paths and sentences, in the order of the file."""
    if isinstance(messages, dict):
        for key in sorted(messages, key=lambda key: (isinstance(key, str), key)):
            yield from _flat(messages[key], path if key == "_schema" else (*path, key))
    else:
        for words in messages if isinstance(messages, list) else [messages]:
            yield path, str(words)


def _sentence(path: Path, words: str, said: Any, lines: dict[Path, int]) -> str:
    """`Line 34, reward 7: cost should be …`: a missing name has the line of its record."""
    known = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in lines)
    where = f"Line {lines[known]}"
    if len(path) >= 2 and isinstance(path[1], int):
        record = said[path[0]][path[1]]
        by = record.get("level" if path[0] == "tiers" else "id", "") if isinstance(record, dict) else ""
        where += f", {str(path[0]).removesuffix('s')} {by}".rstrip()
    elif len(path) >= 2:
        where += f", {path[0]}"
    name = next((str(part) for part in reversed(path) if isinstance(part, str)), "The file")
    return f"{where}: {name} {words}"
