"""Attachments lie in a folder: where each is, and what it should hold.

The files themselves are moved by the scheduler, a few in a transaction: nodes of the release before still run
while this does.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from loyalty.gateways import attachments

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("enquiry_files") as files:
        files.add_column(sa.Column("storage_name", sa.String(64), nullable=True))
        files.add_column(sa.Column("sha256", sa.String(64), nullable=True))
        files.alter_column("content", existing_type=sa.LargeBinary(), nullable=True)


def downgrade() -> None:
    # Back into the database, each held against its sum: one that is lost stops it, and nothing is changed.
    # The files stay; the scheduler of a later upgrade removes them.
    connection = op.get_bind()
    query = "SELECT enquiry_id, storage_name, sha256 FROM enquiry_files WHERE storage_name IS NOT NULL"
    for enquiry_id, name, digest in connection.execute(sa.text(query)).all():
        content = attachments.read(name, digest)
        back = sa.text("UPDATE enquiry_files SET content = :content WHERE enquiry_id = :enquiry_id")
        connection.execute(back, {"content": content, "enquiry_id": enquiry_id})
    with op.batch_alter_table("enquiry_files") as files:
        files.alter_column("content", existing_type=sa.LargeBinary(), nullable=False)
        files.drop_column("sha256")
        files.drop_column("storage_name")
