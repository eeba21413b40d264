"""The commands as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from backend import Backend
from loyalty_conform.cli import main


def typed(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    """A private and a public key in files."""
    key = Ed25519PrivateKey.generate()
    private, public = tmp_path / "key.pem", tmp_path / "public.pem"
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    return private, public


def test_a_run_writes_a_signed_report(undamaged: Backend, keys: tuple[Path, Path], tmp_path: Path) -> None:
    """Page, JUnit and JSON say the same; the signature is of this report only."""
    out = tmp_path / "report"
    done = typed("run", undamaged.address, "--out", out, "--key", keys[0])
    assert done.exit_code == 0, done.output
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    passed = report["counts"]["passed"]
    assert report["counts"] == {"passed": passed, "failed": 0, "skipped": 0}
    assert f"{passed} passed, 0 failed, 0 not performed." in done.output
    assert f"Yes, in all {passed} checks" in (out / "index.html").read_text(encoding="utf-8")
    assert f'tests="{passed}" failures="0" skipped="0"' in (out / "junit.xml").read_text(encoding="utf-8")

    assert typed("verify", out / "report.json", keys[1]).exit_code == 0
    (out / "report.json").write_text(json.dumps({**report, "address": "another"}), encoding="utf-8")
    assert "not of this report" in typed("verify", out / "report.json", keys[1]).output


def test_what_cannot_be_done_is_said_before_anything_is_asked(
    undamaged: Backend, keys: tuple[Path, Path], tmp_path: Path
) -> None:
    """No report of failures that are none of the backend."""
    out = tmp_path / "report"
    for words, sentence in (
        (("http://127.0.0.1:1",), "Nothing answers at http://127.0.0.1:1"),
        (("127.0.0.1",), "Nothing answers at 127.0.0.1"),
        ((undamaged.address, "--key", keys[1]), "public.pem is not a private key"),
    ):
        done = typed("run", *words, "--out", out)
        assert done.exit_code == 1
        assert sentence in done.output
    assert not out.exists()


def test_what_was_not_given_is_not_performed_and_said(undamaged: Backend, tmp_path: Path) -> None:
    done = typed("run", undamaged.address, "--profile", "journey", "--out", tmp_path)
    assert done.exit_code == 0
    assert "This run was not given so many test numbers (--number)." in done.output
    assert "so many test numbers (--number) and the key of a test till (--till-key)." in done.output
