"""What the role that runs may do on PostgreSQL, when another role owns the tables."""

from __future__ import annotations

from sqlalchemy import text

from loyalty.db.session import Database

# Rows of these are written once: the role that runs adds to them and reads them.
APPEND_ONLY = ("point_lines", "office_log")
# And of this it only reads.
READ_ONLY = ("alembic_version",)


def grant(database: Database, role: str) -> None:
    """Give `role` what running needs and take everything else from it; the tables' owner does this.

    It repeats without harm. Tables that later migrations make are covered from their first moment, and
    `grant` runs after each migration. Roles are made by deploy/postgresql/roles.sql.
    """
    with database.writes.begin() as connection:
        quote = connection.dialect.identifier_preparer.quote
        who, schema = quote(role), "SCHEMA public"
        for statement in (
            f"GRANT USAGE ON {schema} TO {who}",
            f"REVOKE ALL ON ALL TABLES IN {schema} FROM {who}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN {schema} TO {who}",
            f"REVOKE UPDATE, DELETE ON {', '.join(APPEND_ONLY)} FROM {who}",
            f"REVOKE INSERT, UPDATE, DELETE ON {', '.join(READ_ONLY)} FROM {who}",
            # SELECT is for pg_dump: a backup is made by the role that runs.
            f"GRANT USAGE, SELECT ON ALL SEQUENCES IN {schema} TO {who}",
            f"ALTER DEFAULT PRIVILEGES IN {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {who}",
            f"ALTER DEFAULT PRIVILEGES IN {schema} GRANT USAGE, SELECT ON SEQUENCES TO {who}",
        ):
            connection.execute(text(statement))
