"""Whether the schema could be distributed by member (docs/scaling.md), as far as the tables say so.

What is not so yet is listed with its reason. A list may only shrink: what is mended is taken out of it, and a
new table or constraint that breaks a line fails here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from sqlalchemy import PrimaryKeyConstraint, Table, UniqueConstraint, text

import loyalty
from factories import a_member, a_till, signed_in
from loyalty.db.connections import connection
from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.tables import Base
from loyalty.features import state_tables
from loyalty.features.members import records
from loyalty.features.office.integrity import TRIGGERS

state_tables()
TABLES = Base.metadata.tables
SOURCE = Path(loyalty.__file__).parent

# Rows that belong to one member, by the column that says whose they are.
OF_MEMBERS = {
    "members": "id",
    **dict.fromkeys(
        (
            "bills",
            "claim_counts",
            "consents",
            "event_sequences",
            "events",
            "handoff_alarms",
            "handoff_tickets",
            "host_accounts",
            "host_consents",
            "ledger_entries",
            "marketing_choices",
            "member_preferences",
            "member_proposals",
            "notification_deliveries",
            "notifications",
            "office_adjustments",
            "passkey_challenges",
            "passkeys",
            "point_accounts",
            "push_subscriptions",
            "session_families",
            "sessions",
            "till_lookups",
            "voucher_restorations",
            "vouchers",
            "wallet_devices",
            "wallet_passes",
            "webhook_deliveries",
        ),
        "member_id",
    ),
}
# The same on every machine: small, and read by everybody.
REFERENCE = {
    "broadcasts",
    "content_kinds",
    "content_versions",
    "images",
    "offline_tills",
    "outlets",
    "programme_drafts",
    "programme_settings",
    "programme_versions",
    "rewards",
    "staff",
    "staff_grants",
    "staff_invitations",
    "staff_passkeys",
    "staff_pins",
    "staff_sessions",
    "staff_challenges",
    "tiers",
    "till_enrolments",
    "till_keys",
    "feed_keys",
    "webhooks",
    "webhook_secrets",
}
# Found by a key of their own, and joined to no member's rows.
BY_OWN_KEY = {
    "enquiries",
    "enquiry_files",
    "enquiry_notes",
    "event_readers",
    "host_attempts",
    "kept_answers",
    "known_devices",
    "notification_looks",
    "notification_runs",
    "wallet_runs",
    "notification_texts",
    "number_proofs",
    "office_log",
    "office_log_chain",
    "otp_challenges",
    "outbox",
    "rate_windows",
    "receipt_claims",
    "recent_writes",
    "single_gifts",
    "stock_parts",
    "till_misses",
}

COUNTED = (
    "SQLite counts up only a single INTEGER PRIMARY KEY, so (member_id, id) needs ids that the API makes "
    "itself, and on PostgreSQL every look-up by the id alone needs the member too."
)
OF_SESSION = "It needs (member_id, id) of sessions, one more index of them."
S1_NOT_YET = {
    **dict.fromkeys(
        (
            "bills",
            "consents",
            "handoff_alarms",
            "handoff_tickets",
            "host_consents",
            "ledger_entries",
            "marketing_choices",
            "member_proposals",
            "notification_deliveries",
            "notifications",
            "office_adjustments",
            "passkeys",
            "push_subscriptions",
            "session_families",
            "sessions",
            "till_lookups",
            "vouchers",
        ),
        COUNTED,
    ),
    "events": f"An event about nobody has no member. {COUNTED}",
    "webhook_deliveries": "An event about nobody has no member: its key is the endpoint and the event.",
    "voucher_restorations": "It names the voucher only; it needs the member too.",
    "passkey_challenges": "A challenge to sign in is nobody's yet: those need a table of their own.",
}

DIRECTORY = "It needs a directory: a small table of the key and its member, written first."
S2_NOT_YET = {
    "members(calling_code, mobile_number)": DIRECTORY,
    "members(member_code)": DIRECTORY,
    "members(referral_code)": DIRECTORY,
    "vouchers(code)": DIRECTORY,
    "bills(outlet_id, business_day, receipt_number)": f"{DIRECTORY} receipt_claims keeps the same promise.",
    "sessions(key)": f"{DIRECTORY} Or the token names the member.",
    "handoff_tickets(key)": f"{DIRECTORY} Or the token names the member.",
    "handoff_tickets(site_session_id)": OF_SESSION,
    "host_accounts(host, subject)": DIRECTORY,
    "passkeys(credential_id)": DIRECTORY,
    "push_subscriptions(endpoint)": f"{DIRECTORY} A browser changes its member when another signs in.",
    "ledger_entries(source_type, source_id, action_id)": "A source moves points once, whoever's they are. "
    "Every source has one member, but nothing in the tables says so.",
}

S3_NOT_YET = {
    "handoff_tickets(session_id) -> sessions": OF_SESSION,
    "handoff_tickets(site_session_id) -> sessions": OF_SESSION,
    "voucher_restorations(voucher_id) -> vouchers": "It needs the member, and (member_id, id) of vouchers.",
    "member_proposals(bill_id) -> bills": "It needs (member_id, id) of bills, one more index of them.",
    "member_proposals(to_member_id) -> members": "It names two members (S7).",
    "members(referrer_id) -> members": "It names two members (S7).",
    "office_log(member_id) -> members": "The log is one chain on one machine; the key would have to go.",
    "receipt_claims(bill_id) -> bills": "A claim is nobody's until it is claimed; the key would have to go.",
}

S5_NOT_YET = {
    "vouchers": "Its trigger reads voucher_restorations, so that a use can be undone: it not only raises. "
    "And the role that runs has to be able to change a voucher.",
}

S7_NOT_YET = {
    "member_proposals": "A bill moves from one member to another in one transaction: in between its receipt "
    "would have to be kept for the other's bill (S2).",
}


def key_of(table: Table) -> str | None:
    """The column of a member's table that says whose a row is; None while there is none."""
    name = OF_MEMBERS[table.name]
    return name if name in table.columns else None


def names(key: PrimaryKeyConstraint) -> list[str]:
    return [column.name for column in key.columns]


def named(table: Table, columns: Iterable[str]) -> str:
    return f"{table.name}({', '.join(columns)})"


def of_members() -> list[Table]:
    return [TABLES[name] for name in OF_MEMBERS]


def test_every_table_is_of_members_or_everywhere_or_by_a_key_of_its_own():
    assert sorted([*OF_MEMBERS, *REFERENCE, *BY_OWN_KEY]) == sorted(TABLES)


def test_s1_primary_keys_hold_the_member():
    found = {table.name for table in of_members() if key_of(table) not in names(table.primary_key)}

    assert found == set(S1_NOT_YET)


def unique_columns(table: Table) -> Iterable[list[str]]:
    yield from ([*each.columns.keys()] for each in table.constraints if isinstance(each, UniqueConstraint))
    yield from ([*each.columns.keys()] for each in table.indexes if each.unique)


def test_s2_what_is_unique_is_unique_within_a_member():
    found = {
        named(table, columns)
        for table in of_members()
        for columns in unique_columns(table)
        if key_of(table) not in columns
    }

    assert found == set(S2_NOT_YET)


def test_s3_foreign_keys_stay_within_a_member_or_lead_to_reference_tables():
    found = set()
    for table in TABLES.values():
        for key in table.foreign_key_constraints:
            other = key.referred_table
            if other.name in REFERENCE or {table.name, other.name} <= BY_OWN_KEY:
                continue
            pairs = {(each.parent.name, each.column.name) for each in key.elements}
            if table.name in OF_MEMBERS and other.name in OF_MEMBERS:
                within = (key_of(table), key_of(other))
                if within in pairs:
                    continue
            found.add(f"{named(table, key.column_keys)} -> {other.name}")

    assert found == set(S3_NOT_YET)


CLOCKS = re.compile(
    r"\b(clock_timestamp|statement_timestamp|transaction_timestamp|localtimestamp|current_timestamp)\b"
    r"|\bnow\(\)|'now'",
    re.IGNORECASE,
)


def names_a_clock(path: Path) -> bool:
    """Whether a module names a clock of the server, as a function or in a text: not in its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (
            CLOCKS.search(node.attr) or ast.unparse(node) in ("func.now", "sa.func.now")
        ):
            return True
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documented and CLOCKS.search(node.value):
            return True
    return False


def test_s4_only_one_module_asks_the_servers_clock():
    """It lets a statement read the clock beside a row, and neither write it nor compare with it
    (test_connections.py).
    """
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "migrations" not in path.parts and names_a_clock(path)
    }

    assert found == {"db/server_clock.py"}
    assert [
        column for table in TABLES.values() for column in table.columns if CLOCKS.search(default(column))
    ] == []


def default(column) -> str:
    return "" if column.server_default is None else str(column.server_default.arg)


@pytest.mark.parametrize("database", sorted(TRIGGERS))
def test_s5_what_is_written_once_is_kept_so_by_rights_too(database):
    guarded = {trigger.table for trigger in TRIGGERS[database].values()}

    assert guarded - set(APPEND_ONLY) == set(S5_NOT_YET)
    assert set(APPEND_ONLY) <= guarded


def test_s6_no_reference_table_counts_what_members_do():
    """A column that every claim changes is one row that all claims lock."""
    found = {
        f"{table.name}.{column.name}"
        for table in TABLES.values()
        if table.name in REFERENCE
        for column in table.columns
        if column.name in ("claimed", "count", "used", "left")
    }

    assert found == set()


def test_s7_no_row_is_about_two_members():
    """Who invited whom stands in the row of who was invited, and is written with it alone."""
    found = {
        table.name
        for table in TABLES.values()
        if len([key for key in table.foreign_keys if key.column.table.name == "members"]) > 1
    }

    assert found == set(S7_NOT_YET)


@pytest.mark.only_on("postgresql")
def test_s7_a_friends_first_bill_is_a_transaction_for_each_of_the_two(app, database):
    referrer = a_member(database)
    with database.bound():
        code = records.record(connection(), referrer).referral_code
    friend = a_member(database, used_referral_code=code)
    bill = {"memberId": friend, "receiptNumber": "A-1", "amount": "45.90"}
    till, browser = a_till(app), app.test_client()
    posted = till.post("/api/pos/earn", json=bill).json["memberEarn"]
    assert till.post(f"/api/pos/earn/{posted['id']}/verify").status_code == 200

    vouchers = browser.get("/api/memberReward", headers=signed_in(app, referrer)).json["memberRewardList"]
    assert [each["transactionSourceId"] for each in vouchers] == [4]
    assert [each for each in written_together(database) if len(each) > 1] == []


def written_together(database) -> list[set[int]]:
    """The members of each transaction of which rows stand (PostgreSQL)."""
    rows = " UNION ".join(
        f"SELECT xmin::text, {column} FROM {table} WHERE {column} IS NOT NULL"  # noqa: S608  # our own names
        for table, column in OF_MEMBERS.items()
        if column in TABLES[table].columns
    )
    members: dict[str, set[int]] = {}
    with database.bound():
        for number, member_id in connection().execute(text(rows)):
            members.setdefault(number, set()).add(member_id)
    return list(members.values())


# What adds up the rows of all members, the only modules that import it, and those of them that people call.
SUMS = ("loyalty.features.figures.service", "loyalty.features.office.reports")
PARTS_OF_SUMS = {"features/figures/service.py", "features/figures/schemas.py"}
CALLED = {"features/figures/routes.py", "cli/reports.py"}
WRITES = {"table"}  # it writes to the office's log that somebody took the rows away


def test_s8_what_adds_up_all_members_is_read_from_the_replica():
    """The office's figures and reports; its lists, with which it decides, are read from the leader."""
    by_replica, elsewhere = [], []
    for path in SOURCE.rglob("*.py"):
        name, tree = path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        if name in CALLED:
            by_replica += [(name, each.name, may_read_from_the_replica(each)) for each in entries(tree)]
            continue
        elsewhere += [
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for module in (node.module, *(f"{node.module}.{each.name}" for each in node.names))
            if module in SUMS
        ]

    assert {name for name, _entry, _may in by_replica} == CALLED
    assert {entry for _name, entry, may in by_replica if not may} == WRITES
    assert set(elsewhere) <= PARTS_OF_SUMS


def entries(tree: ast.Module) -> Iterable[ast.FunctionDef]:
    """The views of a blueprint, and the commands of a group of reports."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            called = [ast.unparse(each) for each in node.decorator_list]
            if any(each.startswith(("blueprint.route(", "report_commands.command(")) for each in called):
                yield node


def may_read_from_the_replica(entry: ast.FunctionDef) -> bool:
    """Whether a view is one that may lag, right above the function, or a command asks the replica."""
    decorators = [ast.unparse(each) for each in entry.decorator_list]
    return decorators[-1] == "may_lag" or "by_replica(" in ast.unparse(entry)


def test_s9_chains_are_one_a_member_or_kept_whole():
    chained = {table.name: table for table in TABLES.values() if "seal_before" in table.columns}
    across = {
        name
        for name, table in chained.items()
        if name in OF_MEMBERS
        and {key_of(table), "seq"} not in [set(columns) for columns in unique_columns(table)]
    }

    assert "ledger_entries" in chained
    assert across == set()
    # The office's log is one chain, and its table is not distributed (decision 0063).
    assert chained.keys() - OF_MEMBERS.keys() == {"office_log"}
    assert "office_log" in BY_OWN_KEY
