"""Outlets in the office. What is said of one is published at once, with a reason; a new one is a draft of the
programme that another person approves, and its description is published beside it.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.content import publishing
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.programme import drafts
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.content import documents
from loyalty.features.content.documents import Document
from loyalty.features.content.schemas import HoursAndClosuresSchema, OutletDescriptionSchema
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OPEN
from loyalty.rules.codes import Code

CONTENT = "outlets"


def listed(office: OfficeContext) -> dict[str, Any]:
    """One's outlets as JSON, those that wait for approval last, and the revision of all descriptions."""
    db = current_session()
    described = _by_id(documents.published_of(db, CONTENT).document)
    rows = [
        _as_json(each.id, each.name, each.brand, each.status_id == OPEN, described)
        for each in outlet_queries.outlets(db)
        if office.is_at(each.id)
    ]
    known = {row["id"] for row in rows}
    for draft_id, each in drafts.coming_outlets(db) if office.is_at(None) else ():
        if each["id"] not in known:
            row = _as_json(each["id"], each["name"], each["brand"], False, described)
            rows.append({**row, "draftId": draft_id})
    return {"revision": publishing.revision_of(db, CONTENT), "outletList": rows}


def _as_json(
    outlet_id: int, name: str, brand: str, is_open: bool, described: Mapping[int, Document]
) -> dict[str, Any]:
    found = described.get(outlet_id)
    return {
        "id": outlet_id,
        "name": name,
        "brand": brand,
        "isOpen": is_open,
        "draftId": None,
        "description": found and {key: value for key, value in found.items() if key != "id"},
    }


def _by_id(document: Document) -> dict[int, Document]:
    return {each["id"]: each for each in document["outlets"]}


def describe(
    office: OfficeContext, outlet_id: int, revision: int, wanted: Mapping[str, Any], reason: str
) -> dict[str, Any]:
    """Publish what pages say of an outlet, its hours too; returns the outlets.

    Raises NotFound, Conflict `edited_meanwhile` and Invalid.
    """
    description = {"id": outlet_id, **OutletDescriptionSchema().dump(wanted)}
    with transaction() as db:
        outlet_queries.name_of(db, outlet_id)

        def change(document: Document) -> None:
            others = [each for each in document["outlets"] if each["id"] != outlet_id]
            document["outlets"] = sorted([*others, description], key=lambda each: each["id"])

        what = f"outlet {outlet_id}"
        publishing.publish_change(db, office.signed(reason), CONTENT, change, what, revision)
        return listed(office)


def set_hours(
    office: OfficeContext, outlet_id: int, revision: int, wanted: Mapping[str, Any], reason: str
) -> dict[str, Any]:
    """Publish the hours, closures and special days of an outlet; returns the outlets.

    Raises NotFound, and Conflict `edited_meanwhile`.
    """
    hours = HoursAndClosuresSchema().dump(wanted)

    def change(document: Document) -> None:
        if (outlet := _by_id(document).get(outlet_id)) is not None:
            outlet.update(hours)

    with transaction() as db:
        _refuse_undescribed(db, [outlet_id])
        what = f"hours of outlet {outlet_id}"
        publishing.publish_change(db, office.signed(reason), CONTENT, change, what, revision)
        return listed(office)


def _refuse_undescribed(db: Session, outlet_ids: Sequence[int]) -> None:
    described = _by_id(documents.published_of(db, CONTENT).document)
    if not described.keys() >= set(outlet_ids):
        raise NotFound(Code.UNDESCRIBED_OUTLET)


def change_days(
    office: OfficeContext, outlet_ids: Sequence[int], wanted: Mapping[str, Any], reason: str
) -> dict[str, Any]:
    """Close several outlets on some days, or give them other hours on these days, whatever they had for them
    before; returns the outlets.

    Raises Forbidden for an outlet that is not theirs, NotFound, and Invalid.
    """
    for outlet_id in outlet_ids:
        office.refuse_unless_at(outlet_id)
    days = HoursAndClosuresSchema(only=("closures", "special_days")).dump(_days_of(wanted))

    def change(document: Document) -> None:
        described = _by_id(document)
        for outlet_id in outlet_ids:
            if outlet_id in described:
                _put_days(described[outlet_id], days, wanted["first_day"], wanted["last_day"])

    with transaction() as db:
        _refuse_undescribed(db, outlet_ids)
        what = f"days of outlets {', '.join(map(str, sorted(outlet_ids)))}"
        publishing.publish_change(db, office.signed(reason), CONTENT, change, what)
        return listed(office)


def _days_of(wanted: Mapping[str, Any]) -> dict[str, Any]:
    """A closure, or a special day for each of the days."""
    name = {"name": wanted["name"]} if wanted.get("name") else {}
    first, last = wanted["first_day"], wanted["last_day"]
    if not wanted["hours"]:
        return {"closures": [{"first_day": first, "last_day": last, **name}], "special_days": []}
    count = (last - first).days + 1
    return {
        "closures": [],
        "special_days": [
            {"day": first + timedelta(days=at), "hours": wanted["hours"], **name} for at in range(count)
        ],
    }


def _put_days(outlet: Document, days: Document, first: date, last: date) -> None:
    """Put days into a description; of what it had, the days outside of them stay."""
    is_within = first.isoformat(), last.isoformat()
    closures = []
    for each in outlet["closures"]:
        if each["lastDay"] < is_within[0] or each["firstDay"] > is_within[1]:
            closures.append(each)
            continue
        if each["firstDay"] < is_within[0]:
            closures.append({**each, "lastDay": (first - timedelta(days=1)).isoformat()})
        if each["lastDay"] > is_within[1]:
            closures.append({**each, "firstDay": (last + timedelta(days=1)).isoformat()})
    special = [each for each in outlet["specialDays"] if not is_within[0] <= each["day"] <= is_within[1]]
    outlet["closures"] = sorted([*closures, *days["closures"]], key=lambda each: each["firstDay"])
    outlet["specialDays"] = sorted([*special, *days["specialDays"]], key=lambda each: each["day"])


def add(
    office: OfficeContext, name: str, brand: str, wanted: Mapping[str, Any], reason: str
) -> dict[str, Any]:
    """Ask another person to approve a new outlet, and publish its description, which pages show from then on;
    returns the outlets.

    Raises Conflict `draft_has_problems`, such as a name that another outlet has, and Invalid.
    """
    description = OutletDescriptionSchema().dump(wanted)
    signature = office.signed(reason)
    with transaction() as db:
        known = {each.id for each in outlet_queries.outlets(db)}
        coming = [each for _, each in drafts.coming_outlets(db)]
        if any(each["name"] == name for each in coming):
            raise Conflict(Code.OUTLET_NAME_COMING, {"name": name})
        known |= {each["id"] for each in coming}
        outlet_id = max(known, default=0) + 1
        new = {"id": outlet_id, "name": name, "brand": brand, "open": True}
        draft = drafts.begin(db, signature, changes={"outlets": [new]})
        drafts.submit(db, draft.id, draft.revision, None, signature)

        def change(document: Document) -> None:
            # The descriptions of outlets that were refused go.
            kept = [each for each in document["outlets"] if each["id"] in known]
            document["outlets"] = [*kept, {"id": outlet_id, **description}]

        what = f"new outlet {outlet_id}"
        publishing.publish_change(db, signature, CONTENT, change, what, coming=[outlet_id])
        return listed(office)
