"""Whether the tables are as new as the code: what a node asks itself before it takes requests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import text

from loyalty.db.session import session


@cache
def _known() -> tuple[frozenset[str], str | None]:
    """Every version this code knows, and its newest."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(Path(__file__).parents[1] / "migrations"))
    return frozenset(one.revision for one in scripts.walk_revisions()), scripts.get_current_head()


def is_behind() -> bool:
    """Whether the tables lack something that this code needs.

    A version nobody here knows is of a release after ours: migrations only add, so ours works with it, and
    a release can be rolled back without touching the tables (docs/deploy.md).
    """
    known, newest = _known()
    version = session().execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return version is None or (version in known and version != newest)
