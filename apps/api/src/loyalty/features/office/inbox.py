"""The inbox at the office's desk: reading an enquiry whole, taking all of them away, saying how far one is,
erasing one.

Each leaves a line in the log.
"""

from __future__ import annotations

from loyalty.db.connections import empty_wal_after, transaction
from loyalty.features.enquiries import inbox
from loyalty.features.office.log import Signature, note


def show(
    enquiry_id: int, signature: Signature, *, with_file: bool
) -> tuple[list[tuple[str, str]], inbox.File | None]:
    """Everything an enquiry says, as titles and texts, and what is attached when it is asked for.

    Raises NotFound for an enquiry that is none, and when nothing is attached.
    """
    with transaction() as db:
        facts = inbox.enquiry(db, enquiry_id)
        attached = inbox.file_of(db, enquiry_id) if with_file else None
        note(db, signature, "inbox.show", f"enquiry {enquiry_id}{' and its file' if attached else ''}")
        return facts, attached


def export(kind: str | None, signature: Signature) -> tuple[list[str], list[list[str]]]:
    """The whole inbox for a spreadsheet, the oldest first: its titles and its rows."""
    with transaction() as db:
        titles, rows = inbox.table(db, kind)
        note(db, signature, "inbox.export", f"{kind or 'everything'}, {len(rows)} in all")
        return titles, rows


def mark(enquiry_id: int, state: str, signature: Signature) -> None:
    """Say how far one is with an enquiry: open, answered, closed. Raises NotFound."""
    with transaction() as db:
        inbox.set_state(db, enquiry_id, state)
        note(db, signature, "inbox.mark", f"enquiry {enquiry_id}: {state}")


def erase(enquiry_id: int, signature: Signature) -> None:
    """Delete an enquiry and its attachment for whoever sent it and asks for that; raises NotFound."""
    with transaction() as db:
        inbox.erase(db, enquiry_id)
        note(db, signature, "inbox.erase", f"enquiry {enquiry_id}")
        empty_wal_after()
