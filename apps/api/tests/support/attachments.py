"""Files for tests: small ones of each kind, and bad ones made from them."""

import base64
import zipfile
from io import BytesIO
from typing import Any


def pdf(catalog: str = "", *more: bytes | str, trailer: str = "") -> bytes:
    """A PDF of one page with more entries of its catalog, and with these objects, the first of which is 4."""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>",
        *more,
    ]
    made, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(made))
        body = each.encode("latin-1") if isinstance(each, str) else each
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = f"trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{len(made)}\n%%EOF\n"
    return made + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (size, table, end.encode())


PDF = pdf()
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
DOC = OLE + b"\0" * 600 + "WordDocument".encode("utf-16-le") + b"\0" * 600
TYPES = b'<Types><Override ContentType="application/vnd.openxmlformats-officedocument"/></Types>'


def docx(*, types: bytes = TYPES, **more: bytes) -> bytes:
    """A Word document with these entries besides the two it needs."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        document = "<w:document>Ten years of kitchens</w:document>"
        for name, content in {"[Content_Types].xml": types, "word/document.xml": document, **more}.items():
            # Without the time of day, which would be in the names of the tests that take it as a parameter.
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def base64_of(content: bytes) -> str:
    """As the form sends it."""
    return base64.b64encode(content).decode()


def an_application(content: bytes | None = None, name: str = "resume.pdf", **values: Any) -> dict[str, Any]:
    """The body of POST /email/career, with a file when the test gives one."""
    attached = {
        "AttachmentFile": "" if content is None else base64_of(content),
        "AttachmentFileName": "" if content is None else name,
        "AttachmentFileExtension": "" if content is None else "." + name.rpartition(".")[2],
    }
    return {
        "FullName": "Aisyah Rahman",
        "Email": "aisyah@example.com",
        "MobileNumber": "012-345 6789",
        "IdentificationNumber": "940308-14-5566",
        "Address": "12 Jalan Ampang\n50450 Kuala Lumpur",
        "AppliedDepartment": "Kitchen Crew",
        "PrefferedLocation": "Kuala Lumpur",
        **attached,
        **values,
    }


def a_feedback(**values: Any) -> dict[str, Any]:
    """The body of POST /email/feedback."""
    return {
        "FullName": "Benjamin Tan",
        "MobileNumber": "+60 19-876 5432",
        "OutletName": "KL East Mall",
        "Remarks": "The tom yum was splendid.\nThe queue was not.",
        **values,
    }
