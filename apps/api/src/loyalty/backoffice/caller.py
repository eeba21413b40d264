"""Who of the office sends the request at hand, for routes."""

from loyalty.backoffice.context import OfficeContext
from loyalty.http.staff_auth import operation_name, staff


def office() -> OfficeContext:
    """Who sends the request at hand, and the operation it asks for."""
    return OfficeContext(staff(), operation_name())
