"""Connections to PostgreSQL: their timeouts, and what happens when the server stops answering."""

from typing import Any

import psycopg
from psycopg import sql
from psycopg.abc import RV, PQGen
from psycopg.errors import ReadOnlySqlTransaction
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import OperationalError

LOCK_TIMEOUT_MS = 3000
STATEMENT_TIMEOUT_MS = 5000
CONNECT_TIMEOUT_S = 2
# Longer than any statement may take: the server is not slow then, it does not answer.
MAX_SILENCE_S = 8.0
A_DAY_S = 86_400.0
# The same for a peer that vanished from an idle connection, noticed by the kernel within 25 seconds.
KEEPALIVES = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
MAX_UNACKNOWLEDGED_MS = 10_000


class TimeoutConnection(psycopg.Connection[Any]):
    """A connection that gives up on a server that does not answer though the connection is open.

    The server's own timeouts cannot help when nothing reaches it, and a thread that waits without end
    serves nobody (SECURITY.md F11).
    """

    allows_long_statements = False

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server, MAX_SILENCE_S at most unless it takes time; then the connection is closed."""
        silence_s = A_DAY_S if self.allows_long_statements else MAX_SILENCE_S
        try:
            return super().wait(gen, interval, silence_s if timeout is None else timeout)
        except psycopg.OperationalError as error:
            if error.sqlstate is None:  # not an answer of the server
                self.pgconn.finish()
            raise


def postgresql_engine(url: str, settings: dict[str, str], **how: Any) -> Engine:
    """An engine whose connections have our limits and these `settings` of the server's besides.

    Unless they say `default_transaction_read_only`, a server that refuses a write as read-only has gone.
    """
    engine = create_engine(url, connect_args=connect_arguments(), **how)
    limits = {"lock_timeout": f"{LOCK_TIMEOUT_MS}ms", "statement_timeout": f"{STATEMENT_TIMEOUT_MS}ms"}
    # By a statement: pgbouncer refuses, or ignores, what PostgreSQL would take while connecting.
    values = {**limits, "timezone": "UTC", **settings}
    setting = sql.SQL("SELECT {}").format(
        sql.SQL(", ").join(
            sql.SQL("set_config({}, {}, false)").format(name, value) for name, value in values.items()
        )
    )

    def connect(_dialect: Any, _record: Any, arguments: Any, named: Any) -> TimeoutConnection:
        connection = TimeoutConnection.connect(*arguments, **named, autocommit=True)
        try:
            connection.execute(setting, prepare=False)
            connection.autocommit = False
        except BaseException:
            connection.close()
            raise
        return connection

    event.listen(engine, "do_connect", connect)
    if "default_transaction_read_only" not in settings:
        event.listen(engine, "handle_error", _refused_by_a_follower)
    return engine


def autocommit_connection(engine: Engine) -> psycopg.Connection[Any]:
    """A connection of its own to the server of an engine, for one who listens: it waits without end."""
    arguments, named = engine.dialect.create_connect_args(engine.url)
    return psycopg.connect(*arguments, **{**named, **connect_arguments()}, autocommit=True)


def allow_long_statements(connection: Connection) -> None:
    """Let the open transaction's statements take as long as they need: a command that changes tables.

    A lock that is not free in time is still given up, since everybody would have to queue behind it: nothing
    is done then, try again.
    """
    driver = connection.connection.driver_connection
    if isinstance(driver, TimeoutConnection):
        driver.allows_long_statements = True
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def _refused_by_a_follower(context: ExceptionContext) -> OperationalError | None:
    """A write that is refused as read-only: this server no longer leads its cluster (docs/performance.md).

    It counts as gone: the pool's connections are dropped, so that the next ones lead to the present leader,
    and the caller gets what it gets when a server has gone.
    """
    error = context.original_exception
    if not isinstance(error, ReadOnlySqlTransaction):
        return None
    context.is_disconnect = True
    return OperationalError(context.statement, None, error, hide_parameters=True, connection_invalidated=True)


def connect_arguments() -> dict[str, Any]:
    """The driver's arguments: how long to wait for a server, and how to notice that one has gone."""
    return {
        "connect_timeout": CONNECT_TIMEOUT_S,
        "tcp_user_timeout": MAX_UNACKNOWLEDGED_MS,
        **KEEPALIVES,
    }
