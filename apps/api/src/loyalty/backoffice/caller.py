"""Who of the office sends the request at hand, for routes."""

from loyalty.backoffice.context import OfficeContext
from loyalty.http.staff_auth import staff, view_permission


def office() -> OfficeContext:
    """Who sends the request at hand, and the permission of its view."""
    return OfficeContext(staff(), view_permission())
