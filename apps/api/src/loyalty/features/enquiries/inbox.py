"""The inbox of enquiries: read, marked, forwarded, erased, and the files that are attached to them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import after_commit, current_session
from loyalty.db.tables import columns_of
from loyalty.errors import NotFound
from loyalty.features.enquiries.models import Enquiry, EnquiryFile, EnquiryKind, EnquiryNote, NoteKind, State
from loyalty.gateways import attachments, outbox
from loyalty.gateways.mails import plain_mail
from loyalty.rules.calendar import ZONE
from loyalty.rules.codes import Code
from loyalty.rules.enquiries import telephone_cell
from loyalty.rules.phone import is_written_as
from loyalty.rules.staff import HEAD_OFFICE, MANAGERS, Grant, outlets_for


def content_of(file: EnquiryFile) -> bytes:
    """What was attached; raises NotFound when the file is lost or changed."""
    return attachments.read(file.storage_name, file.sha256)


def remove_unnamed(db: Session, at: datetime, *, only_count: bool = False) -> int:
    """Delete the files that no row names and that are older than a day at a moment; returns how many."""
    old = attachments.old_files(at)
    named = set(db.scalars(select(EnquiryFile.storage_name))) if old else set()
    gone = [name for name in old if name not in named]
    if not only_count:
        attachments.remove(gone)
    return len(gone)


def problems(db: Session) -> Iterator[str]:
    """One sentence for each attachment that is lost or changed. It reads every file."""
    query = select(EnquiryFile.enquiry_id, EnquiryFile.storage_name, EnquiryFile.sha256).order_by(
        EnquiryFile.enquiry_id
    )
    for enquiry_id, name, digest in db.execute(query):
        try:
            attachments.read(name or "", digest or "")
        except NotFound as lost:
            yield f"enquiry {enquiry_id}: {lost.message.removesuffix('.')}"


def totals(db: Session) -> tuple[int, int]:
    """How many attachments there are, and their bytes."""
    count, size = db.execute(select(func.count(), func.coalesce(func.sum(EnquiryFile.size), 0))).one()
    return int(count), int(size)


# The kind of an e-mail that forwards an enquiry; its reference is the entry of the history.
FORWARDED = "forward"


@dataclass(frozen=True)
class Readable:
    """What somebody may read: feedback on these outlets (None in it: all), and whether applications too."""

    outlets: frozenset[int | None]
    applications: bool

    def condition(self) -> ColumnElement[bool]:
        """As a condition of a query."""
        feedback: ColumnElement[bool] = Enquiry.kind == EnquiryKind.FEEDBACK
        if None not in self.outlets:
            own = [each for each in self.outlets if each is not None]
            feedback = and_(feedback, Enquiry.outlet_id.in_(own))
        return or_(feedback, Enquiry.kind == EnquiryKind.CAREER) if self.applications else feedback

    def includes(self, enquiry: Enquiry) -> bool:
        """Whether they may read this one."""
        if enquiry.kind == EnquiryKind.CAREER:
            return self.applications
        return bool(self.outlets & {None, enquiry.outlet_id})


def readable_by(grants: Iterable[Grant]) -> Readable:
    """What somebody with these grants may read: applications are for who may open their files."""
    own = tuple(grants)
    feedback = outlets_for(MANAGERS, own)
    files = outlets_for(HEAD_OFFICE, own)
    return Readable(feedback, applications=None in files)


def how_many_open(db: Session, readable: Readable) -> int:
    """How many of the enquiries that somebody may read are open."""
    count = select(func.count()).select_from(Enquiry)
    return db.scalar(count.where(Enquiry.state == State.OPEN, readable.condition())) or 0


EVERYTHING = Readable(frozenset({None}), applications=True)

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
class File:
    """What was attached: under our name, and what its sender called it. `size` in bytes."""

    name: str
    called: str
    size: int
    content: bytes


def entries(
    db: Session,
    kind: str | None = None,
    limit: int | None = None,
    state: str | None = None,
    *,
    readable: Readable = EVERYTHING,
    outlet_id: int | None = None,
    offset: int = 0,
    descending: bool = True,
) -> list[dict[str, Any]]:
    """The inbox, by default the newest first; of one kind, in one state, of what somebody may read.

    Columns of each enquiry, what it is `about`, the name of its `attachment`, and the state of its `mail`.
    """
    query = (
        select(Enquiry, EnquiryFile.name.label("file_name"))
        .outerjoin(EnquiryFile, EnquiryFile.enquiry_id == Enquiry.id)
        .where(readable.condition())
        .order_by(Enquiry.id.desc() if descending else Enquiry.id)
        .limit(limit)
        .offset(offset)
    )
    if outlet_id is not None:
        query = query.where(Enquiry.outlet_id == outlet_id)
    if kind is not None:
        query = query.where(Enquiry.kind == kind)
    if state is not None:
        query = query.where(Enquiry.state == state)
    found = db.execute(query).all()
    states = outbox.email_states(db, tuple(EnquiryKind), [enquiry.id for enquiry, _ in found])
    return [
        {
            **columns_of(enquiry),
            "about": f"{enquiry.department}, {enquiry.place}"
            if enquiry.kind == EnquiryKind.CAREER
            else enquiry.outlet_name or "",
            "attachment": file_name,
            "mail": states.get(enquiry.id, "-"),
        }
        for enquiry, file_name in found
    ]


def read(db: Session, enquiry_id: int, *, locked: bool = False) -> Enquiry:
    """One enquiry, `locked` until the end of the caller's transaction; raises NotFound."""
    query = select(Enquiry).where(Enquiry.id == enquiry_id)
    found = db.scalar(query.with_for_update() if locked else query)
    if found is None:
        raise NotFound(Code.NO_SUCH_ENQUIRY, {"enquiry": enquiry_id})
    return found


def set_state(db: Session, enquiry_id: int, state: str, operator: str) -> None:
    """Set the state of an enquiry, with its history, in the caller's transaction; raises NotFound."""
    change = update(Enquiry).where(Enquiry.id == enquiry_id).values(state=state)
    if db.execute(change.returning(Enquiry.id)).one_or_none() is None:
        raise NotFound(Code.NO_SUCH_ENQUIRY, {"enquiry": enquiry_id})
    add_note(db, enquiry_id, NoteKind.STATE, state, operator)


def add_note(
    db: Session, enquiry_id: int, kind: NoteKind, text: str, operator: str, *, mail_to: str | None = None
) -> int:
    """Add to the history of an enquiry, in the caller's transaction; returns the entry's id.

    With `mail_to` an e-mail with the enquiry and its attachment goes there.
    """
    row = {
        "enquiry_id": enquiry_id,
        "at": now(db),
        "operator": operator,
        "kind": kind,
        "text": text,
        "mail_to": mail_to,
    }
    note_id = db.execute(insert(EnquiryNote).values(row).returning(EnquiryNote.id)).scalar_one()
    if mail_to is not None:
        outbox.put_email(db, kind=FORWARDED, reference=note_id)
    return note_id


def notes(db: Session, enquiry_id: int) -> list[dict[str, Any]]:
    """The history of an enquiry, the oldest first: columns, and the state of the `mail` that it sent, or
    None.
    """
    of_enquiry = select(EnquiryNote).where(EnquiryNote.enquiry_id == enquiry_id)
    found = db.scalars(of_enquiry.order_by(EnquiryNote.id)).all()
    states = outbox.email_states(db, [FORWARDED], [each.id for each in found if each.mail_to])
    return [{**columns_of(each), "mail": states.get(each.id)} for each in found]


def file_named(db: Session, enquiry_id: int) -> Row[str, str, str, int] | None:
    """Name, type and size of what is attached to an enquiry, without reading it."""
    columns = (EnquiryFile.name, EnquiryFile.called, EnquiryFile.content_type, EnquiryFile.size)
    return db.execute(select(*columns).where(EnquiryFile.enquiry_id == enquiry_id)).first()


def fields_of(enquiry: Enquiry) -> list[tuple[str, str]]:
    """The fields of an enquiry as titles and texts, in the order of the form."""
    received = f"{enquiry.created_at.astimezone(ZONE):%Y-%m-%d %H:%M}"
    fields = [(title, getattr(enquiry, name)) for name, title in TITLES.items()]
    return [
        ("Enquiry", str(enquiry.id)),
        ("Received", f"{received} (Malaysia)"),
        *((title, text) for title, text in fields if text is not None),
    ]


def _file_of(db: Session, enquiry_id: int) -> EnquiryFile | None:
    return db.scalars(select(EnquiryFile).where(EnquiryFile.enquiry_id == enquiry_id)).first()


def file_of(db: Session, enquiry_id: int) -> File:
    """What was attached to an enquiry; raises NotFound, also for a file that is lost or changed."""
    found = _file_of(db, enquiry_id)
    if found is None:
        raise NotFound(Code.NOTHING_ATTACHED, {"enquiry": enquiry_id})
    return File(found.name, found.called, found.size, content_of(found))


def table(
    db: Session, kind: str | None = None, state: str | None = None
) -> tuple[list[str], list[list[str]]]:
    """The inbox for a spreadsheet: its titles and its rows, oldest first. None: of any kind or state."""
    query = select(Enquiry).order_by(Enquiry.id)
    if kind is not None:
        query = query.where(Enquiry.kind == kind)
    if state is not None:
        query = query.where(Enquiry.state == state)
    rows = [
        [
            str(each.id),
            each.kind,
            each.state,
            f"{each.created_at.astimezone(ZONE):%Y-%m-%d %H:%M}",
            *(
                telephone_cell(each.mobile_number) if name == "mobile_number" else getattr(each, name) or ""
                for name in TITLES
            ),
        ]
        for each in db.scalars(query)
    ]
    return ["Enquiry", "Kind", "State", "Received (Malaysia)", *TITLES.values()], rows


def of_number(db: Session, calling_code: str, national: str) -> list[Enquiry]:
    """The enquiries that were sent with a member's number, however it was typed, the oldest first.

    Only the number counts: a member has shown that it is theirs by a code, their e-mail address is unproven.
    """
    digits: ColumnElement[str] = Enquiry.mobile_number.expression
    for character in " ()+-":
        digits = func.replace(digits, character, "")
    query = select(Enquiry).where(digits.endswith(national, autoescape=True)).order_by(Enquiry.id)
    return [each for each in db.scalars(query) if is_written_as(calling_code, national, each.mobile_number)]


def called(db: Session, enquiry_ids: list[int]) -> dict[int, str]:
    """What their senders called the attached files, by enquiry."""
    query = select(EnquiryFile.enquiry_id, EnquiryFile.called).where(EnquiryFile.enquiry_id.in_(enquiry_ids))
    return {enquiry_id: name for enquiry_id, name in db.execute(query)}


def erase(db: Session, enquiry_id: int) -> None:
    """Delete an enquiry and what is attached to it, in the caller's transaction; raises NotFound.

    The file goes when that has committed. An email about it that was not sent yet is not sent any more.
    """
    stored = db.scalars(select(EnquiryFile.storage_name).where(EnquiryFile.enquiry_id == enquiry_id)).all()
    gone = db.execute(delete(Enquiry).where(Enquiry.id == enquiry_id).returning(Enquiry.id))
    if gone.one_or_none() is None:
        raise NotFound(Code.NO_SUCH_ENQUIRY, {"enquiry": enquiry_id})
    names = [name for name in stored if name]
    after_commit(db, lambda: attachments.remove(names))


def compose(kind: str, enquiry_id: int) -> EmailMessage | None:
    """The email about an enquiry, the same every time; None when the enquiry has been deleted.

    One that forwards an enquiry (`FORWARDED`) is named by the entry of its history.
    """
    db, settings = current_session(), config.current()
    forward = None
    if kind == FORWARDED:
        forward = db.get(EnquiryNote, enquiry_id)
        if forward is None:
            return None
        enquiry_id = forward.enquiry_id
    enquiry = db.get(Enquiry, enquiry_id)
    if enquiry is None:
        return None
    if forward is not None:
        to, at, name = forward.mail_to, forward.at, f"forward-{forward.id}"
    else:
        to = settings.career_mailbox if kind == EnquiryKind.CAREER else settings.feedback_mailbox
        at, name = enquiry.created_at, f"enquiry-{enquiry.id}"
    text = "".join(f"{title}: {value}\n" for title, value in fields_of(enquiry))
    email = plain_mail(to or "", _subject(enquiry), text.removesuffix("\n"), at=at, name=name)
    # An address that is not ASCII is in the text alone: few servers take it in a header.
    if enquiry.email and enquiry.email.isascii():
        email["Reply-To"] = Address(display_name=_short(enquiry.full_name), addr_spec=enquiry.email)
    if attached := _file_of(db, enquiry_id):
        main, _, sub = attached.content_type.partition("/")
        email.add_attachment(content_of(attached), maintype=main, subtype=sub, filename=attached.name)
    return email


def _subject(enquiry: Enquiry) -> str:
    if enquiry.kind == EnquiryKind.CAREER:
        return f"Application {enquiry.id}: {enquiry.department}, {enquiry.place}, {_short(enquiry.full_name)}"
    return f"Feedback {enquiry.id}: {enquiry.outlet_name}, {_short(enquiry.full_name)}"


def _short(name: str) -> str:
    return name if len(name) <= 80 else f"{name[:79]}…"
