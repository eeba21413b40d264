"""The headers and log line of every response, files, and the public lists, which are kept for seconds."""

import csv
import io
import time
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import wraps
from threading import Lock
from typing import Any, NamedTuple, ParamSpec

import structlog
from cachetools import TTLCache
from flask import Flask, Response, current_app, g, request
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from loyalty.http import logs
from loyalty.http.auth import has_token
from loyalty.http.requests import HEADER, request_id
from loyalty.rules.spreadsheets import Sheet, spreadsheet_cell

P = ParamSpec("P")

# Another process changes the lists; a few seconds later every process shows the change.
FRESH_S = 5
# How many lists are kept. The ids in paths are few, and each parameter has few values.
MAX_KEPT = 64
PUBLIC = "public, max-age=60"
_LISTS = "loyalty.public_lists"
CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# The viewer of the documentation runs inline scripts. Production does not serve it (loyalty/web.py).
VIEWER_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
}
API_HEADERS = {**HEADERS, "Cache-Control": "no-store"}


class PublicList(NamedTuple):
    """A response as it is kept."""

    body: bytes
    etag: str


def init_app(app: Flask) -> None:
    """Time every request, set the headers that every response has unless the view has set them, and write the
    one line of log under its route, never under its address.
    """
    app.extensions[_LISTS] = TTLCache(MAX_KEPT, FRESH_S), Lock()

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        # Nothing else is ever bound: the last request's id is all there is to replace.
        structlog.contextvars.bind_contextvars(request_id=request_id())

    @app.after_request
    def finish(response: Response) -> Response:
        headers, path, rule = response.headers, request.path, request.url_rule
        there = {name.lower() for name, _ in headers}
        wanted = API_HEADERS if path.startswith("/api/") else HEADERS
        headers.extend([(name, value) for name, value in wanted.items() if name.lower() not in there])
        headers.add(HEADER, request_id())
        if path.startswith("/api/docs"):
            headers["Content-Security-Policy"] = VIEWER_POLICY
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        method = request.method if request.method in logs.METHODS else "OTHER"
        logs.write_line(method, rule.rule if rule else "unknown", response.status_code, seconds)
        return response


def attachment(name: str, content: bytes, content_type: str) -> Response:
    """A file that a browser saves under a name of ours (ASCII, without quotes) and never shows as a page."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": f"{CONTENT_SECURITY_POLICY}; sandbox",
    }
    return Response(content, mimetype=content_type, headers=headers)


def spreadsheet(name: str, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """A CSV for spreadsheets: UTF-8 with its mark, and no cell can act as a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(titles)
    writer.writerows([_cell("" if c is None else c) for c in row] for row in rows)
    return attachment(name, text.getvalue().encode("utf-8-sig"), CSV)


def sheet_file(name: str, sheets: Sequence[Sheet], file_format: str) -> Response:
    """Sheets as an `xlsx`, whose numbers are numbers and whose texts are none of them formulas, or the first
    of them as a `csv`; the name is without its ending.
    """
    if file_format == "csv":
        return spreadsheet(f"{name}.csv", sheets[0].titles, sheets[0].rows)
    book = Workbook(write_only=True)
    for sheet in sheets:
        written = book.create_sheet(sheet.name)
        written.freeze_panes = "A2"
        for at, title in enumerate(sheet.titles):
            longest = max([len(title), *(len(str(row[at])) for row in sheet.rows[:200])])
            written.column_dimensions[get_column_letter(at + 1)].width = min(longest + 2, 60)
        written.append([_bold(written, title) for title in sheet.titles])
        for row in sheet.rows:
            written.append([_workbook_cell(written, each) for each in row])
    content = io.BytesIO()
    book.save(content)
    return attachment(f"{name}.xlsx", content.getvalue(), XLSX)


def _cell(value: object) -> object:
    if isinstance(value, int | Decimal):
        return value
    return spreadsheet_cell(str(value))


def _bold(sheet: Any, title: str) -> Any:
    cell = WriteOnlyCell(sheet, title)
    cell.font = Font(bold=True)
    return cell


def _workbook_cell(sheet: Any, value: Any) -> Any:
    if isinstance(value, Decimal):
        cell: Any = WriteOnlyCell(sheet)
        cell.value = value
        cell.number_format = "#,##0.00"
        return cell
    if value is None or isinstance(value, int):
        return value
    return ILLEGAL_CHARACTERS_RE.sub("", spreadsheet_cell(str(value)))


def public_list(*parameters: str) -> Callable[[Callable[P, Any]], Callable[P, Response]]:
    """Mark a view whose response without a token is the same for everybody.

    It is kept in this process for FRESH_S seconds, may be kept by browsers and proxies for a minute, has an
    ETag and answers 304. `parameters` are those of the query that it depends on. Goes above
    `blueprint.arguments` and `blueprint.response`.
    """

    def mark(view: Callable[P, Any]) -> Callable[P, Response]:
        @wraps(view)
        def respond(*args: P.args, **kwargs: P.kwargs) -> Response:
            if has_token():
                return current_app.make_response(view(*args, **kwargs))
            lists, lock = current_app.extensions[_LISTS]
            # Without parameters of its own a list is the same whatever is in the query.
            sent = [name for name, _ in request.args.items(multi=True)] if parameters else []
            may_be_kept = len(sent) == len(set(sent)) and set(sent) <= set(parameters)
            key = (request.path, tuple(request.args.get(name) for name in parameters))
            with lock:
                kept: PublicList | None = lists.get(key) if may_be_kept else None
            if kept is None:
                response = current_app.make_response(view(*args, **kwargs))
                if response.status_code != 200:
                    return response
                response.add_etag()
                kept = PublicList(response.get_data(), response.get_etag()[0] or "")
                if may_be_kept:
                    with lock:
                        lists[key] = kept
            return _response(kept)

        return respond

    return mark


def _response(kept: PublicList) -> Response:
    response = Response(kept.body, mimetype="application/json")
    response.headers["Cache-Control"] = PUBLIC
    response.headers["Vary"] = "Authorization, x-user-token"
    response.set_etag(kept.etag)
    response.make_conditional(request)
    response.headers.pop("Date", None)  # every server writes its own
    return response


def forget_public_lists(app: Flask) -> None:
    """Empty the cache, so that a change shows at once in this process."""
    lists, lock = app.extensions[_LISTS]
    with lock:
        lists.clear()
