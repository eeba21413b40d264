"""The claim as the database alone would do it: one view, the raw driver, three statements, no rules.

What is above this figure in ours is the price of a session that can be ended, a ledger that can be checked,
idempotency, limits and stock.
"""

import os
import sqlite3
import threading
from typing import Any

import psycopg
from flask import Flask
from sqlalchemy.engine import make_url

MEMBERS = 200
_URL = make_url(os.environ["LOYALTY_DATABASE_URL"])
_SQLITE = _URL.get_backend_name() == "sqlite"
_own = threading.local()
_TABLES = (
    "CREATE TABLE raw_accounts (member_id INTEGER PRIMARY KEY, balance INTEGER CHECK (balance >= 0))",
    "CREATE TABLE raw_vouchers (id {serial} PRIMARY KEY, member_id INTEGER NOT NULL)",
    "CREATE TABLE raw_lines (id {serial} PRIMARY KEY, member_id INTEGER NOT NULL, delta INTEGER NOT NULL)",
)

app = Flask(__name__)


def _connection() -> Any:
    """This thread's own connection."""
    if not hasattr(_own, "connection"):
        if _SQLITE:
            _own.connection = sqlite3.connect(_URL.database, timeout=5, isolation_level=None)
            _own.connection.execute("PRAGMA journal_mode = WAL")
            _own.connection.execute("PRAGMA synchronous = FULL")
        else:
            text = _URL.set(drivername="postgresql").render_as_string(hide_password=False)
            _own.connection = psycopg.connect(text, autocommit=True)
    return _own.connection


def set_up() -> None:
    """Make the three tables and their members."""
    serial = "INTEGER" if _SQLITE else "BIGSERIAL"
    for statement in _TABLES:
        _connection().execute(statement.format(serial=serial))
    rows = [(member_id, 100_000_000) for member_id in range(1, MEMBERS + 1)]
    for row in rows:
        _connection().execute(_spelled("INSERT INTO raw_accounts VALUES (?, ?)"), row)


def _spelled(statement: str) -> str:
    """A statement with this driver's mark for a value."""
    return statement if _SQLITE else statement.replace("?", "%s")


_BEGIN = "BEGIN IMMEDIATE" if _SQLITE else "BEGIN"
_VOUCHER = _spelled("INSERT INTO raw_vouchers (member_id) VALUES (?)")
_LINE = _spelled("INSERT INTO raw_lines (member_id, delta) VALUES (?, -500)")
_PAY = _spelled("UPDATE raw_accounts SET balance = balance - 500 WHERE member_id = ? AND balance >= 500")


@app.post("/raw/<int:member_id>")
def claim(member_id: int) -> dict[str, bool]:
    connection = _connection()
    connection.execute(_BEGIN)
    for statement in (_VOUCHER, _LINE, _PAY):
        connection.execute(statement, (member_id,))
    connection.execute("COMMIT")
    return {"ok": True}


set_up()
