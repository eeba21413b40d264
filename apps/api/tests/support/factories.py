"""Members, rewards, tills and commands for tests, with defaults for whatever a test does not name."""

from datetime import date, datetime
from itertools import count
from typing import Any

from click.testing import Result
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import adjustments
from loyalty.backoffice.tills import tills
from loyalty.cli.maintenance import AUDITS
from loyalty.cli.signing import LOGIN
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access import sign_in
from loyalty.features.members import changes
from loyalty.features.points import ledger
from loyalty.features.rewards.programme import row_of, set_up
from loyalty.rules.points import SOURCES, Action

AMIR = Signature("amir", "ticket 4711, a wish")
_numbers = count(120_000_000)
_bills = count(1)
# Bills that a test makes up are a source of any entry.
SOURCES["test-bill"] = frozenset(Action)


def a_member(database: Database, *, earned: int = 0, **values: Any) -> int:
    """A new member's id; `earned` points are credited by one bill."""
    defaults = {
        "name": "Aisyah Rahman",
        "calling_code": "60",
        "number": str(next(_numbers)),
        "gender_id": 2,
        "race_id": 1,
        "date_of_birth": date(1994, 3, 8),
        "outlet_id": 1,
    }
    with database.bound(), transaction() as db:
        member_id = changes.create(db, **{**defaults, **values})
        if earned:
            ledger.earn(db, member_id, earned, a_bill(), "RM 10.00 at Publika")
    return member_id


def a_bill() -> ledger.Source:
    """A source of a ledger entry that no other entry has."""
    return ledger.Source("test-bill", str(next(_bills)))


def spend(
    db: Session, member_id: int, points: int, source: ledger.Source, remark: str, at: datetime | None = None
) -> int:
    """Take points from a member as a claim does; returns the new balance."""
    account, at = ledger.lock(db, member_id, at)
    ledger.spend(db, account, points, source, remark, at)
    return account.balance


def signed_in(app: Flask, member_id: int) -> dict[str, str]:
    """The headers of a request by this member, signed in on the site."""
    with app.app_context(), transaction() as db:
        token = sign_in.begin(db, member_id, at_mini=False).login_token
    return {"Authorization": f"Bearer {token}"}


_rewards = count(1_000)


def a_reward(database: Database, **values: Any) -> int:
    """A new reward's id; free and always open by default. `values` are named as in the programme file."""
    defaults = {"id": next(_rewards), "kind": "points", "type": 2, "title": "A treat", "valid_days": 30}
    row = row_of({**defaults, **values})
    with database.bound(), transaction() as db:
        set_up(db, [row])
    return int(row["id"])


def a_till(app: Flask, outlet: int = 1) -> FlaskClient:
    """A client with the key of a new till of this outlet."""
    with app.app_context():
        _, key = tills.add_till(outlet, "", Signature("amir via mei", "a new till"))
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return browser


def adjust(member_id: int, delta: int, signature: Signature, **how: Any) -> Proposal:
    """An adjustment of points; to be called within an application's or a database's context."""
    with transaction() as db:
        return adjustments.adjust(db, member_id, delta, signature, **how)


def run_command(app: Flask, *words: object) -> Result:
    """The result of a command; the operator that `--by` names is also the login."""
    line = [str(word) for word in words]
    if "--by" in line:
        login = line[line.index("--by") + 1].strip()
        app.extensions[LOGIN] = lambda: login
    return app.test_cli_runner().invoke(args=line)


def metric(name: str, **labels: str) -> float:
    """The value of a metric of this process, 0 before it is first counted."""
    return REGISTRY.get_sample_value(name, labels) or 0


def every_violation(database: Database) -> list[str]:
    """What all auditors say, as `I-7 member 3: …` (SECURITY.md)."""
    with database.bound():
        db = current_session()
        return [
            f"{each.invariant} member {each.member_id}: {each.sentence}"
            for violations in AUDITS
            for each in violations(db)
        ]
