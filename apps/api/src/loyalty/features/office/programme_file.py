"""The programme as one file that people review: settings, tiers, outlets, rewards. Read here, and written."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any

import yaml
from sqlalchemy.orm import Session

from loyalty.errors import Invalid
from loyalty.features.office import settings
from loyalty.features.office.settings import Settings
from loyalty.features.outlets import service as outlets
from loyalty.features.outlets.service import OutletFacts
from loyalty.features.rewards import programme as rewards
from loyalty.features.tiers import service as tiers
from loyalty.rules.tiers import Tier

# More than any number of ours needs, and what every database can hold.
MOST = 1_000_000

PARTS = ("settings", "tiers", "outlets", "rewards", "terms")


@dataclass(frozen=True)
class Programme:
    """What the file wants: tiers by level, outlets and rewards by id, rewards as rows of their table.

    `settings` is None when the file does not speak of them: they stay as they are.
    """

    settings: Settings | None
    tiers: list[Tier]
    outlets: list[OutletFacts]
    rewards: list[dict[str, Any]]


def read(text: str) -> Programme:
    """Read and check the file; raises Invalid with a sentence that names the place."""
    said = _parsed(text)
    try:
        wanted = Programme(
            _settings(said["settings"]) if "settings" in said else None,
            [_tier(each) for each in said["tiers"]],
            [_outlet(each) for each in said["outlets"]],
            [rewards.row_of(each, said.get("terms", "")) for each in said["rewards"]],
        )
    except rewards.WrongProgramme as wrong:
        raise Invalid(str(wrong), "programme") from wrong
    _check_ladder(wanted.tiers)
    for name, ids in (
        ("outlet", [each.id for each in wanted.outlets]),
        ("reward", [each["id"] for each in wanted.rewards]),
    ):
        if twice := {one for one in ids if ids.count(one) > 1}:
            raise Invalid(f"There are two {name}s with the id {min(twice)}.", "programme")
    return wanted


def written(db: Session) -> str:
    """The programme as it is now, as a file that `read` takes."""
    said = {
        "settings": asdict(settings.current(db)),
        "tiers": [
            {
                "level": tier.level,
                "name": tier.name,
                "floor": tier.floor,
                "multiplier": f"{tier.multiplier_tenths / 10:.1f}",
            }
            for tier in tiers.ladder(db)
        ],
        "outlets": [
            {"id": each.id, "name": each.name, "brand": each.brand, "open": each.status_id == outlets.OPEN}
            for each in outlets.outlets(db)
        ],
        "rewards": [rewards.said_of(row) for row in rewards.rewards_now(db)],
    }
    text: str = yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=110)
    return text


def _parsed(text: str) -> dict[str, Any]:
    try:
        said = yaml.safe_load(text)
    except yaml.YAMLError as wrong:
        mark = getattr(wrong, "problem_mark", None)
        place = f"Line {mark.line + 1}" if mark else "The file"
        raise Invalid(f"{place} is no YAML: {getattr(wrong, 'problem', wrong)}.", "programme") from wrong
    if not isinstance(said, dict):
        raise Invalid("The file should have tiers, outlets and rewards.", "programme")
    for part in ("tiers", "outlets", "rewards"):
        if not isinstance(said.get(part), list) or not all(isinstance(each, dict) for each in said[part]):
            raise Invalid(f"{part} should be a list of records.", "programme")
    if unknown := sorted(set(said) - set(PARTS)):
        raise Invalid(f"{', '.join(unknown)} means nothing here.", "programme")
    return said


def _settings(said: object) -> Settings:
    names = {field.name for field in fields(Settings)}
    if not isinstance(said, dict) or not set(said) <= names:
        raise Invalid(f"settings may say {' and '.join(sorted(names))}.", "programme")
    for name, value in said.items():
        if type(value) is not int or not 0 <= value <= MOST:
            raise Invalid(f"settings: {name} should be a whole number from 0 to {MOST}.", "programme")
    return Settings(**said)


def _taken(kind: str, said: dict[str, Any], *names: str) -> list[Any]:
    """The values of exactly these names."""
    if missing := [name for name in names if name not in said]:
        raise Invalid(f"A {kind} lacks {missing[0]}: {said}.", "programme")
    if unknown := sorted(set(said) - set(names)):
        raise Invalid(f"A {kind} says {unknown[0]}, which means nothing here: {said}.", "programme")
    return [said[name] for name in names]


def _tier(said: dict[str, Any]) -> Tier:
    level, name, floor, multiplier = _taken("tier", said, "level", "name", "floor", "multiplier")
    tenths = round(float(multiplier) * 10) if _is_number(multiplier) else 0
    if not (isinstance(level, int) and isinstance(floor, int) and str(name).strip()) or tenths < 1:
        raise Invalid(f"A tier is written wrongly: {said}.", "programme")
    return Tier(level, str(name), floor, tenths)


def _is_number(said: object) -> bool:
    return str(said).replace(".", "", 1).isdecimal()


def _outlet(said: dict[str, Any]) -> OutletFacts:
    outlet_id, name, brand, is_open = _taken("outlet", said, "id", "name", "brand", "open")
    if not (isinstance(outlet_id, int) and isinstance(is_open, bool) and str(name).strip()):
        raise Invalid(f"An outlet is written wrongly: {said}.", "programme")
    return OutletFacts(outlet_id, str(name), str(brand), outlets.OPEN if is_open else outlets.CLOSED)


def _check_ladder(ladder: list[Tier]) -> None:
    if [tier.level for tier in ladder] != list(range(len(ladder))) or not ladder or ladder[0].floor != 0:
        raise Invalid("Tiers are levels 0, 1, 2 … in order, and the first begins at 0 points.", "programme")
    if any(below.floor >= above.floor for below, above in pairwise(ladder)):
        raise Invalid("Each tier begins at more points than the one below.", "programme")
