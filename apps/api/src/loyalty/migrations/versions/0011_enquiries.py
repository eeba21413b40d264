"""Enquiries, their files, and the outbox's lane for letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.db.tables import BigInt, UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "enquiries",
        sa.Column("id", BigInt, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("full_name", sa.String(length=400), nullable=False),
        sa.Column("mobile_number", sa.String(length=40), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("identification_number", sa.String(length=40), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("department", sa.String(length=60), nullable=True),
        sa.Column("place", sa.String(length=60), nullable=True),
        sa.Column("outlet_name", sa.String(length=100), nullable=True),
        sa.Column("remarks", sa.Text(), nullable=True),
        sa.Column("network_hash", sa.String(length=64), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("kind IN ('career', 'feedback')", name=op.f("ck_enquiries_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiries")),
    )
    op.create_index(op.f("ix_enquiries_created_at"), "enquiries", ["created_at"])
    op.create_index("ix_enquiries_network_hash_created_at", "enquiries", ["network_hash", "created_at"])
    op.create_table(
        "enquiry_files",
        sa.Column("enquiry_id", BigInt, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("called", sa.String(length=255), nullable=False),
        sa.Column("content_type", sa.String(length=100), nullable=False),
        sa.Column("size", BigInt, nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["enquiry_id"],
            ["enquiries.id"],
            name=op.f("fk_enquiry_files_enquiry_id_enquiries"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("enquiry_id", name=op.f("pk_enquiry_files")),
    )
    with op.batch_alter_table("outbox") as outbox:
        outbox.add_column(sa.Column("lane", sa.String(length=10), nullable=False, server_default="phone"))
        outbox.add_column(sa.Column("reference", BigInt, nullable=True))
        outbox.create_check_constraint(op.f("ck_outbox_lane"), "lane IN ('phone', 'mail')")
    op.create_index("ix_outbox_reference", "outbox", ["reference"])


def downgrade() -> None:
    op.drop_index("ix_outbox_reference", "outbox")
    op.execute("DELETE FROM outbox WHERE lane = 'mail'")
    with op.batch_alter_table("outbox") as outbox:
        outbox.drop_constraint(op.f("ck_outbox_lane"), type_="check")
        outbox.drop_column("reference")
        outbox.drop_column("lane")
    op.drop_table("enquiry_files")
    op.drop_table("enquiries")
