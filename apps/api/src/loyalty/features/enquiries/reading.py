"""The inbox as an operator reads it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from loyalty.db.session import after_commit
from loyalty.errors import NotFound
from loyalty.features.enquiries.models import Enquiry, EnquiryFile, Kind
from loyalty.features.enquiries.storage import content_of
from loyalty.gateways import attachments, outbox
from loyalty.rules.calendar import MALAYSIA
from loyalty.rules.phone import is_written_as

TITLES = {
    "full_name": "Name",
    "email": "E-mail",
    "mobile_number": "Telephone",
    "identification_number": "Identification number",
    "address": "Address",
    "department": "Department",
    "place": "Preferred location",
    "outlet_name": "Outlet",
    "remarks": "Message",
}


@dataclass(frozen=True)
class Entry:
    """One line of the inbox; `mail` is how far the letter about it is."""

    id: int
    kind: str
    state: str
    created_at: datetime
    full_name: str
    about: str
    attachment: str | None
    mail: str


@dataclass(frozen=True)
class File:
    """What was attached: under our name, and what its sender called it. `size` in bytes."""

    name: str
    called: str
    size: int
    content: bytes


def entries(
    db: Session, kind: str | None = None, limit: int | None = None, state: str | None = None
) -> list[Entry]:
    """The inbox, the newest first; of one kind, in one state."""
    query = (
        select(Enquiry, EnquiryFile.name)
        .outerjoin(EnquiryFile, EnquiryFile.enquiry_id == Enquiry.id)
        .order_by(Enquiry.id.desc())
        .limit(limit)
    )
    if kind is not None:
        query = query.where(Enquiry.kind == kind)
    if state is not None:
        query = query.where(Enquiry.state == state)
    found = db.execute(query).all()
    states = outbox.states_of_letters(db, tuple(Kind), [enquiry.id for enquiry, _ in found])
    return [
        Entry(
            enquiry.id,
            enquiry.kind,
            enquiry.state,
            enquiry.created_at,
            enquiry.full_name,
            f"{enquiry.department}, {enquiry.place}"
            if enquiry.kind == Kind.CAREER
            else enquiry.outlet_name or "",
            name,
            states.get(enquiry.id, "-"),
        )
        for enquiry, name in found
    ]


def enquiry(db: Session, enquiry_id: int) -> list[tuple[str, str]]:
    """Everything one enquiry says, as titles and texts; raises NotFound."""
    found = db.scalar(select(Enquiry).where(Enquiry.id == enquiry_id))
    if found is None:
        raise NotFound(f"There is no enquiry {enquiry_id} in the inbox.")
    return facts_of(found)


def set_state(db: Session, enquiry_id: int, state: str) -> None:
    """Say how far an operator is with an enquiry, in the caller's transaction; raises NotFound."""
    said = update(Enquiry).where(Enquiry.id == enquiry_id).values(state=state)
    if db.execute(said.returning(Enquiry.id)).one_or_none() is None:
        raise NotFound(f"There is no enquiry {enquiry_id} in the inbox.")


def facts_of(enquiry: Enquiry) -> list[tuple[str, str]]:
    """What an enquiry says, as titles and texts in the order of the form."""
    received = f"{enquiry.created_at.astimezone(MALAYSIA):%Y-%m-%d %H:%M}"
    said = [(title, getattr(enquiry, name)) for name, title in TITLES.items()]
    return [
        ("Enquiry", str(enquiry.id)),
        ("Received", f"{received} (Malaysia)"),
        *((title, text) for title, text in said if text is not None),
    ]


def file_of(db: Session, enquiry_id: int) -> File:
    """What was attached to an enquiry; raises NotFound, also for a file that is lost or changed."""
    found = db.scalar(select(EnquiryFile).where(EnquiryFile.enquiry_id == enquiry_id))
    if found is None:
        raise NotFound(f"Nothing is attached to enquiry {enquiry_id}.")
    return File(found.name, found.called, found.size, content_of(found))


def table(db: Session, kind: str | None = None) -> tuple[list[str], list[list[str]]]:
    """The whole inbox for a spreadsheet, the oldest first: its titles and its rows."""
    query = select(Enquiry).where(Enquiry.kind == kind if kind else Enquiry.id > 0).order_by(Enquiry.id)
    rows = [
        [
            str(each.id),
            each.kind,
            each.state,
            f"{each.created_at.astimezone(MALAYSIA):%Y-%m-%d %H:%M}",
            *(getattr(each, name) or "" for name in TITLES),
        ]
        for each in db.scalars(query)
    ]
    return ["Enquiry", "Kind", "State", "Received (Malaysia)", *TITLES.values()], rows


def of_number(db: Session, calling_code: str, national: str) -> list[Enquiry]:
    """The enquiries that were sent with a member's number, however it was typed, the oldest first.

    Only the number counts: a member has shown that it is theirs by a code, their e-mail address is unproven.
    """
    digits: ColumnElement[str] = Enquiry.mobile_number.expression
    for sign in " ()+-":
        digits = func.replace(digits, sign, "")
    query = select(Enquiry).where(digits.endswith(national, autoescape=True)).order_by(Enquiry.id)
    return [each for each in db.scalars(query) if is_written_as(calling_code, national, each.mobile_number)]


def called(db: Session, enquiry_ids: list[int]) -> dict[int, str]:
    """What their senders called the attached files, by enquiry."""
    query = select(EnquiryFile.enquiry_id, EnquiryFile.called).where(EnquiryFile.enquiry_id.in_(enquiry_ids))
    return {enquiry_id: name for enquiry_id, name in db.execute(query)}


def erase(db: Session, enquiry_id: int) -> None:
    """Delete an enquiry and what is attached to it, in the caller's transaction; raises NotFound.

    The file goes when that has committed. A letter about it that has not left is not written any more.
    """
    stored = db.scalars(select(EnquiryFile.storage_name).where(EnquiryFile.enquiry_id == enquiry_id)).all()
    gone = db.execute(delete(Enquiry).where(Enquiry.id == enquiry_id).returning(Enquiry.id))
    if gone.one_or_none() is None:
        raise NotFound(f"There is no enquiry {enquiry_id} in the inbox.")
    names = [name for name in stored if name]
    after_commit(db, lambda: attachments.remove(names))
