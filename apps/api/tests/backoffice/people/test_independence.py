"""Who stands behind an account, as the tables of the staff know it."""

import pytest

from loyalty.backoffice.approvals.independence import makers, why_not_independent
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.rules.independence import TIED_FOR
from support.staff_app import a_link, a_person, accept, browser_of, in_office, passkey

pytestmark = pytest.mark.databases_differ

HEAD, CASHIER = {"role": "head-office", "outletId": None}, {"role": "cashier", "outletId": 1}


@pytest.fixture
def behind(database):
    """The logins behind an account."""

    def read(staff_id):
        with database.bound():
            db = current_session()
            return makers(db, f"staff:{staff_id}", now(db)) - {f"staff:{staff_id}"}

    return read


@pytest.fixture
def mei(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


def test_who_added_an_account_stands_behind_it_for_thirty_days(database, mei, behind, clock):
    ali = mei.post("/api/staff/people", json={"name": "Ali", "grants": [CASHIER]}).json["id"]
    assert behind(ali) == {"staff:1", "mei"}  # `mei` of the command line made Mei's account
    clock.advance(seconds=TIED_FOR.total_seconds() - 1)
    assert "staff:1" in behind(ali)
    with database.bound():
        db = current_session()
        assert why_not_independent(db, "Mei via staff:1", f"Ali via staff:{ali}", now(db)) is not None
    clock.advance(seconds=1)
    assert behind(ali) == frozenset()


def test_a_pin_and_an_invitation_that_was_used_tie_and_an_open_one_does_not(
    app, database, mei, behind, clock
):
    both = a_person(database, ("cashier", 1), ("outlet-manager", 1), name="Ali")
    clock.advance(seconds=TIED_FOR.total_seconds())
    mei = in_office(app, 1)
    assert behind(both) == frozenset()
    link = mei.post(f"/api/staff/people/{both}/invitation", json={}).json["link"]
    assert behind(both) == frozenset()
    accept(browser_of(app), link.partition("#")[2], passkey())
    assert behind(both) == {"staff:1"}
    clock.advance(seconds=TIED_FOR.total_seconds())
    mei = in_office(app, 1)
    assert mei.put(f"/api/staff/people/{both}/pin", json={"pin": "4071"}).status_code == 204
    assert behind(both) == {"staff:1"}


def test_a_role_ties_when_it_is_new_to_a_person_and_not_at_one_more_outlet(app, database, mei, behind, clock):
    ali = a_person(database, ("outlet-manager", 1), name="Ali")
    clock.advance(seconds=TIED_FOR.total_seconds())
    mei = in_office(app, 1)
    more = [{"role": "outlet-manager", "outletId": outlet} for outlet in (1, 2)]
    assert mei.patch(f"/api/staff/people/{ali}", json={"grants": more}).status_code == 200
    assert behind(ali) == frozenset()
    other = {"role": "cashier", "outletId": 2}
    assert mei.patch(f"/api/staff/people/{ali}", json={"grants": [*more, other]}).status_code == 200
    assert behind(ali) == {"staff:1"}


def test_the_log_says_by_whose_invitation_a_passkey_was_made(app, database, mei, log_of, clock):
    ali = a_person(database, ("outlet-manager", 1), name="Ali")
    accept(browser_of(app), a_link(app, ali), passkey())
    [entry] = mei.get("/api/staff/log?action=staff.passkey-add").json["entryList"]
    [(who, details)] = log_of("staff.passkey-add")
    assert (who, details[:-16]) == (f"Ali via staff:{ali}", f"passkey 1 of staff {ali}, key ")
    assert entry["reason"] == "made by the invitation of mei"
