"""The rewards of programme.yaml, read, checked and written. Rich text is cleaned on its way in."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import files
from typing import Any

import nh3
import yaml
from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from loyalty.db.base import table_of
from loyalty.db.clock import now
from loyalty.features.content import service as content
from loyalty.features.rewards.models import LONGEST_SKU, Reward, Voucher
from loyalty.features.rewards.places import column_of, ids_in
from loyalty.rules.money import ringgit as in_ringgit
from loyalty.rules.money import sen

TAGS = {"p", "br", "ul", "ol", "li", "b", "strong", "i", "em", "h3", "h4"}


class WrongProgramme(Exception):
    """The file says something that cannot be; the sentence names the reward."""


def first_rewards() -> list[dict[str, Any]]:
    """The rewards a new database begins with, as rows; raises WrongProgramme."""
    text = (files(__package__) / "programme.yaml").read_text(encoding="utf-8")
    programme = yaml.safe_load(text)
    return [row_of(reward, programme["terms"]) for reward in programme["rewards"]]


def row_of(reward: dict[str, Any], usual_terms: str = "") -> dict[str, Any]:
    """One reward of the file as a row of the table; raises WrongProgramme."""
    known = dict(reward)
    try:
        row = {
            "id": known.pop("id"),
            "kind": known.pop("kind"),
            "title": known.pop("title"),
            "description": clean(known.pop("description", "")),
            "terms": clean(known.pop("terms", usual_terms)),
            "image_name": known.pop("image", None),
            "sku": _sku(known.pop("sku", None)),
            "type_id": known.pop("type"),
            "cost": known.pop("cost", 0),
            "value_sen": _sen(known.pop("value", "0.00")),
            "discount_sen": _sen(known.pop("discount", "0.00")),
            "min_spend_sen": _sen(known.pop("min_spend", "0.00")),
            "level": known.pop("tier", 0),
            "member_limit": known.pop("limit", None),
            "stock": known.pop("stock", None),
            "claimed": 0,
            "valid_days": known.pop("valid_days"),
            "outlet_ids": column_of(known.pop("outlets", ())),
            "is_active": known.pop("active", True),
            "starts_at": _moment(known.pop("starts", None)),
            "ends_at": _moment(known.pop("ends", None)),
        }
    except KeyError as missing:
        raise WrongProgramme(f"Reward {reward.get('id')} lacks {missing}.") from missing
    if known:
        raise WrongProgramme(f"Reward {row['id']} says {', '.join(sorted(known))}, which means nothing here.")
    return row


def set_up(db: Session, rows: list[dict[str, Any]]) -> int:
    """Write the rewards that are missing, by id; gives how many. What is there stays as it is, but for a
    reward that had no picture and gets one.
    """
    present = dict(db.execute(select(Reward.id, Reward.image_name)).all())
    named = [{**row, "image_name": _kept_picture(db, row["image_name"])} for row in rows]
    missing = [{**row, "created_at": now(db)} for row in named if row["id"] not in present]
    if missing:
        db.execute(insert(Reward), missing)
    for row in named:
        if row["image_name"] and row["id"] in present and present[row["id"]] is None:
            db.execute(update(Reward).where(Reward.id == row["id"]).values(image_name=row["image_name"]))
    return len(missing)


def rewards_now(db: Session) -> list[dict[str, Any]]:
    """The rewards there are, by id, as rows without the moment they were made."""
    columns = [column for column in table_of(Reward).c if column.name != "created_at"]
    return [dict(row) for row in db.execute(select(*columns).order_by(Reward.id)).mappings()]


def write(db: Session, rows: list[dict[str, Any]]) -> None:
    """Make the rewards these, in the caller's transaction. What was claimed of them is not touched."""
    set_up(db, rows)
    for row in rows:
        values = {name: value for name, value in row.items() if name not in ("id", "claimed")}
        values["image_name"] = _kept_picture(db, row["image_name"])
        db.execute(update(Reward).where(Reward.id == row["id"]).values(values))


def open_vouchers(db: Session, reward_id: int, at: datetime) -> int:
    """How many vouchers of a reward can still be used."""
    voucher = table_of(Voucher).c
    still_good = voucher.used_at.is_(None), voucher.cancelled_at.is_(None), voucher.expires_at > at
    query = select(func.count()).select_from(Voucher).where(voucher.reward_id == reward_id, *still_good)
    return db.scalar(query) or 0


def vouchers_ever(db: Session, reward_id: int) -> int:
    """How many vouchers of a reward were ever made."""
    return db.scalar(select(func.count()).select_from(Voucher).where(Voucher.reward_id == reward_id)) or 0


def outlets_of(row: dict[str, Any]) -> tuple[int, ...]:
    """The outlets a row names; none means everywhere."""
    return ids_in(row["outlet_ids"])


def said_of(row: dict[str, Any]) -> dict[str, Any]:
    """A row as the file says it; the reverse of `row_of`."""
    said = {
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
        "outlets": list(outlets_of(row)),
        "active": row["is_active"],
        "starts": row["starts_at"].isoformat() if row["starts_at"] else None,
        "ends": row["ends_at"].isoformat() if row["ends_at"] else None,
    }
    usual = {"cost": 0, "tier": 0, "discount": "0.00", "min_spend": "0.00", "outlets": [], "active": True}
    return {name: value for name, value in said.items() if value is not None and usual.get(name) != value}


def _kept_picture(db: Session, called: str | None) -> str | None:
    """The name under which a picture is served: one that is kept already, or one of ours, kept now."""
    if called is None or content.is_kept(db, called):
        return called
    return content.keep(db, content.own_picture(called), called)


def picture_name(db: Session, called: str | None) -> str | None:
    """The name a picture is or would be served under; raises Invalid when there is none of this name."""
    if called is None or content.is_kept(db, called):
        return called
    return content.name_of(content.own_picture(called), called)


def clean(html: str) -> str:
    """Rich text without anything that could run or reach out: a few tags, no attributes."""
    return nh3.clean(html, tags=TAGS, attributes={"*": set()}).strip()


def _sku(said: object) -> str | None:
    if said is None:
        return None
    if not isinstance(said, str) or not 0 < len(said.strip()) <= LONGEST_SKU:
        raise WrongProgramme(
            f'{said} is no sku: write it in quotes, with up to {LONGEST_SKU} signs: "00417".'
        )
    return said.strip()


def _sen(ringgit: str) -> int:
    found = sen(ringgit)
    if found is None:
        raise WrongProgramme(f'{ringgit} is no amount: write it with two places, such as "45.90".')
    return found


def _moment(said: str | None) -> datetime | None:
    if said is None:
        return None
    moment = datetime.fromisoformat(said)
    if moment.tzinfo is None:
        raise WrongProgramme(f"{said} needs its zone, such as +08:00.")
    return moment
