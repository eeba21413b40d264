"""Rules of this code that no linter checks."""

from __future__ import annotations

from pathlib import Path

import loyalty

SOURCE = Path(loyalty.__file__).parent
FILES = {
    path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")
}


def holding(words: str) -> set[str]:
    return {name for name, text in FILES.items() if words in text}


def test_one_place_commits():
    assert holding(".writes.begin(") == {"db/connections.py", "db/maintenance.py"}


def test_one_place_reads_the_environment():
    assert holding("os.environ") == {"config.py"}
    assert not holding("getenv")


def test_only_the_clock_of_the_database_says_what_time_it_is():
    allowed = {"db/clock.py"}
    for words in ("datetime.now(", "date.today(", "utcnow(", "time.time("):
        assert holding(words) <= allowed, words


def test_no_money_and_no_points_are_floats():
    for name in (
        "rules/points.py",
        "features/points/ledger.py",
        "features/points/bills.py",
        "rules/ledger.py",
    ):
        assert "float" not in FILES[name]


def test_no_file_is_named_for_nothing():
    nothing = {"utils", "util", "helpers", "helper", "common", "misc", "shared", "base_service"}
    assert not [name for name in FILES if Path(name).stem in nothing]
