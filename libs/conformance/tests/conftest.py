"""The options and fixtures of the kit's own tests."""

from __future__ import annotations

from pathlib import Path

import pytest

import backend


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--whole`: every planted deviation and 50 runs, which `npm run test:all` asks for."""
    parser.addoption("--whole", action="store_true", help="every deviation, and 50 runs")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A database with the programme and a till, and the till's key."""
    folder = tmp_path_factory.mktemp("template")
    return folder, backend.make_template(folder)
