"""Expand, then contract: the release before works on the next one's tables, so that it can come back."""

import ast
from pathlib import Path

import pytest

import loyalty

VERSIONS = sorted((Path(loyalty.__file__).parent / "migrations/versions").glob("0*.py"))
# What the code of the release before could trip over.
TAKES_AWAY = {"drop_table", "drop_column", "rename_table"}


def problems_of(source: str) -> list[str]:
    """What an upgrade does that a release which does not know of it could not live with."""
    upgrade = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == "upgrade"
    )
    found = []
    for call in (node for node in ast.walk(upgrade) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name in TAKES_AWAY:
            found.append(name)
        if name == "alter_column" and any(word.arg == "new_column_name" for word in call.keywords):
            found.append("a column gets another name")
        if name == "add_column" and _must_be_filled(call):
            found.append("a new column that old code would have to fill")
    return found


def _must_be_filled(add_column: ast.Call) -> bool:
    column = next(node for node in add_column.args if isinstance(node, ast.Call))
    output = {word.arg: word.value for word in column.keywords}
    nullable = output.get("nullable")
    required = isinstance(nullable, ast.Constant) and nullable.value is False
    return required and "server_default" not in output


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_an_upgrade_takes_nothing_away_from_the_release_before(path: Path):
    assert problems_of(path.read_text()) == []


@pytest.mark.parametrize(
    ("upgrade", "problem"),
    [
        ("op.drop_column('members', 'email')", "drop_column"),
        ("op.alter_column('members', 'name', new_column_name='full_name')", "a column gets another name"),
        (
            "op.add_column('members', sa.Column('title', sa.Text(), nullable=False))",
            "a new column that old code would have to fill",
        ),
    ],
)
def test_what_would_break_a_roll_back_is_named(upgrade: str, problem: str):
    assert problems_of(f"def upgrade():\n    {upgrade}\n") == [problem]


def test_a_new_column_with_a_default_is_welcome():
    column = "sa.Column('title', sa.Text(), nullable=False, server_default='')"

    assert problems_of(f"def upgrade():\n    op.add_column('members', {column})\n") == []
