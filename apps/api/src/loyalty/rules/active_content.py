"""What a PDF or a Word document would do when somebody opens it: scripts, actions, files inside, links out.

Plain links to the web, forms without actions, pictures and fonts are what a CV may have.
"""

import logging
import re
import time
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.parsers import expat

from loyalty.rules.codes import Code

MAX_OBJECTS = 20_000
MAX_DEPTH = 100
MAX_SECONDS = 3.0
# Of one stream that holds objects or the table of them; a page's pictures and fonts are not unpacked. It
# takes about a second of the processor to read as much, and time is looked at only between two objects.
MAX_UNPACKED = 1024 * 1024
MAX_WORKBOOK_ENTRIES = 100
MAX_WORKBOOK_BYTES = 5 * 1024 * 1024


_FILE_KEYS = {"/EmbeddedFile", "/EmbeddedFiles", "/EF", "/RichMedia", "/RichMediaContent"}
_KEYS = {"/AA", "/JavaScript", "/JS", "/Launch", "/XFA", *_FILE_KEYS}
# As names anywhere; the two short ones could be a font's or a glyph's.
_RAW_NAMES = _KEYS - {"/AA", "/EF"}
# Actions besides going to a page of the same document and following a link to the web.
_ACTIONS = {
    *("/JavaScript", "/Launch", "/GoToR", "/GoToE", "/SubmitForm", "/ImportData", "/Rendition"),
    *("/Movie", "/Sound", "/RichMediaExecute", "/Thread"),
}
_KINDS = {"/EmbeddedFile", "/RichMedia", "/FileAttachment", "/Screen", "/Movie", "/3D"}
_STREAM = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.DOTALL)
_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
_NAME = re.compile(rb"/[^\s()<>\[\]{}/%]+")
_HEX = re.compile(rb"#([0-9A-Fa-f]{2})")

# Links to the web, to a telephone and to the messengers that people write into a CV; or to a place without a
# scheme, but not to a path or a share of a computer.
_HARMLESS_LINK = re.compile(
    r"(?i)((https?|whatsapp|tg|line|viber|skype|weixin|wechat)://|(mailto|tel|sms|skype|callto):|#"
    r"|(?![a-z][a-z0-9+.-]*:)[^/\\]|$)"
)
_EMBEDDED = re.compile(r"(?i)(^|/)(embeddings|activex)/|oleobject|\.(ole|ocx)$")
# The workbook behind a chart.
_WORKBOOK = re.compile(r"(?i)(^|/)embeddings/[^/]+\.xlsx$")
_FILE_RELATIONS = ("oleobject", "control", "afchunk", "subdocument")
# A template on the writer's own computer, which Word names in each document made from it: a file name or a
# path with a drive letter, but no address of the web and no share.
_LOCAL_TEMPLATE = re.compile(r"(?i)(file:/{3})?([a-z]:[/\\]|(?![a-z][a-z0-9+.-]*:)[^/\\])")
# Fields of Word that run a program, or fetch and put in what lies elsewhere; QUOTE writes others as numbers.
# Pictures that were copied from the web are an INCLUDEPICTURE of it beside the picture itself.
_ACTIVE_FIELD = re.compile(
    r"""(?i)\W*((ddeauto|dde|includetext|include|import|link|rd|database|quote)\b"""
    r"""|includepicture\b[\s"]*+(?!https?://))"""
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# A directory entry of an OLE file begins every 128 bytes; an embedded object's storage is called _1234567890.
_STORAGE_NAME = re.compile(rb"_\x00(?:[0-9]\x00){8,10}\x00\x00")
_OBJECT_STREAMS = tuple(name.encode("utf-16-le") for name in ("Ole10Native", "OCXNAME", "OCXDATA"))


class _Refused(Exception):
    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


# It cannot be read to its end within the limits, so nobody can say what it does.
_UNREADABLE = Code.NOT_WHAT_IT_SAYS


def acts_in_pdf(content: bytes) -> Code | None:
    """Why a PDF is refused: what it does when it is opened, a password, or that it cannot be read; or None.

    Each object of the tables is looked at, also those in compressed streams; what lies beside the tables,
    which another reader might find, is searched for the same names.
    """
    for name in _names_outside_of_streams(content):
        if name in _RAW_NAMES:
            return _cause_of(name)
    # Only here: it takes longer to import than most commands run.
    from pypdf import PdfReader, apply_configuration, get_configuration

    limits = get_configuration().with_overwrites(
        array_based_stream_maximum_output_length=MAX_UNPACKED,
        brotli_maximum_output_length=MAX_UNPACKED,
        jbig2_maximum_output_length=MAX_UNPACKED,
        lzw_maximum_output_length=MAX_UNPACKED,
        run_length_maximum_output_length=MAX_UNPACKED,
        zlib_maximum_output_length=MAX_UNPACKED,
    )

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it logs each oddity of an uploaded file
    started = time.thread_time()
    try:
        with apply_configuration(limits):
            reader = PdfReader(BytesIO(content))
            # Many are locked against changes only: they open without a password.
            if reader.is_encrypted and not reader.decrypt(""):
                raise _Refused(Code.LOCKED)
            _check_opening(reader.root_object)
            for found in _objects(reader):
                _check_object(found)
                if time.thread_time() - started > MAX_SECONDS:
                    raise _Refused(_UNREADABLE)
    except _Refused as refused:
        return refused.code
    except Exception:  # an uploaded file: whatever goes wrong, it cannot be read
        return _UNREADABLE
    return None


def acts_in_docx(archive: zipfile.ZipFile) -> Code | None:
    """Why a Word document is refused: what it does when it is opened, or that it cannot be read; or None.

    Its XML may have no DTD, which could name files and expand without end.
    """
    try:
        for entry in archive.infolist():
            _check_entry(entry.filename, archive.read(entry))
    except _Refused as refused:
        return refused.code
    return None


def acts_in_doc(content: bytes) -> Code | None:
    """Whether an old Word document has objects inside."""
    has_object = any(name in content for name in _OBJECT_STREAMS) or any(
        match.start() % 128 == 0 for match in _STORAGE_NAME.finditer(content)
    )
    return Code.HOLDS_FILE if has_object else None


def _cause_of(name: str) -> Code:
    return Code.HOLDS_FILE if name in _FILE_KEYS else Code.HOLDS_SCRIPT


def _check_entry(name: str, content: bytes) -> None:
    """Raise _Refused for a part of a Word document that does something."""
    if _WORKBOOK.search(name):
        _check_workbook(content)
    elif _EMBEDDED.search(name) or content.startswith(_OLE):
        raise _Refused(Code.HOLDS_FILE)
    elif name.lower().endswith((".xml", ".rels")):
        _check_xml(content)


def _check_workbook(content: bytes) -> None:
    """Raise _Refused for a chart's workbook that holds a macro or another file, or fetches something."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_WORKBOOK_ENTRIES or sum(e.file_size for e in entries) > MAX_WORKBOOK_BYTES:
                raise _Refused(_UNREADABLE)
            for entry in entries:
                if _EMBEDDED.search(entry.filename) or "vbaproject" in entry.filename.lower():
                    raise _Refused(Code.HOLDS_FILE)
                _check_entry(entry.filename, archive.read(entry))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error) as error:
        raise _Refused(_UNREADABLE) from error


def _names_outside_of_streams(content: bytes) -> Iterator[str]:
    for match in _NAME.finditer(_STRING.sub(b"()", _STREAM.sub(b" ", content))):
        yield _HEX.sub(lambda sign: bytes((int(sign[1], 16),)), match[0]).decode("latin-1")


def _objects(reader: Any) -> Iterator[Any]:
    """Every object of the tables, and the trailer."""
    from pypdf.generic import IndirectObject

    ids = {(number, generation) for generation, places in reader.xref.items() for number in places}
    ids |= {(number, 0) for number in reader.xref_objStm}
    if len(ids) > MAX_OBJECTS:
        raise _Refused(_UNREADABLE)
    yield reader.trailer
    for number, generation in sorted(ids):
        yield reader.get_object(IndirectObject(number, generation, reader))


def _check_object(found: Any) -> None:
    """Raise _Refused if an object, or what it holds directly, does something; references are apart."""
    from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

    waiting = [(found, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise _Refused(_UNREADABLE)
        if isinstance(each, DictionaryObject):
            if keys := _KEYS & each.keys():
                raise _Refused(_cause_of(min(keys)))
            kinds = {str(each.raw_get(key)) for key in ("/Type", "/Subtype") if key in each}
            if kinds & _KINDS:
                raise _Refused(Code.HOLDS_FILE)
            if "/S" in each and str(each["/S"]) in _ACTIONS:
                raise _Refused(Code.HOLDS_SCRIPT)
            # A stream whose content is in another file, and a picture that refers to another document.
            if isinstance(each, StreamObject) and {"/F", "/Ref"} & each.keys():
                raise _Refused(Code.FETCHES_OUTSIDE)
            if "/URI" in each and not _is_harmless_link(each["/URI"]):
                raise _Refused(Code.OPENS_PROGRAM)
            waiting.extend((each.raw_get(key), depth + 1) for key in each)
        elif isinstance(each, ArrayObject):
            waiting.extend((inner, depth + 1) for inner in list.__iter__(each))


def _is_harmless_link(found: Any) -> bool:
    """Whether following a link opens no file and no program; of a catalog, whose /URI is a dictionary, the
    base of all links.
    """
    from pypdf.generic import DictionaryObject

    if isinstance(found, DictionaryObject):
        return "/Base" not in found or _is_harmless_link(found["/Base"])
    text = found.decode("latin-1") if isinstance(found, bytes) else str(found)
    return _HARMLESS_LINK.match(text.strip()) is not None


def _check_opening(root: Any) -> None:
    """Opening may go to a page, as many word processors write it, and nothing else."""
    from pypdf.generic import DictionaryObject

    opening = root.get("/OpenAction")
    opening = opening.get_object() if opening is not None else None
    if isinstance(opening, DictionaryObject) and (opening.get("/S") != "/GoTo" or "/Next" in opening):
        raise _Refused(Code.HOLDS_SCRIPT)


def _check_xml(content: bytes) -> None:
    def refuse_doctype(*_arguments: object) -> None:
        raise _Refused(Code.FETCHES_OUTSIDE)

    fields: list[list[str]] = []  # the words of each field that is open, the innermost last
    is_instruction = False

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal is_instruction
        local = name.rpartition(":")[2]
        values = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        is_instruction = local == "instrText"
        if local == "fldChar" and values.get("fldCharType") == "begin":
            fields.append([])
        elif local == "fldChar" and fields and values.get("fldCharType") in ("separate", "end"):
            check_field("".join(fields[-1]))
            if values["fldCharType"] == "end":
                fields.pop()
        elif local == "fldSimple":
            check_field(values.get("instr", ""))
        elif local == "Relationship":
            relation(attributes)

    def end(_name: str) -> None:
        nonlocal is_instruction
        is_instruction = False

    def words(text: str) -> None:
        if is_instruction and fields:
            fields[-1].append(text)
        elif is_instruction:
            check_field(text)

    def check_field(instruction: str) -> None:
        if _ACTIVE_FIELD.match(instruction):
            raise _Refused(Code.FETCHES_OUTSIDE)

    def relation(attributes: dict[str, str]) -> None:
        kind = attributes.get("Type", "").rpartition("/")[2].lower()
        outside = attributes.get("TargetMode", "").lower() == "external"
        target = attributes.get("Target", "").strip()
        if kind in _FILE_RELATIONS or (kind == "package" and not _WORKBOOK.search(target)):
            raise _Refused(Code.HOLDS_FILE)
        if kind == "attachedtemplate":
            if not _LOCAL_TEMPLATE.match(target):
                raise _Refused(Code.FETCHES_OUTSIDE)
        elif outside and kind != "hyperlink":
            raise _Refused(Code.FETCHES_OUTSIDE)
        elif outside and not _HARMLESS_LINK.match(target):
            raise _Refused(Code.OPENS_PROGRAM)

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    try:
        parser.Parse(content, True)
        for unfinished in fields:
            check_field("".join(unfinished))
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise _Refused(_UNREADABLE) from error
