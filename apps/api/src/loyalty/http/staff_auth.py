"""Who of the staff sends a request below /api/staff: the cookie, the origin, and the permission of the view.

The cookie of a staff session is read by nothing else; members' tokens and tills' keys open nothing here.
web.py passes in what loads the session of a cookie's token.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Flask, Response, after_this_request, current_app, g, request
from flask_smorest import Blueprint

from loyalty import config
from loyalty.errors import Forbidden, NotFound, NotSignedIn
from loyalty.http.schemas import ErrorSchema
from loyalty.http.security_events import log_security_event
from loyalty.rules.codes import Code
from loyalty.rules.staff import SESSION_LIFE, Denial, Permission, StaffSession, account_of, why_denied

P = ParamSpec("P")
R = TypeVar("R")

PATH = "/api/staff"
COOKIE = "loyalty_staff"
# On https no other host of the domain can set a cookie of this name, which has to have the path /.
SECURE_COOKIE = f"__Host-{COOKIE}"
SECURITY: list[dict[str, list[str]]] = [{"staffSession": []}]
# What is documented of every call of the staff.
_DOCUMENTED = Blueprint("staff_auth", __name__)
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_DENIALS = {
    Denial.ROLE: Code.ROLE_NEEDED,
    Denial.OUTLET: Code.OTHER_OUTLET,
    Denial.VERIFICATION: Code.VERIFICATION_NEEDED,
}


def init_app(app: Flask, load_session: Callable[[str], StaffSession]) -> None:
    """Guard /api/staff. `load_session` returns the session of a token, or raises NotSignedIn."""
    app.extensions["loyalty.load_staff_session"] = load_session

    @app.before_request
    def require_staff() -> None:
        if not request.path.startswith(f"{PATH}/"):
            return
        if not config.current().staff_origin:
            raise NotFound(Code.NOT_FOUND)
        if request.method not in _SAFE:
            _refuse_other_pages()
        if request.endpoint is not None:
            view_permission()


def _is_secure() -> bool:
    return config.current().staff_origin.startswith("https:")


def _cookie() -> str:
    return SECURE_COOKIE if _is_secure() else COOKIE


def _refuse_other_pages() -> None:
    """Refuse what another page has the browser send (CSRF). A script names the origin by itself."""
    same_origin = request.headers.get("Origin") == config.current().staff_origin
    if not same_origin or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise Forbidden(Code.WRONG_ORIGIN)


def view_permission() -> Permission:
    """The permission of the view that answers this request; raises Forbidden where it has none."""
    found = _permission_of(request.endpoint or "")
    if found is None:
        raise Forbidden(Code.ROLE_NEEDED)
    return found


def permissions() -> dict[str, Permission]:
    """The permission of each call of the staff, by method and path as in the contract, without `/api`."""
    found: dict[str, Permission] = {}
    for rule in current_app.url_map.iter_rules():
        permission = _permission_of(rule.endpoint)
        if permission is not None:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule).removeprefix("/api")
            methods = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            found |= {f"{method} {path}": permission for method in methods}
    return found


def _permission_of(endpoint: str) -> Permission | None:
    return getattr(current_app.view_functions.get(endpoint), "permission", None)


def staff() -> StaffSession:
    """The session of the caller; raises NotSignedIn. Looked up once a request."""
    if "staff" not in g:
        token = sent_staff_token()
        if not token:
            raise NotSignedIn
        g.staff = current_app.extensions["loyalty.load_staff_session"](token)
        g.asked_at = g.staff.at
    found: StaffSession = g.staff
    return found


def account_key_owner() -> str:
    """The caller's account as the owner of Idempotency-Keys."""
    return account_of(staff().staff_id)


def sent_staff_token() -> str:
    """The cookie's token, good or bad, or an empty text."""
    return request.cookies.get(_cookie(), "")


def keep_staff_session(token: str, session: StaffSession) -> StaffSession:
    """Set the cookie of a new session with the answer, and note the sign-in; returns the session."""
    keep_staff_token(token)
    log_security_event("staff_signed_in", staff_id=session.staff_id)
    return session


def keep_staff_token(token: str) -> None:
    """Set the cookie with the answer; an empty token deletes it."""

    @after_this_request
    def set_cookie(response: Response) -> Response:
        secure = _is_secure()
        response.set_cookie(
            _cookie(),
            token,
            max_age=int(SESSION_LIFE.total_seconds()) if token else 0,
            path="/" if secure else PATH,
            httponly=True,
            secure=secure,
            samesite="Strict",
        )
        return response


def permission_required(permission: Permission) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Require a permission before anything else is read; `staff()` then returns who asks. A public view only
    bears it.

    An `outlet_id` of the path is checked. Raises NotSignedIn, and Forbidden (in the contract) `role_needed`,
    `other_outlet` or `verification_needed`.
    """

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            session = staff()
            outlet_id = kwargs.get("outlet_id")
            denial = why_denied(
                permission,
                session.grants,
                outlet_id=outlet_id if isinstance(outlet_id, int) else None,
                verified_at=session.verified_at,
                now=session.at,
            )
            if denial is not None:
                raise Forbidden(_DENIALS[denial])
            return view(*args, **kwargs)

        documented: Callable[P, R] = view
        if not permission.public:
            documented = _DOCUMENTED.doc(security=SECURITY)(guarded)
            documented = _DOCUMENTED.alt_response(403, schema=ErrorSchema)(documented)
        documented.permission = permission  # type: ignore[attr-defined]
        return documented

    return decorate
