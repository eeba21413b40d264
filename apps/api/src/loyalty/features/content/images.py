"""The pictures, kept and read."""

import re
import warnings
from datetime import datetime
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from unicodedata import normalize

from PIL import Image as PilImage
from PIL import ImageCms, ImageOps, UnidentifiedImageError
from sqlalchemy import LargeBinary, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.clock import now
from loyalty.db.inserts import insert_all_or_ignore
from loyalty.db.tables import Base
from loyalty.errors import Invalid, NotFound
from loyalty.rules.codes import Code


class Image(Base):
    """A picture as it is served; `tag` is the hash of its bytes."""

    __tablename__ = "images"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)
    tag: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]


READ = ("JPEG", "PNG", "WEBP")
MAX_FILE_BYTES = 10 * 1024 * 1024
# A telephone's 12 megapixels, and what a worker has memory for: four bytes each.
MAX_PIXELS = 16_000_000
_AVERAGED = ("L", "LA", "RGB", "RGBA")
MAX_SIDE = 1200
QUALITY = 86
_STEM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def _read(content: bytes, called: str) -> PilImage.Image:
    """The pixels of a file, upright, 1200 at most along each side, without whatever else it held.

    Raises Invalid, naming the file, for what is no JPEG, PNG or WebP, or is too large to be one of ours.
    """
    if len(content) > MAX_FILE_BYTES:
        raise Invalid(Code.PICTURE_TOO_LARGE, {"name": called})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PilImage.DecompressionBombWarning)
            with PilImage.open(BytesIO(content), formats=READ) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise Invalid(Code.PICTURE_TOO_MANY_PIXELS, {"name": called})
                # A JPEG is decoded no larger than is needed; of another the whole is there once.
                picture.draft("RGB", (2 * MAX_SIDE, 2 * MAX_SIDE))
                mode = "RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB"
                # A palette cannot be averaged; anything else is copied only when it is small.
                plain = picture if picture.mode in _AVERAGED else picture.convert(mode)
                plain.thumbnail((MAX_SIDE, MAX_SIDE))
                upright = ImageOps.exif_transpose(_in_srgb(plain)).convert(mode)
    except (
        UnidentifiedImageError,
        OSError,
        SyntaxError,
        ValueError,
        PilImage.DecompressionBombError,
    ) as error:
        raise Invalid(Code.NOT_A_PICTURE, {"name": called}) from error
    clean = PilImage.new(upright.mode, upright.size)
    clean.paste(upright)
    return clean


def _in_srgb(picture: PilImage.Image) -> PilImage.Image:
    """The picture in the colours of the web (sRGB); as it is where its profile is damaged."""
    profile = picture.info.get("icc_profile")
    if not profile:
        return picture
    mode = "RGBA" if picture.mode == "RGBA" else "RGB"
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        target = ImageCms.createProfile("sRGB")
        return ImageCms.profileToProfile(picture, source, target, outputMode=mode) or picture
    except (ImageCms.PyCMSError, OSError, ValueError):
        return picture


def _as_webp(picture: PilImage.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def stem_of(called: str) -> str:
    """The part of our name that people recognise; raises Invalid for one that an address cannot carry.

    A path is no name.
    """
    stem = called.rpartition(".")[0]
    if not _STEM.fullmatch(stem) or len(stem) > 60:
        raise Invalid(Code.BAD_PICTURE_NAME, {"name": called})
    return stem


TYPE = "image/webp"
_NAME = re.compile(r"[a-z0-9-]{1,60}-[0-9a-f]{12}\.webp", re.ASCII)


def picture(db: Session, name: str) -> Image:
    """A picture by the name we gave it; raises NotFound. No name ever becomes a path."""
    if _NAME.fullmatch(name) and (found := db.get(Image, name)):
        return found
    raise NotFound(Code.PICTURE_NOT_FOUND)


def name_of(content: bytes, called: str) -> str:
    """The name a file would be served under: it holds what the file holds. Raises Invalid."""
    return f"{stem_of(called)}-{sha256(content).hexdigest()[:12]}.webp"


def keep_own(db: Session, called: str) -> str:
    """Keep a picture that comes with the programme in the caller's transaction; returns the name it is served
    under. Raises Invalid when there is none of this name.
    """
    content = own_picture(called)
    name = name_of(content, called)
    keep_all(db, {name: content})
    return name


# The widths in which pages ask for an uploaded picture, in px, beside its whole width (1200 at most).
WIDTHS = (300, 600)
MAX_STEM = 40
# The name of an uploaded picture says its size: `tom-yum-1200x800-0123456789ab.webp`.
UPLOADED = re.compile(r"[a-z0-9-]{1,40}-[0-9]{1,4}x[0-9]{1,4}-[0-9a-f]{12}\.webp", re.ASCII)


def in_widths(content: bytes, called: str) -> dict[str, bytes]:
    """An uploaded picture written anew in every width that pages use, by name, the whole one first.

    A smaller one is `tom-yum-w600-0123456789ab.webp`, where the whole one is wider than that. Raises Invalid,
    naming the file, for what is no picture. The same file again has the same names.
    """
    whole = _read(content, called)
    stem, tag = _plain_stem(called), sha256(content).hexdigest()[:12]
    found = {f"{stem}-{whole.width}x{whole.height}-{tag}.webp": _as_webp(whole)}
    for width in WIDTHS:
        if width < whole.width:
            height = max(1, round(whole.height * width / whole.width))
            smaller = whole.resize((width, height), PilImage.Resampling.LANCZOS)
            found[f"{stem}-w{width}-{tag}.webp"] = _as_webp(smaller)
    return found


def keep_all(db: Session, pictures: dict[str, bytes]) -> None:
    """Keep pictures by name in the caller's transaction; those that are kept already stay."""
    at = now(db)
    rows = [
        {"name": name, "content": content, "tag": sha256(content).hexdigest(), "created_at": at}
        for name, content in pictures.items()
    ]
    insert_all_or_ignore(db, Image, rows)


def _plain_stem(called: str) -> str:
    """What people recognise of a file's name, in small letters, digits and hyphens."""
    ascii_letters = normalize("NFKD", called.rpartition(".")[0] or called).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_letters.lower())[:MAX_STEM].strip("-") or "picture"


def is_kept(db: Session, name: str) -> bool:
    """Whether a picture is served under this name."""
    return db.scalar(select(Image.name).where(Image.name == name)) is not None


def own_picture(called: str) -> bytes:
    """One of the pictures that come with the programme, as it is served; raises Invalid for another name."""
    stem_of(called)
    source = files(__package__) / "pictures" / called
    if not source.is_file():
        raise Invalid(Code.UNKNOWN_PICTURE, {"name": called})
    return source.read_bytes()
