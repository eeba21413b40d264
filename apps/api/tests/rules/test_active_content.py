"""A CV that would do something when it is opened is refused; what ordinary word processors write is taken."""

import zlib
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfWriter
from pypdf.annotations import Link

from loyalty.rules import attachments as rule
from loyalty.rules.active_content import MAX_UNPACKED
from loyalty.rules.codes import Code
from support.attachments import DOC, docx, pdf

RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def judged(content: bytes, kind: str = "pdf") -> str | None:
    return rule.problem_with_file(f"cv.{kind}", f".{kind}", content)


def written(writer: PdfWriter) -> bytes:
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def a_writer() -> PdfWriter:
    writer = PdfWriter()
    writer.add_blank_page(595, 842)
    return writer


def with_attachment() -> bytes:
    writer = a_writer()
    writer.add_attachment("notes.txt", b"hello")
    return written(writer)


def in_object_stream(inner: bytes) -> bytes:
    """A PDF 1.5 whose catalog is compressed in an object stream, and nothing else shows what it does."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R %s >>" % inner, b"<< /Type /Pages /Kids [] /Count 0 >>"]
    head = b"1 0 2 %d " % (len(objects[0]) + 1)
    packed = zlib.compress(head + b" ".join(objects))
    made = b"%PDF-1.5\n"
    stream_at = len(made)
    made += b"3 0 obj\n<< /Type /ObjStm /N 2 /First %d /Length %d /Filter /FlateDecode >>\nstream\n%s\n" % (
        len(head),
        len(packed),
        packed,
    )
    made += b"endstream\nendobj\n"
    table_at = len(made)
    rows = [(0, 0, 65535), (2, 3, 0), (2, 3, 1), (1, stream_at, 0), (1, table_at, 0)]
    table = zlib.compress(b"".join(bytes([k]) + a.to_bytes(4) + b.to_bytes(2) for k, a, b in rows))
    made += b"4 0 obj\n<< /Type /XRef /Size 5 /W [1 4 2] /Root 1 0 R /Length %d /Filter /FlateDecode >>\n" % (
        len(table)
    )
    return made + b"stream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, table_at)


ACTIVE_PDFS = {
    "a script on opening": pdf("/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>"),
    "a script of the document": pdf(
        "/Names << /JavaScript << /Names [(x) 4 0 R] >> >>", "<< /S /JavaScript /JS (x) >>"
    ),
    "a program on opening": pdf("/OpenAction 4 0 R", "<< /S /Launch /Win << /F (cmd.exe) >> >>"),
    "the web on opening": pdf("/OpenAction << /S /URI /URI (http://example.com) >>"),
    "a page on opening, then more": pdf("/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>", "<< >>"),
    "additional actions": pdf("/AA << /WC << /S /Named /N /Print >> >>"),
    "an embedded file": with_attachment(),
    "a form of XML": pdf("/AcroForm << /XFA 4 0 R >>", "<< /Length 0 >>\nstream\n\nendstream"),
    "rich media": pdf("", "<< /Type /Annot /Subtype /RichMedia >>"),
    "another file by a link": pdf("", "<< /Type /Annot /A << /S /GoToR /F (\\\\\\\\evil\\\\share) >> >>"),
    "a form sent away": pdf("", "<< /S /SubmitForm /F (http://example.com) >>"),
    "an escaped name": pdf("/Names << /#4aavaScript 4 0 R >>", "<< /Names [] >>"),
    "an escaped short name": pdf("", "<< /S /Rendition /#4a#53 (x) >>"),
    "a compressed catalog": in_object_stream(b"/AA << /WC << /S /Named /N /Print >> >>"),
    "a script in a compressed catalog": in_object_stream(b"/OpenAction << /S /#4aavaScript /JS (x) >>"),
    "a link to a file": pdf("", "<< /Type /Annot /A << /S /URI /URI (file:///c:/windows/calc.exe) >> >>"),
    "a link that is a script": pdf("", "<< /Type /Annot /A << /S /URI /URI (javascript:x) >> >>"),
    "all links to a share": pdf("/URI << /Base (\\\\\\\\evil\\\\share) >>"),
    "a part of another file": pdf("", "<< /Type /Annot /A << /S /Thread /F (\\\\\\\\evil\\\\x) /D 0 >> >>"),
    "a stream in another file": pdf("", "<< /Length 0 /F (\\\\\\\\evil\\\\x) >>\nstream\n\nendstream"),
    "a picture of another document": pdf(
        "", "<< /Subtype /Form /Ref << /F (http://x) /Page 0 >> /Length 0 >>\nstream\n\nendstream"
    ),
    "an object beside the tables": pdf().replace(b"xref\n", b"9 0 obj\n<</JS(x)>>\nendobj\nxref\n", 1),
}


@pytest.mark.parametrize("what", ACTIVE_PDFS)
def test_a_pdf_that_acts_is_refused(what):
    assert judged(ACTIVE_PDFS[what]) in rule.ACTIVE


def by_a_word_processor() -> bytes:
    writer = a_writer()
    writer.add_metadata({"/Title": "Node/JS developer (React/JavaScript)"})
    writer.add_annotation(0, Link(rect=(10, 10, 90, 20), url="https://example.com/in/aisyah"))
    writer.add_annotation(0, Link(rect=(10, 30, 90, 40), target_page_index=0))
    writer.add_outline_item(title="Skills", page_number=0)
    return written(writer)


def with_picture() -> bytes:
    file = BytesIO()
    Image.effect_noise((300, 300), 80).convert("RGB").save(file, "PDF")
    return file.getvalue()


def with_form() -> bytes:
    field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Aisyah) /Rect [0 0 9 9] >>"
    return pdf("/AcroForm << /Fields [4 0 R] >>", field)


ORDINARY_PDFS = {
    "links, a title, an outline": by_a_word_processor(),
    "a scan": with_picture(),
    "a form": with_form(),
    "opens at its first page": pdf("/OpenAction [3 0 R /XYZ null null 0]"),
    "opens by going to a page": pdf("/OpenAction << /S /GoTo /D [3 0 R /Fit] >>"),
    "compressed": in_object_stream(b"/Lang (en)"),
    "text of names in a stream": pdf("", "<< /Length 20 >>\nstream\n(/JS /Launch /XFA) Tj\nendstream"),
}


@pytest.mark.parametrize("what", ORDINARY_PDFS)
def test_an_ordinary_cv_is_taken(what):
    assert judged(ORDINARY_PDFS[what]) is None


def test_a_pdf_that_asks_for_a_password_is_refused():
    locked = pdf("", "<< /Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -4 >>", trailer="/Encrypt 4 0 R")
    assert judged(locked) == Code.LOCKED


def test_a_pdf_that_nobody_can_read_is_refused():
    assert judged(b"%PDF-1.7\nnothing\n%%EOF\n") == Code.NOT_WHAT_IT_SAYS


def test_a_bomb_is_refused_before_it_is_unpacked():
    assert judged(in_object_stream(b"/X (" + b"0" * (MAX_UNPACKED + 1) + b")")) == Code.NOT_WHAT_IT_SAYS


def relations(kind: str, target: str, mode: str = "External") -> bytes:
    return (
        f'<Relationships><Relationship Id="rId1" Type="{RELATION}/{kind}" '
        f'Target="{target}" TargetMode="{mode}"/></Relationships>'
    ).encode()


RELS = "word/_rels/document.xml.rels"


def field(*instruction: str, simple: bool = False) -> bytes:
    """A part of a Word document with one field, its instruction in as many pieces."""
    if simple:
        return f"<w:hdr xmlns:w='w'><w:fldSimple w:instr='{instruction[0]}'/></w:hdr>".encode()
    pieces = "".join(f"<w:r><w:instrText>{each}</w:instrText></w:r>" for each in instruction)
    return (
        f"<w:hdr xmlns:w='w'><w:fldChar w:fldCharType='begin'/>{pieces}"
        "<w:fldChar w:fldCharType='separate'/><w:t>7</w:t><w:fldChar w:fldCharType='end'/></w:hdr>"
    ).encode()


@pytest.mark.parametrize(
    "entries",
    [
        {"word/_rels/settings.xml.rels": relations("attachedTemplate", "http://example.com/t.dotm")},
        {RELS: relations("image", "http://example.com/x.png")},
        {RELS: relations("oleObject", "embeddings/x.bin", "Internal")},
        {RELS: relations("aFChunk", "x.html", "Internal")},
        {RELS: relations("hyperlink", "file://evil/share")},
        {RELS: relations("hyperlink", "\\\\evil\\share")},
        {RELS: relations("image", "http://example.com/x.png").decode().encode("utf-16")},
        {"word/embeddings/oleObject1.bin": b"x"},
        {"word/activeX/activeX1.xml": b"<a/>"},
        {"word/media/image1.bin": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"},
        {"word/header1.xml": field(" DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe &quot;/k calc&quot;")},
        {"word/header1.xml": field(" DD", "EAUTO", " cmd")},
        {"word/header1.xml": field("dde cmd calc", simple=True)},
        {"word/header1.xml": field(" INCLUDETEXT &quot;http://example.com/x.docx&quot;")},
        {"word/header1.xml": field(' INCLUDEPICTURE "\\\\\\\\evil\\\\share\\\\x.png" ')},
        {"word/header1.xml": field(" QUOTE 68 68 69 65 85 84 79 ")},
        {"word/styles.xml": b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'},
    ],
)
def test_a_word_document_that_acts_is_refused(entries):
    assert judged(docx(**entries), "docx") in rule.ACTIVE


@pytest.mark.parametrize(
    "target", ["https://example.com/in/aisyah", "mailto:a@example.com", "tel:+60123456789", "www.example.com"]
)
def test_a_word_document_with_links_and_pictures_is_taken(target):
    entries = {RELS: relations("hyperlink", target), "word/media/image1.png": b"\x89PNG"}
    assert judged(docx(**entries), "docx") is None


@pytest.mark.parametrize(
    "instruction",
    [
        " PAGE ",
        ' HYPERLINK "https://example.com/link" ',
        " TOC \\o ",
        ' INCLUDEPICTURE "https://example.com/x.png" \\* MERGEFORMATINET ',
        " MACROBUTTON NoMacro [your name] ",
    ],
)
def test_a_word_document_with_ordinary_fields_is_taken(instruction):
    assert judged(docx(**{"word/header1.xml": field(instruction)}), "docx") is None


def test_an_old_word_document_with_an_object_is_refused():
    at = -len(DOC) % 128
    storage = DOC + b"\0" * at + "_1234567890".encode("utf-16-le") + b"\0" * 200
    assert judged(storage, "doc") in rule.ACTIVE
    assert judged(DOC + "\1Ole10Native".encode("utf-16-le"), "doc") in rule.ACTIVE
    assert judged(DOC + " _1234567890 ".encode("utf-16-le"), "doc") is None
