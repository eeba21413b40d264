"""The stage of the faults: databases that may die, members who claim, the API as production runs it."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from loyalty import create_app
from loyalty.config import Config
from support import postgres
from support.claimants import Claimants
from support.gunicorn_server import Gunicorn


@pytest.fixture(scope="session")
def fragile(server) -> Iterator[postgres.Server | None]:
    """A PostgreSQL of the faults' own that keeps what it committed, with a filled database to copy."""
    if server is None:
        yield None
        return
    own = postgres.Server(durable=True)
    own.start()
    postgres.run(own.root, "CREATE DATABASE filled")
    app = create_app(Config(database_url=postgres.url(own.root, "filled"), worker=False))
    for command in (["db", "upgrade"], ["seed"]):
        assert app.test_cli_runner().invoke(args=command).exit_code == 0
    app.extensions["loyalty.database"].close()
    yield own
    own.stop()


@pytest.fixture
def crashing(fragile) -> postgres.Server | None:
    """That PostgreSQL, running, to be killed; None on SQLite."""
    if fragile is not None:
        fragile.start()
    return fragile


@pytest.fixture
def address(request, crashing) -> str:
    """Where this test's database is."""
    if crashing is None:
        return request.getfixturevalue("database_url")
    name = f"test_{os.urandom(6).hex()}"
    postgres.run(crashing.root, f"CREATE DATABASE {name} TEMPLATE filled")
    return postgres.url(crashing.root, name)


@pytest.fixture
def config(address, tmp_path) -> Config:
    """The settings of this process's own application."""
    attachments = str(tmp_path / "attachments")
    return Config(database_url=address, worker=False, rate_limits=False, attachments=attachments)


@pytest.fixture
def app(config):
    """This process's own application on the same database: it makes the members and audits what is left."""
    app = create_app(config)
    yield app
    app.extensions["loyalty.database"].close()


@pytest.fixture
def serve(app, address) -> Iterator[Callable[..., Gunicorn]]:
    """`serve(workers=2)` is the API of production on this database; the last one is stopped afterwards."""
    running: list[Gunicorn] = []

    def start(**how) -> Gunicorn:
        running.append(Gunicorn(address, **how))
        return running[-1]

    yield start
    for each in running:
        each.stop()


@pytest.fixture
def claimants(app) -> Callable[..., Claimants]:
    """`claimants(api)`: members with points who claim again and again, until they are stopped."""
    return lambda api, **how: Claimants(app, api, **how)


@pytest.fixture(scope="module")
def keys(tmp_path_factory) -> dict[str, Path]:
    """Two pairs of keys: ours and another."""
    home = tmp_path_factory.mktemp("gnupg")
    home.chmod(0o700)
    found = {}
    for who in ("ours", "other"):
        run = ["gpg", "--homedir", str(home), "--batch", "--passphrase", ""]
        subprocess.run(  # noqa: S603
            [*run, "--quick-generate-key", f"{who}@example.com", "rsa2048", "encrypt", "never"],
            check=True, capture_output=True,
        )  # fmt: skip
        for kind, export in (("public", "--export"), ("secret", "--export-secret-keys")):
            found[f"{who} {kind}"] = file = home / f"{who}-{kind}.gpg"
            subprocess.run([*run, "--output", str(file), export, f"{who}@example.com"], check=True)  # noqa: S603
    subprocess.run(["gpgconf", "--homedir", str(home), "--kill", "all"], check=False)  # noqa: S603, S607
    return found


@pytest.fixture
def folder(tmp_path) -> Path:
    (place := tmp_path / "backups").mkdir()
    return place


@pytest.fixture
def backup(app, keys, folder, monkeypatch):
    """`backup("make")`, `backup("drill", file)`: what the command says and how it ends."""
    if programs := postgres.programs():
        monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")

    def run(what: str, *arguments: str | Path, key: str = "") -> tuple[int, str]:
        key = key or ("ours public" if what == "make" else "ours secret")
        into = ("--into", folder) if what == "make" else ()
        words = ["backup", what, *arguments, *into, "--key", keys[key]]
        ended = app.test_cli_runner().invoke(args=[str(word) for word in words])
        return ended.exit_code, ended.output

    return run
