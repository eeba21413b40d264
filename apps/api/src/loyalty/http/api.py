"""The API's blueprints, and its failures: each answers {message, code, params, requestId}.

The decorators of a view, from the top:

1. `blueprint.route`
2. who may ask: `member_required`, `own_member`, `till_required`; of a `StaffBlueprint` it is the
   route's `permission`
3. limits, before anything is read: `limits_wrong_codes`, `larger_bodies`
4. what is done with the response: `blueprint.cached_when_public`, `keeps_device_cookie`
5. `blueprint.arguments`, the query or the headers before the body
6. `own_member_in_body`
7. `blueprint.transaction`
8. `blueprint.response`
9. what is only documented: `blueprint.alt_response`, `blueprint.alt_responses`, `blueprint.doc`
"""

import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import structlog
from apispec import BasePlugin
from flask import Flask, Response, current_app, got_request_exception, jsonify, request
from flask_smorest import Api as SmorestApi
from flask_smorest import Blueprint as SmorestBlueprint
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.routing import IntegerConverter

from loyalty.errors import (
    DomainError,
    Invalid,
    Mistake,
    Unavailable,
    by_field,
    flat,
)
from loyalty.http.idempotency import KeyHeaders, KeyOwner, in_transaction
from loyalty.http.json_body import StrictParser
from loyalty.http.public_cache import cached_when_public
from loyalty.http.request_id import request_id
from loyalty.http.schemas import ErrorSchema
from loyalty.http.security_events import record_domain_error
from loyalty.http.staff_auth import PATH as STAFF_PATH
from loyalty.http.staff_auth import permission_required
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.staff import Permission

log = structlog.get_logger(__name__)

View = TypeVar("View", bound=Callable[..., Any])

# Failures of HTTP itself.
CODE_OF = {
    400: Code.BAD_REQUEST,
    404: Code.NOT_FOUND,
    405: Code.METHOD_NOT_ALLOWED,
    413: Code.TOO_LARGE,
    415: Code.UNSUPPORTED_MEDIA_TYPE,
    422: Code.INVALID,
    429: Code.FLOOD,
    500: Code.INTERNAL_ERROR,
    503: Code.UNAVAILABLE,
}


# What the database gave up of a statement that it understood, by SQLSTATE or SQLite's name.
_GIVEN_UP = {
    "57014": "statement took too long",
    "55P03": "lock took too long",
    "40P01": "deadlock",
    "SQLITE_BUSY": "lock took too long",
}


# Made once: nearly every call names several failures.
ERROR = ErrorSchema()


class Blueprint(SmorestBlueprint):
    """A feature's calls."""

    ARGUMENTS_PARSER = StrictParser()

    def arguments(self, schema: Any, **described: Any) -> Any:
        """Read arguments by a schema. It is made once: a schema copies all its fields when it is made.

        `required=False`: a request without a body is read as `{}`.
        """
        made = schema() if isinstance(schema, type) else schema
        made.optional_body = not described.get("required", True)
        return super().arguments(made, **described)

    def transaction(self, key_owner: KeyOwner) -> Callable[[View], Callable[..., Response]]:
        """Run the view in a transaction, once for each Idempotency-Key of `key_owner()`. The view's first
        argument is the session. See `http.idempotency`.
        """
        read_key = self.arguments(KeyHeaders, location="headers")

        def decorate(view: View) -> Callable[..., Response]:
            documented: Callable[..., Response] = read_key(in_transaction(key_owner)(view))
            return documented

        return decorate

    def cached_when_public(self, *parameters: str) -> Callable[[View], Callable[..., Response]]:
        """`public_cache.cached_when_public` with its 304 in the contract."""
        return lambda view: cached_when_public(*parameters)(self.alt_not_modified(view))

    def alt_not_modified(self, view: View) -> View:
        """Document that a call answers 304 to who has what it would send (If-None-Match)."""
        document = self.alt_response(304, description="What was sent before is still so.")
        documented: View = document(view)
        return documented

    def alt_responses(self, *status_codes: int) -> Callable[[View], View]:
        """Document with which failures a call answers: each is an ErrorSchema."""

        def document(view: View) -> View:
            for status_code in reversed(status_codes):
                view = self.alt_response(status_code, schema=ERROR)(view)
            return view

        return document


class StaffBlueprint(Blueprint):
    """Calls of the staff app: none can be added without a permission."""

    def route(
        self, rule: str, *, permission: Permission, fresh: bool = False, **options: Any
    ) -> Callable[[View], Any]:
        """Add a view for who has this permission. `fresh`: only soon after a verification by passkey."""
        add = super().route(rule, **options)
        require = permission_required(replace(permission, fresh=fresh))
        return lambda view: add(require(view))


class Api(SmorestApi):
    """flask-smorest with one shape for every failure."""

    ERROR_SCHEMA = ErrorSchema

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Answer what routing, parsing or a limiter refused, with HTTP's own headers (Allow, Retry-After)."""
        if error.response is not None:
            return error.response  # type: ignore[return-value]  # a redirect that routing made
        status = error.code or 500
        messages = (getattr(error, "data", None) or {}).get("messages") or {}
        fields = by_field(each for inner in messages.values() for each in flat(inner))
        code = CODE_OF.get(status, Code.REFUSED)
        # Werkzeug says more of a request that it cannot read.
        says_more = code in (Code.BAD_REQUEST, Code.REFUSED)
        answer = failure(
            status, Problem(code), message=error.description if says_more else None, fields=fields
        )
        for name, value in error.get_headers():
            if name.lower() not in ("content-type", "content-length"):
                answer.headers[name] = value
        if isinstance(error, TooManyRequests) and "Retry-After" not in answer.headers:
            answer.headers["Retry-After"] = "60"
        return answer


def failure(
    status: int,
    problem: Problem,
    *,
    message: str | None = None,
    fields: Mapping[str, list[Mistake]] | None = None,
    details: dict[str, object] | None = None,
) -> Response:
    """The answer to a request that failed. `message` replaces the problem's own; where fields are
    invalid, it is the first field's.
    """
    fields = fields or {}
    if problem.code is Code.INVALID and fields:
        message = str(next(iter(fields.values()))[0])
    is_staff = request.path.startswith(f"{STAFF_PATH}/")
    body: dict[str, object] = {
        **(details or {}),
        "message": message or problem.message,
        "code": problem.code if is_staff else problem.code.public,
        "requestId": request_id(),
    }
    if problem.params:
        body["params"] = problem.params
    if fields:
        body["errors"] = {field: list(map(str, mistakes)) for field, mistakes in fields.items()}
    if fields and is_staff:
        body["fields"] = {field: list(map(_as_json, mistakes)) for field, mistakes in fields.items()}
    answer = jsonify(body)
    answer.status_code = status
    return answer


def _as_json(mistake: Mistake) -> dict[str, object]:
    """A mistake of a field; marshmallow's own are of the code `invalid`."""
    problem = mistake if isinstance(mistake, Problem) else Problem(Code.INVALID)
    return {"code": problem.code, "message": str(mistake), "params": problem.params}


def handle_domain_error(refusal: DomainError) -> Response:
    """Answer a DomainError by the status of its class."""
    record_domain_error(refusal)
    fields = refusal.fields if isinstance(refusal, Invalid) else None
    answer = failure(refusal.status, refusal.problem, fields=fields, details=refusal.details)
    if refusal.retry_after_s is not None:
        answer.headers["Retry-After"] = str(max(1, refusal.retry_after_s))
    if refusal.status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def answer_database_down(error: OperationalError) -> Any:
    """Answer 503, without details, when the database is locked, away or too slow. The log says which, and by
    which statement, without its values.

    SQLite raises the same error for a statement it cannot parse; that is a defect of ours and a 500.
    """
    if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR:
        return answer_crash(error)
    state = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", None)
    event = _GIVEN_UP.get(str(state), "database unavailable")
    log.error(event, error=type(error.orig).__name__, sqlstate=state, statement=error.statement)
    return handle_domain_error(Unavailable())


def answer_crash(error: Exception) -> Any:
    """Answer a defect of ours: the trace goes to the log, the request's id to the caller."""
    log.error("crash", error=type(error).__name__, exc_info=error)
    got_request_exception.send(current_app._get_current_object(), exception=error)  # type: ignore[attr-defined]
    return failure(500, Problem(Code.INTERNAL_ERROR))


class IdConverter(IntegerConverter):
    """`<id:member_id>`: a whole number from 1 on that fits 64 bits; everything else is a 404."""

    regex = r"[1-9][0-9]{0,17}"
    signed = False


class OperationIds(BasePlugin):
    """Sets the operationId of every operation of the contract."""

    def operation_helper(
        self, path: str | None = None, operations: dict[str, Any] | None = None, **_kwargs: Any
    ) -> None:
        """Name the operations of a path, by `operation_id`."""
        for method, operation in (operations or {}).items():
            operation["operationId"] = operation_id(method, path or "")


def operation_id(method: str, path: str) -> str:
    """The name of an operation, of its method and path alone, so that it stays when code moves.

    `post`, `/api/pos/earn/{bill_id}/verify` is `postPosEarnByBillIdVerify`.
    """
    words = [
        f"By{_capital(segment.strip('{}'))}" if segment.startswith("{") else _capital(segment)
        for segment in path.removeprefix("/api/").split("/")
    ]
    return method.lower() + "".join(words)


def _capital(segment: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.split("[-_]", segment))


def init_app(app: Flask, *, documented: bool) -> Api:
    """Set up the API on an application; features are registered on what this returns.

    `documented` serves the contract at /api/openapi.json.
    """
    # A doubled slash would be answered by a redirect to whatever host the request named.
    app.url_map.merge_slashes = False
    app.url_map.converters["id"] = IdConverter
    app.config.update(
        API_TITLE="Loyalty API",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api" if documented else None,
        OPENAPI_JSON_PATH="openapi.json",
        PROPAGATE_EXCEPTIONS=False,
    )
    api = Api(app, spec_kwargs={"extra_plugins": [OperationIds()]})
    app.register_error_handler(DomainError, handle_domain_error)
    app.register_error_handler(OperationalError, answer_database_down)
    app.register_error_handler(Exception, answer_crash)
    api.register_converter(IdConverter, _describe_id)
    api.spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    api.spec.components.security_scheme(
        "userToken", {"type": "apiKey", "in": "header", "name": "x-user-token"}
    )
    api.spec.components.security_scheme(
        "staffSession", {"type": "apiKey", "in": "cookie", "name": "loyalty_staff"}
    )
    return api


def _describe_id(_converter: IdConverter) -> dict[str, object]:
    return {"type": "integer", "minimum": 1}
