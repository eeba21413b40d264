"""What the programme does, one package a noun."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def state_tables() -> None:
    """Import every module with tables, so that `Base.metadata` holds all: commands import only their own."""
    import_module("loyalty.db.tasks")
    for found in walk_packages(__path__, f"{__name__}."):
        import_module(found.name)
