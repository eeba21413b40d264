"""The options and fixtures of the kit's own tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from backend import DEVIATIONS, Backend, Template, make_template

SHORT = 4  # how many deviations `npm test` plants
BY_RESPECT = (
    "no session is a 403",
    "a tier threshold off by one",
    "a header is missing: the content policy",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--whole` is asked for by `npm run test:all`, `--runs 50` looks for false alarms."""
    parser.addoption("--whole", action="store_true", help="every planted deviation, not only the first few")
    parser.addoption("--runs", type=int, default=1, help="runs against the undamaged server")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The first few deviations, or all; and as many runs as were asked for."""
    whole = metafunc.config.getoption("--whole")
    found_by_respect = [each for each in DEVIATIONS if each["name"] in BY_RESPECT]
    for name, all_of_them, few in (
        ("deviation", DEVIATIONS, SHORT),
        ("found_by_respect", found_by_respect, 1),
    ):
        if name in metafunc.fixturenames:
            planted = all_of_them if whole else all_of_them[:few]
            metafunc.parametrize(name, planted, ids=[each["name"] for each in planted])
    if "run" in metafunc.fixturenames:
        metafunc.parametrize("run", range(metafunc.config.getoption("--runs")))


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    """A database with the programme and tills, which each copy of the server begins with."""
    return make_template(tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="session")
def undamaged(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """Our server as it is."""
    with Backend(template, tmp_path_factory.mktemp("undamaged"), []) as backend:
        yield backend
