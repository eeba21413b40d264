"""All tables: `import_models` fills `Base.metadata`."""

from importlib import import_module
from pkgutil import walk_packages

PACKAGES = ("loyalty.db", "loyalty.features", "loyalty.reach", "loyalty.backoffice")


def import_models() -> None:
    """Import every module with tables, so that `Base.metadata` holds all: commands import only their own."""
    for package in PACKAGES:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(found.name)
