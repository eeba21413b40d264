"""Codes are counted by the /48 of an IPv6 address too; what only looked like a code sent is marked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("code_sends", sa.Column("wide_network_hash", sa.String(length=64), nullable=True))
    op.add_column("code_sends", sa.Column("was_sent", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.create_index("ix_code_sends_wide_network", "code_sends", ["wide_network_hash", "sent_at"])


def downgrade() -> None:
    op.drop_index("ix_code_sends_wide_network", "code_sends")
    op.drop_column("code_sends", "was_sent")
    op.drop_column("code_sends", "wide_network_hash")
