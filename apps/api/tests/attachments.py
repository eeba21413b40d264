"""Files for tests: small ones of each kind, and bad ones made from them."""

from __future__ import annotations

import base64
import zipfile
from io import BytesIO
from typing import Any

PDF = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
DOC = OLE + b"\0" * 600 + "WordDocument".encode("utf-16-le") + b"\0" * 600
TYPES = b'<Types><Override ContentType="application/vnd.openxmlformats-officedocument"/></Types>'


def docx(*, types: bytes = TYPES, **more: bytes) -> bytes:
    """A Word document with these entries besides the two it needs."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("word/document.xml", "<w:document>Ten years of kitchens</w:document>")
        for name, content in more.items():
            archive.writestr(name, content)
    return file.getvalue()


def base64_of(content: bytes) -> str:
    """As the form sends it."""
    return base64.b64encode(content).decode()


def an_application(content: bytes | None = None, name: str = "resume.pdf", **facts: Any) -> dict[str, Any]:
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
        **facts,
    }


def a_feedback(**facts: Any) -> dict[str, Any]:
    """The body of POST /email/feedback."""
    return {
        "FullName": "Benjamin Tan",
        "MobileNumber": "+60 19-876 5432",
        "OutletName": "KL East Mall",
        "Remarks": "The tom yum was splendid.\nThe queue was not.",
        **facts,
    }
