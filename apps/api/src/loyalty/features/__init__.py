"""What the programme does, one package a noun."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages


def state_tables() -> None:
    """Import every feature, so that `Base.metadata` holds every table: commands import only their own."""
    for found in walk_packages(__path__, f"{__name__}."):
        import_module(found.name)
