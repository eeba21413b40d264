"""What members do and get, as tests of messages need it."""

from loyalty.db.session import transaction
from loyalty.features.points import ledger
from support.factories import a_bill


def earn(database, member, points=45):
    with database.bound(), transaction() as db:
        ledger.earn(db, member, points, a_bill(), "RM 45.00 at Publika")


def choose(browser, member, **chosen):
    path = f"/api/member/{member}/preferences"
    saved = browser.get(path).json["notifications"]
    answer = browser.put(path, json={"notifications": {**saved, **chosen}})
    assert answer.status_code == 200, answer.text


def messages(browser, member):
    return browser.get(f"/api/member/{member}/notification").json
