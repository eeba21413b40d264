"""The API and loyalty programme of a restaurant group. `flask --app loyalty` and gunicorn start here."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loyalty.app import create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    """`create_app`, imported when it is asked for: who imports the rules alone gets no Flask."""
    if name == "create_app":
        from loyalty.app import create_app

        return create_app
    raise AttributeError(name)
