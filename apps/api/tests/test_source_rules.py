"""Rules about the source files that no linter checks."""

from __future__ import annotations

from pathlib import Path

import loyalty

SOURCE = Path(loyalty.__file__).parent
FILES = {
    path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")
}


def files_with(text: str) -> set[str]:
    return {name for name, source in FILES.items() if text in source}


def test_only_two_modules_commit():
    assert files_with(".writes.begin(") == {"db/connections.py", "db/maintenance.py"}


def test_only_config_reads_the_environment():
    assert files_with("os.environ") == {"config.py"}
    assert not files_with("getenv")


def test_only_the_clock_module_reads_the_time():
    allowed = {"db/clock.py"}
    for text in ("datetime.now(", "date.today(", "utcnow(", "time.time("):
        assert files_with(text) <= allowed, text


def test_points_and_money_are_never_floats():
    for name in (
        "rules/points.py",
        "features/points/ledger.py",
        "features/points/bills.py",
        "rules/ledger.py",
    ):
        assert "float" not in FILES[name]


def test_no_module_has_a_name_like_utils():
    meaningless = {"utils", "util", "helpers", "helper", "common", "misc", "shared", "base_service"}
    assert not [name for name in FILES if Path(name).stem in meaningless]
