"""Which files of the folder of attachments belong to which row: moved there, checked, removed, counted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.enquiries.models import EnquiryFile
from loyalty.gateways import attachments

# Each of 5 MB at most, and held in memory.
AT_ONCE = 10


def content_of(file: EnquiryFile) -> bytes:
    """What was attached; raises NotFound when the file is lost or changed."""
    if file.storage_name is None or file.sha256 is None:
        return file.content or b""  # of a release before 0030, and not moved yet
    return attachments.read(file.storage_name, file.sha256)


def in_database(db: Session) -> int:
    """How many attachments still lie in the database."""
    return db.scalar(select(func.count()).where(EnquiryFile.storage_name.is_(None))) or 0


def move_out(db: Session, at: datetime) -> int:
    """Move some attachments from the database into the folder, in the caller's transaction; gives how many.

    Each is in the database until the transaction commits, and in the folder before.
    """
    query = (
        select(EnquiryFile.enquiry_id, EnquiryFile.content)
        .where(EnquiryFile.storage_name.is_(None))
        .order_by(EnquiryFile.enquiry_id)
        .limit(AT_ONCE)
    )
    found = db.execute(query.with_for_update()).all()
    for enquiry_id, content in found:
        stored = attachments.put(content or b"", at)
        moved = {"content": None, "storage_name": stored.storage_name, "sha256": stored.sha256}
        db.execute(update(EnquiryFile).where(EnquiryFile.enquiry_id == enquiry_id).values(moved))
    return len(found)


def remove_unnamed(db: Session, at: datetime, *, only_count: bool = False) -> int:
    """Delete the files that no row names and that are older than a day at a moment; gives how many."""
    old = attachments.old_files(at)
    named = set(db.scalars(select(EnquiryFile.storage_name))) if old else set()
    gone = [name for name in old if name not in named]
    if not only_count:
        attachments.remove(gone)
    return len(gone)


def problems(db: Session) -> Iterator[str]:
    """One sentence for each attachment that is lost or changed. It reads every file."""
    query = (
        select(EnquiryFile.enquiry_id, EnquiryFile.storage_name, EnquiryFile.sha256)
        .where(EnquiryFile.storage_name.is_not(None))
        .order_by(EnquiryFile.enquiry_id)
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
