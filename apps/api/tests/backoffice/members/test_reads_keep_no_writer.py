"""Reading is noted in a transaction that reads nothing else: a long report keeps no cashier waiting."""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest

from loyalty.backoffice.inbox import service as inbox_service
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions, breach
from loyalty.backoffice.reports import tables
from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.clock import now
from loyalty.db.session import Database, current_session
from loyalty.rules.calendar import Days
from support.factories import a_member
from support.statements import noted

pytestmark = pytest.mark.databases_differ

MEI = Signature("mei", "Ticket 4711")
WEEK = Wanted(Days(date(2026, 3, 8), date(2026, 3, 14)), None)
READS: dict[str, tuple[str, Callable[[int], object]]] = {
    "a table of figures": ("figures.export", lambda _: tables.sheets(WEEK, "bills", "", MEI)),
    "a member's file": ("member.show", lambda member: actions.show(member, MEI)),
    "a member's data": ("member.export", lambda member: actions.export(member, MEI)),
    "all enquiries": ("inbox.export", lambda _: inbox_service.export_enquiries(MEI)),
    "whom a breach affects": (
        "breach.list",
        lambda _: breach.breach(now() - timedelta(days=1), now(), None, "mei"),
    ),
}


@pytest.mark.parametrize("what", READS)
def test_what_is_noted_is_read_before_the_transaction_that_notes_it(database: Database, what: str):
    member = a_member(database, earned=100)
    action, read = READS[what]
    with database.bound(), noted(database, only_writing=True) as seen:
        read(member)

        newest = log.entries(current_session(), limit=1)[0]

    assert newest.action == action
    words = {word for statement, _ in seen for word in re.findall(r"\w+", statement)}
    assert "office_log" in words
    assert words & {"members", "bills", "ledger_entries", "vouchers", "enquiries", "sessions"} == set()
