"""Seals that only the key's holder can make: a chain made anew without it, keys in turn, old ones."""
# ruff: noqa: S608  # the statements are this file's own

import json
from datetime import UTC, datetime
from hashlib import sha256
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from loyalty.config import Config
from loyalty.db.session import current_session, transaction
from loyalty.features.points import audit
from loyalty.rules.ledger import NOTHING_BEFORE, SEALED, Entry, KeyRing, seal_of
from support.factories import a_bill, a_member, spend

pytestmark = pytest.mark.databases_differ

OLD, NEW, OTHER = b"an old key", b"a new key", b"another key"
LINE = ", ".join(SEALED)


def sealed_without_a_key(entry: Entry) -> str:
    """A seal as somebody with the database alone can make it."""
    *values, created_at, seal_before = (getattr(entry, name) for name in SEALED)
    moment = created_at.astimezone(UTC).isoformat(timespec="microseconds")
    plain = json.dumps([*values, moment, seal_before], ensure_ascii=True, separators=(",", ":"))
    return sha256(plain.encode()).hexdigest()


def chain_anew(owner, member, how, **changed) -> None:
    """Rewrite a member's first bill and every seal after it, past all triggers."""
    with owner.writes.begin() as connection:
        allow(connection, owner)
        rows = connection.execute(
            text(f"SELECT {LINE} FROM ledger_entries WHERE member_id = :id ORDER BY seq"),
            {"id": member},
        ).all()
        head = NOTHING_BEFORE
        for row in rows:
            columns = dict(row._mapping)
            if not isinstance(columns["created_at"], datetime):
                columns["created_at"] = datetime.fromisoformat(f"{columns['created_at']}+00:00")
            columns |= (changed if row.seq == 2 else {}) | {"seal_before": head}
            values = {"remark": columns["remark"], "seal": head, "id": member, "seq": row.seq}
            connection.execute(
                text(
                    "UPDATE ledger_entries SET remark = :remark, seal_before = :seal "
                    "WHERE member_id = :id AND seq = :seq"
                ),
                values,
            )
            head = how(SimpleNamespace(**columns))
        connection.execute(
            text("UPDATE point_accounts SET head = :head WHERE member_id = :id"), {"head": head, "id": member}
        )


def allow(connection, database) -> None:
    if database.is_sqlite:
        connection.execute(text("DROP TRIGGER IF EXISTS ledger_entries_no_update"))
    else:
        connection.execute(text("ALTER TABLE ledger_entries DISABLE TRIGGER USER"))


def found(database) -> list[str]:
    with database.bound():
        return [each.invariant for each in audit.violations(current_session())]


@pytest.fixture
def member(database):
    made = a_member(database, earned=500)
    with database.bound(), transaction() as db:
        spend(db, made, 100, a_bill(), "a treat")
    return made


def test_a_chain_that_was_made_anew_without_the_key_is_found(database, owner, member):
    assert found(database) == []
    chain_anew(owner, member, sealed_without_a_key, remark="a smaller bill")
    assert found(database) == ["I-3"]


def test_a_chain_sealed_by_a_key_that_is_not_in_the_ring_is_found(database, owner, member):
    chain_anew(owner, member, lambda entry: seal_of([getattr(entry, name) for name in SEALED], OTHER))
    assert found(database) == ["I-3"]


def test_a_new_key_signs_and_the_old_one_still_verifies(database, member, monkeypatch):
    (first,) = Config().ledger_ring
    monkeypatch.setattr(Config, "ledger_ring", (NEW, first))
    with database.bound(), transaction() as db:
        spend(db, member, 50, a_bill(), "another treat")
    assert found(database) == []
    monkeypatch.setattr(Config, "ledger_ring", (NEW,))
    assert found(database) == ["I-3"]


@pytest.mark.parametrize(
    ("seals", "accepted"),
    [
        ((NEW, NEW), True),
        ((OLD, OLD), True),
        ((OLD, NEW), True),
        ((NEW, OLD), False),  # a key that was replaced is used again
        ((OTHER, NEW), False),
        ((OLD, OTHER), False),
    ],
)
def test_no_seal_after_a_newer_key_is_by_an_older_one(seals, accepted):
    ring = KeyRing((NEW, OLD))
    values = ["one", 1], ["two", datetime(2026, 3, 14, tzinfo=UTC)]
    result = [ring.accepts(each, seal_of(each, key)) for each, key in zip(values, seals, strict=True)]
    assert all(result) == accepted


def test_an_entry_has_the_same_seal_in_every_release():
    entry = {
        "member_id": 7,
        "seq": 2,
        "action_id": 2,
        "delta": 45,
        "balance_before": 0,
        "balance_after": 45,
        "tier_delta": 45,
        "tier_before": 0,
        "tier_after": 45,
        "source_type": "bill",
        "source_id": "12",
        "remark": "Publika",
        "created_at": datetime(2026, 11, 28, 12, 30, tzinfo=UTC),
        "seal_before": NOTHING_BEFORE,
    }

    assert (
        seal_of([entry[name] for name in SEALED], OLD)
        == "8c03a462c26dde6180b029c6b06179ad70e73f3a9d289e92154ed681ac706805"
    )
