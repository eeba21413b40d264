"""The tables of a database compared with the models: columns, keys, indexes, CHECKs, triggers.

Every table has to be stated first (`models.import_models`). Alembic's `autogenerate` compares; what a CHECK
says, which Alembic does not compare, is compared here.
"""

import re
from collections.abc import Iterator
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.autogenerate.api import AutogenContext
from alembic.operations.ops import AddConstraintOp, DropConstraintOp, ModifyTableOps
from alembic.runtime.migration import MigrationContext
from alembic.runtime.plugins import Plugin
from alembic.util import PriorityDispatchResult
from sqlalchemy import CheckConstraint, Connection, Table, inspect, text
from sqlalchemy.schema import conv

from loyalty.db import triggers
from loyalty.db.tables import Base

# How Alembic compares, here and where it writes a migration.
COMPARING: dict[str, Any] = {
    "compare_server_default": True,
    "autogenerate_plugins": [
        "alembic.autogenerate.*",
        "alembic.ext.checkconstraint_byname",
        "loyalty.checks",
    ],
}
# What somebody may have added without harm: an index makes a report faster.
_HARMLESS = ("remove_table", "remove_index")


def differences(db: Connection) -> list[str]:
    """What the tables have otherwise than the models, each a part of a sentence; empty where all is right."""
    context = MigrationContext.configure(db, opts=dict(COMPARING))
    return [*_described(compare_metadata(context, Base.metadata)), *triggers.problems(db)]


def _described(found: list[Any]) -> Iterator[str]:
    for one in found:
        what, *about = one[0] if isinstance(one, list) else one
        if what in _HARMLESS:
            continue
        if what.endswith("_table"):
            yield f"the table {about[0].name} is missing"
        elif what.endswith("_column"):
            yield f"the column {about[1]}.{about[2].name} is {_state(what)}"
        elif what.startswith("modify_"):
            yield f"the column {about[1]}.{about[2]} has another {what.removeprefix('modify_')}"
        else:
            yield f"{about[0].name} of the table {about[0].table.name} is {_state(what)}"


def _state(what: str) -> str:
    return "missing" if what.startswith("add_") else "none of ours"


def _compare_checks(
    context: AutogenContext,
    steps: ModifyTableOps,
    _schema: str | None,
    name: str,
    there: Table | None,
    stated: Table | None,
) -> PriorityDispatchResult:
    """Replace the CHECKs of a table that have a name of ours and another condition."""
    db = context.connection
    if db is None or there is None or stated is None:
        return PriorityDispatchResult.CONTINUE
    ours = {str(each.name): each for each in stated.constraints if isinstance(each, CheckConstraint)}
    theirs = {str(each["name"]): each["sqltext"] for each in inspect(db).get_check_constraints(name)}
    both = sorted(ours.keys() & theirs.keys())
    conditions = [
        str(ours[each].sqltext.compile(dialect=db.dialect, compile_kwargs={"literal_binds": True}))
        for each in both
    ]
    understood = _understood(db, name, [*conditions, *(theirs[each] for each in both)])
    for place, each in enumerate(both):
        if understood[place] != understood[place + len(both)]:
            old = CheckConstraint(theirs[each], name=conv(each), table=there)
            steps.ops += [DropConstraintOp.from_constraint(old), AddConstraintOp.from_constraint(ours[each])]
    return PriorityDispatchResult.CONTINUE


def _understood(db: Connection, table: str, conditions: list[str]) -> list[str]:
    """Conditions about a table in the database's own words, so that two with one meaning are the same text.

    PostgreSQL stores a CHECK in other words than it was given; EXPLAIN says any condition in those words.
    """
    if db.dialect.name == "sqlite" or not conditions:
        return [re.sub(r"\s", "", condition) for condition in conditions]
    columns = ", ".join(f"({each})" for each in conditions).replace(":", r"\:")
    query = f"EXPLAIN (VERBOSE, FORMAT JSON) SELECT {columns} FROM {table}"  # noqa: S608  # of our models
    (plan,) = db.execute(text(query)).scalar_one()
    found: list[str] = plan["Plan"]["Output"]
    return found


def _setup(plugin: Plugin) -> None:
    plugin.add_autogenerate_comparator(_compare_checks, "table", "checks")


_setup(Plugin("loyalty.checks"))
