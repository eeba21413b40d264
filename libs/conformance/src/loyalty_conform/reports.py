"""What a run found: JUnit for machines, a page for people, JSON with a signature for the file."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from jinja2 import Environment, PackageLoader

from loyalty_conform.journeys import Journey
from loyalty_conform.runs import Outcome


def report(
    address: str, profile: str, journeys: Sequence[Journey], outcomes: Sequence[Outcome]
) -> dict[str, Any]:
    """The report as JSON: what was checked, when, the counts, the journeys' titles, and every step."""
    failed = sum(bool(each.problems) for each in outcomes)
    skipped = sum(each.skipped is not None for each in outcomes)
    return {
        "address": address,
        "profile": profile,
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "counts": {"passed": len(outcomes) - failed - skipped, "failed": failed, "skipped": skipped},
        "journeys": {each.name: each.title for each in journeys},
        "steps": [{**asdict(each), "seconds": round(each.seconds, 3)} for each in outcomes],
    }


def private_key(file: Path) -> Ed25519PrivateKey:
    """The key that signs reports. Raises ValueError when the file is none of Ed25519 in PEM."""
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise ValueError(f"{file} is not a private key in PEM without a passphrase.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{file} is not an Ed25519 key.")
    return key


def write(found: dict[str, Any], folder: Path, key: Ed25519PrivateKey | None) -> None:
    """Write report.json, junit.xml and index.html; with a key report.json.sig too.

    The signature is Ed25519 (RFC 8032) over the bytes of report.json, in base64.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode()
    (folder / "report.json").write_bytes(content)
    signature = folder / "report.json.sig"
    signature.unlink(missing_ok=True)
    if key:
        signature.write_bytes(base64.b64encode(key.sign(content)) + b"\n")
    _junit(found).write(folder / "junit.xml", encoding="utf-8", xml_declaration=True)
    page = Environment(loader=PackageLoader("loyalty_conform", "pages"), autoescape=True, trim_blocks=True)
    text = page.get_template("report.html").render(report=found)
    (folder / "index.html").write_text(text, encoding="utf-8")


def is_signed(path: Path, key: Path) -> bool:
    """Whether the signature beside a report is of this report and this public key.

    Raises ValueError when the key is none of Ed25519 in PEM.
    """
    try:
        public = load_pem_public_key(key.read_bytes())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError(f"{key} is not a public key in PEM.") from error
    if not isinstance(public, Ed25519PublicKey):
        raise ValueError(f"{key} is not an Ed25519 key.")
    try:
        signature = base64.b64decode(Path(f"{path}.sig").read_bytes())
        public.verify(signature, path.read_bytes())
    except (InvalidSignature, OSError, ValueError):
        return False
    return True


def _junit(found: dict[str, Any]) -> ElementTree.ElementTree[ElementTree.Element]:
    counts = found["counts"]
    root = ElementTree.Element(
        "testsuite",
        name=f"conformance of {found['address']}",
        tests=str(sum(counts.values())),
        failures=str(counts["failed"]),
        skipped=str(counts["skipped"]),
        timestamp=found["at"],
    )
    for step in found["steps"]:
        case = ElementTree.SubElement(
            root, "testcase", classname=step["journey"], name=f"{step['step']} ({step['cites']})"
        )
        case.set("time", str(step["seconds"]))
        if step["problems"]:
            failure = ElementTree.SubElement(case, "failure", message=step["problems"][0])
            failure.text = "\n".join(step["problems"])
        elif step["skipped"]:
            ElementTree.SubElement(case, "skipped", message=step["skipped"])
    return ElementTree.ElementTree(root)
