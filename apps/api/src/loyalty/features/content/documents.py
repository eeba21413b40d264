"""The published content: read, checked, and made into the one document that everybody may read.

Names and brands of outlets are the programme's (the table `outlets`); everything else of an outlet is here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import orjson
from marshmallow import ValidationError
from sqlalchemy import func, insert, select, tuple_
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Invalid, by_field, flat
from loyalty.features.content import days, images
from loyalty.features.content.models import ContentKind, ContentVersion
from loyalty.features.content.schemas import KINDS, LANGUAGES
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OPEN, OutletRecord
from loyalty.features.programme import reward_texts
from loyalty.rules.calendar import iso_utc, malaysian_date
from loyalty.rules.codes import Code

Document = dict[str, Any]
# What the programme says of an outlet.
_OF_PROGRAMME = ("name", "brand")


@dataclass(frozen=True)
class Version:
    """A published document; `id` counts those of its kind, `operator` is None for what a new database has."""

    id: int
    kind: str
    document: Document
    at: datetime
    operator: str | None
    reason: str | None
    again: int | None


@cache
def _seed(kind: str) -> str:
    return (files(__package__) / "seed" / f"{kind}.json").read_text(encoding="utf-8")


def first_outlets() -> list[OutletRecord]:
    """The outlets a new database begins with."""
    rows = json.loads(_seed("outlets"))["outlets"]
    return [OutletRecord(row["id"], row["name"], row["brand"], OPEN) for row in rows]


def first_document(kind: str) -> Document:
    """What a new database begins with, of a kind."""
    document = json.loads(_seed(kind))
    if kind == "outlets":
        document["outlets"] = [
            {name: value for name, value in row.items() if name not in _OF_PROGRAMME}
            for row in document["outlets"]
        ]
    return checked(kind, document)


def set_up(db: Session) -> int:
    """Publish what a new database begins with, where a kind is missing; returns how many kinds."""
    present = set(db.scalars(select(ContentKind.kind)))
    missing = [kind for kind in KINDS if kind not in present]
    for kind in missing:
        at = now(db)
        db.execute(insert(ContentKind).values(kind=kind, revision=1, changed_at=at))
        document = written(first_document(kind))
        db.execute(insert(ContentVersion).values(kind=kind, id=1, document=document, at=at))
    return len(missing)


def checked(kind: str, document: object) -> Document:
    """A document in the form in which it is kept; raises Invalid with the mistakes by their place."""
    schema = KINDS[kind]
    try:
        found: Document = schema.dump(schema.load(document))  # type: ignore[arg-type]
    except ValidationError as error:
        raise Invalid(Code.INVALID, fields=by_field(flat(error.messages, ("document",)))) from error
    return found


def refuse_unknown(db: Session, kind: str, document: Document, coming: Iterable[int] = ()) -> None:
    """Raise Invalid for a picture that there is not, or an outlet that the programme does not have, and that
    is not `coming`.
    """
    drawings = {each["drawing"] for each in _pictures(first_document(kind)) if "drawing" in each}
    for picture in _pictures(document):
        if "drawing" in picture and picture["drawing"] not in drawings:
            raise Invalid(Code.UNKNOWN_DRAWING, {"name": picture["drawing"]}, field="document")
        if "image" in picture and not images.is_kept(db, picture["image"]):
            raise Invalid(Code.IMAGE_MISSING, {"name": picture["image"]}, field="document")
    if kind == "outlets":
        known = {outlet.id for outlet in outlet_queries.outlets(db)}
        # One that waits for approval is described already.
        known |= {row["id"] for row in published_of(db, kind).document["outlets"]} | set(coming)
        for row in document["outlets"]:
            if row["id"] not in known:
                raise Invalid(Code.UNKNOWN_OUTLET, {"outlet": row["id"]}, field="document")


def _pictures(node: object) -> Iterator[dict[str, str]]:
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "picture":
                yield value
            else:
                yield from _pictures(value)
    elif isinstance(node, list):
        for each in node:
            yield from _pictures(each)


def written(document: Document) -> str:
    """A document as text; the same document is the same text."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()


def published(db: Session) -> dict[str, Version]:
    """The newest version of every kind."""
    of = ContentVersion
    newest = select(of.kind, func.max(of.id)).group_by(of.kind)
    rows = db.scalars(select(of).where(tuple_(of.kind, of.id).in_(newest)))
    return {row.kind: version_of(row) for row in rows}


def published_of(db: Session, kind: str) -> Version:
    """The newest version of a kind."""
    query = select(ContentVersion).where(ContentVersion.kind == kind)
    return version_of(db.scalars(query.order_by(ContentVersion.id.desc()).limit(1)).one())


def version_of(row: Any) -> Version:
    """A row of the table as a version."""
    document = orjson.loads(row.document)
    return Version(row.id, row.kind, document, row.at, row.operator, row.reason, row.again)


def public_document(
    db: Session, language: str | None = None, drafts: Mapping[str, Document] | None = None
) -> Document:
    """Everything that is shown today, in English and one language, or in all; `drafts` as below."""
    document = previewed_document(db, language, drafts)
    today = malaysian_date(now(db))
    document["banners"] = {"banners": days.banners_on(today, document["banners"]["banners"])}
    document["menu"] = {**document["menu"], "dishes": days.dishes_on(today, document["menu"]["dishes"])}
    return document


def previewed_document(
    db: Session, language: str | None = None, drafts: Mapping[str, Document] | None = None
) -> Document:
    """Everything published, of all days, in English and one language, or in all.

    `drafts` stand in for what is published of their kinds.
    """
    versions = published(db)
    documents: Document = {kind: versions[kind].document for kind in KINDS} | dict(drafts or {})
    changed = [version.at for version in versions.values() if version.operator is not None]
    outlets = outlet_queries.outlets(db, OPEN)
    documents["rewardTexts"] = reward_texts.published(db)
    return _joined(documents, outlets, iso_utc(max(changed)) if changed else None, language)


def first_public_document(texts: list[reward_texts.Texts], language: str | None = None) -> Document:
    """The public document of a new database with these texts of its rewards."""
    documents: Document = {kind: first_document(kind) for kind in KINDS} | {"rewardTexts": texts}
    return _joined(documents, first_outlets(), None, language)


def _joined(
    documents: Document, outlets: Iterable[OutletRecord], published_at: str | None, language: str | None
) -> Document:
    """One document of all kinds and the rewards' texts; of the outlets the open ones, with their names."""
    details = {row["id"]: row for row in documents["outlets"]["outlets"]}
    listed = [
        {**details[outlet.id], "name": outlet.name, "brand": outlet.brand}
        for outlet in sorted(outlets, key=lambda each: each.id)
        if outlet.id in details
    ]
    content = {"publishedAt": published_at, **documents, "outlets": {"outlets": listed}}
    return content if language is None else _in_language(content, {"en", language})


def as_sent(document: Document) -> tuple[bytes, str]:
    """The public document as bytes, and its tag: the same content is the same tag on every server."""
    body = orjson.dumps(document, option=orjson.OPT_SORT_KEYS)
    return body, sha256(body).hexdigest()[:32]


def _in_language(node: Any, languages: set[str]) -> Any:
    if isinstance(node, dict):
        if _is_text(node):
            return {code: text for code, text in node.items() if code in languages}
        return {name: _in_language(value, languages) for name, value in node.items()}
    return [_in_language(each, languages) for each in node] if isinstance(node, list) else node


def _is_text(node: Mapping[str, Any]) -> bool:
    return "en" in node and set(node) <= set(LANGUAGES)


def missing_translations(document: object, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every text that is not in all languages: its place, such as `dishes.0.name`, and the languages."""
    if isinstance(document, dict):
        if _is_text(document):
            if missing := [code for code in LANGUAGES if code not in document]:
                yield path, missing
            return
        for name, value in document.items():
            yield from missing_translations(value, f"{path}.{name}" if path else name)
    elif isinstance(document, list):
        for at, each in enumerate(document):
            yield from missing_translations(each, f"{path}.{at}")


def openings(db: Session) -> tuple[list[str], list[str]]:
    """The names of the departments that are hiring and of the places, as applications name them."""
    document = published_of(db, "openings").document
    departments, places = document["departments"], document["places"]
    return [each["name"] for each in departments], [each["name"] for each in places]
