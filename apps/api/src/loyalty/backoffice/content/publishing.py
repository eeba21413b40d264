"""Drafts of the content, and their publication. Every publication is in the office log, with its reason."""

import base64
import binascii
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

import orjson
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from loyalty import config
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import ChangedMeanwhile, Conflict, Invalid, NotFound, Unavailable
from loyalty.features.content import documents, images
from loyalty.features.content.documents import Document, Version
from loyalty.features.content.models import ContentKind, ContentVersion
from loyalty.features.content.schemas import KINDS
from loyalty.features.events import stream
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType

MAX_VERSIONS = 100
MAX_DISHES_NAMED = 3
# A dish that was away for so many menus is new again.
MAX_EARLIER_MENUS = 50
# As long as a session of the staff app at most: a working day.
PREVIEW_LIFE = timedelta(hours=12)
# The page of the site on which a kind is seen.
PAGES = {"outlets": "/locations", "menu": "/menu", "awards": "/awards", "openings": "/career"}
# Reading a picture takes tens of megabytes and seconds of the processor: a process reads one at a time.
_reading = Lock()
READ_SOON_S = 10


def kinds() -> list[dict[str, Any]]:
    """Every kind of content (`KindSchema`)."""
    db = current_session()
    rows = {row.kind: row for row in db.scalars(select(ContentKind))}
    versions = documents.published(db)
    return [_kind(rows[kind], versions[kind]) for kind in KINDS]


def _kind(row: ContentKind, version: Version) -> dict[str, Any]:
    missing = [
        {"path": path, "languages": languages}
        for path, languages in documents.missing_translations(_draft_of(row) or version.document)
    ]
    has_draft = row.draft is not None
    return {"row": row, "has_draft": has_draft, "missing": missing, "missing_count": len(missing)}


def _draft_of(row: ContentKind) -> Document | None:
    return None if row.draft is None else orjson.loads(row.draft)


def edited(kind: str) -> dict[str, Any]:
    """What is published of a kind, its versions, and its draft with a link to a page of the site that shows
    it (`EditedSchema`); raises NotFound.
    """
    db = current_session()
    row, version = _row(db, kind), documents.published_of(db, kind)
    link = None if row.draft is None else _preview_link(kind, now(db) + PREVIEW_LIFE)
    return {
        **_kind(row, version),
        "published": version,
        "draft": _draft_of(row),
        "versions": _versions(db, kind),
        "preview_link": link,
    }


def _versions(db: Session, kind: str) -> Sequence[ContentVersion]:
    query = select(ContentVersion).options(defer(ContentVersion.document)).where(ContentVersion.kind == kind)
    return db.scalars(query.order_by(ContentVersion.id.desc()).limit(MAX_VERSIONS)).all()


def _previews() -> URLSafeSerializer:
    return URLSafeSerializer(config.current().hash_key, salt="loyalty.content-preview")


def _preview_link(kind: str, expires_at: datetime) -> str:
    token = _previews().dumps(expires_at.timestamp())
    return f"{config.current().site_origin}{PAGES.get(kind, '/')}?preview={token!s}"


def _row(db: Session, kind: str, *, locked: bool = False) -> ContentKind:
    row = db.get(ContentKind, kind, with_for_update=locked)
    if row is None:
        raise NotFound(Code.NO_SUCH_CONTENT)
    return row


def _unchanged(db: Session, kind: str, revision: int) -> ContentKind:
    """The row of a kind, locked; raises Conflict, with who changed it and when, unless it was read so."""
    row = _row(db, kind, locked=True)
    if row.revision != revision:
        raise ChangedMeanwhile(
            Code.EDITED_MEANWHILE,
            revision=row.revision,
            by=row.changed_by,
            at=row.changed_at,
        )
    return row


def save(signature: Signature, kind: str, revision: int, document: object) -> dict[str, Any]:
    """Keep a draft, or with None discard the one there is; raises NotFound, Conflict `edited_meanwhile`, and
    Invalid with its mistakes.
    """
    with transaction() as db:
        row, draft = _unchanged(db, kind, revision), None
        if document is not None:
            draft = documents.checked(kind, document)
            documents.refuse_unknown(db, kind, draft)
        if draft is not None or row.draft is not None:
            _change(row, signature, draft, now(db))
        return edited(kind)


def _change(row: ContentKind, signature: Signature, draft: Document | None, at: datetime) -> None:
    """Give a kind another draft, or none, under the next revision."""
    row.draft = None if draft is None else documents.written(draft)
    row.saved_at, row.saved_by = (None, None) if draft is None else (at, signature.operator)
    row.changed_at, row.changed_by, row.revision = at, signature.operator, row.revision + 1


def publish(signature: Signature, kind: str, revision: int, version_id: int | None = None) -> dict[str, Any]:
    """Publish a draft, or with `version_id` an earlier version again: then a draft stays as it is.

    Raises NotFound, Conflict `edited_meanwhile`, `no_draft` or `is_published`, and Invalid, also for a
    version since which a rule has become stricter.
    """
    with transaction() as db:
        row = _unchanged(db, kind, revision)
        draft = _draft_of(row)
        wanted = draft if version_id is None else _version(db, kind, version_id).document
        if wanted is None:
            raise Conflict(Code.NO_DRAFT)
        if version_id is not None and documents.published_of(db, kind).document == wanted:
            raise Conflict(Code.IS_PUBLISHED)
        document = documents.checked(kind, wanted)
        documents.refuse_unknown(db, kind, document)
        stays = None if version_id is None else draft
        _publish(db, signature, row, document, again=version_id, draft=stays)
        return edited(kind)


def _publish(
    db: Session,
    signature: Signature,
    row: ContentKind,
    document: Document,
    *,
    again: int | None = None,
    draft: Document | None = None,
    what: str = "",
) -> None:
    """Publish a document. `draft` is what stays to be published later."""
    at, kind = now(db), row.kind
    version_id = documents.published_of(db, kind).id + 1
    version = ContentVersion(kind=kind, id=version_id, document=documents.written(document), at=at)
    version.operator, version.reason, version.again = signature.operator, signature.reason, again
    db.add(version)
    _change(row, signature, draft, at)
    details = f"{kind}, version {version_id}"
    if again is not None:
        details += f", again as version {again}"
    note(db, signature, "content.publish", f"{details}{what and f', {what}'}")
    data = {"kind": kind, "versionId": version_id}
    if kind == "menu":
        data |= _new_dishes(db, document, version_id)
    stream.emit(db, EventType.CONTENT_PUBLISHED, at, subject=f"content/{kind}", data=data)


def _new_dishes(db: Session, document: Document, version_id: int) -> dict[str, Any]:
    """How many dishes of a menu were on none of the last MAX_EARLIER_MENUS, and the names of the first."""
    earlier = (
        select(ContentVersion.document)
        .where(ContentVersion.kind == "menu", ContentVersion.id < version_id)
        .order_by(ContentVersion.id.desc())
        .limit(MAX_EARLIER_MENUS)
    )
    known = {dish for text in db.scalars(earlier) for dish in _on_menus(orjson.loads(text))}
    new = [each for each in document["dishes"] if each["id"] in _on_menus(document) - known]
    return {"dishCount": len(new), "dishes": [each["name"] for each in new[:MAX_DISHES_NAMED]]}


def _on_menus(document: Document) -> set[str]:
    """The ids of the dishes that a menu of any brand lists."""
    return {
        each["dish"]
        for menu in document["menus"]
        for section in menu["sections"]
        for each in section["dishes"]
    }


def revision_of(db: Session, kind: str) -> int:
    """The revision of a kind, which every change counts on; raises NotFound."""
    return _row(db, kind).revision


def publish_change(
    db: Session,
    signature: Signature,
    kind: str,
    change: Callable[[Document], None],
    what: str,
    revision: int | None = None,
    *,
    coming: Sequence[int] = (),
) -> None:
    """Make one change of what is published, and the same in the draft that there may be, in the caller's
    transaction.

    `revision` is what the caller has read, None where the change is right whatever was there; `coming` are
    outlets that the programme does not have yet. Raises Conflict `edited_meanwhile`, and Invalid.
    """
    row = _row(db, kind, locked=True) if revision is None else _unchanged(db, kind, revision)
    draft, document = _draft_of(row), documents.published_of(db, kind).document
    for each in (document, draft):
        if each is not None:
            change(each)
    document = documents.checked(kind, document)
    documents.refuse_unknown(db, kind, document, coming)
    _publish(db, signature, row, document, draft=draft, what=what)


def _version(db: Session, kind: str, version_id: int) -> Version:
    row = db.get(ContentVersion, (kind, version_id))
    if row is None:
        raise NotFound(Code.NO_SUCH_VERSION)
    return documents.version_of(row)


def preview(language: str | None) -> Document:
    """The public document of all days as it would be with every draft published."""
    db = current_session()
    return documents.previewed_document(db, language, _drafts(db))


def previewed_page(token: str, language: str | None) -> Document:
    """What the site would show today with every draft published; raises NotFound unless the token is ours and
    has not expired.
    """
    db = current_session()
    try:
        expires_at = float(_previews().loads(token))
    except BadSignature as error:
        raise NotFound(Code.PREVIEW_ENDED) from error
    if now(db).timestamp() >= expires_at:
        raise NotFound(Code.PREVIEW_ENDED)
    return documents.public_document(db, language, _drafts(db))


def _drafts(db: Session) -> dict[str, Document]:
    query = select(ContentKind.kind, ContentKind.draft).where(ContentKind.draft.is_not(None))
    return {row.kind: orjson.loads(row.draft) for row in db.execute(query)}


def upload(signature: Signature, called: str, file: str) -> str:
    """Keep a picture for the content, given in base64; returns its name.

    Raises Invalid for what is no picture, and Unavailable where others are being read for ten seconds.
    """
    try:
        content = base64.b64decode(file, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Invalid(Code.NOT_BASE64, field="file") from error
    # Read before the transaction begins: nobody who writes waits for a picture.
    if not _reading.acquire(timeout=READ_SOON_S):
        raise Unavailable
    try:
        pictures = images.in_widths(content, called)
    finally:
        _reading.release()
    name = next(iter(pictures))
    with transaction() as db:
        images.keep_all(db, pictures)
        note(db, signature, "content.image", name)
        return name
