"""The programme file: settings, tiers, outlets and rewards, as marshmallow schemas that read and write it.

docs/programme.md says what each name means.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import yaml
from marshmallow import Schema, ValidationError, fields, post_load, validates, validates_schema
from sqlalchemy.orm import Session
from typing_extensions import override

from loyalty.errors import Invalid, flat
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.programme import settings
from loyalty.features.rewards import programme as rewards
from loyalty.features.rewards.programme import (
    MAX_NUMBER,
    MISSING,
    FileSchema,
    OneWord,
    RewardFileSchema,
    RichText,
    WholeNumber,
    Words,
    YesOrNo,
)
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.codes import Code
from loyalty.rules.group import BRANDS
from loyalty.rules.problems import Params, Problem
from loyalty.rules.retention import MIN_INACTIVE_MONTHS
from loyalty.rules.tiers import Tier

# So many mistakes are listed at once.
MAX_MISTAKES = 20
# What no database and no screen can hold.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")

Path = tuple[str | int, ...]
# The file's content as plain values: settings, tiers, outlets and rewards.
Document = dict[str, Any]


@dataclass(frozen=True)
class Mistake:
    """A mistake of a file: what it is, the line (None: of the whole file), and where in the document, such as
    `("rewards", 3, "cost")`: the `part` of the file and which `record` of it, by its id.
    """

    problem: Problem
    line: int | None = None
    path: Path = ()
    part: str = ""
    record: str = ""

    @property
    def code(self) -> Code:
        """Which sentence it is."""
        return self.problem.code

    @property
    def params(self) -> Params:
        """The values of the sentence."""
        return self.problem.params

    @property
    def message(self) -> str:
        """The English sentence, with its place in front: `Line 34, reward 7: cost should be …`."""
        if self.code is Code.FILE_YAML:
            return f"{f'Line {self.line}' if self.line else 'The file'} is not valid YAML: {self.problem}."
        place = " ".join(filter(None, (self.part, self.record)))
        return (
            f"Line {self.line}{', ' if place else ''}{place}: {self.problem}"
            if self.line
            else str(self.problem)
        )


@dataclass(frozen=True)
class Programme:
    """What the file holds: tiers by level, outlets and rewards by id, rewards as rows of their table.

    `settings` are only those that the file names: the others stay as they are.
    """

    settings: dict[str, int]
    tiers: list[Tier]
    outlets: list[OutletRecord]
    rewards: list[dict[str, Any]]


class Multiplier(fields.Field[int]):
    """Points a ringgit with one place at most, held in tenths."""

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> int:
        whole, _, place = str(value).partition(".")
        digits = whole.isascii() and whole.isdecimal() and len(whole) <= 3
        if not digits or (place and not (place.isascii() and place.isdecimal() and len(place) == 1)):
            raise ValidationError([Problem(Code.FILE_DECIMAL)])
        tenths = int(whole) * 10 + int(place or 0)
        if tenths < 1:
            raise ValidationError([Problem(Code.FILE_POSITIVE)])
        return tenths

    @override
    def _serialize(self, value: int | None, attr: str | None, obj: Any, **more: Any) -> str:
        return f"{(value or 0) // 10}.{(value or 0) % 10}"


class OpenOrClosed(YesOrNo):
    """Whether an outlet is open: `true` or `false`, held as its status id."""

    @override
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Any:
        is_open = super()._deserialize(value, attr, data, **more)
        return outlet_queries.OPEN if is_open else outlet_queries.CLOSED

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **more: Any) -> bool:
        return bool(value == outlet_queries.OPEN)


class SettingsSchema(FileSchema):
    """The settings of the programme."""

    adjust_limit = WholeNumber(0, MAX_NUMBER)
    operator_day_limit = WholeNumber(0, MAX_NUMBER)
    inactive_months = WholeNumber(0, 1200)
    bill_maximum = WholeNumber(1, MAX_NUMBER)
    bill_limit = WholeNumber(0, MAX_NUMBER)
    till_day_limit = WholeNumber(0, MAX_NUMBER)
    member_day_limit = WholeNumber(0, MAX_NUMBER)

    @validates("inactive_months")
    def never_soon(self, value: int, **_schema: object) -> None:
        """Refuse a time so short that it would erase members who still come."""
        if 0 < value < MIN_INACTIVE_MONTHS:
            raise ValidationError([Problem(Code.FILE_NEVER_OR_LEAST, {"min": MIN_INACTIVE_MONTHS})])


class TierSchema(FileSchema):
    """A tier."""

    level = WholeNumber(0, 100, required=True)
    name = Words(40, required=True)
    floor = WholeNumber(0, MAX_NUMBER, required=True)
    multiplier = Multiplier(
        required=True, attribute="multiplier_tenths", error_messages={"required": MISSING}
    )

    @post_load
    def make_tier(self, data: dict[str, Any], **_more: Any) -> Tier:
        """The tier of a checked record."""
        return Tier(**data)


class OutletSchema(FileSchema):
    """An outlet."""

    id = WholeNumber(1, MAX_NUMBER, required=True)
    name = Words(100, required=True)
    brand = OneWord(BRANDS)
    open = OpenOrClosed(required=True, attribute="status_id")

    @post_load
    def make_outlet(self, data: dict[str, Any], **_more: Any) -> OutletRecord:
        """The outlet of a checked record."""
        return OutletRecord(**data)


def _records(of: type[Schema]) -> fields.List[Any]:
    return fields.List(
        fields.Nested(of),
        required=True,
        error_messages={"invalid": [Problem(Code.FILE_RECORDS)], "required": MISSING},
    )


class ProgrammeSchema(FileSchema):
    """The whole file."""

    settings = fields.Nested(SettingsSchema)
    tiers = _records(TierSchema)
    outlets = _records(OutletSchema)
    rewards = _records(RewardFileSchema)
    terms = RichText(load_default="")

    @validates_schema(skip_on_field_errors=True)
    def check_together(self, data: dict[str, Any], **_more: Any) -> None:
        """Refuse what is wrong only beside something else, at the record that should change."""
        wrong: dict[str, dict[int, dict[str, list[Problem]]]] = {}

        def refuse(part: str, at: int, name: str, code: Code, params: Params | None = None) -> None:
            problems = wrong.setdefault(part, {}).setdefault(at, {}).setdefault(name, [])
            problems.append(Problem(code, params or {}))

        tiers: list[Tier] = data["tiers"]
        if not tiers:
            raise ValidationError([Problem(Code.FILE_FIRST_TIER)], "tiers")
        for at, tier in enumerate(tiers):
            if tier.level != at:
                refuse("tiers", at, "level", Code.FILE_TIER_LEVEL, {"level": at})
        if tiers[0].floor:
            refuse("tiers", 0, "floor", Code.FILE_FIRST_FLOOR)
        for at, (below, above) in enumerate(pairwise(tiers), start=1):
            if below.floor >= above.floor:
                refuse("tiers", at, "floor", Code.FILE_NEXT_FLOOR, {"points": below.floor})
        unique: list[tuple[str, str, list[object]]] = [
            ("outlets", "id", [outlet.id for outlet in data["outlets"]]),
            ("outlets", "name", [outlet.name for outlet in data["outlets"]]),
            ("rewards", "id", [reward["id"] for reward in data["rewards"]]),
        ]
        for part, name, values in unique:
            for at, value in enumerate(values):
                if value in values[:at]:
                    taken: Params = {"value": str(value), "number": values.index(value) + 1}
                    refuse(
                        part, at, name, Code.FILE_NAME_TAKEN if name == "name" else Code.FILE_ID_TAKEN, taken
                    )
        for at, reward in enumerate(data["rewards"]):
            if reward["level"] >= len(tiers):
                refuse("rewards", at, "tier", Code.FILE_TIER_LEVELS, {"max": len(tiers) - 1})
        if wrong:
            raise ValidationError(wrong)

    @post_load
    def make_programme(self, data: dict[str, Any], **_more: Any) -> Programme:
        """The programme, its common terms put into the rewards without terms of their own."""
        rows = [
            {**row, "terms": data["terms"] if row["terms"] is None else row["terms"]}
            for row in data["rewards"]
        ]
        return Programme(data.get("settings", {}), data["tiers"], data["outlets"], rows)


TIER, OUTLET = TierSchema(), OutletSchema()


def read(text: str) -> Programme:
    """Read and check the file; raises Invalid with a sentence for each mistake, its line first."""
    programme, mistakes = check(text)
    if programme is None:
        more = len(mistakes) - MAX_MISTAKES
        shown = [each.message for each in mistakes[:MAX_MISTAKES]]
        lines = "\n".join([*shown, *([f"and {more} more."] if more > 0 else [])])
        raise Invalid(Code.PROGRAMME_FILE, {"mistakes": lines})
    return programme


def _yaml_mistake(wrong: yaml.YAMLError) -> Mistake:
    """What is wrong with the form of a file, in the words of PyYAML, and in which line."""
    said = str(getattr(wrong, "problem", None) or getattr(wrong, "reason", None) or wrong)
    context, begun = getattr(wrong, "context", None), getattr(wrong, "context_mark", None)
    mark = getattr(wrong, "problem_mark", None)
    reason = f"{said} ({context}, line {begun.line + 1})" if context and begun else said
    return Mistake(Problem(Code.FILE_YAML, {"reason": reason}), mark.line + 1 if mark else None)


def check(text: str) -> tuple[Programme | None, list[Mistake]]:
    """The programme of a file, or None and all its mistakes."""
    try:
        loader = yaml.BaseLoader(text)  # it makes only strings
        tree = loader.get_single_node()
        if not isinstance(tree, yaml.MappingNode):
            return None, [Mistake(Problem(Code.FILE_WITHOUT_PARTS))]
        lines: dict[Path, int] = {}
        mistakes = list(_note_lines(tree, (), lines))
        document = loader.construct_document(tree)
    except yaml.YAMLError as wrong:
        return None, [_yaml_mistake(wrong)]
    except RecursionError:
        return None, [Mistake(Problem(Code.FILE_NESTED))]
    try:
        programme: Programme = ProgrammeSchema().load(document)
    except ValidationError as wrong:
        mistakes += [_mistake(path, problem, document, lines) for path, problem in _in_order(wrong.messages)]
    return (None, mistakes) if mistakes else (programme, [])


def check_document(document: Document) -> tuple[Programme | None, list[Mistake]]:
    """What `check` says of a document as a file, without writing and reading the file where it is right."""
    try:
        programme: Programme = ProgrammeSchema().load(_as_typed(document))
    except (ValidationError, _Unstorable):
        return check(as_file(document))
    return programme, []


class _Unstorable(Exception):
    pass


def _as_typed(value: Any) -> Any:
    """A plain value as the file is read: numbers, true and false are texts."""
    if isinstance(value, dict):
        return {name: _as_typed(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_as_typed(inner) for inner in value]
    if isinstance(value, str) and _CONTROL.search(value):
        raise _Unstorable
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, str) else str(value)


def written(db: Session) -> str:
    """The programme as it is now, as a file that `read` takes."""
    return as_file(document_now(db))


def document_now(db: Session) -> Document:
    """The programme as it is now, as the file has it: plain values by the file's names."""
    current = Programme(
        asdict(settings.current(db)),
        list(tier_queries.ladder(db)),
        outlet_queries.outlets(db),
        rewards.rewards_now(db),
    )
    return document_of(current)


def document_of(programme: Programme) -> Document:
    """A programme as plain values by the file's names; settings that it does not name are left out."""
    return {
        "settings": dict(programme.settings),
        "tiers": [TIER.dump(tier) for tier in programme.tiers],
        "outlets": [OUTLET.dump(outlet) for outlet in programme.outlets],
        "rewards": [rewards.record_of(row) for row in programme.rewards],
    }


def as_file(document: Document) -> str:
    """A document of plain values as a file."""
    text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110)
    return text


# A few lines of aliases can stand for millions of records.
MAX_PARTS = 100_000


def _note_lines(node: yaml.Node, path: Path, lines: dict[Path, int]) -> Iterator[Mistake]:
    """Note the line of every name and record; returns what is written twice or cannot be stored.

    Raises YAMLError for a file of more than `MAX_PARTS`, aliases counted as what they repeat.
    """
    line = node.start_mark.line + 1
    lines.setdefault(path, line)
    if len(lines) > MAX_PARTS:
        raise yaml.MarkedYAMLError(problem="it holds too much", problem_mark=node.start_mark)
    if isinstance(node, yaml.ScalarNode):
        if _CONTROL.search(node.value):
            yield Mistake(Problem(Code.FILE_UNSTORABLE), line, path)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = (*path, str(key.value))
            line = key.start_mark.line + 1
            if inner in lines:
                yield Mistake(Problem(Code.FILE_KEY_TWICE, {"key": str(key.value)}), line, inner)
            lines[inner] = line
            yield from _note_lines(value, inner, lines)
    elif isinstance(node, yaml.SequenceNode):
        for at, value in enumerate(node.value):
            yield from _note_lines(value, (*path, at), lines)


def _in_order(messages: Any) -> list[tuple[Path, Problem]]:
    """marshmallow's messages in the order of the file."""
    found = [(path, each) for path, each in flat(messages) if isinstance(each, Problem)]
    return sorted(found, key=lambda each: [(isinstance(part, str), part) for part in each[0]])


def _mistake(path: Path, problem: Problem, document: Any, lines: dict[Path, int]) -> Mistake:
    """A mistake of the record at a path; a missing name has the line of its record."""
    known = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in lines)
    part, record = str(path[0]) if len(path) >= 2 else "", ""
    if len(path) >= 2 and isinstance(path[1], int):
        part = part.removesuffix("s")
        found = document[path[0]][path[1]]
        record = str(found.get("level" if part == "tier" else "id", "")) if isinstance(found, dict) else ""
    key = next((str(each) for each in reversed(path) if isinstance(each, str)), "The file")
    return Mistake(Problem(problem.code, {"key": key, **problem.params}), lines[known], path, part, record)
