"""The pictures, kept and read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Invalid, NotFound
from loyalty.features.content.encoding import stem_of, written_anew
from loyalty.features.content.models import Image

TYPE = "image/webp"
_NAME = re.compile(r"[a-z0-9-]{1,60}-[0-9a-f]{12}\.webp", re.ASCII)


@dataclass(frozen=True)
class Picture:
    """A picture to answer with; `tag` names its bytes."""

    content: bytes
    tag: str


def picture(db: Session, name: str) -> Picture:
    """A picture by the name we gave it; raises NotFound. No name ever becomes a path."""
    if _NAME.fullmatch(name):
        row = db.execute(select(Image.content, Image.tag).where(Image.name == name)).one_or_none()
        if row is not None:
            return Picture(row.content, row.tag)
    raise NotFound("This picture does not exist.")


def name_of(content: bytes, called: str) -> str:
    """The name a file would be served under: it holds what the file holds. Raises Invalid."""
    return f"{stem_of(called)}-{sha256(content).hexdigest()[:12]}.webp"


def keep(db: Session, content: bytes, called: str) -> str:
    """Keep a picture in the caller's transaction, written anew; gives the name it is served under.

    Raises Invalid, naming the file. The same file again is the same picture.
    """
    name = name_of(content, called)
    if db.scalar(select(Image.name).where(Image.name == name)) is None:
        ours = written_anew(content, called)
        db.add(Image(name=name, content=ours, tag=sha256(ours).hexdigest(), created_at=now(db)))
        db.flush()
    return name


def is_kept(db: Session, name: str) -> bool:
    """Whether a picture is served under this name."""
    return db.scalar(select(Image.name).where(Image.name == name)) is not None


def own_picture(called: str) -> bytes:
    """One of the pictures that come with the programme; raises Invalid when there is none of this name."""
    stem_of(called)
    source = files(__package__) / "pictures" / called
    if not source.is_file():
        raise Invalid(f"There is no picture {called}.")
    return source.read_bytes()
