"""Taking enquiries: stored first, with the email about it in the same transaction."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.db.windows import wait_s
from loyalty.errors import Invalid, TooMany, Unavailable
from loyalty.features.content import documents
from loyalty.features.enquiries.models import Enquiry, EnquiryFile, EnquiryKind
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.gateways import attachments, outbox, scanner
from loyalty.rules.attachments import (
    KINDS,
    REASONS,
    Attachment,
    decoded,
    kind_of,
    problem_with_file,
)
from loyalty.rules.codes import Code
from loyalty.rules.enquiries import DAY, FROM_EVERYBODY, PER_NETWORK, kept_since, wait_for_bytes

SAME_AGAIN = timedelta(hours=1)
# Reading an uploaded file may take seconds of the processor or of the scanner. A process reads one at a
# time, so that its other threads stay free.
_reading = threading.Lock()
READ_SOON_S = 10


def attachment_of(base64_text: str, name: str, extension: str) -> Attachment | None:
    """The attached file, judged and scanned; None when nothing is attached.

    Raises Invalid, which says why it is not taken, and Unavailable when it cannot be read or scanned now.
    """
    if not (base64_text or name or extension):
        return None
    content = decoded(base64_text)
    with _one_at_a_time():
        problem = Code.BROKEN if content is None else problem_with_file(name, extension, content)
        clamd = config.current().clamd
        if content is not None and not problem and clamd and scanner.is_infected(clamd, content):
            problem = Code.VIRUS
    if content is None or problem:
        problem = problem or Code.BROKEN
        details: dict[str, object] = {"reason": REASONS[problem]}
        raise Invalid(problem, field="AttachmentFile", details=details)
    return Attachment(kind_of(extension) or "", content, name)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Raises Unavailable while this process reads another file: who waited would hold a thread."""
    if not _reading.acquire(blocking=False):
        raise Unavailable(Code.ATTACHMENTS_BUSY, retry_after_s=READ_SOON_S)
    try:
        yield
    finally:
        _reading.release()


def refuse_closed(department: str, place: str) -> None:
    """Raise Invalid for a department or a place that is not, or no longer, among the published openings."""
    departments, places = documents.openings(current_session())
    if department not in departments:
        raise Invalid(Code.NOT_HIRING_DEPARTMENT, field="AppliedDepartment")
    if place not in places:
        raise Invalid(Code.NOT_HIRING_PLACE, field="PrefferedLocation")


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: enquiries older than twelve months; attachments are deleted with them."""
    return ExpiredRows("enquiries", Enquiry, Enquiry.created_at < kept_since(at))


def store(
    kind: EnquiryKind, values: dict[str, str], attachment: Attachment | None, *, network: str, is_local: bool
) -> None:
    """Store an enquiry, as it was typed (spec 001 §3), and its email; raises TooMany over a limit.

    `network` is where it comes from; at the developer's own machine, `is_local`, nothing is counted.
    """
    content = json.dumps([kind, values, hashlib.sha256(attachment.content).hexdigest() if attachment else ""])
    fingerprint, network_hash = _keyed("enquiry", content), _keyed("enquiry network", network)
    with transaction() as db:
        advisory_lock(db, "enquiries")
        at = now(db)
        if _is_there(db, fingerprint, at):
            return  # sent twice: the first answer was lost on its way, or the button pressed again
        if config.current().rate_limits and not is_local:
            _limit_enquiries(db, network_hash, at)
            if attachment:
                _limit_bytes(db, len(attachment.content), at)
        outlet_id = outlet_queries.id_of(db, values["outlet_name"]) if kind is EnquiryKind.FEEDBACK else None
        row: dict[str, Any] = {**values, "outlet_id": outlet_id, "kind": kind, "network_hash": network_hash}
        row |= {"fingerprint": fingerprint, "created_at": at}
        stored = attachments.put(attachment.content, at) if attachment else None
        try:
            enquiry_id = db.scalars(insert(Enquiry).returning(Enquiry.id), [row]).one()
            if attachment and stored:
                db.execute(insert(EnquiryFile).values(_file(enquiry_id, attachment, stored)))
            outbox.put_email(db, kind=kind, reference=enquiry_id)
        except BaseException:
            # Not when the commit itself fails: it may have been done.
            attachments.remove([stored.storage_name] if stored else [])
            raise


def _file(enquiry_id: int, attachment: Attachment, stored: attachments.Stored) -> dict[str, Any]:
    return dict(
        enquiry_id=enquiry_id,
        name=f"application-{enquiry_id}.{attachment.kind}",
        called=attachment.called,
        content_type=KINDS[attachment.kind],
        size=len(attachment.content),
        storage_name=stored.storage_name,
        sha256=stored.sha256,
    )


def _is_there(db: Session, fingerprint: str, at: datetime) -> bool:
    same = Enquiry.fingerprint == fingerprint, Enquiry.created_at > at - SAME_AGAIN
    return db.scalar(select(Enquiry.id).where(*same).limit(1)) is not None


def _limit_enquiries(db: Session, network_hash: str, at: datetime) -> None:
    wait = max(
        wait_s(db, PER_NETWORK, at, Enquiry.created_at, Enquiry.network_hash == network_hash),
        wait_s(db, FROM_EVERYBODY, at, Enquiry.created_at),
    )
    if wait:
        minutes = -(-wait // 60)
        raise TooMany(Code.MESSAGES_FLOOD, {"minutes": minutes}, retry_after_s=wait)


def _limit_bytes(db: Session, size: int, at: datetime) -> None:
    """Raise TooMany when a day's attachments and one of this size, in bytes, are above the limit."""
    taken = db.execute(
        select(Enquiry.created_at, EnquiryFile.size)
        .join(EnquiryFile, EnquiryFile.enquiry_id == Enquiry.id)
        .where(Enquiry.created_at > at - DAY)
        .order_by(Enquiry.created_at)
    ).all()
    if wait := wait_for_bytes([(moment, bytes_) for moment, bytes_ in taken], size, at):
        hours = -(-wait // 3600)
        raise TooMany(Code.ATTACHMENTS_FULL, {"hours": hours}, retry_after_s=wait)


def _keyed(purpose: str, text: str) -> str:
    """A keyed hash of a text: it can be compared, and does not reveal the text."""
    key = config.current().hash_key.encode()
    return hmac.new(key, f"{purpose}\n{text}".encode(), hashlib.sha256).hexdigest()
