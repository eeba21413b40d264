"""SECURITY.md L10: a sum over all accounts during a storm is right at every moment."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Unavailable
from loyalty.features.points import ledger
from loyalty.features.rewards import claims, vouchers
from support.factories import a_bill, a_member, a_reward, every_violation

pytestmark = pytest.mark.databases_differ

MEMBERS, EACH, COST = 12, 2_000, 100
# One statement is one moment: what is held, what the lines say, what was paid for vouchers, the poorest.
BANK = text(
    "SELECT (SELECT sum(balance) FROM point_accounts), (SELECT sum(delta) FROM ledger_entries), "
    "(SELECT coalesce(sum(cost), 0) FROM vouchers WHERE cancelled_at IS NULL), "
    "(SELECT min(balance) FROM point_accounts)"
)


def test_the_bank_adds_up_at_every_moment_of_a_storm(database):
    people = [a_member(database, earned=EACH) for _ in range(MEMBERS)]
    reward, over, seen = a_reward(database, cost=COST), threading.Event(), []

    def read():
        with database.bound():
            while not over.is_set():
                seen.append(tuple(int(each) for each in current_session().execute(BANK).one()))
                over.wait(0.002)  # the storm needs the machine as well

    def act(number: int):
        member = people[number % MEMBERS]
        try:
            with database.bound():
                if number % 5 == 4:  # what goes from one to another leaves the bank as it was
                    with transaction() as db:
                        first, second = sorted((member, people[(number + 1) % MEMBERS]))
                        ledger.adjust(db, first, -30, a_bill(), "over")
                        ledger.adjust(db, second, 30, a_bill(), "over")
                    return
                with transaction() as db:
                    made = claims.claim(db, member, reward).voucher.code
                if number % 3 == 0:
                    with transaction() as db:
                        vouchers.cancel(db, made, "a storm", now(db))
        except (Conflict, Unavailable):
            pass

    readers = [threading.Thread(target=read)]
    for reader in readers:
        reader.start()
    try:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(act, range(160)))
    finally:
        over.set()
        for reader in readers:
            reader.join()

    assert len(seen) > 5
    with database.bound():
        at_the_end = tuple(int(each) for each in current_session().execute(BANK).one())
    for held, lines, paid, poorest in [*seen, at_the_end]:
        assert (held, held + paid, poorest >= 0) == (lines, MEMBERS * EACH, True)
    assert seen[0] != seen[-1]
    assert every_violation(database) == []
