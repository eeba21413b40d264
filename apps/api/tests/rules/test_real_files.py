"""Files as word processors, scanners and mail servers make them; the next one is a line of FILES.

Those in `tests/real_files` were written by the program that their name says.
"""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from loyalty.rules.attachments import problem_with_file
from loyalty.rules.codes import Code

REAL = Path(__file__).parent.parent / "real_files"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
TEMPLATES = "file:///C:\\Users\\Aisyah\\AppData\\Roaming\\Microsoft\\Templates\\"


def real(name: str) -> bytes:
    return (REAL / name).read_bytes()


def docx_with(**entries: bytes) -> bytes:
    """The document of LibreOffice with these entries more."""
    file = BytesIO(real("libreoffice.docx"))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file.getvalue()


def relation(kind: str, target: str, mode: str = ' TargetMode="External"') -> bytes:
    each = f'<Relationship Id="rId1" Type="{OFFICE}/{kind}" Target="{target}"{mode}/>'
    return f'<Relationships xmlns="{RELATIONS}">{each}</Relationships>'.encode()


def from_template(target: str) -> bytes:
    return docx_with(**{"word/_rels/settings.xml.rels": relation("attachedTemplate", target)})


def with_link(target: str) -> bytes:
    return docx_with(**{"word/_rels/footnotes.xml.rels": relation("hyperlink", target)})


def with_chart(**workbook: bytes) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {"xl/workbook.xml": b"<workbook/>", **workbook}.items():
            archive.writestr(name, content)
    sheet = "embeddings/Microsoft_Excel_Worksheet.xlsx"
    return docx_with(
        **{
            "word/charts/chart1.xml": b"<c:chartSpace xmlns:c='c'/>",
            "word/charts/_rels/chart1.xml.rels": relation("package", f"../{sheet}", ""),
            f"word/{sheet}": file.getvalue(),
        }
    )


def encrypted(user: str, algorithm: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(real("libreoffice.pdf"))))
    writer.encrypt(user_password=user, owner_password="owner", algorithm=algorithm)
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


PDF = real("libreoffice.pdf")
FILES: dict[str, tuple[str, Callable[[], bytes], str | None]] = {
    "Word 2007, by python-docx, with a picture and links": (
        "Résumé – Nur (final) v2.DOCX",
        lambda: real("python-docx.docx"),
        None,
    ),
    "Word 2007, by LibreOffice": ("简历.docx", lambda: real("libreoffice.docx"), None),
    "Word 97, by LibreOffice": ("cv.doc", lambda: real("libreoffice.doc"), None),
    "from a template of Word": ("cv.docx", lambda: from_template(TEMPLATES + "Basic%20resume.dotx"), None),
    "from the normal template": ("cv.docx", lambda: from_template("Normal.dotm"), None),
    "from a template by its path": ("cv.docx", lambda: from_template("C:\\Templates\\cv.dotx"), None),
    "from a template of the web": (
        "cv.docx",
        lambda: from_template("https://example.com/t.dotm"),
        Code.FETCHES_OUTSIDE,
    ),
    "from a template of a share": (
        "cv.docx",
        lambda: from_template("\\\\server\\t.dotm"),
        Code.FETCHES_OUTSIDE,
    ),
    "from a template of a share, as an address": (
        "cv.docx",
        lambda: from_template("file://server/t.dotm"),
        Code.FETCHES_OUTSIDE,
    ),
    "a chart with its workbook": ("cv.docx", lambda: with_chart(), None),
    "a chart whose workbook has a macro": (
        "cv.docx",
        lambda: with_chart(**{"xl/vbaProject.bin": b"x"}),
        Code.HOLDS_FILE,
    ),
    "a chart whose workbook is linked to another": (
        "cv.docx",
        lambda: with_chart(
            **{"xl/externalLinks/_rels/link.xml.rels": relation("externalLinkPath", "file://server/x.xlsx")}
        ),
        Code.FETCHES_OUTSIDE,
    ),
    "a workbook that is none": (
        "cv.docx",
        lambda: docx_with(**{"word/embeddings/sheet.xlsx": b"MZ"}),
        Code.NOT_WHAT_IT_SAYS,
    ),
    "a link to a chat": ("cv.docx", lambda: with_link("whatsapp://send?phone=60123456789"), None),
    "a link to a program": ("cv.docx", lambda: with_link("ms-msdt:/id x"), Code.OPENS_PROGRAM),
    "a link to a file": ("cv.docx", lambda: with_link("file:///c:/x.exe"), Code.OPENS_PROGRAM),
    "PDF, by LibreOffice": ("cv.pdf", lambda: PDF, None),
    "PDF with RC4 against changes": ("cv.pdf", lambda: encrypted("", "RC4-128"), None),
    "PDF with AES against changes": ("cv.pdf", lambda: encrypted("", "AES-256"), None),
    "PDF with a password to open it": ("cv.pdf", lambda: encrypted("secret", "AES-256"), Code.LOCKED),
    "PDF after a line end": ("cv.pdf", lambda: b"\r\n" + PDF, None),
    "PDF after a byte order mark": ("cv.pdf", lambda: b"\xef\xbb\xbf" + PDF, None),
    "PDF filled up with zeros": ("cv.pdf", lambda: PDF + b"\0" * 4096, None),
    "PDF with text behind its end": ("cv.pdf", lambda: PDF + b"x" * 4096, Code.NOT_WHAT_IT_SAYS),
}


@pytest.mark.parametrize("made", FILES)
def test_a_real_file_is_taken_or_refused_with_its_cause(made):
    name, content, expected = FILES[made]
    assert problem_with_file(name, "." + name.rpartition(".")[2], content()) == expected
