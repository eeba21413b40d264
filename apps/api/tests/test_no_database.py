"""A command without a database ends with one message and no traceback."""

import pytest

from loyalty import create_app
from loyalty.config import Config


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite:///{folder}/empty.db", "There is no database at"),
        ("postgresql+psycopg://app@127.0.0.1:1/app", "connection failed"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [["till", "list"], ["member", "export", "1", "--reason", "Ticket 4711"], ["audit"]],
)
def test_a_missing_database_gives_a_message_what_to_do(tmp_path, url: str, message: str, command: list[str]):
    app = create_app(Config(database_url=url.format(folder=tmp_path), worker=False))

    answer = app.test_cli_runner().invoke(args=command)

    app.extensions["loyalty.database"].close()
    assert answer.exit_code == 1
    assert message in answer.output
    assert "db upgrade" in answer.output
    assert "Traceback" not in answer.output
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_tables_gives_a_message(tmp_path):
    (tmp_path / "empty.db").touch()
    app = create_app(Config(database_url=f"sqlite:///{tmp_path}/empty.db", worker=False))

    answer = app.test_cli_runner().invoke(args=["audit"])

    app.extensions["loyalty.database"].close()
    assert answer.exit_code == 1
    assert "no such table" in answer.output


@pytest.mark.parametrize("command", ["log", "head"])
def test_help_needs_no_database(tmp_path, command: str):
    app = create_app(Config(database_url=f"sqlite:///{tmp_path}/none.db", worker=False))

    answer = app.test_cli_runner().invoke(args=["audit", command, "--help"])

    app.extensions["loyalty.database"].close()
    assert answer.exit_code == 0, answer.output
