"""Which Python packages the API needs to run, read from what is installed: their locked lines, their
licences, both in short as JSON, or the packages themselves as wheels.

    python scripts/package/python_packages.py lock apps/api/requirements.lock
    python scripts/package/python_packages.py licences
    python scripts/package/python_packages.py parts apps/api/requirements.lock
    python scripts/package/python_packages.py wheels apps/api/requirements.lock FOLDER
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

API = "loyalty-api"
# The GPL, which the LGPL is an addition to, and <package>.txt where a wheel comes without its licence's text.
LICENCES = Path(__file__).with_name("licences")
# A requirement that holds on any machine we may be installed on, not only on this one: Debian 12 has
# Python 3.11.2.
EVERYWHERE = [
    {"sys_platform": system, "python_version": python, "python_full_version": f"{python}.0"}
    for system in ("linux", "darwin", "win32")
    for python in ("3.11", "3.12", "3.13", "3.14")
]


def needed() -> list[str]:
    """The names of every package that the API depends on, directly or not, sorted."""
    found: set[str] = set()
    waiting = [Requirement(API)]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if name != API:
            if name in found and not wanted.extras:
                continue
            found.add(name)
        try:
            requires = metadata.requires(wanted.name) or []
        except metadata.PackageNotFoundError:
            continue  # for another machine than this one
        for line in requires:
            requirement = Requirement(line)
            if _holds(requirement, wanted.extras):
                waiting.append(requirement)
    return sorted(found)


def _holds(requirement: Requirement, extras: set[str]) -> bool:
    if requirement.marker is None:
        return True
    return any(
        requirement.marker.evaluate({**machine, "extra": extra})
        for machine in EVERYWHERE
        for extra in (extras or {""})
    )


def locked(lock: Path) -> str:
    """The lock's blocks of the needed packages, with their hashes, unchanged."""
    wanted = set(needed())
    blocks = re.split(r"^(?=[A-Za-z0-9])", lock.read_text(), flags=re.M)
    return "".join(block for block in blocks if canonicalize_name(re.split(r"[=\[ ;]", block)[0]) in wanted)


def wheels(lock: Path, folder: Path) -> str:
    """Fetch into a folder what the lock installs here, on this minor release of Python, hashes checked.

    Writes the platform into the file PLATFORM of the folder and returns it. Downloads from the package index.
    """
    minor = "{}.{}".format(*sys.version_info[:2])
    # Our machine, and the first patch of its Python: what only an older patch needs comes along.
    machines = [{}, {"python_full_version": f"{minor}.0"}]
    chosen = []
    for block in re.split(r"^(?=[A-Za-z0-9])", locked(lock), flags=re.M):
        pin, _, hashes = block.partition(" \\\n")
        requirement = Requirement(pin) if pin else None
        marker = requirement.marker if requirement else None
        if requirement and (marker is None or any(marker.evaluate(machine) for machine in machines)):
            chosen.append(f"{pin.partition(';')[0].strip()} \\\n{hashes}")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as pins:
        pins.write("".join(chosen))
        pins.flush()
        how = ["--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download"]
        subprocess.run([*pip, *how, "-r", pins.name, "-d", str(folder)], check=True)  # noqa: S603
    platform = f"Python {minor}, {sysconfig.get_platform()}"
    (folder / "PLATFORM").write_text(f"{platform}\n")
    return platform


def parts(lock: Path) -> str:
    """Name, version and licence of what these lines install, as scripts/package/sbom.mjs takes them."""
    pinned = re.findall(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", locked(lock), flags=re.M)
    return json.dumps([{"name": name, "version": version, **_licence(name)} for name, version in pinned])


def _licence(name: str) -> dict[str, dict[str, str]]:
    """In the words of its makers; nothing for a package of another machine, which is not here to be asked."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return {}
    if expression := about.get("License-Expression"):
        return {"licence": {"expression": expression}}
    licence = _classified(about) or about.get("License")
    return {"licence": {"name": licence.splitlines()[0]}} if licence else {}


def licences() -> str:
    """A page that names every package, its version and its licence, with their texts."""
    rows = ["# Licences of the Python packages\n"]
    for name in needed():
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        about = found.metadata
        kind = about.get("License-Expression") or _classified(about) or about.get("License") or "see its page"
        rows.append(f"\n## {about['Name']} {found.version}\n\n{kind.splitlines()[0]}\n")
        texts = [
            Path(str(file.locate()))
            for file in found.files or ()
            if ".dist-info" in str(file)
            and re.fullmatch(r"(?i)(licen[cs]e|copying|notice)([.-].+)?", file.name)
        ]
        rows.extend(map(_block, texts or LICENCES.glob(f"{name}.txt")))
    rows.append(f"\n## GNU General Public License 3\n{_block(LICENCES / 'gpl-3.0.txt')}")
    return "".join(rows)


def _block(file: Path) -> str:
    return f"\n```text\n{file.read_text(errors='replace').strip()}\n```\n"


def _classified(about: metadata.PackageMetadata) -> str:
    kinds = [one for one in about.get_all("Classifier") or () if one.startswith("License ::")]
    return ", ".join(one.rsplit(" :: ", 1)[-1] for one in kinds)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lock", lock]:
            sys.stdout.write(locked(Path(lock)))
        case ["parts", lock]:
            sys.stdout.write(parts(Path(lock)))
        case ["wheels", lock, folder]:
            print(wheels(Path(lock), Path(folder)))
        case ["licences"]:
            sys.stdout.write(licences())
        case _:
            sys.exit(__doc__)
