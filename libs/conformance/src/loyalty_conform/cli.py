"""`loyalty-conform run ADDRESS`: check a backend, and write what was found."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import httpx

from loyalty_conform import arazzo, reports
from loyalty_conform.checks import Contract
from loyalty_conform.journeys import PROFILES, bundled, journeys
from loyalty_conform.runs import Codes, Run, by_command, by_hook, by_prompt

NUMBERS = ("number", "otherNumber", "thirdNumber", "fourthNumber")


@click.group()
def main() -> None:
    """Check a backend of the loyalty apps against the specification."""


@main.command()
@click.argument("address")
@click.option("--profile", type=click.Choice(PROFILES), default="look", show_default=True)
@click.option(
    "--number", "numbers", multiple=True, help="A test number without +60 that never joined; up to four."
)
@click.option("--till-key", envvar="LOYALTY_CONFORM_TILL_KEY", help="The key of a test till.")
@click.option("--code-command", help="Prints the code of the number that is its last argument.")
@click.option("--code-hook", help="An address that answers the code: GET ?number=.")
@click.option("--contract", type=click.Path(path_type=Path, exists=True), help="Another openapi.json.")
@click.option("--key", type=click.Path(path_type=Path, exists=True), help="An Ed25519 key (PEM) that signs.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("conformance-report"))
def run(
    address: str,
    profile: str,
    numbers: tuple[str, ...],
    till_key: str | None,
    code_command: str | None,
    code_hook: str | None,
    contract: Path | None,
    key: Path | None,
    out: Path,
) -> None:
    """Check ADDRESS, such as https://staging.example.com.

    Exit code 1: it deviates from the specification, or nothing could be checked.
    """
    with _no_traceback():
        signing_key = reports.private_key(key) if key else None
    try:
        httpx.get(address, timeout=30)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise click.ClickException(f"Nothing answers at {address}: {error}") from error
    document = json.loads(contract.read_text(encoding="utf-8")) if contract else bundled("openapi.json")
    values: dict[str, Any] = dict(zip(NUMBERS, numbers, strict=False))
    if till_key:
        values["tillKey"] = till_key
    codes: Codes = by_prompt
    if code_command:
        codes = by_command(shlex.split(code_command))
    elif code_hook:
        codes = by_hook(code_hook)
    chosen = journeys(profile)
    outcomes = Run(address, Contract(document), values, codes).perform(chosen)
    report = reports.report(address, profile, chosen, outcomes)
    reports.write(report, out, signing_key)
    for outcome in outcomes:
        for problem in outcome.problems:
            click.echo(f"✗ {outcome.cites}: {outcome.journey}, {outcome.step}: {problem}")
    for why, steps in Counter(each.skipped for each in outcomes if each.skipped).items():
        click.echo(f"{steps} not performed: {why}")
    counts = report["counts"]
    click.echo(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} not performed.")
    click.echo(f"The report is in {out}.")
    if counts["failed"] or not counts["passed"]:
        raise SystemExit(1)


@main.command()
@click.argument("report", type=click.Path(path_type=Path, exists=True))
@click.argument("key", type=click.Path(path_type=Path, exists=True))
def verify(report: Path, key: Path) -> None:
    """Verify the signature beside REPORT with the public KEY (PEM)."""
    with _no_traceback():
        signed = reports.is_signed(report, key)
    if not signed:
        raise click.ClickException("The signature is not of this report and key.")
    click.echo("The signature is right.")


@contextmanager
def _no_traceback() -> Iterator[None]:
    """A ValueError is a sentence for the person."""
    try:
        yield
    except ValueError as error:
        raise click.ClickException(str(error)) from error


@main.command("arazzo")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--openapi", default="openapi.json", help="Where the contract is, seen from TARGET.")
def export(target: Path, openapi: str) -> None:
    """Write the journeys that need no one-time code to TARGET as an Arazzo document."""
    document = arazzo.document(journeys("look"), openapi)
    target.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
