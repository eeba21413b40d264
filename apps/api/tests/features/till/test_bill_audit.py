"""Damage among bills and gifts, planted behind the service's back, and the auditor that names it."""

import pytest
from sqlalchemy import text

from support.factories import a_member, a_reward, a_till, every_violation

pytestmark = pytest.mark.databases_differ

RECEIPT = "member_id, outlet_id, business_day, receipt_number, amount_sen, multiplier_tenths, points"
COPY = f"""INSERT INTO bills ({RECEIPT}, paid_at, created_at)
SELECT {RECEIPT}, paid_at, created_at FROM bills WHERE receipt_number = '1'"""  # noqa: S608
GIFT = """INSERT INTO vouchers (member_id, reward_id, code, name, cost, discount_sen, min_spend_sen,
outlet_ids, usable_from, expires_at, created_at, updated_at)
SELECT v.member_id, v.reward_id, 'another', v.name, 0, 0, 0, '', v.usable_from, v.expires_at, v.created_at,
v.updated_at FROM vouchers v JOIN rewards r ON r.id = v.reward_id WHERE r.kind = """


@pytest.fixture
def member(app, database, clock, as_member):
    """Three bills of one member (pending, verified, taken back), a welcome and a birthday voucher."""
    from loyalty.db.session import transaction
    from loyalty.features.rewards import claims

    member, till = a_member(database), a_till(app)
    for receipt, acts in (("1", ()), ("2", ("verify",)), ("3", ("verify", "void"))):
        body = {"memberId": member, "receiptNumber": receipt, "amount": "45.90"}
        bill = till.post("/api/pos/earn", json=body).json["memberEarn"]
        for act in acts:
            assert till.post(f"/api/pos/earn/{bill['id']}/{act}").status_code == 200
    with database.bound(), transaction() as db:
        claims.welcome(db, member)
    body = {"memberId": member, "rewardId": a_reward(database, kind="birthday", limit=5)}
    assert as_member(member).post("/api/claim", json=body).status_code == 201
    return member


def test_books_that_nobody_touched_are_right(database, member):
    assert every_violation(database) == []


def test_the_database_itself_refuses_a_receipt_twice(database, member):
    from sqlalchemy.exc import DatabaseError

    with pytest.raises(DatabaseError, match=r"(?i)unique"), database.writes.begin() as db:
        db.execute(text(COPY))


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        (["DROP INDEX uq_bills_receipt", COPY],
         "I-7 member 1: receipt 1 of outlet 1 on 2026-03-14 counts 2 times"),
        (["UPDATE bills SET verified_at = created_at WHERE receipt_number = '1'"],
         "I-7 member 1: bill 1 lacks its entry of action 2"),
        (["UPDATE bills SET verified_at = NULL WHERE receipt_number = '2'"],
         "I-7 member 1: bill 2 has an entry of action 2"),
        (["UPDATE bills SET voided_at = created_at WHERE receipt_number = '2'"],
         "I-7 member 1: bill 2 lacks its entry of action 5"),
        (["UPDATE bills SET voided_at = NULL WHERE receipt_number = '3'"],
         "I-7 member 1: bill 3 has an entry of action 5"),
        (["DELETE FROM bills WHERE receipt_number = '2'"],
         "I-7 member 1: points moved for bill 2, which does not exist"),
        (["UPDATE bills SET amount_sen = 5000, points = 50 WHERE receipt_number = '2'"],
         "I-7 member 1: bill 2 lacks its entry of action 2"),
        ([GIFT + "'welcome'"], "I-9 member 1: 2 welcome vouchers"),
        ([GIFT + "'welcome'"], "I-9 member 0: 2 welcome vouchers, 1 numbers they were given to"),
        ([GIFT + "'birthday'"], "I-9 member 1: 2 birthday vouchers in 2026"),
        (["DELETE FROM grants WHERE kind = 'welcome'"],
         "I-9 member 0: 1 welcome vouchers, 0 numbers they were given to"),
    ],
)  # fmt: skip
def test_damage_is_named(database, owner, member, damage, finding):
    with owner.writes.begin() as db:
        for statement in damage:
            db.execute(text(statement))
    assert finding in every_violation(database)


def test_points_that_are_not_the_floor_are_named(database, owner, member):
    with owner.writes.begin() as db:
        if database.is_sqlite:
            db.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        else:
            db.execute(text("ALTER TABLE bills DROP CONSTRAINT ck_bills_points_are_the_floor"))
        db.execute(text("UPDATE bills SET points = 46 WHERE receipt_number = '1'"))
        if database.is_sqlite:
            db.exec_driver_sql("PRAGMA ignore_check_constraints = OFF")
    assert every_violation(database) == ["I-11 member 1: bill 1 does not give 46 points"]
