"""Whether the tables are as new as the code: what a node asks itself before it takes requests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy.orm import Session

NEWER = "This database is newer than this code. Go back to that branch, or run `npm run reset`."


@cache
def _known() -> tuple[frozenset[str], str | None]:
    """Every version this code knows, and its newest."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(__file__).parents[1] / "migrations"))
    return frozenset(one.revision for one in scripts.walk_revisions()), scripts.get_current_head()


def is_behind(db: Session) -> bool:
    """Whether the tables lack something that this code needs, or are not there."""
    known, newest = _known()
    version = current(db)
    return version is None or (version in known and version != newest)


def is_ahead(db: Session) -> bool:
    """Whether the tables are of a release after ours, whose version nobody here knows.

    Migrations only add, so our code works with them, and a release can be rolled back without touching the
    tables (docs/deploy.md).
    """
    known, _ = _known()
    version = current(db)
    return version is not None and version not in known


def current(db: Session) -> str | None:
    """The version of the tables; None when there are none."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(db.connection()).get_current_revision()
