"""On Citus, what a member does reaches one worker at a time: none of it is sent to every shard."""

from __future__ import annotations

import pytest
from flask import Flask

from loyalty.db.connections import Database
from member_day import a_day, lines, spread

pytestmark = pytest.mark.only_on("citus")

# Found on every worker by an index: the bill that a till names by its id, and what it has verified today.
OF_TILL = ("FROM bills \nWHERE bills.id =", "bills.verified_till_id =")


def test_a_members_day_reaches_one_shard_at_a_time(app: Flask, database: Database, sent, capsys):
    theirs, tills = a_day(app, database, sent.code)

    by_member, by_till = spread(database, theirs), spread(database, tills)

    with capsys.disabled():
        print("\nmember,", lines([count for _, count in by_member]))
        print("till,", lines([count for _, count in by_till]))
    assert [one for one, count in by_member if count > 1] == []
    assert [one for one, count in by_till if count > 1 and not any(known in one for known in OF_TILL)] == []
