"""What the staff do with enquiries: read, note, mark, forward, erase. All of it is in the office log."""

from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.db.session import after_commit, current_session, empty_wal, transaction
from loyalty.errors import Conflict, Forbidden
from loyalty.features.enquiries import inbox
from loyalty.features.enquiries.inbox import Readable
from loyalty.features.enquiries.models import Enquiry, NoteKind, State
from loyalty.rules.codes import Code


def listed(readable: Readable, **which: Any) -> list[dict[str, Any]]:
    """A page of the inbox, as `inbox.entries`; raises Forbidden for another outlet's."""
    outlet_id = which.get("outlet_id")
    if outlet_id is not None and not readable.outlets & {None, outlet_id}:
        raise Forbidden(Code.OTHER_OUTLET)
    return inbox.entries(current_session(), readable=readable, **which)


def show(enquiry_id: int, readable: Readable, signature: Signature) -> dict[str, Any]:
    """One enquiry; raises NotFound, and Forbidden for one that somebody else reads. Reading is logged."""
    row = _readable(current_session(), enquiry_id, readable)
    found = _shown(current_session(), row)
    with transaction() as db:
        log.note(db, signature, "inbox.show", f"enquiry {enquiry_id}", outlet_id=row.outlet_id)
    return found


def attached(enquiry_id: int, readable: Readable, signature: Signature) -> inbox.File:
    """What is attached to an enquiry; raises NotFound and Forbidden."""
    _readable(current_session(), enquiry_id, readable)
    found = inbox.file_of(current_session(), enquiry_id)
    with transaction() as db:
        log.note(db, signature, "inbox.show", f"enquiry {enquiry_id} and its file")
    return found


def change(
    enquiry_id: int,
    readable: Readable,
    signature: Signature,
    *,
    state: State | None = None,
    seen_state: State | None = None,
    note: str = "",
) -> dict[str, Any]:
    """Give an enquiry another state, or a note that only the staff read, or both.

    Raises Conflict `enquiry_changed` when it is not in `seen_state` any more, NotFound and Forbidden.
    """
    with transaction() as db:
        row = _readable(db, enquiry_id, readable, locked=True)
        outlet_id = row.outlet_id
        if state is not None:
            if row.state != seen_state:
                raise Conflict(Code.ENQUIRY_CHANGED, {"state": row.state}, details={"state": row.state})
            inbox.set_state(db, enquiry_id, state, signature.operator)
        if note:
            inbox.add_note(db, enquiry_id, NoteKind.NOTE, note, signature.operator)
        action, what = ("note", "") if state is None else ("mark", f": {state}")
        log.note(db, signature, f"inbox.{action}", f"enquiry {enquiry_id}{what}", outlet_id=outlet_id)
        return _shown(db, inbox.read(db, enquiry_id))


def forward(
    enquiry_id: int, to: str, mail_to: str | None, readable: Readable, signature: Signature
) -> dict[str, Any]:
    """Note to whom an enquiry was passed on, and send it there by e-mail where an address is given.

    Raises NotFound and Forbidden.
    """
    with transaction() as db:
        row = _readable(db, enquiry_id, readable, locked=True)
        inbox.set_state(db, enquiry_id, State.FORWARDED, signature.operator)
        inbox.add_note(db, enquiry_id, NoteKind.FORWARD, to, signature.operator, mail_to=mail_to)
        how = "by e-mail" if mail_to else "without an e-mail"
        log.note(db, signature, "inbox.forward", f"enquiry {enquiry_id}, {how}", outlet_id=row.outlet_id)
        return _shown(db, inbox.read(db, enquiry_id))


def _readable(db: Session, enquiry_id: int, readable: Readable, *, locked: bool = False) -> Enquiry:
    row = inbox.read(db, enquiry_id, locked=locked)
    if not readable.includes(row):
        raise Forbidden(Code.OTHER_OUTLET)
    return row


def _shown(db: Session, row: Enquiry) -> dict[str, Any]:
    """An enquiry with what is attached to it and its history, the oldest first."""
    return {"enquiry": row, "file": inbox.file_named(db, row.id), "notes": inbox.notes(db, row.id)}


def export_enquiries(
    signature: Signature, *, kind: str | None = None, state: str | None = None
) -> tuple[list[str], list[list[str]]]:
    """The enquiries of a kind and a state, None: of any, for a spreadsheet: titles and rows, oldest first."""
    titles, rows = inbox.table(current_session(), kind, state)
    which = ", ".join(each for each in (kind, state) if each) or "everything"
    with transaction() as db:
        log.note(db, signature, "inbox.export", f"{which}, {len(rows)} in all")
    return titles, rows


def erase_enquiry(enquiry_id: int, signature: Signature) -> None:
    """Delete an enquiry and its attachment, as its sender asked; raises NotFound."""
    with transaction() as db:
        inbox.erase(db, enquiry_id)
        log.note(db, signature, "inbox.erase", f"enquiry {enquiry_id}")
        after_commit(db, empty_wal)
