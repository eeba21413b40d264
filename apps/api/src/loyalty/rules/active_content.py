"""What a PDF or a Word document would do when somebody opens it: scripts, actions, files inside, links out.

Plain links to the web, forms without actions, pictures and fonts are what a CV may have.
"""

from __future__ import annotations

import logging
import re
import time
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.parsers import expat

MAX_OBJECTS = 20_000
MAX_DEPTH = 100
MAX_SECONDS = 3.0
# Of one stream that holds objects or the table of them; a page's pictures and fonts are not unpacked. It
# takes about a second of the processor to read as much, and time is looked at only between two objects.
MAX_UNPACKED = 1024 * 1024

_KEYS = {
    *("/AA", "/JavaScript", "/JS", "/Launch", "/EmbeddedFile", "/EmbeddedFiles", "/EF"),
    *("/RichMedia", "/RichMediaContent", "/XFA"),
}
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

_WEB_LINK = re.compile(r"(?i)(https?://|mailto:|tel:|#|(?![a-z][a-z0-9+.-]*:)[^/\\]|$)")
_EMBEDDED = re.compile(r"(?i)(^|/)(embeddings|activex)/|oleobject|\.(ole|ocx)$")
_ACTIVE_RELATIONS = ("oleobject", "package", "control", "afchunk", "attachedtemplate", "subdocument")
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


class Unreadable(Exception):
    """The file cannot be read to its end within the limits, so nobody can say what it does."""


class Locked(Exception):
    """The PDF asks for a password."""


def acts_in_pdf(content: bytes) -> bool:
    """Whether a PDF has scripts, actions or files inside; raises Unreadable and Locked.

    Each object of the tables is looked at, also those in compressed streams; what lies beside the tables,
    which another reader might find, is searched for the same names.
    """
    if any(name in _RAW_NAMES for name in _names_outside_of_streams(content)):
        return True
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
            if reader.is_encrypted:
                raise Locked
            _check_opening(reader.root_object)
            for found in _objects(reader):
                if _acts(found):
                    return True
                if time.thread_time() - started > MAX_SECONDS:
                    raise Unreadable
    except (Locked, Unreadable):
        raise
    except _Acts:
        return True
    except Exception as error:  # an uploaded file: whatever goes wrong, it cannot be read
        raise Unreadable from error
    return False


def acts_in_docx(archive: zipfile.ZipFile) -> bool:
    """Whether a Word document has objects inside, or fetches something when it is opened; raises Unreadable.

    Its XML may have no DTD, which could name files and expand without end.
    """
    for entry in archive.infolist():
        if _EMBEDDED.search(entry.filename):
            return True
        content = archive.read(entry)
        if content.startswith(_OLE):
            return True
        if entry.filename.lower().endswith((".xml", ".rels")) and _acts_in_xml(content):
            return True
    return False


def acts_in_doc(content: bytes) -> bool:
    """Whether an old Word document has objects inside."""
    if any(name in content for name in _OBJECT_STREAMS):
        return True
    return any(match.start() % 128 == 0 for match in _STORAGE_NAME.finditer(content))


class _Acts(Exception):
    pass


def _names_outside_of_streams(content: bytes) -> Iterator[str]:
    for match in _NAME.finditer(_STRING.sub(b"()", _STREAM.sub(b" ", content))):
        yield _HEX.sub(lambda sign: bytes((int(sign[1], 16),)), match[0]).decode("latin-1")


def _objects(reader: Any) -> Iterator[Any]:
    """Every object of the tables, and the trailer."""
    from pypdf.generic import IndirectObject

    ids = {(number, generation) for generation, places in reader.xref.items() for number in places}
    ids |= {(number, 0) for number in reader.xref_objStm}
    if len(ids) > MAX_OBJECTS:
        raise Unreadable
    yield reader.trailer
    for number, generation in sorted(ids):
        yield reader.get_object(IndirectObject(number, generation, reader))


def _acts(found: Any) -> bool:
    """Whether an object, or what it holds directly, does something; what it points at is looked at apart."""
    from pypdf.generic import ArrayObject, DictionaryObject, StreamObject

    waiting = [(found, 0)]
    while waiting:
        each, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Unreadable
        if isinstance(each, DictionaryObject):
            if _KEYS & each.keys():
                return True
            kinds = {str(each.raw_get(key)) for key in ("/Type", "/Subtype") if key in each}
            if kinds & _KINDS or ("/S" in each and str(each["/S"]) in _ACTIONS):
                return True
            # A stream whose content is in another file, and a picture that refers to another document.
            if isinstance(each, StreamObject) and {"/F", "/Ref"} & each.keys():
                return True
            if "/URI" in each and not _is_web_address(each["/URI"]):
                return True
            waiting.extend((each.raw_get(key), depth + 1) for key in each)
        elif isinstance(each, ArrayObject):
            waiting.extend((inner, depth + 1) for inner in list.__iter__(each))
    return False


def _is_web_address(found: Any) -> bool:
    """Whether a link's target is of the web; a catalog's /URI is a dictionary with the base of all."""
    from pypdf.generic import DictionaryObject

    if isinstance(found, DictionaryObject):
        return "/Base" not in found or _is_web_address(found["/Base"])
    text = found.decode("latin-1") if isinstance(found, bytes) else str(found)
    return _WEB_LINK.match(text.strip()) is not None


def _check_opening(root: Any) -> None:
    """Opening may go to a page, as many word processors write it, and nothing else."""
    from pypdf.generic import DictionaryObject

    opening = root.get("/OpenAction")
    opening = opening.get_object() if opening is not None else None
    if isinstance(opening, DictionaryObject) and (opening.get("/S") != "/GoTo" or "/Next" in opening):
        raise _Acts


def _acts_in_xml(content: bytes) -> bool:
    def refuse_doctype(*_said: object) -> None:
        raise _Acts

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
            raise _Acts

    def relation(attributes: dict[str, str]) -> None:
        kind = attributes.get("Type", "").rpartition("/")[2].lower()
        outside = attributes.get("TargetMode", "").lower() == "external"
        if kind in _ACTIVE_RELATIONS or (outside and kind != "hyperlink"):
            raise _Acts
        if outside and not _WEB_LINK.match(attributes.get("Target", "").strip()):
            raise _Acts

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    try:
        parser.Parse(content, True)
        for unfinished in fields:
            check_field("".join(unfinished))
    except _Acts:
        return True
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise Unreadable from error
    return False
