"""The stage of every test: an application on a fresh database, a clock that obeys, messages that are kept.

`pytest` runs on SQLite. `pytest --db=postgresql` (or LOYALTY_TEST_DATABASE=postgresql) runs the same tests on
a real PostgreSQL, which the suite starts for itself from the installed server programs. There the application
runs as in production: as a role that owns no table. What needs the tables' owner asks for `owner`.
"""

import gc
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask, Response, request, request_finished
from flask.testing import FlaskClient
from hypothesis import settings
from sqlalchemy import make_url

from loyalty import create_app
from loyalty.backoffice.people import people
from loyalty.cli.signing import LOGIN
from loyalty.config import Config, current
from loyalty.db.session import Database, TimeShift, transaction
from loyalty.features.access import sign_in
from loyalty.gateways.channels import Message
from support import postgres
from support.outbox_message import drain
from support.staff_app import ORIGIN

REPOSITORY = Path(__file__).parents[3]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--db", default=os.environ.get("LOYALTY_TEST_DATABASE", "sqlite"))
    parser.addoption(
        "--storm", action="store_true", help="only the tests that repeat, as often as the catalogue asks for"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Settings are the tests' own. Generated input: little and untimed, in a storm much and none too slow.

    Dozens of processes import the same modules: compiled once, also where the machine keeps no bytecode.
    """
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for name in Config.model_fields:
        os.environ.pop(f"LOYALTY_{name.upper()}", None)
    os.environ.pop("SENTRY_DSN", None)
    storm = config.getoption("--storm")
    settings.register_profile("ordinary", deadline=None)
    settings.register_profile("storm", max_examples=20_000, deadline=timedelta(seconds=1))
    settings.load_profile("storm" if storm else "ordinary")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what concerns the other database and, in a storm, whatever does the same every time.

    A test for one database differs between them, so `only_on` implies `databases_differ`.
    """
    database, storm = config.getoption("--db"), config.getoption("--storm")
    kept, left_out = [], []
    for item in items:
        wanted = {mark.args[0] for mark in item.iter_markers("only_on")}
        if unknown := wanted - {"sqlite", "postgresql"}:
            raise pytest.UsageError(f"{item.nodeid}: only_on{tuple(unknown)} is no database of ours")
        if wanted:
            item.add_marker(pytest.mark.databases_differ)
        here = wanted <= {database} and (database == "sqlite" or wanted or _needs_database(item))
        (kept if here and (not storm or _varies(item, database)) else left_out).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_collection() -> None:
    """Collect no garbage while modules are imported and thousands of tests are made: all of it stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage again, and leave out what stays until the end."""
    gc.freeze()
    gc.enable()


def _needs_database(item: pytest.Item) -> bool:
    """Whether a test differs between databases: the others run once, with SQLite."""
    if item.get_closest_marker("any_database") is not None:
        return False
    return "server" in getattr(item, "fixturenames", ())


def _varies(item: pytest.Item, database: str) -> bool:
    """Whether a storm repeats it. What reads input before any database is run once."""
    if item.get_closest_marker("fuzz") is not None:
        return database == "sqlite"
    return "rounds" in getattr(item, "fixturenames", ())


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """`rounds(5, 500)`: how often to try, in an ordinary run and in `npm run storm`."""
    storm = request.config.getoption("--storm")
    return lambda few, many: many if storm else few


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The socket folder of the suite's PostgreSQL, or None on SQLite."""
    if request.config.getoption("--db") == "sqlite":
        yield None
        return
    with postgres.running() as root:
        yield root


@pytest.fixture(scope="session")
def template(server: str | None, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with tables and reference rows, made once by the real commands; every test begins so."""
    if server is None:
        place = str(tmp_path_factory.mktemp("template") / "template.db")
        address = f"sqlite:///{place}"
    else:
        place = "template"
        postgres.run(server, f"CREATE DATABASE {place}")
        address = postgres.url(server, place, "loyalty")
        postgres.separate_roles(server, place)
    app = create_app(Config(database_url=address, migration_database_url=owners_url(address), worker=False))
    for command in (["db", "upgrade"], ["seed"]):
        result = app.test_cli_runner().invoke(args=command)
        assert result.exit_code == 0, result.output
    app.extensions["loyalty.database"].close()
    return place


def owners_url(database_url: str) -> str:
    """The same database by the role that owns its tables; nothing on SQLite, which has no roles."""
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite":
        return ""
    return url.set(username="loyalty_owner").render_as_string(hide_password=False)


@pytest.fixture(scope="session", autouse=True)
def cheap_pins() -> Iterator[None]:
    """PINs are hashed as in production, with less work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "PIN_HASH", "scrypt:256:8:1")
        yield


@pytest.fixture(scope="session")
def data_folder() -> Iterator[Path]:
    """Where the database file and the message file of every test are, one test after the other."""
    with TemporaryDirectory(prefix="loyalty-data-", dir=postgres.folder_in_memory()) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def shared_database(server: str | None, template: str) -> Iterator[postgres.SharedDatabase | None]:
    """The database on the server that one test uses after the other; None on SQLite."""
    if server is None:
        yield None
        return
    found = postgres.SharedDatabase(server, "test", template)
    yield found
    found.close()


@pytest.fixture
def database_url(
    server: str | None, template: str, data_folder: Path, shared_database: postgres.SharedDatabase | None
) -> Iterator[str]:
    """The address of the tests' database, which holds what the template holds when a test begins."""
    if server is None or shared_database is None:
        database = data_folder / "test.db"
        shutil.copy(template, database)
        yield f"sqlite:///{database}"
        for file in data_folder.glob("test.db*"):
            file.unlink()
        return
    shared_database.make()
    yield postgres.url(server, "test", "loyalty")
    shared_database.restore()


@pytest.fixture
def config(database_url: str, data_folder: Path) -> Config:
    """The settings of a test: no rate limits, no worker (`sent` sends), the origins of development."""
    messages = data_folder / "messages.jsonl"
    messages.unlink(missing_ok=True)
    attachments = data_folder / "attachments"
    if (
        attachments.exists()
    ):  # an earlier test's; what cannot be removed fails here, not in the scheduler's jobs
        shutil.rmtree(attachments)
    return _config(database_url, str(messages), str(attachments))


@cache
def _config(database_url: str, message_file: str, attachments: str) -> Config:
    """Read once: settings are looked for in the environment and in files."""
    return Config(
        database_url=database_url,
        migration_database_url=owners_url(database_url),
        worker=False,
        rate_limits=False,
        message_file=message_file,
        attachments=attachments,
        staff_origin=ORIGIN,
    )


@pytest.fixture(scope="session")
def applications() -> dict[Config, Flask]:
    """The applications of the session: building one takes longer than most tests."""
    return {}


@pytest.fixture(scope="session")
def declared() -> dict[tuple[str, str], set[int]]:
    """The statuses that the contract declares for each call, by its method and path."""
    contract = json.loads((REPOSITORY / "libs/api-client/openapi.json").read_text(encoding="utf-8"))
    return {
        (method.upper(), path): {int(status) for status in call["responses"] if status.isdecimal()}
        for path, calls in contract["paths"].items()
        for method, call in calls.items()
        if method != "parameters"
    }


@pytest.fixture
def app(
    config: Config, applications: dict[Config, Flask], declared: dict[tuple[str, str], set[int]]
) -> Iterator[Flask]:
    """The application, as production builds it."""
    with application(config, applications, declared) as found:
        yield found


@pytest.fixture
def other_app(
    config: Config, applications: dict[Config, Flask], declared: dict[tuple[str, str], set[int]]
) -> Iterator[Callable[..., Flask]]:
    """`other_app(rate_limits=True)`: an application with these other settings on the same database."""
    with ExitStack() as until_the_end:
        yield lambda **values: until_the_end.enter_context(
            application(config.model_copy(update=values), applications, declared)
        )


@contextmanager
def application(
    config: Config, applications: dict[Config, Flask], declared: dict[tuple[str, str], set[int]]
) -> Iterator[Flask]:
    """An application with these settings; an earlier test's where there is one.

    What it answers to a request that succeeds has to be in the contract.
    """
    app = applications.get(config) or create_app(config)
    extensions = dict(app.extensions)
    app.extensions[LOGIN] = lambda: "mei"
    undeclared = set()

    def look(_app: Flask, response: Response) -> None:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(request.url_rule))
        call, status = (request.method, path), response.status_code
        if call in declared and status < 400 and status not in declared[call]:
            undeclared.add((*call, status))

    with request_finished.connected_to(look, app):
        yield app
    app.extensions["loyalty.worker"].stop()
    database: Database = app.extensions["loyalty.database"]
    database.close()
    database.shift = TimeShift()
    app.extensions["loyalty.public_cache"].clear()
    app.extensions = extensions
    if config.rate_limits and not config.redis_url:
        app.extensions["loyalty.rate_limits"].reset()
    if not config.redis_url:
        applications[config] = app
    assert undeclared == set()


@pytest.fixture
def change_settings(app: Flask) -> Iterator[Callable[..., None]]:
    """`change_settings(codes_per_day=3)`: the application goes on with other settings until the test ends."""
    with app.app_context():
        config = current()
    before = config.model_dump()

    def change(**values: object) -> None:
        for name, value in values.items():
            object.__setattr__(config, name, value)

    yield change
    change(**before)


@pytest.fixture
def new_app(config: Config) -> Iterator[Flask]:
    """An application that nobody has asked anything yet, for a test that adds routes or ends it."""
    app = create_app(config)
    app.extensions[LOGIN] = lambda: "mei"
    yield app
    app.extensions["loyalty.worker"].stop()
    app.extensions["loyalty.database"].close()


@pytest.fixture
def logged_in_as(app: Flask) -> Callable[[str], None]:
    """`logged_in_as("siti")`: commands are typed by this login from now on; at first it is `mei`."""

    def log_in(login: str) -> None:
        app.extensions[LOGIN] = lambda: login

    return log_in


@pytest.fixture
def database(app: Flask) -> Database:
    """The application's database; `with database.bound():` lets current_session() and transaction() work
    in a test.
    """
    found: Database = app.extensions["loyalty.database"]
    return found


@pytest.fixture
def owner(config: Config, database: Database) -> Iterator[Database]:
    """The same database by the role that owns its tables, for damage that the application's cannot do."""
    url = config.migration_database_url
    if not url:
        yield database
        return
    owner = Database(database.app, url)
    yield owner
    owner.close()


@pytest.fixture
def bound(database: Database) -> Iterator[None]:
    """For a whole test: current_session() and transaction() work."""
    with database.bound():
        yield


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a session."""
    return app.test_client()


@pytest.fixture
def as_member(app: Flask) -> Callable[[int], FlaskClient]:
    """`as_member(member_id)` is a browser that this member is signed in with."""

    def signed_in(member_id: int) -> FlaskClient:
        with app.app_context(), transaction() as db:
            welcome = sign_in.begin(db, member_id, at_mini=False)
        browser = app.test_client()
        browser.environ_base["HTTP_X_USER_TOKEN"] = welcome.login_token
        return browser

    return signed_in


class Clock:
    """The database's clock, stopped: it moves when the test says so."""

    def __init__(self, database: Database) -> None:
        self._shift = database.shift
        self.set(datetime(2026, 3, 14, 4, 0, tzinfo=UTC))

    def set(self, moment: datetime) -> None:
        """Make it this moment."""
        self._shift.stopped_at = moment

    def advance(self, **by: float) -> None:
        """Let time pass: `clock.advance(seconds=30)`."""
        self.set(self.now() + timedelta(**by))

    def now(self) -> datetime:
        """The moment it is."""
        assert self._shift.stopped_at is not None
        return self._shift.stopped_at


@pytest.fixture
def clock(database: Database) -> Clock:
    """Noon of 14 March 2026 in Malaysia, standing still."""
    return Clock(database)


class Sent:
    """The messages that have left: looking at them sends what is waiting."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._messages: list[Message] = []

    def send(self, message: Message) -> None:
        """Be the channel."""
        self._messages.append(message)

    def all(self) -> list[Message]:
        """Every message so far, oldest first."""
        with self._database.bound():
            while drain(self):
                pass
        return self._messages

    def codes(self, to: str | None = None) -> list[str]:
        """The one-time codes so far, oldest first; of one number, written +60123456789."""
        return [each.code for each in self.all() if each.code and to in (None, each.to)]

    def code(self, to: str | None = None) -> str:
        """The newest one-time code."""
        return self.codes(to)[-1]


@pytest.fixture
def sent(database: Database) -> Sent:
    """What went out to phones."""
    return Sent(database)
