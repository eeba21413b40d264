"""Pictures on their way in: opened, measured and written anew, so that nothing but the picture stays."""

from __future__ import annotations

import re
import warnings
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from loyalty.errors import Invalid

READ = ("JPEG", "PNG", "WEBP")
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_PIXELS = 40_000_000
LONGEST_SIDE = 1200
QUALITY = 86
_STEM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def written_anew(content: bytes, called: str) -> bytes:
    """The picture as WebP, upright, 1200 pixels at most, without whatever else the file held.

    Raises Invalid, naming the file, for what is no JPEG, PNG or WebP, or is too large to be one of ours.
    """
    if len(content) > MAX_FILE_BYTES:
        raise Invalid(f"{called} is larger than 10 MB.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=READ) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise Invalid(f"{called} has more than 40 million pixels.")
                upright = ImageOps.exif_transpose(picture)
                has_alpha = "A" in upright.getbands() or "transparency" in upright.info
                plain = upright.convert("RGBA" if has_alpha else "RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise Invalid(f"{called} is no picture that we can read: JPEG, PNG or WebP.") from error
    plain.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    clean = Image.new(plain.mode, plain.size)
    clean.paste(plain)
    out = BytesIO()
    clean.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()


def stem_of(called: str) -> str:
    """The part of our name that people recognise; raises Invalid for one that an address cannot carry.

    A path is no name.
    """
    stem = called.rpartition(".")[0]
    if not _STEM.fullmatch(stem) or len(stem) > 60:
        raise Invalid(
            f"{called} should be named with small letters, digits and hyphens, such as pad-thai.jpg."
        )
    return stem
