"""A copy of this project's API on a database of its own, with or without a planted deviation."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

ROOT = Path(__file__).parents[3]
BIN = Path(sys.executable).parent
DEVIATIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "deviations.json").read_text(encoding="utf-8")
)
# A run verifies RM 1,700 at its till; ours have a limit of RM 30,000 a day (docs/till.md).
TILLS = 4
RUNS_OF_A_TILL = 15
MAKE_DATABASE = """
import sys
from loyalty import create_app
flask = create_app().test_cli_runner()
def run(*command):
    done = flask.invoke(args=command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output
run("db", "upgrade")
run("seed")
for number in range(int(sys.argv[1])):
    printed = run("till", "add", "--outlet", "1", "--name", f"Kit {number}", "--reason", "conformance")
    print(printed.split()[-1])
"""
READ_CODE = """
import json, pathlib, sys
file = pathlib.Path(sys.argv[1])
sent = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
print(([each["code"] for each in sent if each["kind"] == "otp" and each["to"] == sys.argv[2]] or [""])[-1])
"""


def _environment(folder: Path, source: Path) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("LOYALTY_")},
        "PYTHONPATH": str(source),
        "LOYALTY_DATABASE_URL": f"sqlite:///{folder}/loyalty.db",
        "LOYALTY_RATE_LIMITS": "off",
        "LOYALTY_MESSAGE_FILE": f"{folder}/messages.jsonl",
        "LOYALTY_ATTACHMENTS": f"{folder}/attachments",
    }


@dataclass(frozen=True)
class Template:
    """A folder with a database, and the keys of its tills."""

    folder: Path
    till_keys: list[str]


def make_template(folder: Path) -> Template:
    """Make a database with the programme and tills in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", MAKE_DATABASE, str(TILLS)],
        env=_environment(folder, ROOT / "apps/api/src"), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return Template(folder, done.stdout.split())


class Backend:
    """The server of a deviation, or of none; a context manager."""

    def __init__(self, template: Template, folder: Path, edits: list[dict[str, str]]) -> None:
        self.folder = folder
        source = folder / "src"
        # With the compiled files: only what an edit changes is compiled again.
        shutil.copytree(ROOT / "apps/api/src/loyalty", source / "loyalty")
        for edit in edits:
            file = source / "loyalty" / edit["file"]
            text = file.read_text(encoding="utf-8")
            if text.count(edit["find"]) != 1:
                raise ValueError(f"{edit['file']} does not have {edit['find']!r} once.")
            file.write_text(text.replace(edit["find"], edit["replace"]), encoding="utf-8")
        for file in template.folder.glob("loyalty.db*"):
            shutil.copy(file, folder)
        self._till_keys = template.till_keys
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self._source = source

    def __enter__(self) -> Backend:
        self._process = subprocess.Popen(
            [str(BIN / "gunicorn"), "--config=python:loyalty.serving", "--workers=1", "--threads=8",
             f"--bind=127.0.0.1:{self._port}", "--log-level=critical", "loyalty:create_app()"],
            env=_environment(self.folder, self._source), cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        with httpx.Client(base_url=self.address) as client:
            while True:
                assert self._process.poll() is None, "the copy of the server did not start"
                try:
                    client.get("/readyz").raise_for_status()
                except httpx.HTTPError:
                    time.sleep(0.05)
                else:
                    return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(30)

    @property
    def code_command(self) -> list[str]:
        """The command that prints the newest code of a number, of the server's own message file."""
        return [sys.executable, "-c", READ_CODE, f"{self.folder}/messages.jsonl"]

    def values(self, run: int) -> dict[str, Any]:
        """A till's key and four test numbers that no other run of this server uses."""
        names = ("number", "otherNumber", "thirdNumber", "fourthNumber")
        numbers = {name: str(121_000_000 + 10 * run + place) for place, name in enumerate(names)}
        return {**numbers, "tillKey": self._till_keys[run // RUNS_OF_A_TILL]}
