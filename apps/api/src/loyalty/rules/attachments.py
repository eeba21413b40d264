"""Which files may be attached to an application, by name, size and content (SECURITY.md B9).

A file is never opened here beyond what the judgement needs, and nothing is ever executed or shown.
"""

import base64
import binascii
import re
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO

from loyalty.rules.active_content import acts_in_doc, acts_in_docx, acts_in_pdf
from loyalty.rules.codes import Code

MAX_BYTES = 5 * 1024 * 1024
KINDS = {
    "pdf": "application/pdf",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

MAX_NAME = 255
MAX_ENTRIES = 1000
MAX_RATIO = 100
MAX_UNPACKED = 60 * 1024 * 1024

# Why a file with something active in it is not taken, and the `reason` of that answer.
ACTIVE = {
    Code.HOLDS_SCRIPT: "script",
    Code.HOLDS_FILE: "embedded",
    Code.FETCHES_OUTSIDE: "outside",
    Code.OPENS_PROGRAM: "link",
}
# The `reason` of the answer.
REASONS = {
    Code.NOT_THIS_KIND: "kind",
    Code.BAD_FILE_NAME: "name",
    Code.ATTACHMENT_TOO_LARGE: "size",
    Code.EMPTY_ATTACHMENT: "empty",
    Code.NOT_WHAT_IT_SAYS: "content",
    Code.MACROS: "macros",
    **ACTIVE,
    Code.LOCKED: "locked",
    Code.VIRUS: "virus",
    Code.BROKEN: "broken",
}

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP_END = b"PK\x05\x06"
_ZIP_END_BYTES = 22
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PADDING = b"\0\t\n\f\r "
# Extensions before the last one that a careless double-click would follow.
_RUNNABLE = re.compile(
    r"apk|app|bat|chm|cmd|com|cpl|dll|docm|dotm|exe|gadget|hta|htm|html|jar|js|jse|jsp|lnk|mht|"
    r"msc|msi|msp|php|pif|ps1|py|reg|scf|scr|sh|shtml|svg|svgz|swf|url|vb|vbe|vbs|wsf|wsh|xhtml|"
    r"xlsm|xml"
)
_MARKUP = re.compile(rb"<\s*(?:!doctype|html|script|svg|\?php)", re.IGNORECASE)


@dataclass(frozen=True)
class Attachment:
    """A file that was judged and found fit: its kind (pdf, doc, docx), its bytes, what it was called."""

    kind: str
    content: bytes
    called: str


def decoded(base64_text: str) -> bytes | None:
    """The bytes of canonical base64, or None: no line breaks, no other characters."""
    try:
        content = base64.b64decode(base64_text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return content if base64.b64encode(content).decode() == base64_text else None


def problem_with_file(name: str, extension: str, content: bytes) -> Code | None:
    """Why this file is not taken, or None."""
    kind = kind_of(extension)
    if kind is None or kind_of(name.rpartition(".")[2]) != kind:
        return Code.NOT_THIS_KIND
    if not _is_plain(name):
        return Code.BAD_FILE_NAME
    if not content:
        return Code.EMPTY_ATTACHMENT
    if len(content) > MAX_BYTES:
        return Code.ATTACHMENT_TOO_LARGE
    return {"pdf": _problem_with_pdf, "doc": _problem_with_doc, "docx": _problem_with_docx}[kind](content)


def kind_of(extension: str) -> str | None:
    """The kind of an extension, with or without its dot, in any case."""
    found = extension.removeprefix(".").lower()
    return found if extension.isascii() and found in KINDS else None


def _is_plain(name: str) -> bool:
    """No paths, no characters that turn the text around or break the line, no second extension that runs."""
    if len(name.encode()) > MAX_NAME or name != name.strip() or name.startswith("."):
        return False
    if ".." in name or set(name) & set('/\\:*?"<>|'):
        return False
    if any(unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp") for character in name):
        return False
    stem, *inner = name.lower().split(".")[:-1]
    return bool(stem.strip()) and not any(_RUNNABLE.fullmatch(part.strip()) for part in inner)


def _problem_with_pdf(content: bytes) -> Code | None:
    # Mail servers and scanners put line ends, a byte order mark or zeros around a file.
    content = content.removeprefix(_BYTE_ORDER_MARK).strip(_PADDING)
    if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-2048:]:
        return Code.NOT_WHAT_IT_SAYS
    if _ends_as_zip(content) or _MARKUP.search(content[:1024]):
        return Code.NOT_WHAT_IT_SAYS
    return acts_in_pdf(content)


def _problem_with_doc(content: bytes) -> Code | None:
    if not content.startswith(_OLE) or _utf16("WordDocument") not in content or _ends_as_zip(content):
        return Code.NOT_WHAT_IT_SAYS
    if _utf16("_VBA_PROJECT") in content:
        return Code.MACROS
    return acts_in_doc(content)


def _problem_with_docx(content: bytes) -> Code | None:
    # The end of the archive is the end of the file, and its start the start: nothing else hides in it.
    if not content.startswith(b"PK\x03\x04") or content[-_ZIP_END_BYTES:][:4] != _ZIP_END:
        return Code.NOT_WHAT_IT_SAYS
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return _problem_with_archive(archive)
    except (
        *(zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError),
        zlib.error,
    ):
        return Code.NOT_WHAT_IT_SAYS


def _problem_with_archive(archive: zipfile.ZipFile) -> Code | None:
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(entries) > MAX_ENTRIES or len(set(names)) != len(names):
        return Code.NOT_WHAT_IT_SAYS
    if any(_leads_out(name) for name in names) or any(entry.flag_bits & 1 for entry in entries):
        return Code.NOT_WHAT_IT_SAYS
    unpacked, packed = sum(e.file_size for e in entries), sum(e.compress_size for e in entries)
    if unpacked > MAX_UNPACKED or unpacked > MAX_RATIO * max(packed, 1):
        return Code.NOT_WHAT_IT_SAYS
    if not {"[Content_Types].xml", "word/document.xml"} <= set(names):
        return Code.NOT_WHAT_IT_SAYS
    if any(name.lower().endswith(("vbaproject.bin", "vbadata.xml")) for name in names):
        return Code.MACROS
    if b"macroenabled" in archive.read("[Content_Types].xml").lower():
        return Code.MACROS
    # Each entry is read: a size that lies, or a sum that is wrong, shows here.
    return acts_in_docx(archive)


def _leads_out(name: str) -> bool:
    return name.startswith(("/", "\\")) or "\\" in name or ":" in name or ".." in name.split("/")


def _ends_as_zip(content: bytes) -> bool:
    """Whether a reader of archives, which looks from the end, would find one in this."""
    return _ZIP_END in content[-(65_535 + _ZIP_END_BYTES) :]


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-le")
