"""Restorations: only two people give a used voucher back, until it expires."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, IntegrityError

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions
from loyalty.backoffice.vouchers import restorations
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, NotFound
from support.factories import a_member, a_reward, a_till, every_violation

MEI, RAJ = Signature("mei", "Ticket 4711"), Signature("raj", "Ticket 4711")


@pytest.fixture
def ask(app):
    """`ask(voucher)`: Mei asks for a restoration; its id."""

    def asking(voucher, by=MEI):
        with app.app_context(), transaction() as db:
            return restorations.request(db, voucher["code"], by).id

    return asking


@pytest.fixture
def decide(app):
    """`decide(1)`: Raj approves it."""

    def deciding(restoration_id, by=RAJ, state=DONE):
        with app.app_context():
            return approvals.decide(restoration_id, by, state).state

    return deciding


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=800)


@pytest.fixture
def present(as_member, member):
    """Show a voucher at outlet 1, as its member."""

    def show(voucher):
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
        return as_member(member).post("/api/memberRedeem", json=body).status_code

    return show


@pytest.fixture
def used(database, as_member, member, present, till):
    """A voucher that cost 500 points and was used at outlet 1."""
    reward = a_reward(database, cost=500, title="Thai milk tea", valid_days=30)
    made = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    voucher = made.json["memberReward"]
    assert present(voucher) == 201
    assert use(till, voucher) == 200
    return voucher


def use(till, voucher):
    return till.post(f"/api/pos/voucher/{voucher['code']}/use", json={"receiptNumber": "A-1"}).status_code


def test_two_people_restore_a_used_voucher_and_it_is_used_again(
    ask, decide, used, till, present, member, as_member, clock, database
):
    clock.advance(minutes=5)
    asked = ask(used)
    assert use(till, used) == 409
    assert decide(asked) == DONE
    assert use(till, used) == 409  # its member has to show it first
    (theirs,) = as_member(member).get("/api/memberReward?IsValid=true").json["memberRewardList"]
    assert (theirs["id"], theirs["statusId"], theirs["usedAt"]) == (used["id"], 1, None)
    assert every_violation(database) == []
    assert (present(used), use(till, used)) == (201, 200)
    assert every_violation(database) == []


def test_restoring_changes_no_points_and_is_logged(ask, decide, used, member, as_member, database):
    before = as_member(member).get(f"/api/member/{member}/activityHistory").json
    decide(ask(used))
    assert as_member(member).get(f"/api/member/{member}/activityHistory").json == before
    with database.bound():
        lines = [
            (each.operator, each.action, each.details)
            for each in log.entries(current_session(), member_id=member)
        ]
    assert lines == [
        ("raj", "voucher.approve", f"voucher {used['id']}, restoration 1"),
        ("mei", "voucher.restore", f"voucher {used['id']}, waiting"),
    ]


@pytest.mark.parametrize("by", ["mei", "MEI", " m ei"])
def test_nobody_decides_their_own(ask, decide, used, till, by):
    asked = ask(used)
    for state in (DONE, REFUSED):
        with pytest.raises(Conflict, match="another operator has to decide"):
            decide(asked, Signature(by, "Ticket 4711"), state)
    assert use(till, used) == 409


def test_a_refused_restoration_leaves_the_voucher_used(ask, decide, used, till):
    asked = ask(used)
    with pytest.raises(Conflict, match="already waiting for a decision: proposal 1"):
        ask(used, RAJ)
    assert decide(asked, state=REFUSED) == REFUSED
    assert use(till, used) == 409
    with pytest.raises(Conflict, match="has already refused this"):
        decide(asked)
    with pytest.raises(NotFound):
        decide(7)
    assert ask(used) == 2


def test_only_a_used_voucher_that_has_not_expired_is_restored(
    app, ask, decide, used, clock, as_member, member, database
):
    body = {"memberId": member, "rewardId": a_reward(database, title="Another")}
    unused = as_member(member).post("/api/claim", json=body).json["memberReward"]
    with pytest.raises(Conflict, match="has not been used"):
        ask(unused)
    with app.app_context():
        office_vouchers.cancel_voucher(unused["code"], MEI)
    with pytest.raises(Conflict, match="was cancelled"):
        ask(unused)
    clock.advance(days=30)
    asked = ask(used)
    clock.set(clock.now().replace(hour=16))  # midnight in Malaysia: its last day is over
    for act in (lambda: decide(asked), lambda: ask(used, RAJ)):
        with pytest.raises(Conflict, match="has expired"):
            act()
    clock.advance(seconds=-1)
    assert decide(asked) == DONE
    assert every_violation(database) == []


def test_a_restoration_undoes_only_the_use_it_was_requested_for(ask, decide, used, till, present, clock):
    """An old request restores no later use."""
    asked = ask(used)
    decide(asked)
    clock.advance(minutes=1)
    assert (present(used), use(till, used)) == (201, 200)
    with pytest.raises(Conflict):
        decide(asked)
    assert use(till, used) == 409


def test_the_database_lets_only_an_approved_restoration_change_a_used_voucher(ask, used, database, clock):
    def change(sql):
        with database.bound(), transaction() as db:
            db.execute(text(sql))

    def refuses(sql):
        with pytest.raises(DatabaseError, match="stays as it is"):
            change(sql)

    given_back = "UPDATE vouchers SET used_at = NULL, outlet_id = NULL, restoration_id = 1"
    refuses(given_back)
    ask(used)
    refuses(given_back)
    alone = "UPDATE approvals SET state = 'done', decided_at = proposed_at, decided_by = "
    with pytest.raises(IntegrityError):
        change(f"{alone} proposed_by")
    with pytest.raises(IntegrityError):
        change(f"{alone} NULL")
    change(f"{alone} 'raj'")
    assert every_violation(database) == [
        f"I-6 member {used['memberId']}: voucher {used['id']} was given back and is used as before"
    ]
    for more in (", cost = 0", ", code = 'X'", ", expires_at = '2030-01-01'", ", cancelled_at = updated_at"):
        refuses(given_back + more)
    refuses("UPDATE vouchers SET used_at = NULL, outlet_id = NULL")
    change(given_back)
    assert every_violation(database) == []


def test_the_audit_finds_a_voucher_that_was_given_back_by_nobody(ask, decide, used, owner):
    decide(ask(used))
    with owner.writes.begin() as db:
        db.execute(text("UPDATE vouchers SET restoration_id = 9"))

    assert every_violation(owner) == [
        f"I-6 member {used['memberId']}: voucher {used['id']} was given back and nobody approved it"
    ]


def test_an_erased_member_gets_no_voucher_back(app, ask, decide, used, member):
    asked = ask(used)
    with app.app_context():
        actions.erase(member, MEI)
    with pytest.raises(NotFound):
        decide(asked)
    assert decide(asked, state=REFUSED) == REFUSED
    with pytest.raises(NotFound):
        ask(used)
