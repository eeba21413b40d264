"""Another commit of this repository, run with the same Python packages."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stage import Stage

ROOT = Path(__file__).parents[3]
_FILL = """
import json, sys, stage
made = stage.set_up(sys.argv[1])
print(json.dumps([made.members, made.claimed]))
"""


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit in a folder of its own, until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="loyalty-against-") as folder:
        there = Path(folder) / "repository"
        git = [shutil.which("git") or "git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", there, commit], check=True)  # noqa: S603
        try:
            yield there
        finally:
            subprocess.run([*git, "remove", "--force", there], check=True)  # noqa: S603


def environment_of(root: Path) -> dict[str, str]:
    """The environment in which Python imports the code of a repository."""
    parts = [root / "apps/api/src", root / "apps/api/tests", root / "apps/api/bench"]
    return {"PYTHONPATH": os.pathsep.join(map(str, parts)), "PYTHONSAFEPATH": "1"}


def set_up_by(root: Path, url: str) -> Stage:
    """A fresh database, filled by the code of a repository."""
    filling = [sys.executable, "-c", _FILL, url]
    environment = {**os.environ, **environment_of(root)}
    done = subprocess.run(filling, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    members, claimed = json.loads(done.stdout.splitlines()[-1])
    return Stage(url, [(member_id, token) for member_id, token in members], claimed)
