"""Where each table is stored when Citus distributes the database (docs/scaling.md): by member, on every
machine, or on the coordinator.

Nothing of this is read while one server has everything. Decision 0056 says why each table is where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Table, text

from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.partitions import PARTITIONED
from loyalty.db.tables import Base

# Rows that belong to one member, all of a member's on one worker.
BY_MEMBER = frozenset(
    {
        "bills",
        "claim_counts",
        "consents",
        "handoff_alarms",
        "handoff_tickets",
        "host_consents",
        "ledger_entries",
        "marketing_choices",
        "member_preferences",
        "member_proposals",
        "notification_deliveries",
        "notifications",
        "office_adjustments",
        "point_accounts",
        "push_subscriptions",
        "session_families",
        "sessions",
        "till_lookups",
        "voucher_restorations",
        "vouchers",
        "wallet_devices",
        "wallet_passes",
    }
)
# Reference tables, the same on every machine: members' rows reference them, or they hold values that are
# unique among all members. Written seldom, and not with each bill or claim.
EVERYWHERE = frozenset(
    {
        "broadcasts",
        "content_kinds",
        "content_versions",
        "feed_keys",
        "host_accounts",
        "images",
        "members",
        "notification_texts",
        "offline_tills",
        "outlets",
        "passkey_challenges",
        "passkeys",
        "programme_drafts",
        "programme_settings",
        "programme_versions",
        "rewards",
        "staff",
        "staff_challenges",
        "staff_grants",
        "staff_invitations",
        "staff_passkeys",
        "staff_pins",
        "staff_sessions",
        "tiers",
        "till_enrolments",
        "till_keys",
        "webhook_secrets",
        "webhooks",
    }
)
# The member of each key that is unique among all members; distributed by the key.
BY_KEY = {"voucher_codes": "code", "bill_receipts": "receipt_number"}
# Found by a key of their own; they stay on the coordinator.
ON_COORDINATOR = frozenset(
    {
        "bill_moves",
        "enquiries",
        "enquiry_files",
        "enquiry_notes",
        "event_readers",
        "event_sequences",
        "events",
        "host_attempts",
        "kept_answers",
        "known_devices",
        "notification_looks",
        "notification_runs",
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
        "wallet_runs",
        "webhook_deliveries",
    }
)
# Those of them whose rows make it harmless to repeat a member's transaction, or finish it for another member.
# Citus commits a worker's rows before what it does not know of on the coordinator; of these it knows.
COMMITTED_WITH_MEMBERS = ("bill_moves", "kept_answers", "single_gifts")
# Foreign keys that reference a table prevent its distribution, and so do, in Citus 13.2, those of a table
# partitioned by month that has CHECKs: they are dropped first and added again afterwards.
_FOREIGN_KEYS = text(
    "SELECT conrelid::regclass::text AS of_table, conname AS name, pg_get_constraintdef(oid) AS definition "
    "FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 "
    "AND (conrelid::regclass::text = ANY (:by_month) OR confrelid::regclass::text = ANY (:by_member))"
)
# A foreign key from a table on the coordinator to a member's row cannot be added again, nor, with that bug,
# one of a table partitioned by month there. The audit checks the references instead.
WITHOUT_FOREIGN_KEYS = PARTITIONED.keys() - BY_MEMBER
_KNOWN_TABLES = text("SELECT logicalrelid::regclass::text FROM pg_dist_partition")
# Citus' own list also names tables that stay on the coordinator.
_DISTRIBUTED_TABLES = text(
    "SELECT logicalrelid::regclass::text FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'"
)
DISTRIBUTION_COLUMN = "member_id"
# All tables distributed by member are colocated with this one.
COLOCATED_WITH = "point_accounts"


class NoCitus(Exception):
    """The database has no extension citus, or no worker."""


def distribute(db: Connection) -> list[str]:
    """Make distributed and reference tables of those that were not yet, and give their names.

    In the caller's transaction, by the tables' owner, on the coordinator. Raises NoCitus.
    """
    from loyalty.db.postgresql import take_time  # its driver takes long to import

    _refuse_without_workers(db)
    # Ours do nothing but refuse (citus.enable_unsafe_triggers).
    db.execute(text("SET LOCAL citus.enable_unsafe_triggers = on"))
    take_time(db)
    # A transaction may write rows of all members and reference tables, in any order.
    database = db.dialect.identifier_preparer.quote(db.scalar(text("SELECT current_database()")))
    db.execute(text(f"ALTER DATABASE {database} SET citus.multi_shard_modify_mode = 'sequential'"))
    distributed = set(db.scalars(_DISTRIBUTED_TABLES))
    new = {"by_month": [*PARTITIONED.keys() - distributed], "by_member": [*BY_MEMBER - distributed]}
    keys = db.execute(_FOREIGN_KEYS, new).all()
    for key in keys:
        db.execute(text(f"ALTER TABLE {key.of_table} DROP CONSTRAINT {key.name}"))
    done = []
    for table in _in_order():
        if table.name not in distributed:
            db.execute(text(_statement(table.name)))
            done.append(table.name)
    for name in set(COMMITTED_WITH_MEMBERS) - set(db.scalars(_KNOWN_TABLES)):
        db.execute(text(f"SELECT citus_add_local_table_to_metadata('{name}')"))
    for key in keys:
        if key.of_table in BY_MEMBER:
            db.execute(text(f"ALTER TABLE {key.of_table} ADD CONSTRAINT {key.name} {key.definition}"))
    _forget_local_rows(db, done)
    return done


def _forget_local_rows(db: Connection, tables: list[str]) -> None:
    """Empty the coordinator's own files of tables that were copied to the workers.

    Citus leaves the rows there, where no statement finds them and no erasure deletes them. Its function also
    empties what references the table, of which nothing is in these files: the log's rows are in a shard.
    """
    _switch_truncate_triggers(db, "DISABLE")
    for name in tables:
        db.execute(text(f"SELECT truncate_local_data_after_distributing_table('{name}')"))
    _switch_truncate_triggers(db, "ENABLE")


def _switch_truncate_triggers(db: Connection, how: str) -> None:
    """On the coordinator's own tables alone: those of the workers stay enabled."""
    db.execute(text("SET LOCAL citus.enable_ddl_propagation = off"))
    for table in APPEND_ONLY:
        db.execute(text(f"ALTER TABLE {table} {how} TRIGGER {table}_no_truncate"))
    db.execute(text("SET LOCAL citus.enable_ddl_propagation = on"))


def _in_order() -> Iterator[Table]:
    """The tables that leave the coordinator, those first that others reference."""
    places = (EVERYWHERE, BY_MEMBER, BY_KEY)
    for place in places:
        found = [table for table in Base.metadata.sorted_tables if table.name in place]
        yield from sorted(found, key=lambda table: table.name != COLOCATED_WITH)


def _statement(name: str) -> str:
    if name in EVERYWHERE:
        return f"SELECT create_reference_table('{name}')"
    if name in BY_KEY:
        return f"SELECT create_distributed_table('{name}', '{BY_KEY[name]}', colocate_with => 'none')"
    colocated = "none" if name == COLOCATED_WITH else COLOCATED_WITH
    return (
        f"SELECT create_distributed_table('{name}', '{DISTRIBUTION_COLUMN}', colocate_with => '{colocated}')"
    )


def _refuse_without_workers(db: Connection) -> None:
    if db.dialect.name != "postgresql":
        raise NoCitus("Only PostgreSQL can be distributed.")
    if db.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'citus'")) is None:
        raise NoCitus("This database has no extension citus. docs/scaling.md says how it gets there.")
    if not db.scalar(text("SELECT count(*) FROM pg_dist_node WHERE shouldhaveshards")):
        raise NoCitus("There is no worker yet: SELECT citus_add_node('host', 5432).")
